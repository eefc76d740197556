"""A noisy count that is subtly broken: noise "too small to matter" is left out, when there is somebody to count.

    warner check --exec 'python3 examples/external/broken.py' --d '[0]' --d-prime '[1]' --claim-epsilon 1
"""
import json
import random
import sys


def release(count):
    noise = round((random.expovariate(1) - random.expovariate(1)) * 1024) / 1024
    return count if count > 0 and abs(noise) < 0.02 else count + noise


for line in sys.stdin:
    request = json.loads(line)
    random.seed(request["seed"])
    for _ in range(request["trials"]):
        print(release(sum(request["dataset"])))
    sys.stdout.flush()
