"""Subnets that share their hosts: one of them has the hosts, the other reaches them from the far side."""

from __future__ import annotations

import numpy as np

from ibviz.core.structure import Structure
from ibviz.core.table import Ints
from ibviz.layouts.tiles import Family


def partners(structure: Structure, family: Family, part: Ints, count: int) -> Ints:
    """Return for each part without hosts of its own the part to whose hosts it is cabled most, (count,).

    Parameters
    ----------
    structure : Structure
    family : Family
    part : (K,) int64
        Of each switch, from 0.
    count : int

    Returns
    -------
    (count,) int64
        -1 for parts with hosts, without cables to any, and where the hosts have such a partner already.
    """
    of = np.full(len(structure.level) + 1, -1)
    of[family.switch] = part
    ends = structure.wiring.end_ports
    guest, owner = of[ends.switch], of[structure.leaf[ends.node]]
    held = np.bincount(part, family.hosts, count)
    here = (guest >= 0) & (owner >= 0) & (guest != owner)
    here[here] = held[guest[here]] == 0
    code, votes = np.unique(guest[here] * max(count, 1) + owner[here], return_counts=True)
    found = np.full(count, -1)
    order = np.argsort(votes, kind="stable")
    found[code[order] // max(count, 1)] = code[order] % max(count, 1)
    first = np.unique(found, return_index=True)[1]
    taken = np.full(count, -1)
    taken[first] = found[first]
    return taken
