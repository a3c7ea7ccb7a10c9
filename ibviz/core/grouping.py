"""Groups of switches that are cabled much among themselves and little to others, as in a dragonfly."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from ibviz.core.table import Bools, Floats, Ints, Texts
from ibviz.core.wiring import components

MOST = 3_000
"""Switches that are looked at at most: all pairs of them are."""
ALIKE = (0.35, 0.45, 0.55, 0.65, 0.75)
"""Share of common neighbours from which on two cabled switches are in one group, tried one after the other."""
FEWEST = 3
DENSE, SPARSE = 0.5, 1 / 3
"""Share of the pairs inside groups that must be cabled, and what of that share others may have at most."""
LONE = 0.1
"""Share of the switches that may be in a group of their own."""
PARTED = 0.25
"""Modularity that groups must have at least."""


def find_groups(names: Texts, pairs: Ints) -> Ints | None:
    """Return the group of each switch, (n,) from 0, by cables and names; None where there are no clear groups.

    Parameters
    ----------
    names : (n,) str
        In the order in which people read them; groups are numbered in it.
    pairs : (2 M, 2) int64
        Each pair of cabled switches once in both directions; switches as indices into the names.
    """
    count = len(names)
    if not 2 * FEWEST <= count <= MOST or not len(pairs):
        return None
    cabled = np.zeros((count, count), bool)
    cabled[pairs[:, 0], pairs[:, 1]] = True
    best, most = None, PARTED
    for label in (*_by_names(names), *_by_neighbours(cabled, pairs)):
        found = parting(label, cabled)
        if found > most:
            best, most = label, found
    return None if best is None else _numbered(best)


def parting(label: Ints, cabled: Bools) -> float:
    """Return the modularity of groups; 0 where they are too few, too small or hardly denser than the rest."""
    size = np.bincount(label)
    if (size > 0).sum() < FEWEST or size[size == 1].sum() > LONE * len(label):
        return 0.0
    member = (label[:, None] == np.arange(len(size))).astype(np.float64)
    between = member.T @ cabled.astype(np.float64) @ member
    inside, total = float(np.trace(between)), float(between.sum())
    room = float((size * (size - 1)).sum())
    beyond = len(label) * (len(label) - 1) - room
    dense = inside / max(room, 1.0)
    if dense < DENSE or (total - inside) / max(beyond, 1.0) > SPARSE * dense:
        return 0.0
    return inside / total - float(((between.sum(axis=1) / total) ** 2).sum())


def _by_names(names: Texts) -> Iterator[Ints]:
    """Yield groups by what stands before the last number of names, and by their first number."""
    texts = [str(name) for name in names.tolist()]
    stems = [re.sub(r"[0-9]{1,9}[^0-9]*$", "", text) for text in texts]
    firsts = [(re.findall(r"[0-9]{1,9}", text) or [""])[0] for text in texts]
    for keys in (stems, firsts):
        yield np.unique(np.array(keys, str), return_inverse=True)[1].reshape(-1)


def _by_neighbours(cabled: Bools, pairs: Ints) -> Iterator[Ints]:
    """Yield components of the cables whose ends have many neighbours in common, more and more."""
    near = cabled.astype(np.float32) + np.eye(len(cabled), dtype=np.float32)
    degree = near.sum(axis=1)
    common: Floats = (near @ near)[pairs[:, 0], pairs[:, 1]].astype(np.float64)
    alike = common / np.sqrt(degree[pairs[:, 0]] * degree[pairs[:, 1]])
    for least in ALIKE:
        yield np.unique(components(len(cabled), pairs[alike >= least]), return_inverse=True)[1].reshape(-1)


def _numbered(label: Ints) -> Ints:
    """Return groups numbered in the order in which they first occur."""
    _, first, number = np.unique(label, return_index=True, return_inverse=True)
    ranked: Ints = np.argsort(np.argsort(first))[number.reshape(-1)]
    return ranked
