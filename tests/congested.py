"""A fabric in which four flows block a fifth, and one in which none blocks another."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from fabrics import tree2

from ibviz.core.scenario import Choice
from ibviz.core.simulation import Simulation
from ibviz.core.state import State
from ibviz.core.wiring import wiring
from ibviz.flow.congestion import congestion_of
from ibviz.flow.routes import tables_for
from ibviz.flow.simulate import simulate_tables


def h14(hosts: int = 4) -> tuple[State, Simulation]:
    """Return four leaves of `hosts` hosts: two hosts of each of the first two send to one, one passes by."""
    state = State(tree2(4, hosts, hosts))
    tables = tables_for(wiring(state.fabric), Choice("dmodk"))
    made = simulate_tables(tables, Choice.parse("shift:k=1"))
    src = np.array([0, 1, hosts, hosts + 1, 2])
    dst = np.array([2 * hosts] * 4 + [3 * hosts])
    some = np.arange(5)
    flows = replace(
        made.flows, **{name: getattr(made.flows, name)[some] for name in FIELDS}, src=src, dst=dst
    )
    asked = replace(made, flows=flows)
    return state, replace(asked, congestion=congestion_of(tables, asked))


FIELDS = ("demand", "rate", "ideal", "hops", "bottleneck", "latency", "slot")


def quiet() -> tuple[State, Simulation]:
    """Return flows of which each is alone on its way."""
    state = State(tree2(4, 4, 4))
    tables = tables_for(wiring(state.fabric), Choice("dmodk"))
    made = simulate_tables(tables, Choice.parse("shift:k=4"))
    return state, replace(made, congestion=congestion_of(tables, made))
