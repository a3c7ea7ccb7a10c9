"""What shape a fabric has: levels, pods, planes, subnets, groups and kind, in their one home."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ibviz.core.groups import Group as Group
from ibviz.core.groups import chassis_group, host_group, rack_group
from ibviz.core.kinds import Shape, kind_of
from ibviz.core.levels import node_levels, planes, pods
from ibviz.core.names import Guesses, guess
from ibviz.core.rails import Rails, find_rails, rail_group
from ibviz.core.table import Ints
from ibviz.core.wiring import Wiring


@dataclass(frozen=True, eq=False)
class Structure:
    """What `shape` sees in a wiring.

    Attributes
    ----------
    wiring : Wiring
    level : (N,) int64
        0 hosts (HCAs, routers), 1 leaves, 2 and more by distance from the leaves; -1 for aggregation
        nodes and for what is not up. A switch that no leaf reaches is level 1.
    levels : int
        Number of levels, hosts included; at least 1.
    pod : (N,) int64
        Component of the switches of a subnet without its top level (and the hosts below); -1 for top-level
        switches. In a fabric of two switch levels each leaf with its hosts is a pod of its own; a subnet of
        one level is one pod.
    plane : (N,) int64
        Of top-level switches: component of the two top levels, so that in a tree of three levels the cores
        that are cabled to the same switches share a plane; the spines of a subnet of two levels are one
        plane. -1 elsewhere.
    subnet : (N,) int64
        Subnet of a switch; of a host, that of its first port that is cabled to a switch; -1 without.
    leaf : (N,) int64
        Row of the switch on a host's (or aggregation node's) first cabled port; a switch's own row; -1
        without.

    Notes
    -----
    Groups and kind are found when they are first asked for. Groups are of the whole fabric, whatever is
    down; the rest is of the wiring.
    """

    wiring: Wiring
    level: Ints
    levels: int
    pod: Ints
    plane: Ints
    subnet: Ints
    leaf: Ints

    @cached_property
    def _guesses(self) -> Guesses:
        return guess(self.wiring.fabric.nodes)

    @cached_property
    def _rails(self) -> Rails:
        return find_rails(self.wiring.fabric, self.host, self._guesses.card)

    @cached_property
    def _kind(self) -> tuple[str, str]:
        return kind_of(Shape(self.wiring, self.level, self._rails))

    @property
    def kind(self) -> str:
        """``fat-tree``, ``multi-rail``, ``torus``, ``dragonfly+``, ``irregular`` and so on."""
        return self._kind[0]

    @property
    def kind_reason(self) -> str:
        """A sentence that says why, with the figures seen."""
        return self._kind[1]

    @cached_property
    def host(self) -> Group:
        """Hosts of HCAs: every HCA that is not deleted is in one, if only in one of its own."""
        return host_group(self.wiring.fabric, self._guesses)

    @cached_property
    def chassis(self) -> Group:
        """Chassis of switches and routers."""
        return chassis_group(self.wiring.fabric, self._guesses)

    @cached_property
    def rack(self) -> Group:
        """Racks, as the file states them."""
        return rack_group(self.wiring.fabric)

    @cached_property
    def rail(self) -> Group:
        """Rails of HCAs, by their first cabled port, where rails are recognised; else all are in none."""
        return rail_group(self.wiring.fabric, self._rails, self._guesses.card)

    @cached_property
    def endpoint_rail(self) -> Ints:
        """Rail of each of ``wiring.endpoints``, (E,); -1 where rails are not recognised."""
        ends = self.wiring.endpoints
        if (self.rail.source == "file").any():
            return _locked(self.rail.of[ends.node])
        return _locked(self._rails.of_ports(ends.node, ends.port))

    @property
    def has_rails(self) -> bool:
        """Whether rails are recognised: most hosts have several cabled HCA ports, or the file states them."""
        return len(self.rail.names) > 0


def shape(wires: Wiring) -> Structure:
    """Return the structure of what is up."""
    level, leaf = node_levels(wires), _leaves(wires)
    return Structure(
        wiring=wires,
        level=_locked(level),
        levels=int(level.max(initial=0)) + 1,
        pod=_locked(_below(pods(wires, level), leaf)),
        plane=_locked(planes(wires, level)),
        subnet=_locked(_below(wires.subnet, leaf)),
        leaf=_locked(leaf),
    )


def _leaves(wires: Wiring) -> Ints:
    """Return the row of the switch of each node: its own, or that on its first port cabled to one."""
    ends = wires.end_ports
    ends = ends.take(ends.switch >= 0)
    order = np.lexsort((ends.port, ends.node))[::-1]
    leaf = np.full(len(wires.fabric.nodes), -1)
    leaf[ends.node[order]] = ends.switch[order]
    leaf[wires.switches] = wires.switches
    return leaf


def _below(of_switch: Ints, leaf: Ints) -> Ints:
    """Return a number of each switch also for the nodes below it."""
    below: Ints = np.append(of_switch, -1)[leaf]
    return below


def _locked(values: Ints) -> Ints:
    values.flags.writeable = False
    return values
