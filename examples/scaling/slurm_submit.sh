#!/bin/sh
# On a login node, in a folder that all nodes see: BUDGET=1e11 ./slurm_submit.sh
set -eu
export BUDGET="${BUDGET:-1e10}"
shards=${SHARDS:-8}
words="measure laplace --epsilon 1 --budget $BUDGET"
here=$(dirname "$0")

search=$(sbatch --parsable --wrap "warner search $words --out strategy.json")
array=$(sbatch --parsable --dependency="afterok:$search" --array="1-$shards" --requeue "$here/slurm_shard.sh")
# A refutation is exit code 1, and no failure.
sbatch --parsable --dependency="afterok:$array" --wrap "warner merge part*.json --out record.json || [ \$? -eq 1 ]"
