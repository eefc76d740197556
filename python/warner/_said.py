"""What Python objects are in JSON: how releases are said to the schema, and data to a record."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import enum
import fractions
import json
from collections.abc import Mapping, Sequence, Set
from typing import Any

from . import _core


class Raised:
    """A release that is an exception: its type and its message."""

    __slots__ = ("words",)

    def __init__(self, exception: BaseException) -> None:
        self.words = f"{type(exception).__name__}: {exception}"


def simplified(thing: Any) -> Any:
    """Makes a thing of None, bool, int, float, str, list, tuple and dict, one layer of it.

    Raises
    ------
    TypeError
        For what has no form in JSON that says all there is to say.
    """
    if isinstance(thing, Raised):
        return {"error": thing.words}
    if isinstance(thing, enum.Enum):
        return thing.name
    for kind in (bool, int, float):
        if isinstance(thing, kind):
            return kind(thing)
    if isinstance(thing, str):
        return "".join(thing)
    if isinstance(thing, (bytes, bytearray, memoryview)):
        return bytes(thing).decode("utf-8", "backslashreplace")
    if isinstance(thing, (datetime.date, datetime.time)):
        return thing.isoformat()
    if isinstance(thing, datetime.timedelta):
        return thing.total_seconds()
    if isinstance(thing, (decimal.Decimal, fractions.Fraction)):
        return str(thing)
    if isinstance(thing, complex):
        return [thing.real, thing.imag]
    if dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        return {field.name: getattr(thing, field.name) for field in dataclasses.fields(thing)}
    if hasattr(thing, "_asdict"):  # a named tuple
        return dict(thing._asdict())
    library = type(thing).__module__.partition(".")[0]
    if library == "pandas":
        return _of_pandas(thing)
    if library == "polars":
        return thing.to_dicts() if hasattr(thing, "to_dicts") else thing.to_list()
    if library == "pyarrow" and hasattr(thing, "to_pylist"):
        return thing.to_pylist()
    if isinstance(thing, Mapping):
        return dict(thing)
    if isinstance(thing, Set):
        return sorted(thing, key=said)
    if isinstance(thing, Sequence):
        return list(thing)
    if hasattr(thing, "tolist"):  # arrays and numbers of numpy, tensors
        simple = thing.tolist()
        return simple if type(simple) is not type(thing) else _of_itself(thing)
    raise TypeError(
        f"{type(thing).__qualname__}: neither a release nor data can be of this type "
        "(numbers, strings, None, lists, dicts, dataclasses, arrays and data frames can)"
    )


def _of_itself(thing: Any) -> Any:
    """What numpy has no simpler form for: long doubles, whose digits are a number where no double equals them."""
    kind = getattr(getattr(thing, "dtype", None), "kind", "")
    if kind == "c":
        return [thing.real, thing.imag]
    if kind == "f" and (float(thing) == thing or thing != thing):
        return float(thing)
    return str(thing)


def rows_of(frame: Any) -> list[dict[str, Any]]:
    """The rows of a pandas data frame by its columns, whatever its index is."""
    columns = [str(column) for column in frame.columns]
    if not columns:
        return [{} for _ in range(len(frame))]
    rows = frame.astype(object).where(frame.notna(), None).itertuples(index=False, name=None)
    return [dict(zip(columns, row)) for row in rows]


def only_numbers_rows(index: Any) -> bool:
    """Whether an index of pandas says nothing of its rows: whole numbers without a name, none of them twice."""
    return index.nlevels == 1 and index.name is None and index.dtype.kind in "iu" and bool(index.is_unique)


def with_index_as_columns(frame: Any) -> Any:
    """A pandas data frame with its index in front of its columns, where it does more than number the rows.

    Raises
    ------
    ValueError
        Where a column is called as a level of the index is.
    """
    return frame if only_numbers_rows(frame.index) else frame.reset_index()


def _of_pandas(thing: Any) -> Any:
    import pandas

    if isinstance(thing, pandas.DataFrame):
        return rows_of(with_index_as_columns(thing))
    if isinstance(thing, pandas.Series):
        if isinstance(thing.index, pandas.RangeIndex):
            return thing.astype(object).where(thing.notna(), None).tolist()
        return {key if isinstance(key, str) else str(key): value for key, value in thing.items()}
    if isinstance(thing, pandas.Index):
        return thing.tolist()
    if thing is pandas.NA or thing is pandas.NaT:
        return None
    return str(thing)


def said(thing: Any) -> str:
    """A thing as JSON, on one line; NaN and infinities are NaN, Infinity and -Infinity."""
    return _core.spoken(thing, simplified)


def rebuilt(text: str, like: Any) -> Any:
    """A dataset that was made from a table, as the table was: a data frame, an array, a list.

    Raises
    ------
    TypeError, ValueError
        Where a cell does not fit the type of its column: such a dataset is none that the function could be given.
    """
    rows = json.loads(text)
    library = type(like).__module__.partition(".")[0]
    if library == "pandas":
        import pandas

        if isinstance(like, pandas.Series):
            return pandas.Series(rows, name=like.name, dtype=like.dtype)
        flat = with_index_as_columns(like)
        frame = pandas.DataFrame(rows, columns=[str(column) for column in flat.columns], dtype=object)
        frame.columns = flat.columns
        frame = frame.astype(flat.dtypes.to_dict())
        if flat is like:
            return frame
        frame = frame.set_index(list(flat.columns[: like.index.nlevels]))
        frame.columns = like.columns
        frame.index.names = like.index.names
        return frame
    if library == "polars":
        import polars

        try:
            return polars.DataFrame(rows, schema=like.schema)
        except polars.exceptions.PolarsError as error:
            raise ValueError(str(error)) from None
    if library == "numpy":
        import numpy

        return numpy.array(rows, dtype=like.dtype).reshape((len(rows), *like.shape[1:]))
    if isinstance(like, tuple):
        return tuple(rows)
    return rows
