"""The easel: what a picture of the layered view is collected on."""

from __future__ import annotations

from dataclasses import dataclass

from ibviz.drawing.board import FIXED, LAYERS, Board, Shown
from ibviz.drawing.frame import Frame

__all__ = ["FIXED", "LAYERS", "Easel", "Shown"]


@dataclass(eq=False)
class Easel(Board):
    """What a picture of the layered view is collected on.

    Parameters
    ----------
    frame : Frame
    """

    frame: Frame
