"""Records: what an audit found, with all that it takes to check it. docs/formats/record.md says what each field means."""

from __future__ import annotations

import dataclasses
import decimal
import html
import json
import math
import pathlib
import typing
from typing import Any, Optional  # which, where types are read: Python 3.9 knows no | among them

from . import _core


def _rounded_down(bound: float, digits: int) -> str:
    """A certified lower bound as it is shown: never above what is certified."""
    return f"{float(decimal.Context(prec=digits, rounding=decimal.ROUND_FLOOR).create_decimal(bound)):.{digits}g}"


@dataclasses.dataclass(frozen=True)
class Pair:
    """The neighbouring datasets; empty lists where they are no lists of numbers (``external.datasets`` has them)."""

    d: list[float]
    d_prime: list[float]
    relation: str
    label: Optional[str] = None


@dataclasses.dataclass(frozen=True)
class Statement:
    """An (epsilon, delta) pair."""

    epsilon: float
    delta: float


@dataclasses.dataclass(frozen=True)
class RenyiStatement:
    """A Renyi divergence of order alpha, in natural logarithms."""

    alpha: float
    epsilon: float


@dataclasses.dataclass(frozen=True)
class Claim:
    """The statement that was tested."""

    epsilon: float
    delta: float
    mu: Optional[float] = None
    statements: Optional[list[Statement]] = None
    rho: Optional[float] = None
    renyi: Optional[list[RenyiStatement]] = None
    with_others: Optional[bool] = None


@dataclasses.dataclass(frozen=True)
class Tally:
    """Guesses of the certifying trials."""

    right: int
    wrong: int
    abstained: int
    odds: Optional[int] = None


@dataclasses.dataclass(frozen=True)
class Trials:
    """How many trials chose the strategy, and how many certified."""

    search: int
    certify: int


@dataclasses.dataclass(frozen=True)
class Witness:
    """The event that tells the datasets apart, in words and whole."""

    score: str
    say_d: str
    say_d_prime: str
    probability_d: float
    probability_d_prime: float
    strategy: dict[str, Any]
    event: Optional[str] = None


@dataclasses.dataclass(frozen=True)
class Column:
    """What one number of a release is."""

    name: str
    kind: str
    words: Optional[list[str]] = None
    zero_for_none: Optional[bool] = None


@dataclasses.dataclass(frozen=True)
class External:
    """Of a mechanism outside the catalogue: what it is and how its releases were read."""

    by: str
    fingerprints: list[str]
    columns: list[Column]
    schema: dict[str, Any]
    notes: list[str] = dataclasses.field(default_factory=list)
    crash_is_a_release: Optional[bool] = None
    files: Optional[list[str]] = None
    ideal_numbers: Optional[bool] = None
    datasets: Optional[list[str]] = None  #: as JSON
    dataset_files: Optional[list[str]] = None
    dataset_fingerprints: Optional[list[str]] = None
    by_path: Optional[bool] = None
    name: Optional[str] = None
    version: Optional[str] = None
    seeded: Optional[bool] = None
    sought_among: Optional[int] = None
    left_out: Optional[list[str]] = None


@dataclasses.dataclass(frozen=True)
class Provenance:
    """What made the record."""

    version: str
    commit: str
    compiler: str
    cpu: str
    isa: str
    digest: str


@dataclasses.dataclass(frozen=True)
class Record:
    """One audit. Equal to its JSON, field by field.

    The fields that most readers want: ``refuted``, ``epsilon_lower_bound`` (certified: it exceeds the true epsilon with
    probability at most ``level``), ``claim``, ``witness``, ``blind_spot``.
    """

    schema: str
    verb: str
    mechanism: str
    parameters: dict[str, float]
    pair: Pair
    claim: Claim
    guarantee: str
    flaw: Optional[str]
    delta: float
    level: float
    family: Optional[int]
    decision: str
    epsilon_lower_bound: float
    epsilon_estimate: float
    epsilon_exact: Optional[float]
    delta_lower_bound: Optional[float]
    total_variation_lower_bound: Optional[float]
    mu_lower_bound: Optional[float]
    renyi_lower_bound: Optional[float]
    tally: Tally
    trials: Trials
    witness: Witness
    detectable_epsilon: Optional[float]
    blind_spot: float
    white_box: bool
    seed: int
    generator: str
    replicates: list[int]
    stopping: str
    sequential: Optional[dict[str, Any]]
    seconds: float
    provenance: Provenance
    external: Optional[External] = None
    pair_sought: Optional[bool] = None
    lengths: Optional[list[int]] = None
    rho_lower_bound: Optional[float] = None
    renyi_lower_bounds: Optional[list[RenyiStatement]] = None
    timing: Optional[bool] = None
    strategies: Optional[int] = None  #: that were played on the same trials, and share ``level``; the best one is here
    until_width: Optional[float] = None  #: that was asked for
    planned_seconds: Optional[float] = None  #: that the budget was planned for
    among: Optional[str] = None  #: fingerprint of the pairs and lengths that were named to choose from
    low_bits: Optional[bool] = None
    white_box_allowed: Optional[bool] = None  #: and not used
    search_budget: Optional[int] = None  #: that was asked for
    until_budget: Optional[int] = None  #: trials that a measurement until a width might take
    earlier_seeds: Optional[list[int]] = None  #: of releases that the strategy has seen, where these are fresh ones
    text: str = dataclasses.field(default="", repr=False, compare=False)  #: the JSON that it was made from

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Reads one record. ValueError where it is none."""
        document = json.loads(text)
        record = _made(cls, document, "record")
        object.__setattr__(record, "text", text)
        return typing.cast(Record, record)

    @classmethod
    def load(cls, path: str | pathlib.Path) -> Record:
        """Reads the record of a file that ``save``, or the command's ``--out``, wrote."""
        return cls.from_json(pathlib.Path(path).read_text(encoding="utf-8"))

    def to_json(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """The JSON as a dict; infinities are floats."""
        return typing.cast("dict[str, Any]", _numbers(json.loads(self.text)))

    def save(self, path: str | pathlib.Path) -> None:
        """Writes the record: the file is whole, or not there."""
        path = pathlib.Path(path)
        beside = path.with_name(path.name + ".part")
        beside.write_text(self.text + "\n", encoding="utf-8")
        beside.replace(path)

    @property
    def refuted(self) -> bool:
        """Whether the claim is refuted; else nothing is shown for it."""
        return self.decision == "refuted"

    @property
    def sentence(self) -> str:
        """What was found, in one sentence."""
        at = f" at delta = {self.delta:g}" if self.delta > 0 else ""
        certified = f"leaks at least epsilon = {_rounded_down(self.epsilon_lower_bound, 4)}{at}"
        decision = "is refuted" if self.refuted else "is not refuted"
        return f"{self.mechanism} {certified}; the claim ({self.guarantee}) {decision} at level {self.level:g}."

    def to_pandas(self) -> Any:
        """A data frame of one row; nested fields have dotted names."""
        import pandas

        return pandas.json_normalize([self.to_dict()])

    def plot(self, ax: Any = None) -> Any:
        """Draws the claim and the certified strategy in the plane of errors; of a check, the wealth beside its trials.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional

        Returns
        -------
        matplotlib.axes.Axes
        """
        from . import _plots

        return _plots.of_record(self, ax)

    def __str__(self) -> str:
        from ._audit import in_python

        notes = self.external.notes if self.external else []
        return in_python(_core.in_words(self.text) + "".join(f"  {'note':<20}{note}\n" for note in notes))

    def _repr_html_(self) -> str:
        colour = "#b3261e" if self.refuted else "#1b6e3c"
        rows = [
            ("claim", self.guarantee),
            ("certified", f"epsilon &ge; {_rounded_down(self.epsilon_lower_bound, 6)} with {100 * (1 - self.level):g} % confidence"),
            ("estimate", f"{self.epsilon_estimate:.6g}" + (f", exact {self.epsilon_exact:.6g}" if self.epsilon_exact is not None else "")),
            ("says D when", f"<code>{html.escape(self.witness.say_d)}</code>"),
            ("says D' when", f"<code>{html.escape(self.witness.say_d_prime)}</code>"),
            ("trials", f"{self.trials.certify:,} certifying, {self.trials.search:,} to search"),
            ("blind spot", f"events rarer than {self.blind_spot:.2g} may pass unseen"),
        ]
        if self.witness.event:
            rows.insert(5, ("in short", f"<code>{html.escape(self.witness.event)}</code>"))
        if self.external:
            rows += [("note", html.escape(note)) for note in self.external.notes]
        table = "".join(f"<tr><th style='text-align:left'>{name}</th><td style='text-align:left'>{value}</td></tr>" for name, value in rows)
        from . import _plots

        return (
            f"<p><b style='color:{colour}'>{'REFUTED' if self.refuted else 'not refuted'}</b> "
            f"{html.escape(self.sentence)}</p><table>{table}</table>{_plots.svg_of(self)}"
        )


def _numbers(document: Any) -> Any:
    """Infinities and NaN are words in JSON, where a number is meant."""
    if isinstance(document, dict):
        return {key: _numbers(value) if key != "datasets" else value for key, value in document.items()}
    if isinstance(document, list):
        return [_numbers(value) for value in document]
    return {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}.get(document, document) if isinstance(document, str) else document


_HINTS: dict[type, dict[str, Any]] = {}


def _made(kind: Any, value: Any, name: str) -> Any:
    """A value of a type hint, out of JSON."""
    origin = typing.get_origin(kind)
    arguments = typing.get_args(kind)
    if dataclasses.is_dataclass(kind):
        if not isinstance(value, dict):
            raise ValueError(f"{name}: is no object")
        if kind not in _HINTS:
            _HINTS[typing.cast(type, kind)] = typing.get_type_hints(kind)
        hints = _HINTS[typing.cast(type, kind)]
        fields = {field.name: field for field in dataclasses.fields(kind)}
        unknown = [key for key in value if key not in fields or key == "text"]
        if unknown:
            raise ValueError(f"{name}.{unknown[0]}: is unknown (a record of a later version?)")
        missing = [
            key
            for key, field in fields.items()
            if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING and key not in value
        ]
        if missing:
            raise ValueError(f"{name}.{missing[0]}: is missing")
        return typing.cast(Any, kind)(**{key: _made(hints[key], item, f"{name}.{key}") for key, item in value.items()})
    if value is None:
        return None
    if origin is list:
        return [_made(arguments[0], item, name) for item in value]
    if type(None) in arguments:
        return _made(next(a for a in arguments if a is not type(None)), value, name)
    if kind is float and isinstance(value, (int, str)):
        return float(value)
    return value
