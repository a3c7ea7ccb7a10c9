"""What a simulation says: load of each cable, rate of each flow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import numpy as np

from ibviz.core.criticality import Criticality
from ibviz.core.scenario import Choice
from ibviz.core.table import Bools, Bytes, Floats, Ints
from ibviz.core.wiring import Wiring


@dataclass(frozen=True)
class Routing:
    """Which engine was asked for, which was used, and why.

    Parameters
    ----------
    asked, used, reason : str
    options : mapping
    refused : mapping of int to str
        Subnets that the engine used does not route, which MinHop does instead, with the reason.
    """

    asked: str
    used: str
    reason: str
    options: Mapping[str, Any] = field(default_factory=dict)
    refused: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Flows:
    """The flows of a simulation.

    Attributes
    ----------
    src, dst : (F,) int64
        Places in ``wiring.endpoints``.
    demand : (F,) float64, Gbit/s
        Infinite where a flow takes as much as it can get.
    rate, ideal : (F,) float64, Gbit/s
        What it gets, and what it would get if only HCA ports limited; rate 0 if unroutable.
    hops : (F,) int64
        Cables on its path, 0 for a flow to itself, -1 if unroutable.
    bottleneck : (F,) int64
        Channel that limits it: cable row times 2 plus direction; -1 where none does.
    latency : (F,) float64, microseconds
        Of the first byte through the idle fabric, one way; NaN if unroutable. Empty where nobody asked.
    slot : (F,) int64
        Row of the HCA whose PCIe slot limits it, -1 where none does. Empty where no slot is stated.
    end : (F,) float64, seconds
        When it is done, where all begin at once and those that remain share what the others leave; infinite
        if unroutable. Empty where flows have no sizes.
    """

    src: Ints
    dst: Ints
    demand: Floats
    rate: Floats
    ideal: Floats
    hops: Ints
    bottleneck: Ints
    latency: Floats = field(default_factory=lambda: np.empty(0))
    slot: Ints = field(default_factory=lambda: np.empty(0, np.int64))
    end: Floats = field(default_factory=lambda: np.empty(0))

    @property
    def slots(self) -> Ints:
        """`slot` of every flow, (F,)."""
        return self.slot if len(self.slot) == len(self.src) else np.full(len(self.src), -1)

    def __len__(self) -> int:
        return len(self.src)


class Role(IntEnum):
    """What a flow has to do with congestion where nothing holds senders back."""

    FREE = 0
    CONTRIBUTOR = 1
    VICTIM = 2


@dataclass(frozen=True, eq=False)
class Root:
    """A full channel behind which flows stand still.

    Attributes
    ----------
    channel : int
        Cable row times 2 plus direction; -1 for a PCIe slot.
    slot : int
        Row of the HCA whose PCIe slot it is; -1 for a cable.
    kind : {"incast", "in-network", "edge"}
        A cable to a host; one between switches; a host's own port or PCIe slot.
    rate : float, Gbit/s
        What each flow gets that is blocked.
    contributors, victims : int
        Flows that fill it, of which some may fill another one further on too, and others that stand behind.
    tree : (n,) int64
        Channels of cables in which flows stand still.
    """

    channel: int
    slot: int
    kind: str
    rate: float
    contributors: int
    victims: int
    tree: Ints


@dataclass(frozen=True, eq=False)
class Congestion:
    """The flows of a simulation where nothing holds senders back: the pessimistic bound.

    Attributes
    ----------
    rate : (F,) float64, Gbit/s
        0 if unroutable.
    role : (F,) uint8
        `Role` of each flow.
    root : (F,) int64
        Place in `roots` of what a contributor or victim stands behind, -1 for a free flow.
    roots : tuple of Root
        Those with most victims first, then with most contributors.
    on : (C, 2) uint8
        Of each direction of each cable: 3 for a root, 2 in the tree behind one, 1 where victims cross it, else 0.
    """

    rate: Floats
    role: Bytes
    root: Ints
    roots: tuple[Root, ...]
    on: Bytes

    def count(self, role: Role) -> int:
        """Return how many flows have a role."""
        return int((self.role == role).sum())


@dataclass(frozen=True, eq=False)
class Part:
    """What some of the flows of a simulation load by themselves.

    Attributes
    ----------
    title : str
        Whose flows they are, such as ``Flows of leaf-01``.
    number : float
        How many they are.
    load : (C, 2) float64, Gbit/s
    """

    title: str
    number: float
    load: Floats


@dataclass(frozen=True, eq=False)
class Simulation:
    """Load and rates of one traffic on one wiring under one routing.

    Attributes
    ----------
    wiring : Wiring
    traffic : Choice
    routing : Routing
    load : (C, 2) float64, Gbit/s
        Load of direction d of cable c (from its end d to the other), 0 on cables that are down.
    flows_on : (C, 2) float64
        Flows that cross each direction.
    flows : Flows
        None of an exchange among all: those are listed only by `all_flows`.
    summary : mapping
        The figures of ``simulate --json`` but ``seconds``.
    listing : callable or None
        Makes the list of the flows where `flows` leaves them out.
    before : Simulation or None
        The same traffic with nothing down, where something is.
    part : Part or None
        Those of its flows that were picked out.
    criticality : Criticality or None
        What single failures of cables cost this traffic, where they were tried.
    congestion : Congestion or None
        The other bound of all its flows, in the order of `all_flows`, where that was asked for.
    """

    wiring: Wiring
    traffic: Choice
    routing: Routing
    load: Floats
    flows_on: Floats
    flows: Flows
    summary: Mapping[str, Any]
    listing: Callable[[], Flows] | None = None
    before: Simulation | None = None
    part: Part | None = None
    criticality: Criticality | None = None
    congestion: Congestion | None = None

    def all_flows(self) -> Flows:
        """Return the flows one by one, those of an exchange too: up to N² rows, so ask `summary` first."""
        return self.flows if self.listing is None else self.listing()

    @property
    def utilization(self) -> Floats:
        """Load by capacity of each direction, (C, 2), 0 to 1; NaN on cables that are dead or down."""
        return self.shares(self.load)

    def shares(self, load: Floats) -> Floats:
        """Return a load by capacity, (C, 2); NaN on cables that are dead or down."""
        capacity = np.where(self.is_up, self.wiring.fabric.capacity, np.nan)
        used: Floats = np.divide(load.T, capacity).T  # by columns, as short rows are slow
        return used

    @property
    def is_up(self) -> Bools:
        """Which cables are up, (C,)."""
        up = np.zeros(len(self.load), bool)
        up[self.wiring.rows] = True
        return up
