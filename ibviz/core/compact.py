"""The same without dead rows, as it is saved; in memory nothing is ever renumbered."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Scenario
from ibviz.core.state import State
from ibviz.core.table import Ints, Rows


@dataclass(frozen=True, eq=False)
class Compacted:
    """A fabric without dead rows, and where its rows came from.

    Attributes
    ----------
    fabric : Fabric
    nodes, cables : (n,), (c,) int64
        Row in the former fabric of each row of this one.
    """

    fabric: Fabric
    nodes: Ints
    cables: Ints


def compact(fabric: Fabric) -> Compacted:
    """Drop the dead rows of a fabric, cables of dead nodes too; GUIDs, births and the order of rows stay."""
    nodes = np.flatnonzero(fabric.nodes.alive)
    live = fabric.cables.alive & fabric.nodes.alive[fabric.cables.node].all(axis=1)
    cables = np.flatnonzero(live)
    place = _places(len(fabric.nodes), nodes)
    kept = fabric.cables.take(cables)
    ports = fabric.ports.take(np.flatnonzero(fabric.nodes.alive[fabric.ports.node]))
    fresh = Fabric(
        fabric.nodes.take(nodes),
        kept.with_columns(node=place[kept.node]),
        ports.with_columns(node=place[ports.node]),
    )
    return Compacted(fresh, nodes, cables)


def compacted(state: State) -> State:
    """Return a State without dead rows: places, orders and scenarios follow their rows.

    A State that has none is returned as it is.
    """
    fabric = state.fabric
    if fabric.nodes.alive.all() and fabric.cables.alive.all():
        return state
    made = compact(fabric)
    nodes = _places(len(fabric.nodes), made.nodes)
    cables = _places(len(fabric.cables), made.cables)
    return replace(
        state,
        fabric=made.fabric,
        positions=state.positions[made.nodes],
        order=state.order[made.nodes],
        scenarios=tuple(_moved(scenario, nodes, cables) for scenario in state.scenarios),
    )


def _places(count: int, rows: Rows) -> Ints:
    """Return the new row of each former one, -1 for those that are gone."""
    places = np.full(count, -1)
    places[rows] = np.arange(len(rows))
    return places


def _moved(scenario: Scenario, nodes: Ints, cables: Ints) -> Scenario:
    down_nodes = nodes[sorted(scenario.down_nodes)] if scenario.down_nodes else nodes[:0]
    down_cables = cables[sorted(scenario.down_cables)] if scenario.down_cables else cables[:0]
    return replace(
        scenario,
        down_nodes=frozenset(down_nodes[down_nodes >= 0].tolist()),
        down_cables=frozenset(down_cables[down_cables >= 0].tolist()),
    )
