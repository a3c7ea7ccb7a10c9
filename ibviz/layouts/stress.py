"""Points in a plane whose distances are nearly those asked for, and circles that do not meet."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Floats

PIVOTS = 50
WORK, FEWEST, ROUNDS = 3e7, 20, 120
"""Pairs that are looked at in all, in no fewer and no more rounds than these."""
STILL = 1e-4
"""It is done when no point moves by more than this part of the longest distance."""


def embedded(distance: Floats) -> Floats:
    """Return points whose distances have the least stress that is found, (n, 2), the longer way along x.

    Parameters
    ----------
    distance : (n, n) float64
        Symmetric, above 0 off the diagonal.

    Notes
    -----
    Stress majorization with weights of one by the distance squared (Gansner, Koren and North, 2004), from a
    start by pivot MDS (Brandes and Pich, 2006). All of it is the same on every run.
    """
    count = len(distance)
    if count < 2:
        return np.zeros((count, 2))
    wanted = distance + np.eye(count)
    weight = wanted**-2
    np.fill_diagonal(weight, 0.0)
    laplacian = np.diag(weight.sum(axis=1)) - weight
    inverse = np.linalg.inv(laplacian + 1 / count)
    at, pulls = _start(distance), weight * distance
    for _ in range(_rounds(count)):
        pull = pulls / _apart(at)
        moved: Floats = inverse @ (pull.sum(axis=1)[:, None] * at - pull @ at)
        moves, at = float(np.abs(moved - at).max()), moved
        if moves < STILL * distance.max():
            break
    return _turned(at)


def parted(at: Floats, radius: Floats, gap: float) -> Floats:
    """Return points moved as little as makes circles around them keep a gap, (n, 2).

    What pushing apart leaves is made up by enlarging it all.
    """
    if len(at) < 2:
        return at
    least = radius[:, None] + radius + gap
    np.fill_diagonal(least, 0.0)
    for _ in range(_rounds(len(at))):
        ratio = least / _apart(at)
        if ratio.max() < 1 + STILL:
            break
        share = np.maximum(ratio - 1, 0.0) / 2
        at = at + at * share.sum(axis=1)[:, None] - share @ at
    return at * max(float((least / _apart(at)).max()), 1.0)


def _rounds(count: int) -> int:
    return int(np.clip(WORK / count**2, FEWEST, ROUNDS))


def _apart(at: Floats) -> Floats:
    """Return the distance of every two points, (n, n), never 0; that of a point to itself is 1."""
    square = (at**2).sum(axis=1)
    apart: Floats = square[:, None] + square - 2 * (at @ at.T)
    np.maximum(apart, 1e-6, out=apart)
    np.fill_diagonal(apart, 1.0)
    return np.sqrt(apart, out=apart)


def _start(distance: Floats) -> Floats:
    """Return where to begin; points with the same distances to all others are set apart a little."""
    count = len(distance)
    pivots = np.unique(np.linspace(0, count - 1, PIVOTS).astype(np.int64))
    square = distance[:, pivots] ** 2
    centred = square - square.mean(axis=0) - square.mean(axis=1)[:, None] + square.mean()
    axes = np.linalg.eigh(centred.T @ centred)[1][:, ::-1][:, :2]
    at = np.zeros((count, 2))
    at[:, : axes.shape[1]] = centred @ axes
    size = np.abs(at).max() or 1.0
    turn = np.arange(count) * np.pi * (3 - np.sqrt(5))
    aside = np.column_stack([np.cos(turn), np.sin(turn)]) * np.sqrt(np.arange(count) / count)[:, None]
    started: Floats = (at / size + aside / 20) * distance.max() / 2
    return started


def _turned(at: Floats) -> Floats:
    """Return the points with their longer way along x, the first of them at the upper left."""
    at = at - at.mean(axis=0)
    axes = np.linalg.eigh(at.T @ at)[1][:, ::-1]
    at = at @ axes
    turned: Floats = at * np.where(at[0] > 0, -1.0, 1.0)
    return turned
