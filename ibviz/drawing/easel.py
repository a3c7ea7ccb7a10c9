"""The easel: what a picture of the layered view is collected on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ibviz.drawing.board import FIXED, LAYERS, Board, Shown
from ibviz.drawing.drawing import Primitive, Words
from ibviz.drawing.frame import Frame
from ibviz.drawing.lettering import Lettering

__all__ = ["FIXED", "LAYERS", "Easel", "Shown"]


@dataclass(frozen=True, eq=False)
class Drawn:
    """Something that was drawn apart.

    Parameters
    ----------
    layers : mapping of str to primitives
    words, chrome : sequence of Words
    told : object
        What the function returned that drew it.
    """

    layers: Mapping[str, Sequence[Primitive]]
    words: Sequence[Words]
    chrome: Sequence[Words]
    told: Any


@dataclass(eq=False)
class Easel(Board):
    """What a picture of the layered view is collected on.

    Parameters
    ----------
    frame : Frame
    """

    frame: Frame

    def still(self, name: str, draw: Callable[[Any], Any]) -> Any:
        """Draw what no load changes: once for frames that lie alike, and for a theme; from then on it is taken over."""
        drawn: Drawn = self.frame.once(f"{name} {self.frame.view.theme}", lambda: self._apart(draw))
        for layer, items in drawn.layers.items():
            self.layers[layer].extend(items)
        self.words.take(drawn.words)
        self.chrome.take(drawn.chrome)
        return drawn.told

    def _apart(self, draw: Callable[[Any], Any]) -> Drawn:
        own = Easel(self.frame)
        told = draw(own)
        layers = {name: tuple(items) for name, items in own.layers.items() if items}
        return Drawn(layers, own.words.parts, own.chrome.parts, told)

    def letters(self) -> tuple[Words, Words]:
        """Return the words that scroll, and those that do not; those of the last picture where it has the same."""
        return self._lettered("words", self.words), self._lettered("chrome", self.chrome)

    def _lettered(self, name: str, lettering: Lettering) -> Words:
        known = self.frame.memo.get(f"letters {name}")
        parts = lettering.parts
        if (
            known is None
            or len(known[0]) != len(parts)
            or any(a is not b for a, b in zip(known[0], parts, strict=True))
        ):
            known = self.frame.memo[f"letters {name}"] = parts, lettering.words()
        words: Words = known[1]
        return words
