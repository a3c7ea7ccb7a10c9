"""Arranging: nodes put on the free map by one of the arrangements of the shelf, all or the selected ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ibviz.core.errors import IbvizError
from ibviz.core.registry import arrangements
from ibviz.core.state import State
from ibviz.gui.actions import Action

if TYPE_CHECKING:
    from ibviz.core.bands import Bands
    from ibviz.core.progress import Progress
    from ibviz.core.structure import Structure
    from ibviz.core.table import Bools, Floats, Ints
    from ibviz.drawing.view import View
    from ibviz.gui.window import Window

KEY, LOOKING = "arrange", "view"
FEW = 2
"""With fewer nodes selected all are arranged."""


@dataclass(frozen=True, eq=False)
class Moved:
    """Where an arrangement puts nodes.

    Attributes
    ----------
    rows : (n,) int64
    places : (n, 2) float64
    """

    rows: Ints
    places: Floats


def arrange(window: Window, name: str) -> None:
    """Arrange the selected nodes, or all where fewer than two are, in a job; one step of the history."""
    desk, scene = window.desk, window.canvas.scene
    state, chosen = desk.document.state, desk.document.selection.nodes
    title = arrangements.entries[name].title
    known = scene.bands if scene is not None and scene.fabric is state.fabric else None

    def done(moved: Moved) -> None:
        from ibviz.core.edit_values import move

        if desk.document.state.fabric is state.fabric:
            step = f"Arrange {title[:1].lower()}{title[1:]}"
            _when_made(window, lambda: show_map(window, whole=len(chosen) < FEW))
            desk.document.apply(step, lambda s: move(s, moved.rows.tolist(), moved.places))
            window.say(f"Arranged {len(moved.rows):,} nodes")

    def failed(error: IbvizError) -> None:
        window.say(f"{title}: {error}")

    desk.jobs.start(KEY, "Arranging", lambda progress: arranged(state, name, chosen, known), done, failed)


def show_map(window: Window, *, whole: bool) -> None:
    """Turn to the map where another view is shown; show all of it where all was arranged."""
    gaze, scene = window.desk.gaze, window.canvas.scene
    if scene is None or (gaze.view.kind == "map" and not whole):
        return
    view = replace(gaze.view, kind="map")

    def found(fitted: View) -> None:
        place = fitted.zoom, fitted.center, fitted.center_y
        if gaze.view.kind != "map":
            gaze.turn("map", place)
        if whole:
            gaze.go(*place)

    def fit(progress: Progress) -> View:
        from ibviz.drawing.vistas import vista

        return vista("map").fit(scene, view, "fit", -1)

    window.desk.jobs.start(LOOKING, "Arranging", fit, found, lambda error: window.say(str(error)))


def _when_made(window: Window, then: Callable[[], None]) -> None:
    """Do something once the next scene is shown."""
    made = window.canvas.stager.made

    def shown(scene: object) -> None:
        made.disconnect(shown)
        then()

    made.connect(shown)


def forget(window: Window) -> None:
    """Let the layout decide again where the selected nodes stand, or all where fewer than two are selected."""
    document = window.desk.document
    document.apply("Forget places", lambda state: forgotten(state, document.selection.nodes))


def no_places(window: Window) -> str:
    """Return why there are no places to forget; empty if there are."""
    state = window.desk.document.state
    return "no node was put anywhere" if np.isnan(state.positions).all() else ""


def arranged(state: State, name: str, chosen: frozenset[int], known: Bands | None = None) -> Moved:
    """Return where an arrangement puts the chosen nodes, all where they are too few.

    Chosen nodes are arranged as if there were no others; the middle of them stays where it is.

    Parameters
    ----------
    state : State
    name : str
        Of an entry of the shelf.
    chosen : frozenset of int
    known : Bands or None
        Of the fabric as built in the order of the State, where they were made already.

    Raises
    ------
    OptionError
        If the fabric does not suit the arrangement.
    """
    from ibviz.core.structure import shape
    from ibviz.core.wiring import wiring

    entry = arrangements.get(name)
    bands = known if known is not None else _bands(shape(wiring(state.fabric)), state)
    if len(chosen) < FEW:
        places = entry(bands.structure, bands)
        rows = np.flatnonzero(state.fabric.nodes.alive)
        return Moved(rows, places[rows])
    rows = np.array(sorted(chosen), np.int64)
    mask = np.zeros(len(state.fabric.nodes), bool)
    mask[rows] = True
    part = _bands(_part(bands.structure, mask), state)
    fresh = entry(part.structure, part)[rows]
    return Moved(rows, fresh + _middle(_places(state, bands)[rows]) - _middle(fresh))


def forgotten(state: State, chosen: frozenset[int]) -> State:
    """Return the State with the places of the chosen nodes left to the layout, of all where they are too few."""
    from ibviz.core.edit_values import move

    put = np.flatnonzero(~np.isnan(state.positions).any(axis=1) & state.fabric.nodes.alive)
    rows = [row for row in put.tolist() if len(chosen) < FEW or row in chosen]
    return move(state, rows, np.full((len(rows), 2), np.nan)) if rows else state


def _bands(structure: Structure, state: State) -> Bands:
    from ibviz.core.registry import layouts

    made: Bands = layouts.get("layered")(structure, order=state.order)
    return made


def _part(structure: Structure, mask: Bools) -> Structure:
    """Return the structure of some nodes and the cables between them."""
    from ibviz.core.structure import shape
    from ibviz.core.wiring import Wiring

    wires = structure.wiring
    rows = wires.rows[mask[wires.node].all(axis=1)]
    return shape(Wiring(wires.fabric, wires.node_up & mask, rows))


def _places(state: State, bands: Bands) -> Floats:
    """Return where all nodes stand now."""
    own = state.positions
    if not np.isnan(own).any():
        return own
    from ibviz.drawing.suiting import suited

    automatic = suited(bands.structure, bands).places
    return np.where(np.isnan(own).any(axis=1, keepdims=True), automatic, own)


def _middle(places: Floats) -> Floats:
    middle: Floats = (places.min(axis=0) + places.max(axis=0)) / 2
    return middle


def _no_nodes(window: Window) -> str:
    return "" if len(window.desk.document.state.fabric.nodes) else "there is no fabric yet"


def _action(name: str, title: str) -> Action:
    return Action(f"arrange.{name}", title, lambda window: arrange(window, name), (), "", _no_nodes)


ARRANGING = (
    *(_action(entry.name, entry.title) for entry in arrangements.entries.values()),
    Action("arrange.forget", "Forget places", forget, (), "", no_places),
)
"""An action for each arrangement, and the way back to where nodes stand by themselves."""

MENU = (*(action.name for action in ARRANGING[:-1]), "", "arrange.forget")
