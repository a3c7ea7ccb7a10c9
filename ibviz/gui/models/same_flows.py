"""Flows of one simulation found again in another of the same traffic, where some may have lost an endpoint."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ibviz.core.simulation import Flows, Simulation
from ibviz.core.table import Ints


@dataclass(frozen=True, eq=False)
class Known:
    """Flows by what does not change: the ports that they go from and to.

    Attributes
    ----------
    simulation : Simulation
        Of which they are flows.
    pairs : (n,) int64
        A number for each pair of ports, the same in every simulation of the fabric.
    """

    simulation: Simulation
    pairs: Ints


def known(simulation: Simulation, flows: Flows, chosen: Iterable[int]) -> Known:
    """Take down some flows by their places."""
    rows = np.array([flow for flow in chosen if flow < len(flows)], np.int64)
    return Known(simulation, _pairs(simulation, flows)[rows])


def found_again(flows: Known, simulation: Simulation, listed: Flows) -> frozenset[int]:
    """Return the places of flows in another simulation; those that are gone are left out."""
    return frozenset(np.flatnonzero(np.isin(_pairs(simulation, listed), flows.pairs)).tolist())


def _pairs(simulation: Simulation, flows: Flows) -> Ints:
    ends = simulation.wiring.endpoints
    port = 2 * ends.cable.astype(np.int64) + ends.side
    pairs: Ints = port[flows.src] * (2 * len(simulation.wiring.fabric.cables)) + port[flows.dst]
    return pairs
