"""Records: equal to their JSON, shown to people, written whole."""
import dataclasses
import json
import os
import pathlib
import typing

import pytest

import warner
from warner import _record

SOURCE = pathlib.Path(os.environ["WARNER_SOURCE"])


@pytest.fixture(scope="module")
def measured():
    return warner.measure("laplace", epsilon=1, budget=2e4)


@pytest.fixture(scope="module")
def checked():
    return warner.check("broken/laplace-half-scale", epsilon=1)


def fields(schema, kind):
    """(path, property) of a JSON schema that a dataclass lacks."""
    hints = typing.get_type_hints(kind)
    for name, one in schema.get("properties", {}).items():
        if name not in hints:
            yield name
            continue
        inner = [a for a in [hints[name], *typing.get_args(hints[name])] if dataclasses.is_dataclass(a)]
        for arguments in [typing.get_args(a) for a in typing.get_args(hints[name])]:
            inner += [a for a in arguments if dataclasses.is_dataclass(a)]
        if inner:
            yield from (f"{name}.{lacking}" for lacking in fields(one.get("items", one), inner[0]))


def test_every_field_of_the_schema_is_there():
    schema = json.loads((SOURCE / "docs/formats/record.schema.json").read_text())
    assert list(fields(schema, _record.Record)) == []


def test_it_equals_its_json(measured, checked, tmp_path):
    for record in (measured, checked):
        assert warner.Record.from_json(record.to_json()) == record
        document = record.to_dict()
        assert document["tally"]["right"] == record.tally.right
        record.save(tmp_path / "record.json")
        assert warner.Record.load(tmp_path / "record.json") == record
    assert [path.name for path in tmp_path.iterdir()] == ["record.json"]


def test_what_is_no_record():
    with pytest.raises(ValueError, match="record.schema: is missing"):
        warner.Record.from_json("{}")
    with pytest.raises(ValueError):
        warner.Record.from_json("nothing")


def test_infinities_are_floats():
    record = warner.measure("broken/deterministic" if "broken/deterministic" in warner.catalogue else "broken/laplace-half-scale", budget=1e4)
    assert isinstance(record.epsilon_estimate, float)
    exact = [warner.catalogue[name] for name in warner.catalogue if name.startswith("broken")]
    assert exact


def test_types_are_those_that_python_3_9_can_evaluate():
    for kind in vars(_record).values():
        if dataclasses.is_dataclass(kind):
            assert not [hint for hint in kind.__annotations__.values() if "|" in hint]


def test_it_is_shown(measured, checked):
    assert "at least" in str(measured) and "certified" in str(measured)
    assert "is not refuted at level 0.05" in measured.sentence and "is refuted" in checked.sentence
    below = dataclasses.replace(measured, epsilon_lower_bound=0.9999996)
    assert "at least epsilon = 0.9999;" in below.sentence and "&ge; 0.999999 with" in below._repr_html_()
    page = checked._repr_html_()
    assert "REFUTED" in page and "<svg" in page and "<table>" in page


def test_it_is_drawn(measured, checked, tmp_path):
    import matplotlib

    matplotlib.use("Agg")
    for i, record in enumerate((measured, checked)):
        record.plot().figure.savefig(tmp_path / f"{i}.png")
        assert (tmp_path / f"{i}.png").stat().st_size > 5000


def test_it_is_a_row_of_a_data_frame(measured):
    row = measured.to_pandas()
    assert len(row) == 1 and row["tally.right"][0] == measured.tally.right


def test_the_command_says_how_a_function_is_replayed(tmp_path):
    import os
    import subprocess

    path = tmp_path / "record.json"
    warner.measure(len, d=[1], d_prime=[1, 2], epsilon=1, budget=2e3).save(path)
    for more, verb in (((), "replay"), (("--run",), "replay"), (("--fresh", "--run"), "play_fresh")):
        said = subprocess.run([os.environ["WARNER_PROGRAM"], "replay", path, *more], capture_output=True, text=True)
        assert said.returncode == 2
        assert f'warner.{verb}(warner.Record.load("{path}"), len)' in said.stderr
