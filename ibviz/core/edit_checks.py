"""What edits refuse: rows that are gone, values that do not fit, ports that are in use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ibviz.core.errors import EditError
from ibviz.core.fabric import Cables, Fabric, Kind, Nodes
from ibviz.core.references import References
from ibviz.core.table import Bytes, Ints, Table, Texts
from ibviz.core.text import is_clean, shown
from ibviz.core.units import LID_LIMIT, SPEEDS, WIDTHS

PORT_LIMIT = 254
"""Most ports of a node."""

NODE_FIXED = {"kind", "guid", "id", "alive", "birth"}
"""Columns of nodes that no edit changes."""

CABLE_FIXED = {"node", "port", "alive", "birth"}
"""Columns of cables that no edit changes."""

_LIMITS = {"lid": LID_LIMIT, "lmc": 7, "speed": len(SPEEDS) - 1, "length_m": 1e9}


def live_rows(table: Nodes | Cables, rows: Iterable[int], what: str) -> Ints:
    """Return rows as an array.

    Raises
    ------
    EditError
        If one is gone, or never was.
    """
    found = np.array(list(rows), np.int64)
    inside = (found >= 0) & (found < len(table))
    if not inside.all() or not table.alive[found].all():
        raise EditError(f"this {what} is not there any more")
    return found


def checked(table: type[Table], given: dict[str, ArrayLike], fixed: set[str], count: int) -> dict[str, Any]:
    """Return columns in their types, a single value repeated.

    Raises
    ------
    EditError
        If a column cannot be set, or a value does not fit.
    """
    ready: dict[str, Any] = {}
    for name, values in given.items():
        about = table.columns().get(name)
        if about is None or name in fixed:
            raise EditError(f"{shown(name)} cannot be set")
        if about["dtype"].kind == "O":
            ready[name] = texts(name, [values] * count if isinstance(values, str) else values)
        else:
            ready[name] = _numbers(name, values, about, count)
        if len(ready[name]) != count:
            raise EditError(f"expected {count} values for {name}, not {len(ready[name])}")
    return ready


def _numbers(name: str, values: ArrayLike, about: Any, count: int) -> Any:
    shape = (count, 2) if about["ends"] else (count,)
    try:
        asked = np.asarray(values)
        ready = (
            np.broadcast_to(asked, shape).astype(about["dtype"])
            if asked.ndim < 2
            else asked.astype(about["dtype"])
        )
        same = bool(
            np.array_equal(ready, np.broadcast_to(asked, shape), equal_nan=about["dtype"].kind == "f")
        )
    except (ValueError, TypeError, OverflowError):
        same = False
    if not same or not _fits(name, ready):
        raise EditError(f"{name} cannot be {shown(str(values))}")
    return ready


def _fits(name: str, values: Any) -> bool:
    if name == "width":
        return bool(np.isin(values, (0, *WIDTHS)).all())
    high = values > _LIMITS.get(name, np.inf)
    return not (high | (values < 0)).any()


def check_lids(kind: Bytes, given: Mapping[str, Any]) -> None:
    """Refuse LIDs of nodes that are no switches: theirs belong to their ports.

    Raises
    ------
    EditError
    """
    stated = sum(np.asarray(given.get(name, 0), np.int64) for name in ("lid", "lmc"))
    if ((kind != Kind.SWITCH) & (stated != 0)).any():
        raise EditError("only a switch has a LID of its own; the LID of an HCA belongs to its port")


def texts(name: str, values: Any) -> Texts:
    """Return texts as a column.

    Raises
    ------
    EditError
        If one may not stand in a fabric.
    """
    found = list(values) if isinstance(values, list | tuple | np.ndarray) else [values]
    for text in found:
        if not isinstance(text, str) or not is_clean(text):
            raise EditError(
                f"{name} cannot be {shown(str(text))}: expected a text without control characters"
            )
    return np.array([*found, ""], object)[:-1]


def check_plugs(fabric: Fabric, node: Ints, port: Ints) -> None:
    """Refuse new ends at nodes that are gone, at ports that do not exist, are in use or come twice.

    Raises
    ------
    EditError
    """
    live_rows(fabric.nodes, node.ravel().tolist(), "node")
    ports = fabric.nodes.ports.astype(np.int64)
    names = References(fabric)
    wrong = np.argwhere((port < 1) | (port > ports[node]))
    for row, side in wrong[:1].tolist():
        text = names.port_text(int(node[row, side]), int(port[row, side]))
        raise EditError(f"there is no port {text}: the node has {ports[node[row, side]]} ports")
    cables = fabric.cables
    used = (cables.node.astype(np.int64) * 1024 + cables.port)[cables.alive].ravel()
    asked = (node * 1024 + port).ravel()
    taken = np.isin(asked, used[np.isin(used, asked)])
    again = np.ones(len(asked), np.bool_)
    again[np.unique(asked, return_index=True)[1]] = False
    for plug in np.flatnonzero(taken | again)[:1].tolist():
        text = names.port_text(*divmod(int(asked[plug]), 1024))
        raise EditError(
            f"port {text} is in use already" if taken[plug] else f"port {text} is asked for twice"
        )


def check_port_counts(fabric: Fabric, asked: Ints, rows: Ints) -> None:
    """Refuse fewer ports than are in use, or more than a node can have.

    Raises
    ------
    EditError
    """
    highest = np.zeros(len(fabric.nodes), np.int64)
    cables = fabric.cables
    np.maximum.at(highest, cables.node[cables.alive].ravel(), cables.port[cables.alive].ravel())
    np.maximum.at(highest, fabric.ports.node, fabric.ports.port)
    least = np.maximum(highest[rows], 0)
    for place in np.flatnonzero((asked < least) | (asked > PORT_LIMIT))[:1].tolist():
        text = References(fabric).text(int(rows[place]))
        raise EditError(
            f"{text} needs {max(int(least[place]), 1)} to {PORT_LIMIT} ports, not {int(asked[place])}"
        )
