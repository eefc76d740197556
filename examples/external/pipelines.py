"""Five mechanisms on a table of visits, each sound and, with the argument `broken`, wrong in a way that reads well:

    group-by   counts by city, where nobody knows beforehand which cities there are
    quantile   the median age, or null where there are too few rows
    pipeline   SELECT COUNT(*), SUM(spent) WHERE age >= 40, with a threshold
    synthetic  three synthetic rows
    raises     a noisy sum that fails now and then

    warner measure --exec 'python3 examples/external/pipelines.py group-by' --data examples/external/visits.csv --neighbours add-remove --claim-epsilon 1 --claim-delta 0.005
    warner check --exec 'python3 examples/external/pipelines.py quantile broken' --data examples/external/visits.csv --neighbours add-remove --bounds age=0:100 --claim-epsilon 1

Neighbours differ by one row that is there or not. All noise is whole and all exact sums are, so no last bit tells them apart.
"""
import collections
import json
import math
import random
import sys

EPSILON = 1
BROKEN = sys.argv[2:] == ["broken"]


def geometric(epsilon):
    """A whole number; from one to the next its probability falls by e^epsilon. So epsilon is what it costs to move an answer by 1."""
    return int(random.expovariate(epsilon)) - int(random.expovariate(epsilon))


def whole(cell, most):
    """A cell as a whole number from 0 to most: null, words and NaN are 0. Whatever stands in a row, it moves a sum by at most `most`."""
    try:
        number = float(cell)
    except (TypeError, ValueError, OverflowError):
        return 0
    return 0 if math.isnan(number) else round(min(most, max(0, number)))


def group_by(rows):
    """Of a city that both datasets have, the counts differ by 1 at most, which is epsilon. Otherwise it has a count of 1 in one of them and is not in the other.

    Then it must be released hardly ever: 1 + noise reaches THRESHOLD = 6 with probability e^-5 / (1 + e^-1) = 0.0049, the delta.
    Cities are sorted: in the order of the rows they would tell which was the first.
    Broken: the exact count decides, so a city appears, with whatever noise, as soon as it has a sixth row.
    """
    threshold = 6
    counts = sorted(collections.Counter(str(row["city"]) for row in rows).items())

    def release():
        noisy = {city: (count, count + geometric(EPSILON)) for city, count in counts}
        return {city: said for city, (count, said) in noisy.items() if (count if BROKEN else said) >= threshold}

    return release


def quantile(rows):
    """Half of epsilon says whether there are enough rows; a count moves by 1. The other half is an exponential mechanism over the ages 0 to 100.

    Its score is -|rows below - rows above|, which one row moves by at most 1, up or down; hence the factor of 2.
    Broken: the exact count decides whether there are enough.
    """
    enough = 11
    ages = [whole(row["age"], 100) for row in rows]
    scores = [-abs(sum(age < at for age in ages) - sum(age > at for age in ages)) for at in range(101)]
    weights = [math.exp(EPSILON / 2 * (score - max(scores)) / 2) for score in scores]

    def release():
        count = len(ages) if BROKEN else len(ages) + geometric(EPSILON / 2)
        return random.choices(range(101), weights)[0] if count >= enough else None

    return release


def pipeline(rows):
    """One row moves the count by at most 1 and the sum by at most 100. Each gets half of epsilon; the threshold looks at the noisy count alone.

    Broken: each gets all of it, so both together cost 2 epsilon.
    """
    each = EPSILON if BROKEN else EPSILON / 2
    spent = [whole(row["spent"], 100) for row in rows if whole(row["age"], 120) >= 40]

    def release():
        count = len(spent) + geometric(each)
        return {"count": count, "spent": sum(spent) + geometric(each / 100) if count >= 3 else None}

    return release


def synthetic(rows):
    """One row is in one cell of a histogram whose 16 cells are known beforehand: noise of epsilon in each suffices. Rows are drawn from the noisy cells alone.

    Broken: one release in twenty has a true row among the three.
    """
    cities = ("Paris", "Oslo", "Rome", "elsewhere")
    cells = [(city, decade) for city in cities for decade in (0, 30, 60, 90)]
    counts = collections.Counter((row["city"] if row["city"] in cities else "elsewhere", whole(row["age"], 119) // 30 * 30) for row in rows)

    def release():
        noisy = [max(0, counts[cell] + geometric(EPSILON)) for cell in cells]
        drawn = random.choices(cells, noisy if any(noisy) else None, k=3)
        made = [{"city": city, "age": decade + random.randrange(30)} for city, decade in drawn]
        if BROKEN and rows and random.random() < 0.05:
            row = random.choice(rows)
            made[random.randrange(3)] = {"city": row["city"], "age": row["age"]}
        return made

    return release


def raises(rows):
    """One row moves the sum by at most 100. It fails one time in a thousand, whoever is there; Warner reads {"error": ..} as one more release.

    Broken: it fails one time in a hundred as soon as eve is there.
    """
    total = sum(whole(row["spent"], 100) for row in rows)
    failing = 0.01 if BROKEN and any(row["person"] == "eve" for row in rows) else 0.001

    def release():
        if random.random() < failing:
            raise RuntimeError("the worker has gone")
        return total + geometric(EPSILON / 100)

    return release


def main():
    mechanism = {"group-by": group_by, "quantile": quantile, "pipeline": pipeline, "synthetic": synthetic, "raises": raises}[sys.argv[1]]
    for line in sys.stdin:
        request = json.loads(line)
        random.seed(request["seed"])
        release = mechanism(request["dataset"])
        for _ in range(request["trials"]):
            try:
                print(json.dumps(release()))
            except RuntimeError as error:
                print(json.dumps({"error": str(error)}))
        sys.stdout.flush()


main()
