"""The ground of a picture: where things lie in its pixels, as every view has it."""

from __future__ import annotations

from typing import Protocol

from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View


class Ground(Protocol):
    """Geometry of one picture of any view; `Frame` for the layered one, `Plane` for map and matrix."""

    @property
    def scene(self) -> Scene:
        """What is drawn."""

    @property
    def view(self) -> View:
        """How it is looked at."""

    @property
    def clip(self) -> tuple[float, float, float, float]:
        """Where what scrolls is painted: x, y, width, height, pixels."""

    @property
    def shows_all(self) -> bool:
        """Whether nothing lies beyond the edges of the picture."""

    @property
    def levels(self) -> tuple[int, ...]:
        """Levels of detail that are shown, kept by the next picture (`View.held`)."""
