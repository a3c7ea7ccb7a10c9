"""Matrices for tests: the scenes that have one, and pictures of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from fabrics import fabric_of, tree2, tree3
from scenes import FABRICS, scene_of

from ibviz.drawing.matrix.fitting import fit
from ibviz.drawing.matrix.ground import Matrix
from ibviz.drawing.matrix.picture import Picture, compose
from ibviz.drawing.matrix.sheet import Sheet
from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View

_MADE: dict[str, Callable[[], Scene]] = {
    "tree": lambda: scene_of(tree2(7, 4, 3, holes=2, aggregation=True), down_nodes=[9], down_cables=[3]),
    "parallel": lambda: scene_of(tree2(5, 3, 2, parallel=3, holes=2), down_cables=[1]),
    "pods": lambda: scene_of(FABRICS["pods"](), down_cables=[5, 6]),
    "many": lambda: scene_of(tree3(12, 9, 6, 2, 2, shuffle=3), down_nodes=[0, 110]),
    "tall": lambda: scene_of(tree2(430, 11, 1), down_cables=[7], down_nodes=[3, 433]),
    "ring": lambda: scene_of(FABRICS["ring"]()),
    "forest": lambda: scene_of(FABRICS["forest"]()),
    "odd": lambda: scene_of(FABRICS["odd"]()),
    "tower": lambda: scene_of(FABRICS["tower"]()),
    "no load": lambda: scene_of(tree2(4, 3, 2), load=False),
}

SCENES: dict[str, Callable[[], Scene]] = {name: cache(make) for name, make in _MADE.items()}
"""Scenes with a matrix, by name."""


def view_of(scene: Scene, zoom: str = "fit", size: tuple[int, int] = (900, 640), **looks: Any) -> View:
    """Return a view of a scene's matrix."""
    view = View(kind="matrix", width=size[0], height=size[1], **looks)
    return fit(scene, view, zoom, looks.get("focus", -1))


def matrix_of(scene: Scene, zoom: str = "fit", size: tuple[int, int] = (900, 640), **looks: Any) -> Picture:
    """Return the matrix of a scene as drawn at a zoom."""
    return compose(scene, view_of(scene, zoom, size, **looks))


def panned(scene: Scene, view: View, right: float, down: float) -> Picture:
    """Return the matrix moved by pixels."""
    moved = replace(view, center=view.center + right / view.zoom, center_y=view.center_y + down / view.zoom)
    return compose(scene, moved)


def sheet_of(scene: Scene, pair: tuple[int, ...] = ()) -> Sheet:
    """Return the sheet of a scene."""
    made = Matrix(scene, View(kind="matrix", pair=pair)).sheet
    assert made is not None
    return made


def leaf_pairs() -> Scene:
    """Return a tree of two levels whose leaves are joined two by two as well."""
    up = [(leaf, 10 + spine, 4 + spine, 1 + leaf) for leaf in range(4) for spine in range(2)]
    hosts = [(leaf, 1, 6 + leaf, 1) for leaf in range(4)]
    return scene_of(fabric_of("S" * 6 + "H" * 4, [*up, *hosts, (0, 20, 1, 20), (2, 20, 3, 20)]))
