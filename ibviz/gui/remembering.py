"""How a document was looked at: kept in its file under ``view``, taken up when it is opened, and not undone."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from ibviz.core.registry import overlays
from ibviz.drawing.fold import parsed
from ibviz.drawing.map.places import FARTHEST
from ibviz.drawing.view import View
from ibviz.drawing.vistas import KINDS
from ibviz.gui.gaze import DEEPEST, START, Gaze

PLAIN: Mapping[str, Any] = {
    "kind": "layered",
    "zoom": None,
    "center": None,
    "overlay": "utilization",
    "low": 0.0,
    "high": 1.0,
    "folds": [],
}
"""What need not be written, but for the view that suits; no zoom and no centre show everything."""


def remembered(
    view: View, before: Mapping[str, Any], *, whole: bool, suits: str = "layered"
) -> dict[str, Any]:
    """Return what a file keeps of a View.

    Parameters
    ----------
    view : View
    before : mapping
        What the file kept until now; what ibviz does not know of it is kept.
    whole : bool
        Whether everything is shown, so that it will be in a window of any size.
    suits : str
        The view that is taken where the file says none.
    """
    plain = {**PLAIN, "kind": suits}
    center: Any = view.center if view.kind == "layered" else [round(view.center, 2), round(view.center_y, 2)]
    now = {
        "kind": view.kind,
        "zoom": None if whole else float(f"{view.zoom:.6g}"),
        "center": None if whole else center,
        "overlay": view.overlay,
        "low": view.low,
        "high": view.high,
        "folds": [str(fold) for fold in view.folds],
    }
    kept = {key: value for key, value in before.items() if key not in PLAIN}
    written = {
        key: value
        for key, value in now.items()
        if value != plain[key] or (key in before and value is not None)
    }
    return kept | written


def recall(gaze: Gaze, kept: Mapping[str, Any]) -> None:
    """Look as a file says; what it says wrongly, or what there is not, is passed over; it may leave the view open."""
    overlay, kind = kept.get("overlay"), kept.get("kind")
    low, high = (_number(kept.get(name), end) for name, end in (("low", 0.0), ("high", 1.0)))
    ends = (low, high) if 0 <= low < high <= 1 else (0.0, 1.0)
    folds = kept.get("folds")
    gaze.change(
        overlay=overlay if isinstance(overlay, str) and overlay in overlays.names else PLAIN["overlay"],
        low=ends[0],
        high=ends[1],
        folds=parsed(folds) if isinstance(folds, Iterable) and not isinstance(folds, str) else (),
    )
    known = isinstance(kind, str) and kind in KINDS
    zoom, center = _number(kept.get("zoom"), 0.0), kept.get("center")
    spot = center if isinstance(center, (list, tuple)) and len(center) == 2 else (center, START[2])
    x, y = (_number(value, math.nan) for value in spot)
    gaze.forget()
    gaze.turn(str(kind) if known else "layered", step=False)
    gaze.undecided = not known
    if zoom > 0 and math.isfinite(x) and math.isfinite(y):
        x, y = (min(max(value, -FARTHEST), FARTHEST) for value in (x, y))
        gaze.move(min(max(zoom, 1 / DEEPEST), DEEPEST), x, y)


def _number(value: object, otherwise: float) -> float:
    """Return a finite number that a file holds, as text too, else something else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return otherwise
    try:
        number = float(value)
    except ValueError:
        return otherwise
    return number if math.isfinite(number) else otherwise
