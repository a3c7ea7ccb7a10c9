"""Every single failure of a kind, and what each costs: `Sweep` holds what all have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric, Kind
from ibviz.core.references import References
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.simulation import Simulation
from ibviz.core.structure import Structure, shape
from ibviz.core.tables import Tables
from ibviz.core.wiring import Wiring, wiring
from ibviz.flow.arrival import arrival
from ibviz.flow.gone import lost_hosts
from ibviz.flow.increment import Increment
from ibviz.flow.routes import Reroute, tables_for
from ibviz.flow.severed import Severed
from ibviz.flow.simulate import simulate_tables

KINDS = ("cables", "switches", "host-links")
"""What may fail, one after the other."""

Failure = tuple[tuple[int, ...], tuple[int, ...]]
"""Rows of the nodes and of the cables that fail together."""


@dataclass(frozen=True)
class Damage:
    """What one failure costs.

    Attributes
    ----------
    failed : str
        Reference of what is down, as for ``--fail``; two of them with a plus between.
    total_gbps : float
    loss : float
        Share of the throughput that is lost; negative where it grows.
    completion_efficiency : float or None
    disconnected_pairs : int
        Ordered pairs of surviving endpoints without a route.
    worst_flow_gbps : float or None
        Rate of the slowest flow whose endpoints are up: 0 if one has no route; None without flows.
    lost_hosts : tuple of str
        Hosts without any endpoint left: what they lose is in `loss`, but in no pair cut off and no slowest flow.
    """

    failed: str
    total_gbps: float
    loss: float
    completion_efficiency: float | None
    disconnected_pairs: int
    worst_flow_gbps: float | None
    lost_hosts: tuple[str, ...] = ()

    @property
    def rank(self) -> tuple[float, float, float, str]:
        """Sorts the worst first: pairs cut off, then lost throughput, then the rate of the slowest, then the name."""
        worst = self.worst_flow_gbps
        slowest = float("inf") if worst is None else float(f"{worst:.9g}")
        return (-self.disconnected_pairs, -round(self.loss, 9), slowest, self.failed)


@dataclass(frozen=True, eq=False)
class Sweep:
    """A traffic on a fabric as built, ready to try failures.

    Attributes
    ----------
    structure : Structure
    traffic, routing : Choice or None
        As for `ibviz.flow.simulate.simulate`.
    reroute : {"keep", "fresh"}
    """

    structure: Structure
    traffic: Choice | None
    routing: Choice | None
    reroute: Reroute = "keep"

    @cached_property
    def tables(self) -> Tables:
        """Tables of the fabric as built."""
        return tables_for(self.structure.wiring, self.routing)

    @cached_property
    def before(self) -> Simulation:
        """The traffic on the fabric as built."""
        return simulate_tables(self.tables, self.traffic, structure=self.structure)

    @cached_property
    def increment(self) -> Increment:
        """What is known of the fabric as built, to start from."""
        return Increment(self.structure, self.tables, self.before)

    @cached_property
    def severed(self) -> Severed:
        """The same, for cables between switches one by one."""
        return Severed(self.increment)

    @cached_property
    def _trunks(self) -> frozenset[int]:
        wires = self.structure.wiring
        return frozenset(wires.rows[wires.trunks].tolist())

    def after(self, failure: Failure) -> Tables:
        """Return the tables after a failure."""
        nodes, cables = failure
        wires = wiring(self.structure.wiring.fabric, Scenario("", frozenset(nodes), frozenset(cables)))
        return tables_for(wires, self.routing, before=self.tables, reroute=self.reroute)

    def damage(self, failure: Failure) -> Damage:
        """Return what a failure costs, from what it changes where that is possible."""
        return next(self.damages([failure]))

    def damages(self, failures: Sequence[Failure]) -> Iterator[Damage]:
        """Yield what each of some failures costs."""
        single = [self._is_trunk(failure) for failure in failures]
        cables = [failure[1][0] for failure, is_trunk in zip(failures, single, strict=True) if is_trunk]
        at_once = self.severed.costs_of(cables) if cables else iter(())
        for failure, is_trunk in zip(failures, single, strict=True):
            costs = next(at_once) if is_trunk else None
            yield self._by_tables(failure) if costs is None else self._damage(failure, *costs)

    def _is_trunk(self, failure: Failure) -> bool:
        """Tell whether a failure is one cable between switches, after which entries are kept."""
        nodes, cables = failure
        return not nodes and len(cables) == 1 and self.reroute == "keep" and cables[0] in self._trunks

    def _by_tables(self, failure: Failure) -> Damage:
        after = self.after(failure)
        quick = self.increment.after(after)
        if quick is None:
            return self._told(failure, simulate_tables(after, self.traffic, structure=self.structure), after)
        return self._damage(failure, *quick)

    def in_full(self, failure: Failure) -> Damage:
        """Return the same, computed as if nothing were known: what `damage` is tested against."""
        after = self.after(failure)
        return self._told(failure, simulate_tables(after, self.traffic, structure=self.structure), after)

    def _told(self, failure: Failure, made: Simulation, after: Tables) -> Damage:
        said = made.summary
        worst = 0.0 if said["unroutable"] else said["rate_gbps"]["min"]
        pairs = arrival(after).lost_pairs
        lost = lost_hosts(self.structure, after.wiring)
        return self._damage(failure, said["total_gbps"], said["completion_efficiency"], pairs, worst, lost)

    def _damage(
        self,
        failure: Failure,
        total: float,
        completion: float | None,
        pairs: int,
        worst: float | None,
        lost: tuple[str, ...] = (),
    ) -> Damage:
        old = self.before.summary["total_gbps"]
        loss = float(1 - total / old) if old > 0 else 0.0
        return Damage(failure_text(self._references, failure), total, loss, completion, pairs, worst, lost)

    @cached_property
    def _references(self) -> References:
        return References(self.structure.wiring.fabric)


def sweep_of(
    fabric: Fabric, traffic: Choice | None, routing: Choice | None, reroute: Reroute = "keep"
) -> Sweep:
    """Return the sweep of a traffic on a fabric."""
    return Sweep(shape(wiring(fabric)), traffic, routing, reroute)


def failure_text(references: References, failure: Failure) -> str:
    """Return what has failed as ``--fail`` takes it, from the side of the node that comes first."""
    nodes, cables = failure
    ends = references.fabric.cables
    texts = [references.text(node) for node in nodes]
    texts += [references.port_text(int(ends.node[cable, 0]), int(ends.port[cable, 0])) for cable in cables]
    return " + ".join(texts)


def failures(wires: Wiring, kind: str) -> list[Failure]:
    """Return every single failure of a kind.

    Parameters
    ----------
    wires : Wiring
        As built.
    kind : str
        One of `KINDS`: cables between switches, switches, or cables of hosts.
    """
    if kind == "switches":
        return [((switch,), ()) for switch in sorted(wires.switches.tolist())]
    if kind == "cables":
        return [((), (cable,)) for cable in wires.rows[wires.trunks].tolist()]
    if kind != "host-links":
        raise OptionError(f"there is no sweep of {kind!r}; known are {', '.join(KINDS)}")
    hosts = (wires.fabric.nodes.kind[wires.node] == Kind.HCA).any(axis=1)
    return [((), (cable,)) for cable in wires.rows[hosts].tolist()]


def doubles(single: list[Failure], count: int, seed: int = 1) -> list[Failure]:
    """Return a sample of double failures, each once: all of them if there are no more than `count`.

    Parameters
    ----------
    single : list of Failure
    count, seed : int
    """
    size = len(single)
    if comb(size, 2) <= count:
        return [_both(single[a], single[b]) for a, b in combinations(range(size), 2)]
    drawn: dict[tuple[int, int], None] = {}
    rng = np.random.default_rng(seed)
    while len(drawn) < count:
        a, b = sorted(rng.integers(0, size, 2).tolist())
        if a != b:
            drawn[a, b] = None
    return [_both(single[a], single[b]) for a, b in drawn]


def _both(one: Failure, other: Failure) -> Failure:
    return (one[0] + other[0], one[1] + other[1])


Tried = Callable[[Failure], Damage]


def plain(damage: Damage) -> dict[str, Any]:
    """Return a damage as JSON knows it."""
    return {name: getattr(damage, name) for name in Damage.__dataclass_fields__}
