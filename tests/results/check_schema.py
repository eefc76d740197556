"""Every mechanism's record, as the program writes it, against the schema; then broken records, which the schema must refuse.

usage: check_schema.py WARNER SCHEMA    (exit status 77: no jsonschema here)
"""
import copy
import json
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is missing: skipped")
    sys.exit(77)

warner, schema_file = sys.argv[1:]
with open(schema_file, encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)


def refuse_constant(word):
    raise ValueError(f"{word} is not JSON")


def ask(*arguments):
    answer = subprocess.run([warner, *arguments], capture_output=True, text=True, check=False)
    assert answer.returncode in (0, 1), (arguments, answer.returncode, answer.stderr)
    return json.loads(answer.stdout, parse_constant=refuse_constant)


records = ask("measure", "--all", "--json", "--budget", "2e4")
records.append(ask("measure", "laplace", "--json", "--budget", "2e4", "--white-box", "--generator", "philox"))
records += ask("check", "--all", "--json", "--budget", "2e3")
records += ask("check", "report-noisy-max-laplace", "--pair", "all", "--json", "--budget", "2e3")
names = {mechanism["name"] for mechanism in ask("list", "--json")}
assert {record["mechanism"] for record in records} == names
failures = 0
for record in records:
    for error in validator.iter_errors(record):
        failures += 1
        print(f"{record['mechanism']}: {error.json_path}: {error.message}")

# The schema is no rubber stamp.
def set_at(record, path, value):
    *folders, last = path
    for key in folders:
        record = record[key]
    record[last] = value


for path, value in [(["schema"], "warner/record/2"), (["seed"], -1), (["level"], 0), (["decision"], "private"), (["surprise"], 1),
                    (["tally", "right"], 0.5), (["epsilon_lower_bound"], "nan"), (["provenance", "digest"], "X"), (["blind_spot"], 2),
                    (["witness", "strategy", "score", "kind"], "leaves"), (["pair", "d"], ["zero"]), (["replicates"], [0])]:
    broken = copy.deepcopy(records[0])
    set_at(broken, path, value)
    if validator.is_valid(broken):
        failures += 1
        print(f"the schema accepts {'.'.join(path)} = {value!r}")
for key in set.intersection(*map(set, records)):
    broken = {other: value for other, value in records[0].items() if other != key}
    if validator.is_valid(broken):
        failures += 1
        print(f"the schema accepts a record without {key}")

scores = sorted({record["witness"]["score"] for record in records})
print(f"{len(records)} records, scores {', '.join(scores)}; {failures} failures{' (scripts/regenerate mends a stale schema)' if failures else ''}")
sys.exit(failures > 0)
