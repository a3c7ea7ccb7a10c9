"""The views that there are, by `View.kind`: how each is composed, and where things stand in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from ibviz.core.table import Floats, Ints
from ibviz.drawing.composed import Composed
from ibviz.drawing.ground import Ground
from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View

KINDS = ("layered", "map", "matrix")
"""The views, each in the folder of that name: its module ``vista`` has a `Vista` called ``VISTA``."""


@dataclass(frozen=True)
class Vista:
    """One of the views.

    Parameters
    ----------
    compose : callable (scene, view) -> Composed
        Makes the picture; that knows what is under a point of it, and where nodes and cables are in it.
    ground : callable (scene, view) -> Ground
        Where things lie in the pixels of such a picture, found quickly, without making it.
    fit : callable (scene, view, zoom, focus) -> View
        The view that shows the whole (``fit``), a part (``mid``) or a few nodes (``close``), with a node in
        the middle, or with focus -1 the part that needs attention most.
    areas : callable (scene, view, nodes, cables) -> (n + m, 4) float64
        Of a plane: left, top, right and bottom of nodes, then of cables, in its units; NaN for what is not on
        it.
    """

    compose: Callable[[Scene, View], Composed]
    ground: Callable[[Scene, View], Ground]
    fit: Callable[[Scene, View, str, int], View]
    areas: Callable[[Scene, View, Ints, Ints], Floats]


@cache
def vista(kind: str) -> Vista:
    """Return a view by its kind, imported when it is first asked for."""
    made: Vista = import_module(f"ibviz.drawing.{kind}.vista").VISTA
    return made
