"""Plays parts of an audit on a cluster of Spark's: spark-submit spark_cluster.py. Started by python3, workers start here."""
import os
import sys

import warner
from pyspark.sql import SparkSession


def main(out="laplace.json", trials=int(float(os.environ.get("BUDGET", "1e8"))), shards=int(os.environ.get("SHARDS", "8"))):
    found = warner.measure("laplace", epsilon=1, budget=1e6)
    size = -(-trials // shards // 4096) * 4096
    spark = SparkSession.builder.getOrCreate()
    firsts = spark.sparkContext.parallelize(range(0, trials, size), shards)
    parts = firsts.map(lambda first: warner.play(found, first, min(first + size, trials), seed=2)).collect()
    record = warner.conclude(found, warner.merge(parts))
    with open(out, "w") as file:
        file.write(record.text)


main(*sys.argv[1:])
