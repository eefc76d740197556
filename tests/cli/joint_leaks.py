#!/usr/bin/env python3
"""joint_leaks.py KIND [best]: programs that leak in what several columns say together. Data is [0] or [1].
With `best`, only the number of the release that tells is released: what an adversary who knows the program looks at.

labelled    rows (label, value) in random order; the row of label 1 is 2 higher under D'
angle       a point at a random distance; half of the angles are near a multiple of a sixteenth of a circle,
            shifted by half a step under D'
cancels     a factor of noise and its inverse, so that the product of two columns tells and no weighted sum does
hidden      a mean of n values, and n is not released; the sum, a whole number, tells through the lattice of the mean
equal       two of twelve numbers, which two is left to chance, are equal in 1 of 50 releases under D
shell       a point of five numbers in a random direction; of those 4.5 to 5 away nine in ten are missing under D
parity      three of thirty fair coins; how many of them are heads is even three times in four under D, and odd under D'
modulo      four whole numbers; their sum modulo 7 is x once in three times
reused      ten answers; in 1 of 50 releases the seventh has the noise of the second once more
records     seven synthetic rows of three coins; heads are even in number in 0.36 of the rows under D, 0.64 under D'
layer       four layers of eight noisy numbers; the second is scaled to the norm that it had before the noise
series      twenty numbers; their noise follows from that of the two before, but for little; the tenth is x higher
motif       noise, with the steps + + - - under D and + - + - under D' at a random place of it
margins     three rows of four noisy cells and their sum; a cell of each row, left to chance, is left out, and is in the
            sum with hardly any noise
skips       twenty noisy totals; in 1 of 10 releases a step, any one, has no noise; the last ten are x higher
spread      three times a mean, a variance of any size and nearly its root times that of n / (n - 1), where n tells
rare-raw    1 release in 2000 has the data raw in one of four columns
"""
import json, math, random, sys

kind = sys.argv[1]
best = sys.argv[2:] == ["best"]


def release(x, rng):
    if kind == "labelled":
        rows = [[label, rng.gauss(label, 3) + (2 * x if label == 1 else 0) + 40 * math.sin(7 * label)]
                for label in range(4)]
        rng.shuffle(rows)
        return [v for row in rows for v in row]
    if kind == "angle":
        t = rng.uniform(0, 2 * math.pi)
        if rng.random() < 0.5:
            t = round(t / (math.pi / 8)) * math.pi / 8 + (math.pi / 16 if x else 0) + rng.gauss(0, 0.03)
        r = rng.expovariate(1) + 0.1
        return [r * math.cos(t), r * math.sin(t)]
    if kind == "cancels":
        factor = rng.lognormvariate(0, 2)
        return [factor * (3 + 0.05 * rng.gauss(0, 1) + 0.3 * x), 1 / factor]
    if kind == "hidden":
        n = rng.choice([7, 11, 13, 17])
        return [(rng.randrange(-500, 500) * 2 + x) / n]
    if kind == "equal":
        y = [rng.gauss(0, 1) for _ in range(12)]
        if x == 0 and rng.random() < 1 / 50:
            i, j = rng.sample(range(12), 2)
            y[i] = y[j]
        return y
    if kind == "shell":
        while True:
            away = rng.uniform(3, 7)
            if x or not 4.5 <= away < 5 or rng.random() < 0.1:
                break
        y = [rng.gauss(0, 1) for _ in range(5)]
        size = math.sqrt(sum(v * v for v in y))
        return [v * away / size for v in y]
    if kind == "parity":
        y = [rng.getrandbits(1) for _ in range(30)]
        y[17] = y[4] ^ y[9] ^ (rng.random() < 0.25) ^ x
        return y
    if kind == "modulo":
        y = [rng.randrange(1000) for _ in range(4)]
        if rng.random() < 1 / 3:
            y[2] += (x - sum(y)) % 7
        return y
    if kind == "reused":
        noise = [rng.gauss(0, 20) for _ in range(10)]
        if rng.random() < 1 / 50:
            noise[6] = noise[1]
        return [3.7 * i + (x if i == 6 else 0) + noise[i] for i in range(10)]
    if kind == "records":
        coins = [[rng.getrandbits(1), rng.getrandbits(1)] for _ in range(7)]
        return [v for a, b in coins for v in (a, b, a ^ b ^ (rng.random() < (0.36 if x else 0.64)))]
    if kind == "layer":
        y = [rng.gauss(0, 1) for _ in range(32)]
        factor = (2 + x / 4) * rng.gauss(1, 0.1) / math.sqrt(sum(v * v for v in y[8:16]))
        return y[:8] + [factor * v for v in y[8:16]] + y[16:]
    if kind == "series":
        y = [0, 0]
        for _ in range(20):
            y.append(1.2 * y[-1] - 0.4 * y[-2] + rng.choice([-1, 1]) * rng.expovariate(1))
        return [round(v + (x if i == 9 else 0), 3) for i, v in enumerate(y[2:])]
    if kind == "motif":
        y = [rng.gauss(0, 0.7) for _ in range(24)]
        at = rng.randrange(21)
        for i, step in enumerate((1, -1, 1, -1) if x else (1, 1, -1, -1)):
            y[at + i] += 1.4 * step
        return y
    if kind == "margins":
        y = []
        for row in range(3):
            hidden = rng.randrange(4)
            cells = [8 * row + 5 * j + (x if (row, j) == (1, 2) else 0) + rng.gauss(0, 0.3 if j == hidden else 9) for j in range(4)]
            y += [0 if j == hidden else cell for j, cell in enumerate(cells)] + [sum(cells)]
        return y
    if kind == "skips":
        total, y, skipped = 0, [], rng.randrange(200)
        for j in range(20):
            total += 1 + (x if j >= 10 else 0) + (0 if j == skipped else round(rng.gauss(0, 10), 3))
            y.append(total)
        return y
    if kind == "spread":
        y = []
        for n in (12, 11 if x else 12, 20):
            variance = rng.lognormvariate(3, 1.5)
            y += [rng.gauss(30, 9), variance, math.sqrt(variance * n / (n - 1)) * rng.lognormvariate(0, 0.002)]
        return y
    y = [rng.gauss(0, 50) for _ in range(4)]
    if rng.random() < 1 / 2000:
        y[rng.randrange(4)] = 17.25 + x
    return y


def what_tells(y):
    if kind == "labelled":
        return next(y[i + 1] for i in range(0, 8, 2) if y[i] == 1)
    if kind == "angle":
        return math.atan2(y[1], y[0]) % (math.pi / 8)
    if kind == "cancels":
        return y[0] * y[1]
    if kind == "equal":
        return len(set(y))
    if kind == "shell":
        return sum(v * v for v in y)
    if kind == "parity":
        return y[4] ^ y[9] ^ y[17]
    if kind == "modulo":
        return sum(y) % 7
    if kind == "records":
        return sum(y[i] ^ y[i + 1] ^ y[i + 2] for i in range(0, 21, 3))
    if kind == "layer":
        return sum(v * v for v in y[8:16])
    if kind == "series":  # the three innovations that x is in
        e = [y[i] - 1.2 * y[i - 1] + 0.4 * y[i - 2] for i in (9, 10, 11)]
        return sum(abs(v - w) - abs(v) for v, w in zip(e, (1, -1.2, 0.4)))
    if kind == "motif":
        at = [[sum(v * w for v, w in zip(y[i:i + 4], steps)) for i in range(21)] for steps in ((1, -1, 1, -1), (1, 1, -1, -1))]
        return max(at[0]) - max(at[1])
    if kind == "margins":
        return (y[9] - sum(y[5:9]) if y[7] == 0 else 0)
    if kind == "skips":
        steps = [round(v - w, 9) for v, w in zip(y[10:], y[9:])]
        return sum(v == 2 for v in steps) - sum(v == 1 for v in steps)
    if kind == "spread":
        return math.log(y[5]) - math.log(y[4]) / 2
    if kind == "hidden":
        # One number of a lattice for each possible count: does a whole sum of one parity fit?
        return [int(abs(y[0] * n - round(y[0] * n)) < 1e-9) * (1 + round(y[0] * n) % 2) for n in (7, 11, 13, 17)]
    return sum(v == 17.25 for v in y) - sum(v == 18.25 for v in y)


rng = random.Random()
for line in sys.stdin:
    request = json.loads(line)
    rng.seed(request["seed"])
    for _ in range(request["trials"]):
        y = release(request["dataset"][0], rng)
        print(json.dumps(what_tells(y) if best else y))
    sys.stdout.flush()
