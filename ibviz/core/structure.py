"""What shape a fabric has: levels, pods, planes, subnets, groups and kind, in their one home."""

from __future__ import annotations

from dataclasses import dataclass

from ibviz.core.table import Ints, Texts
from ibviz.core.wiring import Wiring


@dataclass(frozen=True, eq=False)
class Group:
    """One way to group nodes: by host, chassis, rack or rail.

    Attributes
    ----------
    of : (N,) int64
        Index into `names` for each node, -1 for none.
    names : (G,) str
    source : (N,) str
        Where it is known from: ``file``, ``name`` (a guess from the description), ``wiring`` (a guess from
        system GUID or cables), or empty.
    """

    of: Ints
    names: Texts
    source: Texts


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
        Number of levels, hosts included.
    pod : (N,) int64
        Component of the switches without the top level (and the hosts below); -1 for top-level switches.
        In a fabric of two switch levels each leaf with its hosts is a pod of its own.
    plane : (N,) int64
        Top-level switches with the same neighbours (by pod position) share a plane; -1 elsewhere.
    subnet : (N,) int64
        Subnet of a switch; of a host, that of its first cabled port; -1 without.
    leaf : (N,) int64
        Row of the switch on a host's first cabled port; a switch's own row; -1 without.
    kind, kind_reason : str
        ``fat-tree``, ``multi-rail``, ``torus``, ``dragonfly+``, ``irregular`` … and a sentence why.
    groups : tuple of (str, Group)
        ``host``, ``chassis``, ``rack``, ``rail``.
    """

    wiring: Wiring
    level: Ints
    levels: int
    pod: Ints
    plane: Ints
    subnet: Ints
    leaf: Ints
    kind: str
    kind_reason: str
    host: Group
    chassis: Group
    rack: Group
    rail: Group
