"""What lasts of a layered picture while only the load or the theme is another one: where things lie, and words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ibviz.drawing.frame import Frame
from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View

LAYOUT = "layout"
"""Its name in the memo of a scene: `scene.restaged` hands it on while the same things are down."""


def frame_of(scene: Scene, view: View) -> Frame:
    """Return the frame of a view; what is known of one that lay alike is known of it from the start."""
    frame = Frame(scene, view)
    known = scene.memo.get(LAYOUT)
    if known is not None and known[0] == _lie(view):
        vars(frame).update(known[1])
    return frame


def keep(frame: Frame) -> None:
    """Keep what is known of a frame for the next one that lies alike."""
    known: dict[str, Any] = {
        name: made for name, made in vars(frame).items() if name not in ("scene", "view")
    }
    frame.scene.memo[LAYOUT] = _lie(frame.view), known


def _lie(view: View) -> View:
    """Return what of a view says where things lie: all but the colours."""
    plain = View()
    return replace(
        view, theme=plain.theme, overlay=plain.overlay, ramp=plain.ramp, low=plain.low, high=plain.high
    )
