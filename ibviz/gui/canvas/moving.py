"""How the kept picture lies in what is looked at now, whichever view it is of."""

from __future__ import annotations

from ibviz.drawing.frame import Frame
from ibviz.drawing.ground import Ground
from ibviz.drawing.plane import Plane
from ibviz.gui.canvas.shift import Shift, shift
from ibviz.gui.canvas.slide import Slide, slide

Moved = Shift | Slide


def moved(kept: Ground, now: Ground) -> Moved:
    """Return how the ground of a kept picture lies in that of now; where it was, if other things stand there."""
    if isinstance(kept, Frame):
        return shift(
            kept, now if isinstance(now, Frame) and now.scene.folding is kept.scene.folding else kept
        )
    assert isinstance(kept, Plane)
    return slide(kept, now if isinstance(now, Plane) and now.view.kind == kept.view.kind else kept)
