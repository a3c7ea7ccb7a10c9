"""Edits of what nodes and cables say, and of where they stand: pure functions from State to State."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from ibviz.core.edit_checks import CABLE_FIXED, NODE_FIXED, check_lids, check_port_counts, checked, live_rows
from ibviz.core.errors import EditError
from ibviz.core.fabric import Cables, Nodes
from ibviz.core.state import State


def rename(state: State, node: int, name: str) -> State:
    """Give a node another name.

    Raises
    ------
    EditError
        If the node is gone, or the name holds what may not stand in a fabric.
    """
    return set_node_values(state, [node], name=name)


def set_node_values(state: State, nodes: Iterable[int], **columns: ArrayLike) -> State:
    """Change columns of some nodes: names, ports, models, racks, units, LIDs …, each to one value or a value each.

    Raises
    ------
    EditError
        If a node is gone, a column cannot be changed, a text may not stand in a fabric, or fewer ports are
        asked for than are in use.
    """
    rows = live_rows(state.fabric.nodes, nodes, "node")
    given = checked(Nodes, columns, NODE_FIXED, len(rows))
    check_lids(state.fabric.nodes.kind[rows], given)
    fresh = state.fabric.nodes.with_values(rows, **given)
    if "ports" in given:
        check_port_counts(state.fabric, given["ports"], rows)
    return replace(state, fabric=replace(state.fabric, nodes=fresh))


def set_cable_values(state: State, cables: Iterable[int], **columns: ArrayLike) -> State:
    """Change columns of some cables: ``width`` and ``speed`` (both ends), medium, length, label.

    Raises
    ------
    EditError
        If a cable is gone, a column cannot be changed, or a text may not stand in a fabric.
    """
    rows = live_rows(state.fabric.cables, cables, "cable")
    given = checked(Cables, columns, CABLE_FIXED, len(rows))
    return replace(state, fabric=replace(state.fabric, cables=state.fabric.cables.with_values(rows, **given)))


def move(state: State, nodes: Iterable[int], positions: ArrayLike) -> State:
    """Put nodes at places of the free map, (n, 2); NaN lets the layout decide.

    Raises
    ------
    EditError
        If a node is gone, or there is not a place for each.
    """
    rows = live_rows(state.fabric.nodes, nodes, "node")
    places = np.asarray(positions, np.float64)
    if places.shape != (len(rows), 2) or np.isinf(places).any():
        raise EditError(f"expected a place, two finite numbers, for each of {len(rows)} nodes")
    moved = state.positions.copy()
    moved[rows] = places
    return replace(state, positions=moved)


def set_order(state: State, nodes: Iterable[int], order: ArrayLike) -> State:
    """Set where nodes stand within their band, (n,) numbers or one; NaN lets the layout decide.

    Raises
    ------
    EditError
        If a node is gone, or there is not a number for each.
    """
    rows = live_rows(state.fabric.nodes, nodes, "node")
    values = np.asarray(order, np.float64)
    if values.shape not in ((), (len(rows),)) or np.isinf(values).any():
        raise EditError(f"expected a finite number for each of {len(rows)} nodes")
    fresh = state.order.copy()
    fresh[rows] = values
    return replace(state, order=fresh)
