"""The plugin for pytest: sessions of it, played by pytester.

Where a mechanism is sound, a test here fails with probability at most 1e-6, the level of its session; where it leaks,
so grossly that it is missed less often than that.
"""

import importlib.metadata
import json
import math
import pathlib
import random
import re
import textwrap

import numpy  # noqa: F401  sessions within this process forget what they import first, and numpy is imported once
import pandas  # noqa: F401
import pytest

import warner
from warner import pytest_plugin
from warner.pytest_plugin import PrivacySession
from warner.testing import PrivacyViolation

pytest_plugins = ["pytester"]

INSTALLED = any(d.metadata["Name"] == "warner" for d in importlib.metadata.distributions())

MECHANISMS = """
import math
import random

import pytest

def flips(epsilon):
    def flipped(bit):
        return bit if random.random() < 1 / (1 + math.exp(-epsilon)) else 1 - bit
    return flipped
"""


@pytest.fixture
def session(pytester):
    """Writes a module of tests, and runs it in a session of its own."""

    def run(tests, *arguments):
        if tests is not None:
            pytester.makepyfile(test_it=MECHANISMS + tests)
        loaded = () if INSTALLED else ("-p", "warner.pytest_plugin")
        return pytester.runpytest("-p", "no:cacheprovider", *loaded, *arguments)

    return run


def regressions(pytester):
    return sorted((pytester.path / "privacy.regressions").glob("*"))


MARKED = """
@pytest.mark.privacy(d=0, d_prime=1, epsilon=1)
@pytest.mark.parametrize("epsilon", [1, 3])
def test_flips(epsilon):
    return flips(epsilon)
"""


def test_a_marked_test_returns_its_mechanism(session, pytester):
    result = session(MARKED)
    result.assert_outcomes(passed=1, failed=1)
    (path,) = regressions(pytester)
    result.stdout.fnmatch_lines(
        [
            "*_ test_flips[[]3[]] _*",
            "flips.flipped is not as private as it claims",
            "  claim       epsilon = 1",
            "  certified   epsilon at least 1.* with 99.99995 % confidence at all times",
            "  trials      *, at level 5e-07: a sound mechanism fails with this probability at most",
            "  neighbours  D = 0, D' = 1 (substitute)",
            "  witness     says D when y[[]0[]] = 0 (true in * of the trials under D)",
            f"  again       warner.play_fresh(warner.Record.load('privacy.regressions/{path.name}'), flipped, d=0, *",
            f"  record      privacy.regressions/{path.name}",
            "*= privacy =*",
            "2 audits in 2 tests, * trials (quick budget); 1 claim refuted",
            "largest blind spot: events of probability 0.00* may pass unseen (test_it.py::test_flips[[]1[]])",
            "false alarms: at most one in 1,000,000 sessions of sound * (level 1e-06, shared over 2 collected tests)",
            f"written: privacy.regressions/{path.name} (commit it: it is replayed first)",
            "FAILED test_it.py::test_flips[[]3[]] - *PrivacyViolation: *",
        ]
    )
    assert "Traceback" not in result.stdout.str() and "pytest_plugin.py" not in result.stdout.str()


def test_the_fixture_audits_with_the_level_shared_within_the_test(session):
    result = session("""
def test_two(assert_private, assert_leaks):
    first = assert_private(flips(1), 0, 1, epsilon=1)
    assert first.level == pytest.approx(1e-6 / 2 / 2)
    second = assert_leaks(flips(3), 0, 1, epsilon=1)
    assert second.level == pytest.approx(1e-6 / 2 / 6)

@pytest.mark.privacy(epsilon=1)
def test_defaults_of_the_marker(assert_private):
    assert assert_private(flips(1), d=0, d_prime=1).claim.epsilon == 1
    assert assert_private(flips(1), d=0, d_prime=1, epsilon=2).claim.epsilon == 2

def test_of_something_else():
    pass
""")
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(["4 audits in 2 tests, *; 0 claims refuted", "*shared over 2 collected tests)"])


def test_a_failing_fixture_shows_the_line_of_the_test(session):
    result = session("""
def test_it(assert_private):
    assert_private(flips(3), 0, 1, epsilon=1)
""")
    result.assert_outcomes(failed=1)
    shown = [">   *assert_private(flips(3), 0, 1, epsilon=1)", "E  *PrivacyViolation: flips.flipped is not*"]
    result.stdout.fnmatch_lines(shown)
    assert "def audit(" not in result.stdout.str()


def test_what_should_leak_and_does_not(session, pytester):
    result = session("""
@pytest.mark.privacy(0, 1, epsilon=1, leaks=True)
@pytest.mark.parametrize("epsilon", [1, 3])
def test_flips(epsilon):
    return flips(epsilon)
""")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["flips.flipped: no leak was found", "*0 claims refuted; 1 expected leak not found"])
    assert not regressions(pytester)


REPLAYED = """
EPSILON = 3

@pytest.mark.privacy(0, 1, epsilon=1)
def test_flips():
    return flips(EPSILON)
"""


def test_a_witness_is_replayed_first_and_kept_when_it_is_mended(session, pytester):
    session(REPLAYED).assert_outcomes(failed=1)
    (path,) = regressions(pytester)
    text = path.read_text()
    result = session(REPLAYED)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "  trials *, fresh ones of the strategy in this record, at level 5e-07: *",
            "regressions: 1 replayed, 1 leak there still",
        ]
    )
    result = session(REPLAYED.replace("EPSILON = 3", "EPSILON = 1"))
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["regressions: 1 replayed, 0 leaks there still"])
    assert regressions(pytester) == [path] and path.read_text() == text


def test_a_replay_is_of_fresh_releases_and_finds_what_the_check_has_no_budget_for(session, pytester):
    session(REPLAYED).assert_outcomes(failed=1)
    result = session(REPLAYED.replace("epsilon=1)", "epsilon=1, budget=32)"))
    result.assert_outcomes(failed=1)
    result = session(REPLAYED.replace("epsilon=1)", "epsilon=1.5, budget=32)"))
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["regressions: 1 not replayed, of another claim or mechanism of their tests"])


def test_another_witness_is_written_beside_the_first(session, pytester):
    leak = """
LEAKS = {}

@pytest.mark.privacy(0, 1, epsilon=1)
def test_it():
    def released(bit):
        return random.choice(LEAKS[bit])
    return released
"""
    session(leak.replace("{}", "([1, 2], [2, 3])")).assert_outcomes(failed=1)
    (first,) = regressions(pytester)
    result = session(leak.replace("{}", "([7, 8], [8, 9])"))
    result.assert_outcomes(failed=1)
    assert len(regressions(pytester)) == 2 and first in regressions(pytester)
    result.stdout.fnmatch_lines(["  trials *, at level 5e-07: *"])
    for bits in ("([1, 2], [2, 3])", "([7, 8], [8, 9])"):
        result = session(leak.replace("{}", bits))
        result.assert_outcomes(failed=1)
        result.stdout.fnmatch_lines(["*fresh ones of the strategy in this record*"])
    assert len(regressions(pytester)) == 2


def test_a_regression_of_a_found_pair(session):
    found = """
import pandas
INCOMES = pandas.DataFrame({"city": ["Bonn", "Ulm", "Ulm"], "income": [20.0, 55.0, 70.0]})

@pytest.mark.privacy(data=INCOMES, neighbours="add-remove", bounds={"income": (0, 100)}, epsilon=1)
def test_total():
    def total(frame, n, rng):
        noise = rng.geometric(1 - math.exp(-0.01), size=n) - rng.geometric(1 - math.exp(-0.01), size=n)
        return int(frame.income.fillna(0).clip(-1e9, 1e9).sum()) + noise
    return total
"""
    session(found).assert_outcomes(failed=1)
    result = session(found)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["regressions: 1 replayed, 1 leak there still"])
    session(found.replace("(-1e9, 1e9)", "(0, 100)")).assert_outcomes(passed=1)


@pytest.mark.parametrize(
    "mechanism", ['"broken/laplace-half-scale", epsilon=0.5', 'warner.catalogue["broken/laplace-half-scale"](epsilon=0.5)']
)
def test_a_regression_of_the_catalogue_is_replayed(session, pytester, mechanism):
    tests = f"""
import warner

def test_it(assert_private):
    assert_private({mechanism})
"""
    result = session(tests)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["written: *(commit it: it is replayed first)"])
    (path,) = regressions(pytester)
    result = session(tests)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*fresh ones of the strategy*", "regressions: 1 replayed, 1 leak there still"])
    assert regressions(pytester) == [path]


def outcome_of(folder, mechanism, **options):
    """An audit at the level 0.01: what it raised or returned, and what the summary says of it."""
    session = PrivacySession(0.01, "quick", folder, folder)
    session.tests = 1
    accounts = []
    try:
        return session.audit("test", 0.01, mechanism, options, accounts), accounts[0]
    except PrivacyViolation as violation:
        return violation.record, accounts[0]


def test_what_can_not_be_replayed_takes_no_level(tmp_path):
    broken = "broken/laplace-half-scale"
    record, account = outcome_of(tmp_path, broken, sensitivity=1)
    assert record.refuted and account.written
    for options, why in (
        ({"sensitivity": 2}, "is of other parameters (epsilon=1.0, sensitivity=1.0)"),
        ({"d": [3], "d_prime": [4]}, "is of another pair"),
    ):
        record, account = outcome_of(tmp_path, broken, **options)
        assert record.level == 0.01 and account.replayed == 0 and [why in said for said in account.not_replayed][0]
    for options in ({}, {"d": [0], "d_prime": [1]}):
        record, account = outcome_of(tmp_path, broken, **options)
        assert record.refuted and account.replayed == 1 and record.level < 0.01


def test_pairs_that_are_too_long_for_a_record(tmp_path):
    """Those that were given are given again; those that were found are not, and leave no regression."""
    long = ["x" * 50] * 2000
    for options, replayed in (({"d": long, "d_prime": long[1:]}, 1), ({"data": ["x" * 200_000, "y" * 200_000], "neighbours": "add-remove"}, 0)):
        folder = tmp_path / str(replayed)
        assert outcome_of(folder, len, **options, epsilon=1, budget=2000)[0].refuted
        record, account = outcome_of(folder, len, **options, epsilon=1, budget=2000)
        assert record.refuted and account.replayed == replayed and len(list(folder.glob("*"))) == replayed
        assert replayed or (record.level == 0.01 and "too long for a record" in account.not_replayed[0])


def test_recorded_releases_leave_no_regression(tmp_path):
    releases = warner.Releases([0] * 999, [1] * 999)
    for _ in range(2):
        record, account = outcome_of(tmp_path, releases, epsilon=1)
        assert record.refuted and record.level == 0.01 and not list(tmp_path.iterdir())
        assert account.not_replayed == ["test: no record is kept (recorded releases are those that there are)"]


def test_a_library_is_known_by_its_path():
    record = warner.check(lambda data: data, d=[0], d_prime=[1], epsilon=1)
    external = pytest_plugin.dataclasses.replace(record.external, by="plugin")
    record = pytest_plugin.dataclasses.replace(record, mechanism="a/lib.so", external=external)
    for mechanism, why in (
        (warner.Plugin(pathlib.Path("a/lib.so")), ""),
        (warner.Plugin("b/lib.so"), "is of another mechanism (a/lib.so)"),
        (warner.Program("a/lib.so"), "is of another mechanism (a/lib.so)"),
        (lambda data: data, "is of another mechanism (a/lib.so)"),
    ):
        assert pytest_plugin._why_not_replayed(record, mechanism, {"d": [0], "d_prime": [1]}) == why


def test_a_broken_regression_is_named(session, pytester):
    session(REPLAYED).assert_outcomes(failed=1)
    (path,) = regressions(pytester)
    path.write_text('{"schema": ')
    result = session(REPLAYED)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"privacy.regressions/{path.name}: can not be read as a record (*"])


def test_workers_of_xdist_share_the_level_and_the_folder(session, pytester):
    pytest.importorskip("xdist")
    result = session(MARKED + """
def test_level(assert_private):
    assert assert_private(flips(1), 0, 1, epsilon=1).level == pytest.approx(1e-6 / 3 / 2)
""", "-n", "2")
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(
        [
            "flips.flipped is not as private as it claims",
            "3 audits in 3 tests, * trials (quick budget); 1 claim refuted",
            "*shared over 3 collected tests)",
            "FAILED *test_flips[[]3[]]* - *PrivacyViolation: *",
        ]
    )
    (path,) = regressions(pytester)
    assert warner.Record.load(path).refuted
    result = session(None, "-n", "2")
    result.stdout.fnmatch_lines(["regressions: 1 replayed, 1 leak there still"])


def test_workers_that_all_run_every_test_share_its_level(session, pytester):
    pytest.importorskip("xdist")
    result = session("""
def test_level(assert_private):
    assert assert_private(flips(1), 0, 1, epsilon=1).level == pytest.approx(1e-6 / 2 / 2)
""", "-n", "2", "--dist", "each")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["2 audits in 1 test*"])


def test_deselected_tests_take_no_level(session):
    result = session("""
def test_one(assert_private):
    assert assert_private(flips(1), 0, 1, epsilon=1, budget=100).level == pytest.approx(0.01 / 2)

def test_two(assert_private):
    pass
""", "-k", "one", "--privacy-level", "0.01")
    result.assert_outcomes(passed=1, deselected=1)
    result.stdout.fnmatch_lines(["false alarms: at most one in 100 sessions of sound mechanisms (level 0.01)"])


def test_budgets(session, tmp_path):
    quick, full = (PrivacySession(1e-6, budget, tmp_path, tmp_path) for budget in ("quick", "full"))
    for mechanism, options, trials in [
        (lambda data: data, {}, 20_000),
        (lambda data: data, {"data": [1, 2], "neighbours": "substitute"}, 100_000),
        (lambda data, n: data, {}, 200_000),
        (lambda *arguments: 0, {"form": "f(data, n, rng)"}, 200_000),
        (warner.Program("true"), {}, 200_000),
        ("laplace", {}, 2_000_000),
        (lambda data, n: data, {"budget": 3e3}, 3_000),
    ]:
        assert quick.trials(mechanism, options) == trials
        assert full.trials(mechanism, options) == 10 * trials
    assert full.trials(warner.Releases("d.csv", "d_prime.csv"), {}) is None
    tests = """
def test_flips(assert_private):
    assert_private(flips(1), 0, 1, epsilon=1, budget=300)
"""
    session(tests).stdout.fnmatch_lines(["1 audit in 1 test, 300 trials (quick budget)*"])
    session(tests, "--privacy-budget", "full").stdout.fnmatch_lines(["1 audit in 1 test, 3,000 trials (full budget)*"])


def test_defaults_in_the_configuration(session, pytester):
    pytester.makeini("[pytest]\nprivacy_level = 0.001\nprivacy_budget = full\nprivacy_regressions = kept/here\n")
    result = session(REPLAYED, "--strict-markers")
    result.stdout.fnmatch_lines(["*(full budget)*", "*one in 1,000 sessions*", "written: kept/here/test_it-*.json*"])
    assert list((pytester.path / "kept" / "here").glob("*.json"))


@pytest.mark.parametrize(
    "arguments, ini, message",
    [
        (["--privacy-level", "2"], "", "--privacy-level: 2 is not in (0, 1)"),
        (["--privacy-level", "nan"], "", "--privacy-level: nan is not in (0, 1)"),
        (["--privacy-budget", "much"], "", "--privacy-budget"),
        ([], "privacy_level = low", "privacy_level: 'low' is no number"),
        ([], "privacy_budget = much", "--privacy-budget: 'much' is neither 'quick' nor 'full'"),
    ],
)
def test_bad_options_end_the_session(session, pytester, arguments, ini, message):
    pytester.makeini(f"[pytest]\n{ini}\n")
    result = session("def test_it(): pass", *arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert message in result.stderr.str()


@pytest.mark.parametrize(
    "test, outcome, message",
    [
        ("@pytest.mark.privacy(0, 1, 2)\ndef test_it(): return flips(1)", "errors", "and not 3 values"),
        ("@pytest.mark.privacy(0, 1, level=0.1)\ndef test_it(): return flips(1)", "errors", "level: is the session's"),
        ("@pytest.mark.privacy(0, 1, epsilon=1)\ndef test_it(): pass", "failed", "returns nothing"),
        ("@pytest.mark.privacy(0, 1)\ndef test_it(): return flips(1)", "failed", "claim: flips.flipped needs"),
        ("@pytest.mark.privacy(0, 1, epsilonn=1)\ndef test_it(): return flips(1)", "failed", "'epsilonn': is no option"),
        ("def test_it(assert_private): assert_private(flips(1), 0, 1, level=0.1)", "failed", "level: is the session's"),
        ("def test_it(request): request.getfixturevalue('assert_private')", "failed", "name it among the test's arg"),
        (
            "import unittest\nclass Test(unittest.TestCase):\n    @pytest.mark.privacy\n    def test_it(self): pass",
            "errors",
            "is no plain test function",
        ),
    ],
)
def test_bad_tests_are_named(session, test, outcome, message):
    result = session(test)
    result.assert_outcomes(**{outcome: 1})
    assert message in result.stdout.str()


def test_what_a_mechanism_raises_is_shown_as_it_is(session):
    result = session("""
@pytest.mark.privacy(0, 1, epsilon=1)
def test_it():
    def broken(bit):
        raise ValueError("mine")
    return broken
""")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([">       raise ValueError(\"mine\")", "E       ValueError: mine"])


def test_a_session_without_privacy_tests_says_nothing(session):
    assert "= privacy =" not in session("def test_it(): pass").stdout.str()


def test_the_examples_of_the_guide_work(session):
    guide = pathlib.Path(__file__).resolve().parents[2] / "docs" / "guides" / "pytest.md"
    blocks = re.findall(r"(?:^    .*\n|^\n)+", guide.read_text(), re.MULTILINE)
    python = [block for block in blocks if re.search(r"^    (import|def|@)", block, re.MULTILINE)]
    tests = "".join(textwrap.dedent(block) for block in python)
    session(tests).assert_outcomes(passed=3)


def test_names_of_files_are_plain_and_of_one_test_each():
    tests = ["a/test_x.py::test[1/2]", "a/test_x.py::test[1-2]", "a/test_x.py::test[\n\u2603]", "A/test_x.py::test[1/2]"]
    names = [*tests, "../" * 99 + "x"]
    files = [pytest_plugin._file_name(name) for name in names]
    assert len({file.lower() for file in files}) == len(files)
    assert all(file.isascii() and len(file) < 120 and not set(file) & set("/.\\\n[] ") for file in files)


def test_records_are_whole_or_not_there(tmp_path):
    session = PrivacySession(0.01, "quick", tmp_path / "file" / "folder", tmp_path)
    session.tests = 1
    (tmp_path / "file").write_text("no folder can be made here")
    accounts = []
    with pytest.raises(PrivacyViolation) as raised:
        session.audit("test", 0.01, lambda bit: bit, {"d": 0, "d_prime": 1, "epsilon": 1}, accounts)
    assert "again       warner.check(" in str(raised.value)
    assert "can not be written" in accounts[0].not_replayed[0]


def flipper(epsilon):
    def flipped(bit):
        return bit if random.random() < 1 / (1 + math.exp(-epsilon)) else 1 - bit

    return flipped


def test_sessions_of_sound_mechanisms_refute_one_no_more_often_than_their_level(tmp_path):
    """Level 1e-6: 200 sessions at 0.05 of two tests, one with two audits, one with a regression.

    Both mechanisms are exactly as private as they claim.
    """
    random.seed(20)
    question = {"d": 0, "d_prime": 1, "epsilon": 1, "budget": 500, "threads": 1}

    def new_session():
        session = PrivacySession(0.05, "quick", tmp_path, tmp_path)
        session.tests = 2
        return session

    with pytest.raises(PrivacyViolation):
        new_session().audit("of_one", 0.025, flipper(4), question, [])
    refuted = replayed = 0
    for number in range(200):
        session, accounts = new_session(), []
        seeded = {**question, "seed": 2 * number + 1}
        try:
            session.audit("of_one", session.share(1, only=True), flipper(1), seeded, accounts)
            session.audit("of_two", session.share(1, only=False), flipper(1), seeded, accounts)
            session.audit("of_two", session.share(2, only=False), flipper(1), seeded, accounts)
        except PrivacyViolation:
            refuted += 1
        replayed += accounts[0].replayed
        for path in tmp_path.glob("*.json"):  # a false alarm must not become a regression of the sessions that follow
            if not path.name.endswith(".1.json") or "of_two" in path.name:
                path.unlink()
    assert replayed == 200
    tail, allowed = 1.0, -1
    while tail > 1e-6:
        allowed += 1
        tail -= math.comb(200, allowed) * 0.05**allowed * 0.95 ** (200 - allowed)
    assert refuted <= allowed


def test_shares_add_up_to_the_level():
    session = PrivacySession(0.01, "quick", None, None, copies=3)
    session.tests = 7
    of_one_test = sum(session.share(audit, only=False) for audit in range(1, 2000))
    assert of_one_test <= session.share(1, only=True)
    assert session.share(1, only=True) * 7 * 3 == pytest.approx(0.01)


def test_properties_are_plain_json(session, pytester):
    session(REPLAYED, "--junitxml=report.xml")
    text = (pytester.path / "report.xml").read_text()
    assert 'name="warner"' in text and "session_level" in text
    assert json.loads(json.dumps(pytest_plugin.dataclasses.asdict(pytest_plugin.Account("t", 1, 1, 1, "quick"))))
