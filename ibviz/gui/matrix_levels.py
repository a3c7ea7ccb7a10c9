"""Which two levels the matrix shows: a menu of them where there is a choice, and the next ones by key."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from ibviz.drawing.matrix.pairs import Pair, pair_of, pair_title, pairs
from ibviz.drawing.view import View
from ibviz.drawing.vistas import vista

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

    from ibviz.gui.window import Window

KEY = "view"
"""The job that finds where to look."""


def choices(window: Window) -> tuple[Pair, ...]:
    """Return the pairs of levels that a matrix can be made of."""
    scene = window.canvas.scene
    return pairs(scene) if scene is not None else ()


def no_choice(window: Window) -> str:
    """Return why no other levels can be shown; empty if they can."""
    return "" if len(choices(window)) > 1 else "this fabric has cables between two levels at most"


def list_levels(window: Window, menu: QMenu) -> None:
    """Fill the menu of pairs of levels; it is there only where there is a choice."""
    menu.clear()
    scene, known = window.canvas.scene, choices(window)
    menu.menuAction().setVisible(len(known) > 1)
    if scene is None:
        return
    view = window.desk.gaze.view
    shown = pair_of(scene, view) if view.kind == "matrix" else None
    for pair in known:
        action = menu.addAction(pair_title(scene, pair), partial(show_levels, window, pair))
        action.setCheckable(True)
        action.setChecked(pair == shown)


def show_next(window: Window) -> None:
    """Show the matrix of the next two levels, behind the last ones the first; at first those that are shown."""
    scene, known, view = window.canvas.scene, choices(window), window.desk.gaze.view
    if scene is None or not known:
        return
    now = pair_of(scene, view)
    step = 1 if view.kind == "matrix" else 0
    show_levels(window, known[((known.index(now) if now in known else 0) + step) % len(known)])


def show_levels(window: Window, pair: Pair) -> None:
    """Show the matrix of two levels, all of it; where it lies is found off the GUI thread."""
    scene, gaze = window.canvas.scene, window.desk.gaze
    view = replace(gaze.view, kind="matrix", pair=pair)

    def found(where: View) -> None:
        place = where.zoom, where.center, where.center_y
        if (gaze.view.kind, gaze.view.pair) != ("matrix", pair):
            gaze.turn("matrix", place, pair=pair)
        gaze.go(*place)

    if scene is not None:
        window.desk.jobs.start(
            KEY, "Arranging", lambda p: vista("matrix").fit(scene, view, "fit", -1), found, lambda e: None
        )
