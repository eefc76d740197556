"""A count with Laplace noise, as a program that Warner audits:

    warner measure --exec 'python3 examples/external/laplace.py 1' --d '[0]' --d-prime '[1]' --claim-epsilon 1
"""
import json
import math
import random
import sys

epsilon = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0


def laplace(scale):
    u = random.random() - 0.5
    return -math.copysign(scale, u) * math.log1p(-2 * abs(u))


for line in sys.stdin:
    request = json.loads(line)
    random.seed(request["seed"])
    count = sum(request["dataset"])
    for _ in range(request["trials"]):
        print(round((count + laplace(1 / epsilon)) * 1024) / 1024)  # a grid: the last bits of a sum tell the count
    sys.stdout.flush()
