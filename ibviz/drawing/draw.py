"""Drawing a Scene as a View shows it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ibviz.drawing.cables import draw_cables
from ibviz.drawing.composed import Composed
from ibviz.drawing.drawing import Drawing, Layer
from ibviz.drawing.easel import FIXED, LAYERS, Easel
from ibviz.drawing.focus import draw_focus
from ibviz.drawing.frame import GUTTER, MARGIN, Frame
from ibviz.drawing.header import draw_header, shape_words
from ibviz.drawing.lettering import MIDDLE
from ibviz.drawing.margins import draw_gutter, draw_ruler, draw_strips
from ibviz.drawing.places import Places
from ibviz.drawing.scene import Scene
from ibviz.drawing.switches import draw_switches
from ibviz.drawing.tiles import draw_hosts
from ibviz.drawing.view import View

SMALLEST = (320, 240)
"""Width and height below which nothing can be told, pixels."""

CLOSE = 3
"""Columns that a close view shows."""

ROOMY = 132.0
"""Pixels of a column in which a switch has its ports and name, and a tile its words: no need to go closer."""

EMPTY = "This fabric has no nodes yet"


@dataclass(frozen=True, eq=False)
class Picture(Composed):
    """A picture of the layered view; attributes as in `Composed`.

    Parameters
    ----------
    places : Places
    """

    places: Places

    @property
    def ground(self) -> Frame:
        """Where its bands and tiles lie."""
        return self.places.frame


def draw(scene: Scene, view: View) -> Drawing:
    """Return the drawing of a scene: primitives in pixels, each cable and node in exactly one count."""
    return compose(scene, view).drawing


def compose(scene: Scene, view: View) -> Picture:
    """Return the drawing of a scene with what is needed to find things in it; the last one is kept."""
    kept = scene.memo.get("picture")
    if kept is not None and kept[0] == view:
        picture: Picture = kept[1]
        return picture
    picture = _compose(scene, view)
    scene.memo["picture"] = (view, picture)
    return picture


def _compose(scene: Scene, view: View) -> Picture:
    view = replace(view, width=max(view.width, SMALLEST[0]), height=max(view.height, SMALLEST[1]))
    frame = Frame(scene, view)
    easel, places = Easel(frame), Places(frame)
    if len(scene.nodes):
        draw_strips(easel)
        draw_cables(easel, places)
        draw_hosts(easel, places)
        draw_switches(easel, places)
        draw_focus(easel, places)
        draw_gutter(easel)
        draw_ruler(easel)
    else:
        _say_empty(easel)
    draw_header(easel)
    return Picture(_drawing(easel), easel.bundles, easel.cables, places)


def _say_empty(easel: Easel) -> None:
    view, theme = easel.frame.view, easel.theme
    easel.chrome.put(
        [EMPTY],
        view.width / 2,
        view.height / 2,
        px=13.0,
        color=theme.t2,
        background=theme.canvas,
        align=MIDDLE,
    )


def _drawing(easel: Easel) -> Drawing:
    view, scene = easel.frame.view, easel.scene
    easel.layers["words"].append(easel.words.words())
    easel.layers["chrome"].append(easel.chrome.words())
    layers = tuple(
        Layer(name, name not in FIXED, None if name in FIXED else easel.frame.clip, tuple(easel.layers[name]))
        for name in LAYERS
        if easel.layers[name]
    )
    return Drawing(
        width=view.width,
        height=view.height,
        background=easel.theme.canvas,
        layers=layers,
        title=f"{scene.state.name or 'Fabric'}: {shape_words(easel)}",
        cables=easel.count("cables"),
        nodes=easel.count("nodes"),
    )


def view_for(scene: Scene, view: View, zoom: str = "fit", focus: int = -1) -> View:
    """Return a view that shows the whole (``fit``), some pods (``mid``) or some leaves (``close``).

    Where whole columns have room for ports and names, a close view shows all of them; else it cuts none.

    Parameters
    ----------
    scene : Scene
    view : View
        What is kept: size, theme, overlay.
    zoom : str
        ``fit``, ``mid`` or ``close``.
    focus : int
        Row of a node to put in the middle; -1 for the part that needs attention most.
    """
    room = max(40.0, view.width - GUTTER - MARGIN)
    unit = room / scene.bands.width
    close = room / CLOSE if unit < ROOMY else 0.0
    wanted = {"fit": 0.0, "mid": 14.0 if unit < 7 else 60.0, "close": close}[zoom]
    level = max(1.0, wanted / unit)
    columns = CLOSE if zoom == "close" and level > 1 else 0
    return replace(view, zoom=level, center=_center(scene, view, level, focus, columns), focus=focus)


def _center(scene: Scene, view: View, zoom: float, focus: int, columns: int) -> float:
    """Return the middle of the view: the node looked for, a leaf at something dead, at the hottest, or in the middle.

    Where a number of columns fills the view, the middle is moved so that none is cut.
    """
    node = focus if focus >= 0 else _noteworthy(scene, view)
    width = scene.bands.width
    x = float(scene.bands.x[node]) if node >= 0 else width / 2
    if node >= 0 and scene.band[node] == 0 and scene.bands.column[node] >= 0:
        x = float(scene.bands.column[node]) + 0.5
    if not np.isfinite(x):
        x = width / 2
    if columns:
        left = round(x - columns / 2)
        x = min(max(left, 0), int(width) - columns) + columns / 2
    half = 0.5 / zoom
    return float(np.clip(x / width, half, 1 - half))


def _noteworthy(scene: Scene, view: View) -> int:
    """Return a leaf worth looking at: at the first dead cable, at the hottest one, else in the middle."""
    ends = scene.fabric.cables.node
    value = np.nan_to_num(scene.overlay(view.overlay).value, nan=-1.0)
    trunks = scene.links.cable
    dead = np.flatnonzero(scene.failed)
    if len(dead):
        pick = ends[dead[0]]
    elif len(trunks) and value[trunks].max() > 0:
        pick = ends[trunks[np.argmax(value[trunks])]]
    else:
        leaves = scene.bands.levels[1] if len(scene.bands.levels) > 1 else scene.nodes
        return int(leaves[len(leaves) // 2]) if len(leaves) else -1
    return int(pick[np.argmin(scene.end_band[pick])])
