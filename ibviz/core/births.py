"""What a new row gets at birth: a number that no other row of any history has, and a node its GUID."""

from __future__ import annotations

import os

import numpy as np

from ibviz.core.fabric import born_guid
from ibviz.core.table import Bools, Guids, Ints

_BASE = 0x0200000000000000
_END = 0x02FFFFFF00000000


def fresh_births(count: int) -> Ints:
    """Return birth numbers for `count` new rows, (count,): 62 random bits each, so that none comes twice."""
    random = np.frombuffer(os.urandom(8 * count), np.uint64)
    births: Ints = (random >> np.uint64(2)).astype(np.int64)
    return births


def born(guids: Guids) -> Bools:
    """Tell which GUIDs are of the kind that is given at birth, and so say nothing of a real device.

    Examples
    --------
    >>> born(np.array([2, 0x0002C90300A01010], np.uint64)).tolist()
    [True, False]
    """
    swapped = guids.byteswap()
    ours: Bools = (swapped >= _BASE) & (swapped < _END) & ((swapped - np.uint64(_BASE)) % np.uint64(16) == 0)
    return ours


def with_born_guids(guids: Guids, taken: Guids) -> Guids:
    """Return the GUIDs of nodes in row order, each missing one (0) replaced by that of birth.

    Parameters
    ----------
    guids : (N,) uint64
        0 for none.
    taken : (K,) uint64
        Other GUIDs of the fabric, such as those of its ports.

    Notes
    -----
    The n-th born number is 0x0200000000000000 + 16 n, byte-swapped: n is the row or, where the fabric has
    such a number as high or higher, one more than the highest; one that is taken is passed over.

    Examples
    --------
    >>> with_born_guids(np.array([0, 7, 0], np.uint64), np.array([], np.uint64)).tolist()
    [2, 7, 2305843009213693954]
    """
    rows = np.flatnonzero(guids == 0)
    if not len(rows):
        return guids
    known = np.concatenate([guids, taken]).astype(np.uint64)
    swapped = known.byteswap()
    born = swapped[(swapped >= _BASE) & (swapped < _END)] - np.uint64(_BASE)
    counted = born[born % np.uint64(16) == 0]
    highest = int(counted.max() // np.uint64(16)) if len(counted) else -1
    place = np.arange(len(rows))
    numbers = np.maximum(rows - place, highest + 1) + place
    fresh = (numbers.astype(np.uint64) * np.uint64(16) + np.uint64(_BASE)).byteswap()
    if np.isin(known, fresh).any():
        fresh = _passing_over(set(known.tolist()), rows.tolist(), highest)
    filled = guids.copy()
    filled[rows] = fresh
    return filled


def _passing_over(used: set[int], rows: list[int], highest: int) -> Guids:
    """Return the GUIDs of birth one by one, leaving out those that are taken."""
    fresh = []
    for row in rows:
        highest = max(row, highest + 1)
        while (guid := born_guid(highest)) in used:
            highest += 1
        fresh.append(guid)
    return np.array(fresh, np.uint64)
