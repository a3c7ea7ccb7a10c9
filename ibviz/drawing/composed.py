"""A composed picture of any view: a Drawing with what is needed to find things in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ibviz.core.table import Bytes, Ints
from ibviz.drawing.board import Shown
from ibviz.drawing.drawing import Drawing, Primitive
from ibviz.drawing.frame import HEADER
from ibviz.drawing.ground import Ground

if TYPE_CHECKING:
    from ibviz.drawing.hit import Hit
    from ibviz.drawing.trace import Trace

Rect = tuple[float, float, float, float]
"""x, y, width, height in pixels."""


@dataclass(frozen=True, eq=False)
class Composed(ABC):
    """A Drawing with what is needed to say what is under the pointer.

    Parameters
    ----------
    drawing : Drawing
    bundles : sequence of (cables, begins, sizes)
        Cables bundle by bundle; the primitive of a bundle has the row -2 minus its number.
    shown : (C,) uint8
        How each cable is shown.
    """

    drawing: Drawing
    bundles: Sequence[tuple[Ints, Ints, Ints]]
    shown: Bytes

    @property
    @abstractmethod
    def ground(self) -> Ground:
        """Where things lie in it."""

    @property
    def fixed(self) -> tuple[Rect, ...]:
        """Parts of a plane's picture that stay where they are when it is moved; the header always."""
        return ((0.0, 0.0, float(self.drawing.width), HEADER),)

    @property
    def lit_above(self) -> bool:
        """Whether what is lit lies over what follows the view, and not under it."""
        return False

    def lens(self, now: Ground) -> tuple[Primitive, ...]:
        """Return the frame, on the overview of a plane's picture, round what is in view now."""
        return ()

    def overview_at(self, x: float, y: float) -> tuple[float, float] | None:
        """Return which point of a plane a pixel of its overview shows; None off it."""
        return None

    @abstractmethod
    def find(self, x: float, y: float) -> Hit:
        """Return what is under a point, topmost first."""

    @abstractmethod
    def trace(self, nodes: Ints, cables: Ints) -> Trace:
        """Return where some nodes and cables are; what is out of its reach is left out."""

    def within(self, rect: Rect) -> tuple[Ints, Ints] | None:
        """Return which nodes and cables a rectangle touches; None where its primitives tell that."""
        return None

    def bundle(self, row: int) -> Ints:
        """Return the cables of the bundle whose primitive has a row; those drawn apart left out."""
        number = -2 - row
        for cable, begins, sizes in self.bundles:
            if number < len(begins):
                members = cable[begins[number] : begins[number] + sizes[number]]
                kept: Ints = members[self.shown[members] == Shown.BUNDLED]
                return kept
            number -= len(begins)
        raise IndexError(row)
