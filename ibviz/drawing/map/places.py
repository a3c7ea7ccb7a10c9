"""Where nodes stand on the map, in units of the plane, before there are pixels."""

from __future__ import annotations

import numpy as np

from ibviz.core.fabric import Kind
from ibviz.core.table import Floats, Ints
from ibviz.drawing.scene import Scene
from ibviz.drawing.suiting import suit

SWITCH, HOST = (154.0, 62.0), (92.0, 34.0)
"""Width and height of a switch, and of every other node."""


FARTHEST = 1e7
"""Nodes stand no further from the middle of the plane, whatever a file says: pixels could not be told from it."""


def bounded(positions: Floats) -> Floats:
    """Return places as they are shown: none beyond the plane."""
    return np.clip(positions, -FARTHEST, FARTHEST)


def places(scene: Scene) -> Floats:
    """Return the middle of each node, (N, 2), found once for a scene; NaN for what stands nowhere."""
    found: Floats = scene.once("map places", lambda: _places(scene))
    return found


def _places(scene: Scene) -> Floats:
    own = bounded(scene.state.positions)
    return np.where(np.isnan(own).any(axis=1, keepdims=True), suit(scene).places, own)


def sizes(scene: Scene) -> Floats:
    """Return width and height of each node, (N, 2)."""
    kept: Floats = scene.once("map sizes", lambda: _sizes(scene))
    return kept


def _sizes(scene: Scene) -> Floats:
    is_switch = scene.fabric.nodes.kind == Kind.SWITCH
    return np.where(is_switch[:, None], np.array(SWITCH), np.array(HOST))


def areas(scene: Scene, nodes: Ints, cables: Ints) -> Floats:
    """Return left, top, right and bottom of nodes and cables, (n + m, 4): a cable spans its ends' middles."""
    at, half = places(scene), sizes(scene) / 2
    ends = at[scene.ends[cables]]
    boxes = np.column_stack([at[nodes] - half[nodes], at[nodes] + half[nodes]])
    return np.concatenate([boxes, np.column_stack([ends.min(axis=1), ends.max(axis=1)])])
