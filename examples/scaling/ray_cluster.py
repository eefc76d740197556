"""Plays parts of an audit on a cluster of Ray's. RAY_ADDRESS is its address; without one, workers start here."""
import os
import sys

import ray
import warner


def main(out="laplace.json", trials=int(float(os.environ.get("BUDGET", "1e8"))), shards=int(os.environ.get("SHARDS", "8"))):
    found = warner.measure("laplace", epsilon=1, budget=1e6)
    size = -(-trials // shards // 4096) * 4096
    ray.init()
    play = ray.remote(warner.play)
    tasks = [play.remote(found, first, min(first + size, trials), seed=2) for first in range(0, trials, size)]
    record = warner.conclude(found, warner.merge(ray.get(tasks)))
    with open(out, "w") as file:
        file.write(record.text)


main(*sys.argv[1:])
