"""Privacy tests under pytest: one level for the whole session, and witnesses that are replayed first next time.

docs/guides/pytest.md shows how to write them. What is guaranteed: where every mechanism of the session is sound, the
session refutes one of them with probability at most ``--privacy-level``, however its tests depend on each other.
The level is shared out evenly over the tests that were collected; a test shares out its own, see ``share``.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
import os
import pathlib
import re
import traceback
from typing import Any, Callable, Iterator, Mapping, Protocol

import pytest
from _pytest.unittest import TestCaseFunction

from . import testing
from ._audit import Mechanisms, Plugin, Program, Releases, check, play_fresh
from ._callables import Function
from ._catalogue import Mechanism, mechanism_names
from ._core import MechanismFailed
from ._record import Record
from ._said import said
from .testing import NoLeakFound, PrivacyViolation

_MARKER = (
    "privacy(d, d_prime, *, epsilon, leaks=False, ..): the test returns a mechanism, which warner.check then audits "
    "with these options at a share of the session's level. Of a test that takes the fixture assert_private or "
    "assert_leaks they are its defaults."
)
_FIXTURES = ("assert_private", "assert_leaks")
_FOLDER = "privacy.regressions"
_MOST_REGRESSIONS = 8  # of one audit
_QUICK = {"one": 20_000, "found": 100_000, "many": 200_000, "catalogue": 2_000_000}
_TIMES = {"quick": 1, "full": 10}


class Audited(Protocol):
    """What the fixtures are: the assertions of ``warner.testing``, at the session's level."""

    def __call__(self, mechanism: Mechanisms, /, d: Any = None, d_prime: Any = None, **options: Any) -> Record: ...


@dataclasses.dataclass
class Account:
    """One audit, for the summary at the end of the session."""

    test: str
    level: float
    tests: int
    session_level: float
    budget: str
    trials: int = 0
    blind_spot: float = 0.0
    outcome: str = "failed"  #: private, leaks; failed: neither, because something was raised
    expected: str = "private"
    replayed: int = 0
    leaks_still: str = ""
    of_another_claim: int = 0
    not_replayed: list[str] = dataclasses.field(default_factory=list)
    written: str = ""


class PrivacySession:
    """The level, the budget and the regressions of one session of tests."""

    def __init__(self, level: float, budget: str, folder: pathlib.Path, root: pathlib.Path, copies: int = 1) -> None:
        if not 0 < level < 1:
            raise pytest.UsageError(f"--privacy-level: {level:g} is not in (0, 1)")
        if budget not in _TIMES:
            raise pytest.UsageError(f"--privacy-budget: {budget!r} is neither 'quick' nor 'full'")
        self.level = level
        self.budget = budget
        self.folder = folder
        self.root = root
        self.copies = copies  #: of each test, on machines beside each other
        self.tests = 0  #: that were collected

    def share(self, audit: int, only: bool) -> float:
        """The level of a test's audit of this number, from 1: all shares of a session add up to its level at most.

        A test that has only one audit has a share of 1 / tests. Of others nobody knows how many they will be, so the
        k-th has 1 / (k (k + 1)) of that.
        """
        return self.level / (self.tests * self.copies) / (1 if only else audit * (audit + 1))

    def trials(self, mechanism: Mechanisms, options: Mapping[str, Any]) -> int | None:
        """The budget of an audit: what the test says or a default, in a full session ten times as many."""
        given = options.get("budget")
        if given is None:
            if isinstance(mechanism, Releases):
                return None
            if isinstance(mechanism, (str, Mechanism)):
                given = _QUICK["catalogue"]
            elif isinstance(mechanism, (Program, Plugin)):
                given = _QUICK["many"]
            else:
                function = Function(mechanism, datasets=None, form=options.get("form"))
                is_sought = options.get("data") is not None or options.get("pair") == "search"
                given = _QUICK["many" if function.is_batch else "found" if is_sought else "one"]
        return int(given * _TIMES[self.budget])

    def audit(
        self,
        test: str,
        level: float,
        mechanism: Mechanisms,
        options: Mapping[str, Any],
        accounts: list[Account],
        leaks: bool = False,
    ) -> Record:
        """Replays what was found before, then checks; half of the level is for the one, half for the other.

        Raises
        ------
        PrivacyViolation, NoLeakFound
        """
        __tracebackhide__ = True
        account = Account(test, level, self.tests, self.level, self.budget, expected="leaks" if leaks else "private")
        accounts.append(account)
        asked = {"progress": False, **options, "budget": self.trials(mechanism, options)}
        if not leaks:
            stem = _file_name(test)
            asked_for = _digest(mechanism, options)
            earlier = self._earlier(stem, asked_for, mechanism, asked, account)
            for path, earlier_record in earlier:
                self._replay(path, earlier_record, level / 2 / len(earlier), mechanism, asked, account)
            if earlier:
                level /= 2
        record = check(mechanism, level=level, **asked)
        account.trials += record.trials.certify + record.trials.search
        account.blind_spot = record.blind_spot
        account.outcome = "leaks" if record.refuted else "private"
        if record.refuted and not leaks:
            saved = self._kept(stem, asked_for, record, mechanism, asked, account)
            raise PrivacyViolation(testing.violation_in_words(record, mechanism, options, saved), record)
        if leaks and not record.refuted:
            raise NoLeakFound(testing.silence_in_words(record), record)
        return record

    def shown(self, path: pathlib.Path) -> str:
        """A path as people type it where the tests are."""
        return os.path.relpath(path, self.root) if path.is_relative_to(self.root) else str(path)

    def _earlier(
        self, stem: str, asked_for: str, mechanism: Mechanisms, asked: Mapping[str, Any], account: Account
    ) -> list[tuple[pathlib.Path, Record]]:
        """The regressions of this audit that can be replayed. Those of the test's other claims are counted alone."""
        found = sorted(self.folder.glob(f"{stem}.*json"))
        fitting = [path for path in found if path.name.startswith(f"{stem}.{asked_for}.")]
        account.of_another_claim = len(found) - len(fitting)
        earlier = []
        for path in fitting:
            try:
                record = Record.load(path)
            except (OSError, ValueError) as error:
                raise pytest.UsageError(
                    f"{self.shown(path)}: can not be read as a record ({error}); restore it, or delete it"
                ) from None
            if why := _why_not_replayed(record, mechanism, asked):
                account.not_replayed.append(f"{self.shown(path)}: {why}")
            else:
                earlier.append((path, record))
        return earlier

    def _replay(
        self,
        path: pathlib.Path,
        record: Record,
        level: float,
        mechanism: Mechanisms,
        asked: Mapping[str, Any],
        account: Account,
    ) -> None:
        """Plays a frozen strategy on releases that its audit never saw; raises where it refutes again."""
        __tracebackhide__ = True
        function: Any = mechanism if _by(mechanism) == "callable" else None
        of_replay = _OF_REPLAY if function else ("d", "d_prime")
        given = {key: asked[key] for key in of_replay if asked.get(key) is not None}
        trials = testing.fresh_trials(record)
        try:
            fresh = play_fresh(record, function, trials=trials, level=level, progress=False, **given)
        except MechanismFailed as error:
            account.not_replayed.append(f"{self.shown(path)}: {error}")
            return
        except ValueError as error:
            if "has changed since the record was made" not in str(error):  # its data
                raise
            account.not_replayed.append(f"{self.shown(path)}: {error}")
            return
        account.replayed += 1
        account.trials += fresh.trials.certify
        if fresh.refuted:
            account.outcome = "leaks"
            account.leaks_still = self.shown(path)
            found = ", fresh ones of the strategy in this record"
            words = testing.violation_in_words(fresh, mechanism, asked, account.leaks_still, found)
            raise PrivacyViolation(words, fresh)

    def _kept(
        self,
        stem: str,
        asked_for: str,
        record: Record,
        mechanism: Mechanisms,
        asked: Mapping[str, Any],
        account: Account,
    ) -> str | None:
        """Writes a record that the next session can replay."""
        if why := _why_not_replayed(record, mechanism, asked):
            account.not_replayed.append(f"{account.test}: no record is kept ({why})")
            return None
        return self._write(stem, asked_for, record, account)

    def _write(self, stem: str, asked_for: str, record: Record, account: Account) -> str | None:
        """Writes a record beside those that are there; the file is whole, or not there."""
        paths = (self.folder / f"{stem}.{asked_for}.{number}.json" for number in range(1, _MOST_REGRESSIONS + 1))
        path = next((path for path in paths if not path.exists()), None)
        if path is None:
            return None
        beside = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            beside.write_text(record.text + "\n", encoding="utf-8")
            beside.replace(path)
        except OSError as error:
            account.not_replayed.append(f"{self.shown(path)}: can not be written ({error.strerror})")
            return None
        account.written = self.shown(path)
        return account.written


_OF_REPLAY = ("d", "d_prime", "data", "form", "exceptions", "processes")
_OF_CLAIM = ("epsilon", "delta", "mu", "rho", "rdp", "tradeoff")


def _by(mechanism: Mechanisms) -> str:
    """Whence a mechanism is, as a record has it; what is of the catalogue has no word there."""
    for kinds, by in (((str, Mechanism), ""), (Program, "exec"), (Plugin, "plugin"), (Releases, "releases")):
        if isinstance(mechanism, kinds):
            return by
    return "callable"


def _why_not_replayed(record: Record, mechanism: Mechanisms, asked: Mapping[str, Any]) -> str:
    """Why a record's strategy can not be played on fresh releases of this mechanism; nothing where it can.

    It looks at no release, so that the level can be shared out by what it says.
    """
    by = _by(mechanism)
    if by == "releases":
        return "recorded releases are those that there are"
    external = record.external
    name: str = record.mechanism
    parameters: Mapping[str, float] = record.parameters
    if isinstance(mechanism, (str, Mechanism)):
        name, parameters = _made(mechanism, asked)
    elif isinstance(mechanism, Program):
        name = mechanism.command
    elif isinstance(mechanism, Plugin):
        name = str(mechanism.path)
    if (external.by if external else "") != by or record.mechanism != name:
        return f"is of another mechanism ({record.mechanism})"
    if record.parameters != parameters:
        return f"is of other parameters ({', '.join(f'{key}={value}' for key, value in record.parameters.items())})"
    is_long = external is not None and external.dataset_fingerprints and not external.datasets
    if asked.get("d") is None:
        return "d, d_prime: are too long for a record, which has their fingerprints alone" if is_long else ""
    if by != "callable" and not is_long and _pair_of(record) != [_as_json(asked["d"]), _as_json(asked.get("d_prime"))]:
        return "is of another pair"
    return ""


def _made(mechanism: str | Mechanism, asked: Mapping[str, Any]) -> tuple[str, Mapping[str, float]]:
    """The name and all parameters of what is asked for."""
    name, given = (mechanism, {}) if isinstance(mechanism, str) else (mechanism.name, mechanism.given)
    own = {key: asked[key] for key in mechanism_names(name) if asked.get(key) is not None}
    made = Mechanism(name, {**given, **own})
    return made.name, made.parameters


def _pair_of(record: Record) -> list[Any]:
    if record.external and record.external.datasets:
        return [json.loads(text) for text in record.external.datasets]
    return [record.pair.d, record.pair.d_prime]


def _as_json(dataset: Any) -> Any:
    """A dataset as JSON has it."""
    return json.loads(said(dataset))


def _file_name(test: str) -> str:
    """A test's id as the beginning of a file name: short, of plain characters, and of no other test."""
    plain = re.sub(r"[^A-Za-z0-9_]+", "-", test).strip("-")[:100]
    return f"{plain}-{hashlib.sha256(test.encode('utf-8', 'backslashreplace')).hexdigest()[:8]}"


def _digest(mechanism: Mechanisms, options: Mapping[str, Any]) -> str:
    """Names what is claimed of which mechanism: a witness against another claim says nothing of this one."""
    claims = {name: options.get(name, options.get(f"claim_{name}")) for name in _OF_CLAIM}
    of_question = ("neighbours", "unit", "rows_per_unit", "finite", "ideal_numbers", "timing")
    neighbours = {name: options.get(name) for name in of_question}
    if callable(mechanism) and not isinstance(mechanism, (Mechanism, str)):
        name = Function(mechanism, datasets=None, form=options.get("form")).name
    else:
        name = str(mechanism)
    document = [name, {**claims, **neighbours}]
    return hashlib.sha256(json.dumps(document, sort_keys=True, default=_plain).encode()).hexdigest()[:8]


def _plain(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else repr(value)


_SESSION = pytest.StashKey[PrivacySession]()
_ACCOUNTS = pytest.StashKey["list[Account]"]()
_COUNTED = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("privacy", "privacy tests (warner)")
    group.addoption(
        "--privacy-level",
        type=float,
        metavar="X",
        help="probability, at most, that a session refutes any sound mechanism; shared over the privacy tests that are "
        "collected (1e-6)",
    )
    group.addoption(
        "--privacy-budget",
        choices=tuple(_TIMES),
        help="quick: 20,000 trials for a function of one release (100,000 where its pair is made from data), 200,000 "
        "for one of n releases, or the budget of the test; full: ten times as many (quick)",
    )
    parser.addini("privacy_level", "default of --privacy-level", default="1e-6")
    parser.addini("privacy_budget", "default of --privacy-budget", default="quick")
    parser.addini("privacy_regressions", "folder of the records that are replayed first", default=_FOLDER)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", _MARKER)
    level = config.getoption("privacy_level")
    if level is None:
        try:
            level = float(config.getini("privacy_level"))
        except ValueError:
            raise pytest.UsageError(f"privacy_level: {config.getini('privacy_level')!r} is no number") from None
    budget = config.getoption("privacy_budget") or config.getini("privacy_budget")
    copies = getattr(config, "workerinput", {}).get("privacy_copies", 1)
    folder = config.rootpath / config.getini("privacy_regressions")
    config.stash[_SESSION] = PrivacySession(level, budget, folder, config.rootpath, copies)
    config.pluginmanager.register(_Summary(), "warner-privacy-summary")


def pytest_configure_node(node: Any) -> None:
    """Of xdist: where each worker runs every test, they share the level."""
    if node.config.getoption("dist", "no") == "each":
        node.workerinput["privacy_copies"] = node.workerinput["workercount"]


pytest.hookimpl(optionalhook=True)(pytest_configure_node)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Counts the privacy tests."""
    ours = [item for item in session.items if _is_marked(item) or _takes_fixture(item)]
    for item in ours:
        item.stash[_COUNTED] = True
    session.config.stash[_SESSION].tests = len(ours)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Refuses what can be no privacy test; here rather than at collection, whose errors xdist keeps to itself."""
    if not item.stash.get(_COUNTED, False):
        return
    if not isinstance(item, pytest.Function) or isinstance(item, TestCaseFunction):
        raise pytest.UsageError(f"{item.nodeid}: is no plain test function, which the marker privacy is for")
    _options_of(item)


pytest.hookimpl(tryfirst=True)(pytest_runtest_setup)


def _is_marked(item: pytest.Item) -> bool:
    return item.get_closest_marker("privacy") is not None


def _takes_fixture(item: pytest.Item) -> bool:
    return any(name in getattr(item, "fixturenames", ()) for name in _FIXTURES)


def _returns_mechanism(item: pytest.Item) -> bool:
    return _is_marked(item) and not _takes_fixture(item)


def _options_of(item: pytest.Item) -> dict[str, Any]:
    """What the markers of a test say, the closest one last."""
    options: dict[str, Any] = {}
    for marker in reversed(list(item.iter_markers("privacy"))):
        if len(marker.args) > 2:
            raise pytest.UsageError(
                f"{item.nodeid}: the marker privacy takes d, d_prime and options by their names (epsilon=1, ..), "
                f"and not {len(marker.args)} values"
            )
        for name, value in [*zip(("d", "d_prime"), marker.args), *marker.kwargs.items()]:
            options[name] = value
    _refuse(item.nodeid, options)
    return options


def _refuse(test: str, options: Mapping[str, Any]) -> None:
    if "level" in options:
        raise pytest.UsageError(f"{test}: level: is the session's, and shared out (--privacy-level)")
    if "save" in options:
        raise pytest.UsageError(f"{test}: save: is the session's folder (privacy_regressions in pytest.ini)")


def _test_name(item: pytest.Item) -> str:
    """The id, without what xdist adds to those of a group."""
    groups = [str(m.args[0] if m.args else m.kwargs.get("name")) for m in item.iter_markers("xdist_group")]
    return next((item.nodeid.removesuffix(f"@{group}") for group in groups), item.nodeid)


def _is_of_the_question(error: BaseException) -> bool:
    """Whether the package raised it, and no function of the caller's."""
    *_, last = traceback.walk_tb(error.__traceback__)
    return pathlib.Path(last[0].f_code.co_filename).parent == pathlib.Path(__file__).parent


def _audit(item: pytest.Item, mechanism: Mechanisms, options: Mapping[str, Any], leaks: bool, only: bool) -> Record:
    __tracebackhide__ = True
    accounts = item.stash.setdefault(_ACCOUNTS, [])
    session = item.config.stash[_SESSION]
    known = len(accounts)
    try:
        return session.audit(
            _test_name(item), session.share(known + 1, only), mechanism, options, accounts, leaks
        )
    except (TypeError, ValueError) as error:
        if not _is_of_the_question(error):
            raise
        raise pytest.UsageError(f"{item.nodeid}: {error}") from None
    finally:
        for account in accounts[known:]:
            item.user_properties.append(("warner", json.dumps(dataclasses.asdict(account))))


def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Iterator[None]:
    """Audits what a marked test returns."""
    if not _returns_mechanism(pyfuncitem):
        yield
        return
    test: Callable[..., Any] = pyfuncitem.obj

    @functools.wraps(test)
    def audited(*arguments: Any, **fixtures: Any) -> None:
        __tracebackhide__ = True
        options = _options_of(pyfuncitem)
        leaks = bool(options.pop("leaks", False))
        mechanism = test(*arguments, **fixtures)
        if mechanism is None:
            raise pytest.UsageError(
                f"{pyfuncitem.nodeid}: returns nothing, and the marker privacy audits what it returns (a function, ..; "
                "a test that audits by itself takes the fixture assert_private)"
            )
        _audit(pyfuncitem, mechanism, options, leaks, only=True)

    pyfuncitem.obj = audited
    try:
        yield
    finally:
        pyfuncitem.obj = test


def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Where a test only returned its mechanism, no line of it failed: the words alone are shown."""
    outcome: Any = yield
    raised = call.excinfo
    if raised is None or not isinstance(raised.value, (PrivacyViolation, NoLeakFound, pytest.UsageError)):
        return
    if call.when == "setup" or _returns_mechanism(item):
        words: Any = raised.getrepr(style="value", tbfilter=False)
        words.reprcrash = getattr(raised.getrepr(style="short", tbfilter=False), "reprcrash", None)
        words.chain = [(words.reprtraceback, words.reprcrash, None)]
        outcome.get_result().longrepr = words


pytest.hookimpl(tryfirst=True, hookwrapper=True)(pytest_pyfunc_call)
pytest.hookimpl(hookwrapper=True)(pytest_runtest_makereport)


def _bound(request: pytest.FixtureRequest, leaks: bool) -> Audited:
    item: pytest.Item = request.node
    if not item.stash.get(_COUNTED, False):
        raise pytest.UsageError(
            f"{item.nodeid}: asks for the fixture {request.fixturename} while it runs, when the level is shared out "
            "already: name it among the test's arguments"
        )

    def assertion(mechanism: Mechanisms, /, d: Any = None, d_prime: Any = None, **options: Any) -> Record:
        __tracebackhide__ = True
        _refuse(item.nodeid, options)
        defaults = _options_of(item)
        defaults.pop("leaks", None)
        given = {name: value for name, value in (("d", d), ("d_prime", d_prime)) if value is not None}
        return _audit(item, mechanism, {**defaults, **options, **given}, leaks, only=False)

    return assertion


@pytest.fixture
def assert_private(request: pytest.FixtureRequest) -> Audited:
    """``warner.testing.assert_private`` at a share of the session's level; what it finds is replayed next time."""
    return _bound(request, leaks=False)


@pytest.fixture
def assert_leaks(request: pytest.FixtureRequest) -> Audited:
    """``warner.testing.assert_leaks`` at a share of the session's level."""
    return _bound(request, leaks=True)


class _Summary:
    """Gathers what audits said in the reports of their tests, which workers of xdist send, and shows it at the end."""

    def __init__(self) -> None:
        self.accounts: dict[tuple[str, str], list[Account]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        accounts = [Account(**json.loads(str(text))) for name, text in report.user_properties if name == "warner"]
        if accounts:
            self.accounts[str(getattr(report, "worker_id", "")), report.nodeid] = accounts

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        accounts = [account for of_test in self.accounts.values() for account in of_test]
        if not accounts:
            return
        terminalreporter.write_sep("=", "privacy")
        for line in summary_in_words(accounts):
            terminalreporter.write_line(line)


def _many(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'s' * (number != 1)}"


def summary_in_words(accounts: list[Account]) -> list[str]:
    """What a session's audits did, found and can not have seen."""
    any_one = accounts[0]
    tests = len({account.test for account in accounts})
    violated = [a for a in accounts if a.outcome == "leaks" and a.expected == "private"]
    intact = [a for a in accounts if a.outcome == "private" and a.expected == "leaks"]
    spared = [a for a in accounts if a.outcome == "private" and a.expected == "private"]
    trials = _many(sum(account.trials for account in accounts), "trial")
    first = f"{_many(len(accounts), 'audit')} in {_many(tests, 'test')}, {trials}"
    first += f" ({any_one.budget} budget); {_many(len(violated), 'claim')} refuted"
    if intact:
        first += f"; {_many(len(intact), 'expected leak')} not found"
    lines = [first]
    if spared:
        worst = max(spared, key=lambda a: a.blind_spot)
        lines.append(f"largest blind spot: events of probability {worst.blind_spot:.2g} may pass unseen ({worst.test})")
    collected = f" over {any_one.tests:,} collected tests" if any_one.tests > 1 else ""
    lines.append(
        f"false alarms: at most one in {1 / any_one.session_level:,.0f} sessions of sound mechanisms "
        f"(level {any_one.session_level:g}{', shared' * (any_one.tests > 1)}{collected})"
    )
    replayed = sum(a.replayed for a in accounts)
    if replayed:
        still = sum(bool(a.leaks_still) for a in accounts)
        lines.append(f"regressions: {replayed:,} replayed, {_many(still, 'leak')} there still")
    another = sum(a.of_another_claim for a in accounts)
    if another:
        lines.append(f"regressions: {another:,} not replayed, of another claim or mechanism of their tests")
    lines += [f"regressions: not replayed: {reason}" for a in accounts for reason in a.not_replayed]
    lines += [f"written: {a.written} (commit it: it is replayed first)" for a in accounts if a.written]
    return lines
