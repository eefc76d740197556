#!/bin/sh
# The machines of a list, which see this folder: PARALLEL='--sshloginfile machines --workdir .' ./gnu_parallel.sh
# Without a list, this machine, one shard after the other with all threads.
set -eu
shards=${SHARDS:-8}
words="measure laplace --epsilon 1 --budget ${BUDGET:-1e10}"

# shellcheck disable=SC2086  # the words are split on purpose
warner search $words --out strategy.json
seq "$shards" | parallel --jobs 1 --retries 3 \
  "warner shard {}/$shards $words --found strategy.json --journal part{}.journal --out part{}.json"
warner merge part*.json --out record.json || [ $? -eq 1 ]  # a refutation is exit code 1, and no failure
