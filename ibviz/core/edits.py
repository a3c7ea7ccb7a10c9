"""Edits of what there is: pure functions from State to State; what they refuse is told in one sentence.

Rows keep their meaning: new ones come last, deleted ones are dead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from ibviz.core.births import fresh_births, with_born_guids
from ibviz.core.edit_checks import (
    CABLE_FIXED,
    NODE_FIXED,
    PORT_LIMIT,
    check_lids,
    check_plugs,
    checked,
    live_rows,
    texts,
)
from ibviz.core.errors import EditError
from ibviz.core.fabric import Cables, Kind, Nodes
from ibviz.core.state import State
from ibviz.core.units import Rate


def add_nodes(
    state: State,
    kind: Kind,
    names: Sequence[str],
    *,
    ports: int,
    positions: ArrayLike | None = None,
    **columns: ArrayLike,
) -> State:
    """Add nodes of one kind; each gets a GUID at birth such that routing order is row order.

    Parameters
    ----------
    state : State
    kind : Kind
    names : sequence of str
        One for each new node.
    ports : int
        Ports of each, 1 to 254.
    positions : (n, 2) array, optional
        Places on the free map.
    **columns : (n,) array or one value
        Other columns of `Nodes`, such as ``model`` or ``rack``.

    Raises
    ------
    EditError
        If a name or text may not stand in a fabric, or there cannot be so many ports.
    """
    if not 1 <= ports <= PORT_LIMIT:
        raise EditError(f"a node has 1 to {PORT_LIMIT} ports, not {ports}")
    nodes, count = state.fabric.nodes, len(names)
    given = checked(Nodes, columns, NODE_FIXED | {"ports", "name"}, count)
    check_lids(np.full(count, kind), given)
    guids = np.concatenate([nodes.guid, np.zeros(count, np.uint64)])
    new = Nodes.of(
        count,
        kind=np.full(count, kind),
        name=texts("name", names),
        ports=np.full(count, ports),
        guid=with_born_guids(guids, state.fabric.ports.guid)[len(nodes) :],
        birth=fresh_births(count),
        **given,
    )
    places = np.full((count, 2), np.nan) if positions is None else np.asarray(positions, np.float64)
    if places.shape != (count, 2):
        raise EditError(f"there are {count} new nodes but places for {len(places)}")
    return replace(
        state,
        fabric=replace(state.fabric, nodes=nodes.append(new)),
        positions=np.concatenate([state.positions, places]),
        order=np.concatenate([state.order, np.full(count, np.nan)]),
    )


def connect(
    state: State,
    ends: ArrayLike,
    *,
    rate: Rate | None = None,
    **columns: ArrayLike,
) -> State:
    """Connect ports by new cables.

    Parameters
    ----------
    state : State
    ends : (n, 4) array of int
        Row of a node and its port, row of the other and its port, for each cable.
    rate : Rate, optional
        What the cables run at; without it they follow the fabric's most common rate.
    **columns : (n,) array or one value
        Other columns of `Cables`: ``medium``, ``length_m``, ``label``.

    Raises
    ------
    EditError
        If a node is gone, a port does not exist, is in use, or is given twice.
    """
    plugs = np.asarray(ends, np.int64).reshape(-1, 2, 2)
    node, port = plugs[:, :, 0], plugs[:, :, 1]
    check_plugs(state.fabric, node, port)
    count = len(plugs)
    said = (
        {"width": np.full((count, 2), rate.width), "speed": np.full((count, 2), rate.speed)} if rate else {}
    )
    given = checked(Cables, columns, CABLE_FIXED, count)
    new = Cables.of(count, node=node, port=port, birth=fresh_births(count), **{**said, **given})
    return replace(state, fabric=replace(state.fabric, cables=state.fabric.cables.append(new)))


def cut(state: State, cables: Iterable[int]) -> State:
    """Delete cables; scenarios in which they were down forget them.

    Raises
    ------
    EditError
        If one is gone already.
    """
    rows = live_rows(state.fabric.cables, cables, "cable")
    fabric = replace(state.fabric, cables=state.fabric.cables.with_values(rows, alive=False))
    return _forgotten(replace(state, fabric=fabric))


def delete_nodes(state: State, nodes: Iterable[int]) -> State:
    """Delete nodes and the cables plugged into them; scenarios in which they were down forget them.

    Raises
    ------
    EditError
        If one is gone already.
    """
    rows = live_rows(state.fabric.nodes, nodes, "node")
    fresh = state.fabric.nodes.with_values(rows, alive=False)
    cables = state.fabric.cables
    alive = cables.alive & fresh.alive[cables.node].all(axis=1)
    fabric = replace(state.fabric, nodes=fresh, cables=cables.with_columns(alive=alive))
    return _forgotten(replace(state, fabric=fabric))


def _forgotten(state: State) -> State:
    """Take rows that are dead out of the scenarios."""
    nodes, cables = state.fabric.nodes.alive, state.fabric.cables.alive
    scenarios = tuple(
        replace(
            scenario,
            down_nodes=frozenset(row for row in scenario.down_nodes if nodes[row]),
            down_cables=frozenset(row for row in scenario.down_cables if cables[row]),
        )
        for scenario in state.scenarios
    )
    return replace(state, scenarios=scenarios) if scenarios != state.scenarios else state
