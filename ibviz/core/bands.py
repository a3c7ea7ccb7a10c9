"""Bands: where every node stands in the layered view, before there are pixels."""

from __future__ import annotations

from dataclasses import dataclass

from ibviz.core.structure import Structure
from ibviz.core.table import Floats, Ints


@dataclass(frozen=True)
class Strip:
    """A named stretch of the bands: a pod, a plane or a subnet.

    Parameters
    ----------
    index : int
        Number of the pod, plane or subnet in the `Structure`.
    label : str
        Its number as people count, from 1.
    left, right : float, leaf columns
        Where it begins and ends, gaps around it left out.
    bottom, top : int
        Lowest and highest band that it covers; 0 is the band of hosts.
    """

    index: int
    label: str
    left: float
    right: float
    bottom: int
    top: int


@dataclass(frozen=True, eq=False)
class Bands:
    """Order and place of every node in the layered view.

    One unit along the bands is one leaf column: a leaf with its block of hosts below. Every band is spread
    over the same `width`: leaves and hosts stand in columns of width 1, switches of the levels above are
    spread evenly over their pod (below the top) or over their subnet (at the top). Pods and subnets are
    parted by gaps, which are columns too.

    Attributes
    ----------
    structure : Structure
        What it was made from; it says level, pod, plane and subnet of each node.
    levels : tuple of (n,) int64
        Rows of the nodes of each band from left to right: hosts (HCAs, routers) first, then leaves, the top
        level last. Each live node is in exactly one band, but aggregation nodes, which are in none.
    x : (N,) float64, leaf columns
        Middle of each node, 0 to `width`; NaN where it is not up. An aggregation node stands at its switch.
    span : (N,) float64, leaf columns
        Width that a node has to itself around `x`: 1 for a leaf, 1 / `slots` for a host, more for switches
        above. Spans within a band never overlap; 0 for aggregation nodes and for what is not up.
    column : (N,) int64
        Number of the column of a leaf or host, 0 to `width` - 1; hosts of a switch above the leaves have
        columns of their own, with no leaf above. -1 for the other nodes.
    block : (N,) int64
        The switch under which a host stands (that on its first cabled port); the switch beside which an
        aggregation node stands; -1 for the others, and for hosts at no switch.
    slot, slots : (N,) int64
        Place of a host in its column, from 0, by port of its switch, and how many stand there. Of a switch:
        its place among the switches of its band and pod (of its band and subnet, if it is in none), and how
        many those are. 0 for the others.
    pods, planes, subnets : tuple of Strip
        From left to right. No pods where there are only two levels of switches or fewer (each leaf would be
        one), no planes where there is but one; planes cover the top band only.
    width : float
        Number of columns; at least 1.
    """

    structure: Structure
    levels: tuple[Ints, ...]
    x: Floats
    span: Floats
    column: Ints
    block: Ints
    slot: Ints
    slots: Ints
    pods: tuple[Strip, ...]
    planes: tuple[Strip, ...]
    subnets: tuple[Strip, ...]
    width: float
