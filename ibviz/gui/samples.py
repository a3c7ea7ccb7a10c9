"""The samples that come with ibviz, and small true pictures of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage

from ibviz.core.progress import Progress
from ibviz.core.resources import resource
from ibviz.core.scenario import Choice
from ibviz.core.state import State
from ibviz.drawing.drawing import Boxes, Cells, Drawing, Words

SIZE = (760, 400)
"""Size that a sample is drawn at, pixels; what is drawn of it is shown small."""

SCALE = 2.0
AIR = 4
"""Pixels left around what is drawn."""

TRAFFIC = {"fat-tree": "permutation:seed=1,hosts=node0[100-315]", "quirks": "all-to-all"}
"""What samples carry in their pictures that name no traffic of their own, by name."""

TITLES = {
    "fat-tree-648.ibviz.yaml": "648-host fat tree",
    "two-rail.ibviz.yaml": "Two rails, eight hosts",
    "quirks.ibnetdiscover": "A dump with quirks",
}
"""What the welcome page calls them, in its order."""


@dataclass(frozen=True)
class Drawn:
    """A sample as the welcome page shows it."""

    title: str
    sentence: str
    path: Path
    picture: QImage


def sample_paths() -> dict[str, Path]:
    """Return title and file of each sample that is installed."""
    folder = resource("samples")
    return {title: folder / name for name, title in TITLES.items() if (folder / name).exists()}


def draw_samples(theme: str, progress: Progress) -> list[Drawn]:
    """Read, simulate and draw the samples."""
    from ibviz.core.reading import read_state

    made: list[Drawn] = []
    for title, path in sample_paths().items():
        progress(len(made) / len(TITLES), "Drawing the samples")
        state = read_state(path)
        made.append(Drawn(title, sentence_of(state), path, small_picture(state, theme)))
    return made


def sentence_of(state: State) -> str:
    """Return in a few words how large a fabric is; its title and picture say what it is."""
    from ibviz.core.info import info

    about = info(state)
    return f"{about['switches']:,} switches, {about['hcas']:,} HCAs, {about['cables']:,} cables"


def small_picture(state: State, theme: str) -> QImage:
    """Return the picture of a fabric under load, without words and header, cut to what is drawn."""
    from ibviz.door import simulate
    from ibviz.drawing.picture import picture
    from ibviz.drawing.png import picture as painted

    traffic = Choice.parse(TRAFFIC.get(state.name, "")) if state.name in TRAFFIC else state.traffic
    simulation = simulate(state, traffic) if traffic else None
    drawing = bare(picture(state, simulation=simulation, theme=theme, size=SIZE))
    left, top, right, foot = extent(drawing)
    whole = painted(drawing, scale=SCALE)
    box = (left - AIR, top - AIR, right - left + 2 * AIR, foot - top + 2 * AIR)
    return whole.copy(*(round(side * SCALE) for side in box))


def bare(drawing: Drawing) -> Drawing:
    """Return what of a drawing scrolls, without its words, which would be too small to read."""
    layers = tuple(
        replace(layer, clip=None, items=tuple(item for item in layer.items if not isinstance(item, Words)))
        for layer in drawing.layers
        if layer.scrolls
    )
    return replace(drawing, layers=layers)


def extent(drawing: Drawing) -> tuple[float, float, float, float]:
    """Return left, top, right and foot of the boxes and cells of a drawing, pixels."""
    items = [item for layer in drawing.layers for item in layer.items]
    boxes = [item.xywh for item in items if isinstance(item, Boxes) and len(item.xywh)]
    boxes += [np.array([[c.x, c.y, c.w, c.h]]) for c in items if isinstance(c, Cells)]
    if not boxes:
        return 0.0, 0.0, float(drawing.width), float(drawing.height)
    every = np.concatenate(boxes)
    low, high = every[:, :2].min(axis=0), (every[:, :2] + every[:, 2:]).max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])
