"""What is under the pointer: found in the drawing itself, so that it cannot differ from what is seen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.draw import compose
from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View

REACH = 5.0
"""How far from a cable it is still meant, pixels."""

PORT_REACH = 10.0
"""How far from the middle of a port it is still meant, pixels."""


@dataclass(frozen=True)
class Hit:
    """What is under the pointer.

    Parameters
    ----------
    kind : str
        ``node``, ``port``, ``cable``, ``bundle``, ``group`` or ``nothing``.
    node, port : int
        Row of the node and number of its port; -1 for none.
    cable : int
        Row of the cable: the one hit, that in the port, that of the host's tile; -1 for none.
    cables : tuple of int
        Rows of the cables of a bundle.
    group : str
        What kind of group, such as ``pod``; with `number`, its index in the structure.
    number : int
    nodes : tuple of int
        What a group that is folded stands for: its switches, or all its nodes where it has none; `node` is its
        head then. Empty for one that is not folded.
    """

    kind: str = "nothing"
    node: int = -1
    port: int = -1
    cable: int = -1
    cables: tuple[int, ...] = ()
    group: str = ""
    number: int = -1
    nodes: tuple[int, ...] = ()


def as_group(scene: Scene, found: Hit) -> Hit:
    """Return the group that is folded where its head was hit; everything else as it is."""
    folding = scene.folding
    if found.kind not in ("node", "port") or not folding or not folding.is_head[found.node]:
        return found
    place = folding.of(found.node)
    fold = folding.folds[place]
    nodes = tuple(folding.standing_for(scene.fabric, place).tolist())
    return Hit("group", node=found.node, group=fold.kind, number=fold.number, nodes=nodes)


def hit(scene: Scene, view: View, x: float, y: float) -> Hit:
    """Return what is under a point of the picture, topmost first."""
    return compose(scene, view).find(x, y)


def nearest_of(found: Iterable[tuple[float, int] | None]) -> int | None:
    """Return the row of the nearest of what was found, each with its distance; of several the one drawn last."""
    best: tuple[float, int] | None = None
    for one in found:
        if one is not None and (best is None or one[0] <= best[0] + 1e-9):
            best = one
    return None if best is None else best[1]


def nearest_curve(xy: Floats, row: Ints, x: float, y: float) -> tuple[float, int] | None:
    """Return distance and row of the nearest curve within reach, of several the one drawn last."""
    kept = np.flatnonzero((row != -1) & _about(xy[:, ::2], x) & _about(xy[:, 1::2], y))
    if not len(kept):
        return None
    near, spot = xy[kept], np.array([x, y])
    wide = np.maximum(np.abs(near[:, 6] - near[:, 0]), np.abs(near[:, 1::2] - near[:, 1:2]).max(axis=1))
    kept = kept[distances(near.reshape(-1, 4, 2), spot, COARSE) <= REACH + 0.06 * wide]
    if not len(kept):
        return None
    away = distances(xy[kept].reshape(-1, 4, 2), spot)
    best = float(away.min())
    if best > REACH:
        return None
    return best, int(row[kept[np.flatnonzero(away <= best + 1e-9)[-1]]])


def _about(values: Floats, spot: float) -> Bools:
    """Tell between which four values, reach included, a spot lies; by columns, as short rows are slow."""
    a, b, c, d = values.T
    low = np.minimum(np.minimum(a, b), np.minimum(c, d))
    high = np.maximum(np.maximum(a, b), np.maximum(c, d))
    inside: Bools = (low - REACH <= spot) & (spot <= high + REACH)
    return inside


COARSE, FINE = 9, 41
"""Points along a curve to sort out the far ones by, and to measure the near ones by."""


def distances(points: Floats, spot: Floats, count: int = FINE) -> Floats:
    """Return how far a spot is from curves (n, 4, 2), (n,) pixels; with 41 points to a quarter of a pixel."""
    t = (1 - np.cos(np.linspace(0, np.pi, count))) / 2
    weights = np.stack([(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3])
    x, y = (points[:, :, axis] @ weights - spot[axis] for axis in (0, 1))
    start_x, start_y = x[:, :-1], y[:, :-1]
    step_x, step_y = x[:, 1:] - start_x, y[:, 1:] - start_y
    length = np.maximum(step_x**2 + step_y**2, 1e-12)
    share = np.clip(-(start_x * step_x + start_y * step_y) / length, 0, 1)
    nearest: Floats = np.hypot(start_x + share * step_x, start_y + share * step_y).min(axis=1)
    return nearest
