"""Frozen tables of numpy columns: the base of nodes, cables and ports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Ints32 = NDArray[np.int32]
Ints16 = NDArray[np.int16]
Bytes = NDArray[np.uint8]
Words32 = NDArray[np.uint32]
Guids = NDArray[np.uint64]
Floats = NDArray[np.float64]
Texts = NDArray[np.object_]
Rows = NDArray[np.integer[Any]]

NO_EXTRA: Mapping[str, Texts] = MappingProxyType({})


def column(dtype: Any, default: Any, *, ends: bool = False) -> Any:
    """Declare a column: its type, what it holds where nothing is said, and whether it has one value an end."""
    return field(metadata={"dtype": np.dtype(dtype), "default": default, "ends": ends})


def frozen(values: ArrayLike, dtype: Any) -> NDArray[Any]:
    """Return the values as an array that cannot be written to; a writeable array is copied first."""
    array = np.asarray(values, dtype=dtype)
    if not array.flags.writeable:
        return array
    # An array of another type has been copied already.
    converted = isinstance(values, np.ndarray) and values.dtype != array.dtype
    return _sealed(array if converted else array.copy())


def _sealed(fresh: NDArray[Any]) -> NDArray[Any]:
    """Forbid writing to an array that nobody else holds, so that it need not be copied once more."""
    fresh.flags.writeable = False
    return fresh


@dataclass(frozen=True, eq=False)
class Table:
    """Rows in frozen columns; `extra` holds columns that a file brought and ibviz does not know."""

    extra: Mapping[str, Texts] = field(default_factory=lambda: NO_EXTRA, kw_only=True)

    @classmethod
    def columns(cls) -> dict[str, Mapping[str, Any]]:
        """Return name and declaration of each known column."""
        return {f.name: f.metadata for f in fields(cls) if "dtype" in f.metadata}

    @classmethod
    def of(cls, count: int, *, extra: Mapping[str, Any] = NO_EXTRA, **given: Any) -> Self:
        """Make a table of `count` rows from the columns given; the others hold their defaults.

        Raises
        ------
        ValueError
            If a column is not known or has another length.
        """
        known = cls.columns()
        if unknown := set(given) - set(known):
            raise ValueError(f"{cls.__name__} has no column {sorted(unknown)}")
        made = {}
        same: dict[tuple[Any, ...], NDArray[Any]] = {}
        for name, about in known.items():
            shape = (count, 2) if about["ends"] else (count,)
            if name in given:
                made[name] = frozen(given[name], about["dtype"])
                if made[name].shape != shape:
                    raise ValueError(f"column {name} has shape {made[name].shape}, expected {shape}")
            else:
                # Columns that hold the same default share one array.
                key = about["dtype"], about["default"], shape
                if key not in same:
                    same[key] = _sealed(np.full(shape, about["default"], about["dtype"]))
                made[name] = same[key]
        rest = {name: frozen(values, object) for name, values in extra.items()}
        return cls(**made, extra=MappingProxyType(rest) if rest else NO_EXTRA)

    def __len__(self) -> int:
        first = next(name for name in self.__dataclass_fields__ if name != "extra")  # asked for often
        return len(getattr(self, first))

    def _as_dict(self) -> dict[str, NDArray[Any]]:
        return {name: getattr(self, name) for name in self.columns()}

    def take(self, rows: ArrayLike) -> Self:
        """Return the table of the rows given (indices or a mask), in that order."""
        picked = np.asarray(rows)
        columns = {name: values[picked] for name, values in self._as_dict().items()}
        count = len(next(iter(columns.values())))
        return type(self).of(count, extra={n: v[picked] for n, v in self.extra.items()}, **columns)

    def append(self, other: Self) -> Self:
        """Return this table with the rows of another behind its own."""
        columns = {n: _sealed(np.concatenate([v, getattr(other, n)])) for n, v in self._as_dict().items()}
        extra = {}
        for name in {**self.extra, **other.extra}:
            mine = self.extra.get(name, np.full(len(self), "", object))
            theirs = other.extra.get(name, np.full(len(other), "", object))
            extra[name] = _sealed(np.concatenate([mine, theirs]))
        return type(self).of(len(self) + len(other), extra=extra, **columns)

    def with_columns(self, **given: Any) -> Self:
        """Return this table with some columns replaced whole; the others are shared."""
        return type(self).of(len(self), extra=self.extra, **{**self._as_dict(), **given})

    def with_values(self, rows: ArrayLike, **given: Any) -> Self:
        """Return this table with some columns changed in the rows given."""
        changed = {}
        for name, values in given.items():
            fresh = getattr(self, name).copy()
            fresh[np.asarray(rows)] = values
            changed[name] = _sealed(fresh)
        return self.with_columns(**changed)

    def equals(self, other: Table, *, but: Iterable[str] = ()) -> bool:
        """Tell whether both tables hold the same values, NaN equal to NaN, the columns `but` left out."""
        skipped = set(but)
        if type(self) is not type(other) or len(self) != len(other) or set(self.extra) != set(other.extra):
            return False
        pairs = [(v, getattr(other, n)) for n, v in self._as_dict().items() if n not in skipped]
        pairs += [(v, other.extra[n]) for n, v in self.extra.items() if n not in skipped]
        return all(np.array_equal(a, b, equal_nan=a.dtype.kind == "f") for a, b in pairs)
