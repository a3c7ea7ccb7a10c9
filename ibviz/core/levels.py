"""Levels, pods and planes of a wiring: who stands above whom."""

from __future__ import annotations

import numpy as np

from ibviz.core.fabric import Kind
from ibviz.core.order import distinct
from ibviz.core.table import Bools, Floats, Ints
from ibviz.core.wiring import Wiring, components

SERVICE_SHARE = 4
"""A switch whose neighbours hold this many times its hosts or more is no leaf."""


def node_levels(wires: Wiring) -> Ints:
    """Return the level of each node: 0 hosts, 1 leaves, then by distance from the leaves.

    Returns
    -------
    (N,) int64
        -1 for aggregation nodes and for what is not up. A switch that no leaf reaches is level 1.

    Notes
    -----
    A switch with HCAs is a leaf, unless it is cabled to other switches with HCAs and has no more than a
    quarter of their median number: service hosts on spines do not make leaves of them (a real fabric has 5
    on spines above leaves of 20, just a quarter). Routers and aggregation nodes make no leaf.
    """
    kind = wires.fabric.nodes.kind
    level = np.full(len(kind), -1)
    level[wires.node_up & ((kind == Kind.HCA) | (kind == Kind.ROUTER))] = 0
    level[wires.is_switch] = 1 + np.maximum(_distances(wires, leaves(wires)), 0)[wires.is_switch]
    return level


def leaves(wires: Wiring) -> Bools:
    """Return which switches are leaves, (N,)."""
    hosts = hosts_on(wires)
    leaf = hosts > 0
    pairs = both_ways(wires, leaf)
    if len(pairs):
        median = _medians(pairs, hosts)
        leaf &= hosts * SERVICE_SHARE > median
    return leaf


def hosts_on(wires: Wiring) -> Ints:
    """Return how many different HCAs are plugged into each switch, (N,); 0 for what is no switch."""
    count = max(len(wires.fabric.nodes), 1)
    ends = wires.endpoints
    cabled = ends.switch >= 0
    pairs = distinct(ends.switch[cabled] * count + ends.node[cabled])
    return np.bincount(pairs // count, minlength=len(wires.fabric.nodes))


def both_ways(wires: Wiring, chosen: Bools) -> Ints:
    """Return each pair of cabled switches, both among the chosen ones, once in each direction.

    Parameters
    ----------
    wires : Wiring
    chosen : (N,) bool

    Returns
    -------
    (2 M, 2) int64
        Sorted; parallel cables are merged.
    """
    count = max(len(wires.fabric.nodes), 1)
    pairs = wires.node[wires.trunks]
    near, far = pairs[chosen[pairs].all(axis=1)].T
    code = distinct(np.concatenate([near * count + far, far * count + near]))
    return np.column_stack([code // count, code % count])


def _medians(pairs: Ints, hosts: Ints) -> Floats:
    """Return the median of `hosts` over the neighbours of each switch, (N,); 0 without neighbours."""
    near, held = pairs[:, 0], hosts[pairs[:, 1]]
    order = np.lexsort((held, near))
    held = held[order]
    number = np.bincount(near, minlength=len(hosts))
    first = np.cumsum(number) - number
    has = number > 0
    low, high = (first + (number - 1) // 2)[has], (first + number // 2)[has]
    median = np.zeros(len(hosts))
    median[has] = (held[low] + held[high]) / 2
    return median


def _distances(wires: Wiring, start: Bools) -> Ints:
    """Return the number of cables from each switch to the nearest of `start`, (N,); -1 where none is reached."""
    pairs = wires.node[wires.trunks]
    near, far = np.concatenate([pairs, pairs[:, ::-1]]).T
    distance = np.where(start, 0, -1)
    step = 0
    while len(near):
        reached = far[(distance[near] == step) & (distance[far] < 0)]
        if not len(reached):
            break
        step += 1
        distance[reached] = step
        waiting = distance[far] < 0
        near, far = near[waiting], far[waiting]
    return distance


def top_levels(wires: Wiring, level: Ints) -> Ints:
    """Return the highest level of each subnet, (subnets,)."""
    top = np.zeros(wires.subnets, np.int64)
    np.maximum.at(top, wires.subnet[wires.switches], level[wires.switches])
    return top


def pods(wires: Wiring, level: Ints) -> Ints:
    """Return the pod of each switch: component of its subnet without the top level.

    Returns
    -------
    (N,) int64
        Numbered subnet by subnet, by their first switch in routing order; -1 for switches of the top level
        and for what is no switch. A subnet of one level is one pod.
    """
    top = np.append(top_levels(wires, level), 0)[wires.subnet]
    below = wires.is_switch & ((level < top) | (top == 1))
    return _parts(wires, below, below)


def planes(wires: Wiring, level: Ints) -> Ints:
    """Return the plane of each switch of the top level of its subnet: component of the two top levels.

    Returns
    -------
    (N,) int64
        Numbered as pods are; -1 elsewhere. The spines of a subnet of two levels are one plane.
    """
    top = np.append(top_levels(wires, level), 0)[wires.subnet]
    upper = wires.is_switch & (top > 1)
    return _parts(wires, upper & (level >= top - 1), upper & (level == top))


def _parts(wires: Wiring, joined: Bools, shown: Bools) -> Ints:
    """Return the component of each switch shown, of the graph of those joined, in the order of the first."""
    pairs = wires.node[wires.trunks]
    label = components(len(joined), pairs[joined[pairs].all(axis=1)])
    order = wires.switches[shown[wires.switches]]
    part = np.full(len(joined), -1)
    if len(order):
        _, first, inverse = np.unique(label[order], return_index=True, return_inverse=True)
        rank = np.empty(len(first), np.int64)
        rank[np.lexsort((first, wires.subnet[order[first]]))] = np.arange(len(first))
        part[order] = rank[inverse]
    return part
