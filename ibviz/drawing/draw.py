"""Drawing a Scene as a View shows it, whichever kind of view that is."""

from __future__ import annotations

from ibviz.drawing.composed import Composed
from ibviz.drawing.drawing import Drawing
from ibviz.drawing.finish import EMPTY
from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View
from ibviz.drawing.vistas import vista

__all__ = ["EMPTY", "compose", "draw", "view_for"]


def draw(scene: Scene, view: View) -> Drawing:
    """Return the drawing of a scene: primitives in pixels, each cable and node in exactly one count."""
    return compose(scene, view).drawing


def compose(scene: Scene, view: View) -> Composed:
    """Return the drawing of a scene with what is needed to find things in it; the last one is kept."""
    kept = scene.memo.get("picture")
    if kept is not None and kept[0] == view:
        picture: Composed = kept[1]
        return picture
    picture = vista(view.kind).compose(scene, view)
    scene.memo["picture"] = (view, picture)
    return picture


def view_for(scene: Scene, view: View, zoom: str = "fit", focus: int = -1) -> View:
    """Return a view that shows the whole (``fit``), a part (``mid``) or a few nodes (``close``).

    Parameters
    ----------
    scene : Scene
    view : View
        What is kept: kind, size, theme, overlay.
    zoom : str
        ``fit``, ``mid`` or ``close``.
    focus : int
        Row of a node to put in the middle; -1 for the part that needs attention most.
    """
    return vista(view.kind).fit(scene, view, zoom, focus)
