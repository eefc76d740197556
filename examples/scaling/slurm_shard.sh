#!/bin/sh
#SBATCH --cpus-per-task=16
#SBATCH --time=04:00:00
# One shard of slurm_submit.sh. A node that is taken away, or the end of its time: --requeue, and the journal has the rest.
set -eu
i=$SLURM_ARRAY_TASK_ID
exec warner shard "$i/$SLURM_ARRAY_TASK_COUNT" measure laplace --epsilon 1 --budget "$BUDGET" \
  --threads "${SLURM_CPUS_PER_TASK:-0}" --found strategy.json --journal "part$i.journal" --out "part$i.json"
