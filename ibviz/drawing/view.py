"""A View: how a Scene is looked at; frozen, saved with a document, given to the window and to ``render``."""

from __future__ import annotations

from dataclasses import dataclass

from ibviz.drawing.fold import Fold


@dataclass(frozen=True)
class View:
    """How a Scene is looked at.

    Parameters
    ----------
    kind : str
        ``layered``, ``map`` or ``matrix``.
    width, height : int
        Size in pixels at scale 1.
    zoom : float
        Layered: 1 shows the whole width of the bands (fit); larger enlarges along x, the bands stay. Map and
        matrix: pixels of one unit of the plane, 1 being 100 %.
    center, center_y : float
        Middle of what is shown. Layered: 0 to 1 along the bands, `center_y` unused. Map and matrix: a point of
        the plane, in its units.
    theme : str
        ``dark`` or ``light``.
    overlay : str
        ``utilization`` or ``plain``.
    ramp : str
        ``default``, ``viridis`` or ``cividis``.
    low, high : float
        Ends of the overlay's range.
    focus : int
        Row of the node that is looked for, outlined; -1 for none.
    reach : float
        Pixels beyond the left and right edge that are drawn too, for a canvas that scrolls its picture.
    held : tuple of int
        `Frame.levels` of the picture before, so that a level of detail is kept until its threshold is well
        passed; empty where there was none.
    folds : tuple of Fold
        Groups that are shown as one; `scene.folded_scene` makes the scene for them.
    pair : tuple of int
        Of the matrix: bands of rows and columns; empty for the lowest pair with many cables.
    """

    kind: str = "layered"
    width: int = 1600
    height: int = 1000
    zoom: float = 1.0
    center: float = 0.5
    center_y: float = 0.5
    theme: str = "dark"
    overlay: str = "utilization"
    ramp: str = "default"
    low: float = 0.0
    high: float = 1.0
    focus: int = -1
    reach: float = 0.0
    held: tuple[int, ...] = ()
    folds: tuple[Fold, ...] = ()
    pair: tuple[int, ...] = ()
