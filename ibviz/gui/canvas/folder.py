"""The folder: folds and unfolds groups, and keeps in its place what is looked at."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from ibviz.core.order import distinct
from ibviz.core.table import Ints
from ibviz.drawing.fold import KINDS, Fold, ordered
from ibviz.drawing.foldable import act_of, all_of, foldable, folded_at, is_known
from ibviz.drawing.folding import group_rows, groups_of
from ibviz.drawing.frame import GUTTER, MARGIN
from ibviz.drawing.hit import Hit
from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View
from ibviz.gui.selection import Selection

if TYPE_CHECKING:
    from ibviz.gui.canvas.widget import Canvas

MOST = 5
"""Folds that a menu offers to open one by one."""

MANY = 2000
"""Selected things from which on no group is looked for before a menu is opened."""


class Folder(QObject):
    """Folds groups for a canvas; what is folded is in the View, not in the history.

    Parameters
    ----------
    canvas : Canvas
    """

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._share = 0.5
        self.pressed = Hit()
        self._known: tuple[object, object, int, tuple[list[Fold], list[Fold]]] | None = None

    def put(self, folds: Iterable[Fold], share: float = 0.5) -> None:
        """Have these groups folded and no others.

        Parameters
        ----------
        folds : iterable of Fold
        share : float
            Where along the width of the bands it stays as it is, 0 to 1.
        """
        self._share = share
        self._canvas.desk.gaze.change(folds=ordered(set(folds)))

    def toggle(self, found: Hit, x: float) -> bool:
        """Open the group that was hit, or fold it; tell whether a group was hit."""
        if found.kind != "group":
            return False
        fold, now = Fold(found.group, found.number), set(self._canvas.desk.gaze.view.folds)
        self.put(now ^ {fold}, self._share_of(x))
        return True

    def fold(self, fold: Fold) -> None:
        """Fold a group, and keep it where it is."""
        self.put({*self._canvas.desk.gaze.view.folds, fold}, self._at(fold))

    def unfold(self, folds: Iterable[Fold]) -> None:
        """Open groups, and keep the first of them where it is."""
        opened = list(folds)
        if opened:
            self.put(set(self._canvas.desk.gaze.view.folds) - set(opened), self._at(opened[0]))

    def fold_all(self, kind: str) -> None:
        """Fold all groups of a kind."""
        scene = self._canvas.scene
        if scene is not None:
            self.put({*self._canvas.desk.gaze.view.folds, *all_of(scene, kind)})

    def none_of(self, kind: str) -> str:
        """Return why no groups of a kind can be folded; empty if they can, or if that is still to be found."""
        scene = self._canvas.scene
        if scene is None:
            return "there is no fabric yet"
        if kind == "pod":
            return "" if scene.whole.bands.pods else "pods are seen from three levels of switches on"
        known = is_known(scene.structure, kind)
        return "" if not known or len(groups_of(scene.structure, kind).names) else "the file states no racks"

    def fold_selected(self) -> None:
        """Fold the outermost group that holds all that is selected."""
        folds = self.offered()[0]
        if folds:
            self.fold(folds[0])

    def unfold_selected(self) -> None:
        """Open the folds that are selected."""
        self.unfold(self.offered()[1])

    def nothing_to_fold(self) -> str:
        """Return why nothing selected can be folded; empty if it can."""
        if not self._canvas.desk.document.selection:
            return "select a switch or a host first"
        return "" if self.offered(known_only=True)[0] else "the selection is in no group that can be folded"

    def nothing_to_unfold(self) -> str:
        """Return why nothing selected can be opened; empty if it can."""
        return "" if self.offered(known_only=True)[1] else "select a folded group first"

    def offered(self, *, known_only: bool = False) -> tuple[list[Fold], list[Fold]]:
        """Return which groups of the selection can be folded, and which of its folds be opened.

        Parameters
        ----------
        known_only : bool
            Look at no groups that are still to be found.
        """
        scene, chosen = self._canvas.scene, self._canvas.desk.document.selection
        if scene is None or (known_only and len(chosen.nodes) + len(chosen.cables) > MANY):
            return [], []
        kinds = [kind for kind in KINDS if not known_only or is_known(scene.structure, kind)]
        if self._known is None or self._known[:3] != (scene.folding, chosen, len(kinds)):
            nodes = nodes_of(scene, chosen)
            found = foldable(scene, nodes, kinds), folded_at(scene, nodes)
            self._known = scene.folding, chosen, len(kinds), found
        return self._known[3]

    def says(self, verb: str, none: str) -> str:
        """Return what an action is called that folds or opens what is selected, where that is one group."""
        scene, (folds, opened) = self._canvas.scene, self.offered(known_only=True)
        meant = folds[:1] if verb == "Fold" else opened
        return f"{verb} {act_of(scene, meant[0])}" if scene is not None and len(meant) == 1 else none

    def fill(self, menu: QMenu) -> None:
        """Put what can be folded and opened at the end of a menu: of what is selected, else of what was pressed."""
        scene = self._canvas.scene
        if scene is None:
            return
        folds, opened = self.offered()
        ground = self.pressed
        if not self._canvas.desk.document.selection and ground.kind == "group":
            folds = [Fold(ground.group, ground.number)]
        if folds or opened:
            menu.addSeparator()
        for fold in folds:
            menu.addAction(f"Fold {act_of(scene, fold)}", partial(self.fold, fold))
        for fold in opened[:MOST]:
            menu.addAction(f"Unfold {act_of(scene, fold)}", partial(self.unfold, [fold]))

    def settle(self, before: Scene | None, after: Scene) -> None:
        """Take up a scene: where other groups are folded, look at the same part of it."""
        gaze = self._canvas.desk.gaze
        if after.folding.asked != gaze.view.folds:
            gaze.change(folds=after.folding.asked)
        if before is None or before.folding is after.folding or before.fabric is not after.fabric:
            return
        if gaze.view.kind == "layered":
            gaze.move(*kept_place(before, after, gaze.view, self._share))
        self._share = 0.5

    def _share_of(self, x: float) -> float:
        """Return where along the width of the bands a place on screen is, 0 to 1."""
        view = self._canvas.desk.gaze.view
        return min(max((x - GUTTER) / max(view.width - GUTTER - MARGIN, 1), 0.0), 1.0)

    def _at(self, fold: Fold) -> float:
        """Return where along the bands on screen a group is; the middle where it is out of view."""
        scene, view = self._canvas.scene, self._canvas.desk.gaze.view
        if scene is None:
            return 0.5
        rows = group_rows(scene.structure, scene.whole.bands, fold)
        x = scene.bands.x[rows]
        x = x[~np.isnan(x)]
        share = (
            ((x.min() + x.max()) / 2 / scene.bands.width - view.center) * view.zoom + 0.5 if len(x) else 0.5
        )
        return float(share) if 0 <= share <= 1 else 0.5


def nodes_of(scene: Scene, chosen: Selection) -> Ints:
    """Return the nodes that are selected, else the ends of the selected cables."""
    count, cables = len(scene.band), len(scene.failed)
    nodes = [row for row in chosen.nodes if row < count]
    if nodes:
        return np.array(sorted(nodes), np.int64)
    rows = np.array(sorted(row for row in chosen.cables if row < cables), np.int64)
    return distinct(scene.fabric.cables.node[rows].ravel()).astype(np.int64)


def kept_place(before: Scene, after: Scene, view: View, share: float) -> tuple[float, float]:
    """Return zoom and centre that show the same part of a scene as a View did of that before.

    What is at a place on screen stays there, and columns stay as wide as they are; all stays all.

    Parameters
    ----------
    before, after : Scene
        Of one fabric, with other folds.
    view : View
    share : float
        The place on screen that stays, 0 to 1 along the bands.
    """
    old, new = before.bands, after.bands
    zoom = 1.0 if view.zoom <= 1 else max(1.0, view.zoom * new.width / old.width)
    x = (view.center + (share - 0.5) / view.zoom) * old.width
    rows = np.flatnonzero((before.band == 1) | before.folding.is_head)
    if not len(rows):
        return zoom, view.center
    away = np.abs(old.x[rows] - x) - old.span[rows] / 2
    node = int(rows[np.argmin(np.maximum(away, 0))])
    inside = float(np.clip((x - old.x[node]) / old.span[node] + 0.5, 0, 1))
    same = np.flatnonzero((before.folding.heading == node) & ~np.isnan(new.x))
    low, high = (new.x[same] - new.span[same] / 2).min(), (new.x[same] + new.span[same] / 2).max()
    place = low + inside * (high - low)
    return zoom, float(place / new.width - (share - 0.5) / zoom)
