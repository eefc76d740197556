"""Plays parts of an audit on a cluster of Dask's. DASK_SCHEDULER is its address; without one, workers start here."""
import os
import sys

import warner
from dask.distributed import Client


def main(out="laplace.json", trials=int(float(os.environ.get("BUDGET", "1e8"))), shards=int(os.environ.get("SHARDS", "8"))):
    found = warner.measure("laplace", epsilon=1, budget=1e6)
    size = -(-trials // shards // 4096) * 4096
    with Client(os.environ.get("DASK_SCHEDULER")) as cluster:
        tasks = [cluster.submit(warner.play, found, first, min(first + size, trials), seed=2) for first in range(0, trials, size)]
        record = warner.conclude(found, warner.merge(cluster.gather(tasks)))
    with open(out, "w") as file:
        file.write(record.text)


if __name__ == "__main__":
    main(*sys.argv[1:])
