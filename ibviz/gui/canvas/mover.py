"""The mover: nodes of the map dragged elsewhere, seen with their cables on the way, one step of the history each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF

from ibviz.core.edit_values import move
from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.drawing import Primitive, Words
from ibviz.drawing.ink import boxes, curves
from ibviz.drawing.lettering import MIDDLE, Lettering
from ibviz.drawing.map.ground import MapGround
from ibviz.drawing.map.lines import shapes, stand
from ibviz.drawing.map.places import bounded, places
from ibviz.drawing.ramps import with_alpha
from ibviz.drawing.theme import Theme
from ibviz.gui.canvas.creep import Creep
from ibviz.gui.canvas.slide import Slide, slide

if TYPE_CHECKING:
    from ibviz.drawing.scene import Scene
    from ibviz.gui.canvas.widget import Canvas

SNAP = 12.0
"""Nodes stand at multiples of it, units."""

MOST_CABLES, MOST_BOXES, MOST_NAMES = 400, 600, 40
"""Cables, nodes and names that are seen on the way; of more only so many are."""

NONE = np.empty(0, np.int64)


@dataclass(frozen=True, eq=False)
class Grasp:
    """What is being dragged, where it was in the kept picture.

    Attributes
    ----------
    ground : MapGround
        That of the kept picture.
    rows : (n,) int64
        Nodes, those in a fold too.
    lead : int
        The one that the pointer holds.
    shown : (k,) int64
        Those in view.
    box : (k, 4) float64
    xy : (m, 8) float64
        Their cables.
    held : (m, 2) bool
        Which ends of them move along.
    """

    ground: MapGround
    rows: Ints
    lead: int
    shown: Ints
    box: Floats
    xy: Floats
    held: Bools


class Mover:
    """Moves nodes of the map for a canvas.

    Parameters
    ----------
    canvas : Canvas
    """

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._grasp: Grasp | None = None
        self._start = QPointF()
        self._center = (0.0, 0.0)
        self._drawn = (QPointF(), False, False)
        self._by = (0.0, 0.0)
        self._let_go = False
        self._creep = Creep(canvas, lambda: self._go(*self._drawn))

    @property
    def possible(self) -> bool:
        """Whether nodes can be moved in what is shown."""
        kept = self._canvas.kept
        return (
            kept is not None
            and isinstance(kept.picture.ground, MapGround)
            and kept.scene is self._canvas.scene
        )

    def take(self, node: int, spot: QPointF) -> None:
        """Take hold of a node, and of the other selected ones if it is selected."""
        kept = self._canvas.kept
        assert kept is not None
        ground = kept.picture.ground
        assert isinstance(ground, MapGround)
        chosen = self._canvas.shown(self._canvas.desk.document.selection).nodes
        heads = kept.scene.folding.heading[np.array(sorted({node} | (chosen if node in chosen else set())))]
        view = self._canvas.desk.gaze.view
        self._start, self._by, self._let_go = spot, (0.0, 0.0), False
        self._center = view.center, view.center_y
        self._grasp = grasped(ground, np.unique(heads), int(kept.scene.folding.heading[node]))

    def drag(self, spot: QPointF, *, free: bool, straight: bool) -> None:
        """Go on to a point of the screen, at an edge with the picture; snapped unless free, straight on the longer way."""
        self._drawn = spot, free, straight
        self._go(spot, free, straight)
        if self._grasp is not None:
            self._creep.at(self._start, spot)

    def _go(self, spot: QPointF, free: bool, straight: bool) -> None:
        """Bring what is held to a point of the screen, wherever the picture was scrolled meanwhile."""
        grasp, view = self._grasp, self._canvas.desk.gaze.view
        if grasp is None:
            return
        x = (spot.x() - self._start.x()) / view.zoom + view.center - self._center[0]
        y = (spot.y() - self._start.y()) / view.zoom + view.center_y - self._center[1]
        if straight:
            x, y = (x, 0.0) if abs(x) >= abs(y) else (0.0, y)
        if not free:
            x, y = snapped(places(grasp.ground.scene)[grasp.lead], (x, y))
        self._by = x, y
        self._canvas.touch()

    def drop(self) -> None:
        """Leave the nodes where they are: one step of the history."""
        self._creep.stop()
        grasp = self._grasp
        if grasp is None or self._by == (0.0, 0.0):
            self._grasp = None
            return
        self._let_go = self._knows(grasp.ground.scene)
        if not self._let_go:
            self._grasp = None
            return
        self._apply(grasp.ground.scene, grasp.rows, self._by, "")

    def _knows(self, scene: Scene) -> bool:
        """Tell whether a scene is of the document, not of one that was there before another was opened."""
        return scene.fabric is self._canvas.desk.document.state.fabric

    def give_up(self) -> None:
        """Put them back."""
        self._creep.stop()
        self._grasp = None

    def settle(self) -> None:
        """End the drag once a picture shows the nodes where they were left."""
        kept, state = self._canvas.kept, self._canvas.desk.document.state
        if self._let_go and kept is not None and kept.scene.state.positions is state.positions:
            self._grasp = None

    def nudge(self, x: float, y: float) -> bool:
        """Move the selected nodes a little; tell whether there are any on the map."""
        canvas = self._canvas
        chosen, scene = canvas.shown(canvas.desk.document.selection).nodes, canvas.scene
        if not self.possible or scene is None or not chosen or not self._knows(scene):
            return False
        heads = np.unique(scene.folding.heading[np.array(sorted(chosen))])
        self._apply(scene, members(scene, heads), (x, y), "nudge")
        return True

    def _apply(self, scene: Scene, rows: Ints, by: tuple[float, float], merge: str) -> None:
        known = rows[~np.isnan(places(scene.whole)[rows]).any(axis=1)]
        there = places(scene.whole)[known]
        now = bounded(self._canvas.desk.document.state.positions[known])
        there = np.where(np.isnan(now), there, now) + by
        name = f"Move {scene.names(known)[0]}" if len(known) == 1 else f"Move {len(known):,} nodes"
        self._canvas.desk.document.apply(name, lambda state: move(state, known.tolist(), there), merge=merge)

    def items(self, now: Slide, tokens: Theme) -> list[Primitive]:
        """Return what is dragged, where it is now, with its cables; what it leaves is dimmed."""
        grasp = self._grasp
        if grasp is None or self._by == (0.0, 0.0):
            return []
        by = np.array(self._by) * grasp.ground.scale
        box, xy = grasp.box.copy(), grasp.xy.copy()
        box[:, :2] += by
        for end, at in ((0, slice(0, 4)), (1, slice(4, 8))):
            xy[grasp.held[:, end], at] += np.tile(by, 2)
        way = slide(grasp.ground, now.now)
        left, there = way.boxes(grasp.box, NONE), way.boxes(box, NONE)
        lines = way.curves(xy, np.empty((0, 2), np.int64))
        return [
            boxes(left, with_alpha(tokens.canvas, 150), radius=4.0),
            curves(lines, with_alpha(tokens.acc, 200), 1.0),
            boxes(there, with_alpha(tokens.acc_bg, 235), tokens.acc, 1.4, 4.0),
            _named(grasp, there, tokens),
        ]


def _named(grasp: Grasp, box: Floats, tokens: Theme) -> Words:
    """Return the names of the first few nodes, where they fit into their boxes."""
    letters = Lettering((-1e9, -1e9, 1e9, 1e9))
    few, color = box[:MOST_NAMES], tokens.t1
    names = grasp.ground.scene.names(grasp.shown[:MOST_NAMES])
    x, y = few[:, 0] + few[:, 2] / 2, few[:, 1] + few[:, 3] / 2
    letters.put(
        names,
        x,
        y,
        px=11.0,
        weight=600,
        color=color,
        background=tokens.acc_bg,
        align=MIDDLE,
        room=few[:, 2] - 8,
    )
    return letters.words()


def grasped(ground: MapGround, heads: Ints, lead: int) -> Grasp:
    """Return what is dragged with some nodes of a picture: them, what is folded in them, their cables."""
    scene = ground.scene
    mine = np.zeros(len(scene.band), bool)
    mine[heads] = True
    cables = scene.cables[stand(ground, scene.cables)]
    held = mine[scene.ends[cables]]
    cables = cables[held[:, 0] | held[:, 1]][:MOST_CABLES]
    shown = heads[ground.seen(ground.boxes(heads))][:MOST_BOXES]
    held = mine[scene.ends[cables]]
    return Grasp(
        ground, members(scene, heads), lead, shown, ground.boxes(shown), shapes(ground, cables), held
    )


def members(scene: Scene, heads: Ints) -> Ints:
    """Return nodes with all that is folded in them."""
    folds = scene.folding.group[heads]
    inside = np.isin(scene.folding.group, folds[folds >= 0])
    return np.union1d(heads, np.flatnonzero(inside)).astype(np.int64)


def snapped(place: Floats, by: tuple[float, float]) -> tuple[float, float]:
    """Return a way that ends at a multiple of the grid; along an axis that is not moved it stays none.

    Examples
    --------
    >>> snapped(np.array([5.0, 24.0]), (10.0, 0.0))
    (7.0, 0.0)
    """
    x, y = (
        round((float(at) + way) / SNAP) * SNAP - float(at) if way else 0.0
        for at, way in zip(place, by, strict=True)
    )
    return x, y
