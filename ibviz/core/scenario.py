"""What-if: a sparse overlay over a fabric that stays as it is."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from ibviz.core.errors import OptionError

NO_ARGS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Choice:
    """An entry of a shelf with its options as text, such as ``shift:k=1``.

    Examples
    --------
    >>> Choice.parse("permutation:seed=1,count=400").args["count"]
    '400'
    >>> str(Choice("incast", {"dst": "a,b"}))
    'incast:"dst=a,b"'
    """

    kind: str
    args: Mapping[str, str] = field(default_factory=lambda: NO_ARGS, hash=False)

    @classmethod
    def parse(cls, text: str) -> Choice:
        """Read ``KIND[:key=value,…]``, values quoted as in CSV where they hold a comma or a quote.

        ``file:PATH`` stands for ``file`` with the option ``path``.

        Raises
        ------
        OptionError
            If a part is no ``key=value`` or a key comes twice.
        """
        kind, _, rest = text.partition(":")
        args: dict[str, str] = {}
        for number, raw in enumerate(_cells(rest)):
            cell = _unquoted(raw)
            key, equals, value = cell.partition("=")
            value = _unquoted(value) if cell is raw else value
            if kind == "file" and number == 0 and (not equals or key not in _FILE_KEYS):
                key, value = "path", cell
            elif not equals or not key:
                raise OptionError(f"{cell!r} in {text!r} is no option; expected key=value")
            if key in args:
                raise OptionError(f"option {key} comes twice in {text!r}")
            args[key] = value
        return cls(kind.strip(), MappingProxyType(args))

    def __str__(self) -> str:
        cells = [f"{key}={value}" for key, value in self.args.items()]
        text = io.StringIO()
        csv.writer(text, lineterminator="").writerow(cells)
        return f"{self.kind}:{text.getvalue()}" if cells else self.kind


_FILE_KEYS = {"path", "hosts", "rails", "local"}


def _unquoted(value: str) -> str:
    if len(value) >= 2 and value[0] == value[-1] == '"':
        return value[1:-1].replace('""', '"')
    return value


def _cells(text: str) -> list[str]:
    """Split at commas outside quotes, which stay."""
    cells, cell, quoted = [], "", False
    for char in text:
        if char == "," and not quoted:
            cells.append(cell)
            cell = ""
        else:
            quoted ^= char == '"'
            cell += char
    if quoted:
        raise OptionError(f"a quote is not closed in {text!r}")
    cells.append(cell)
    return [c for c in cells if c]


@dataclass(frozen=True)
class Scenario:
    """What is down, and what traffic and routing differ from the common ones; the fabric is untouched.

    Parameters
    ----------
    name : str
    down_nodes, down_cables : frozenset of int
        Rows; a node that is down takes its cables down.
    traffic, routing : Choice or None
        None: the common one of the State.
    """

    name: str = ""
    down_nodes: frozenset[int] = frozenset()
    down_cables: frozenset[int] = frozenset()
    traffic: Choice | None = None
    routing: Choice | None = None


AS_BUILT = Scenario()
"""Nothing is down."""
