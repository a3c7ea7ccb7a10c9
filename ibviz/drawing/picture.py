"""From a State to a Drawing: the whole chain, for the command line and for converting."""

from __future__ import annotations

from ibviz.core.errors import OptionError
from ibviz.core.registry import layouts, overlays
from ibviz.core.simulation import Simulation
from ibviz.core.state import State
from ibviz.core.structure import shape
from ibviz.core.text import shown
from ibviz.core.wiring import wiring
from ibviz.drawing.draw import draw, view_for
from ibviz.drawing.drawing import Drawing
from ibviz.drawing.scene import Scene, make_scene
from ibviz.drawing.suiting import kind_for
from ibviz.drawing.theme import THEMES
from ibviz.drawing.view import View
from ibviz.drawing.vistas import KINDS

ZOOMS = ("fit", "mid", "close")
RAMPS = ("default", "viridis", "cividis")
LEAST, MOST = 320, 16384
"""Least and greatest size of a picture, pixels."""


def scene_of(state: State, simulation: Simulation | None = None) -> Scene:
    """Return the scene of a State in the layered layout; what fails in the scenario keeps its place."""
    structure = shape(wiring(state.fabric))
    bands = layouts.get("layered")(structure, order=state.order)
    return make_scene(state, structure, bands, simulation)


def picture(
    state: State,
    *,
    simulation: Simulation | None = None,
    kind: str = "",
    zoom: str = "fit",
    focus: int = -1,
    theme: str = "dark",
    overlay: str = "",
    ramp: str = "default",
    size: tuple[int, int] = (1600, 1000),
) -> Drawing:
    """Return the picture of a State.

    Parameters
    ----------
    state : State
    simulation : Simulation or None
        What the overlay ``utilization`` shows.
    kind : str
        ``layered``, ``map`` or ``matrix``; empty for the one that suits.
    zoom : str
        ``fit``, ``mid`` or ``close``.
    focus : int
        Row of a node to centre and outline; -1 for none.
    theme : str
        ``dark`` or ``light``.
    overlay : str
        A name from the shelf; empty for utilization where it was simulated, else plain.
    ramp : str
        ``default``, ``viridis`` or ``cividis``.
    size : (int, int)
        Width and height in pixels at scale 1.

    Raises
    ------
    OptionError
        If kind, zoom, theme, overlay, ramp or size is not one there is.
    """
    _check(kind or KINDS[0], KINDS, "view")
    _check(zoom, ZOOMS, "zoom")
    _check(theme, THEMES, "theme")
    _check(ramp, RAMPS, "ramp")
    name = overlay or ("utilization" if simulation is not None else "plain")
    _check(name, overlays.names, "overlay")
    if not all(LEAST <= side <= MOST for side in size):
        raise OptionError(f"size {size[0]}x{size[1]} is not possible; each side is {LEAST} to {MOST} pixels")
    scene = scene_of(state, simulation)
    if scene.overlays.get(name) is None:
        overlays.get(name)(state, simulation, scene.structure)
    view = View(
        kind=kind or kind_for(scene.structure),
        width=size[0],
        height=size[1],
        theme=theme,
        overlay=name,
        ramp=ramp,
    )
    return draw(scene, view_for(scene, view, zoom, focus))


def _check(value: str, known: object, what: str) -> None:
    listed = [str(name) for name in known] if isinstance(known, (list, tuple)) else []
    if value not in listed:
        raise OptionError(f"{shown(value)} is no {what}; known are {', '.join(listed)}")
