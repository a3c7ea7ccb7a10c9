"""The samples that come with ibviz, and small true pictures of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtGui import QImage

from ibviz.core.progress import Progress
from ibviz.core.resources import resource
from ibviz.core.scenario import Choice
from ibviz.core.state import State
from ibviz.drawing.drawing import Drawing, Words

SIZE = (760, 420)
"""Size that a sample is drawn at, pixels; the middle of it is shown small."""

TRAFFIC = "permutation:seed=1"
"""What a sample carries that names no traffic of its own."""

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

    made = []
    for title, path in sample_paths().items():
        progress(len(made) / len(TITLES), "Drawing the samples")
        state = read_state(path)
        made.append(Drawn(title, sentence_of(state), path, small_picture(state, theme)))
    return made


def sentence_of(state: State) -> str:
    """Return in a few words what a fabric is."""
    from ibviz.core.info import info

    about = info(state)
    kind = str(about["kind"]).replace("-", " ")
    counts = [f"{about['switches']:,} switches", f"{about['hcas']:,} HCAs", f"{about['cables']:,} cables"]
    return f"{kind[:1].upper()}{kind[1:]}: {', '.join(counts)}"


def small_picture(state: State, theme: str) -> QImage:
    """Return the picture of a fabric under load without its words, cut to the bands."""
    from ibviz.door import simulate
    from ibviz.drawing.frame import GUTTER, MARGIN
    from ibviz.drawing.picture import picture
    from ibviz.drawing.png import picture as painted

    traffic = state.traffic or Choice.parse(TRAFFIC)
    drawing = picture(state, simulation=simulate(state, traffic), theme=theme, size=SIZE)
    whole = painted(wordless(drawing), scale=2.0)
    top, foot = 96, 60
    wide, high = SIZE[0] - GUTTER - MARGIN, SIZE[1] - top - foot
    return whole.copy(round(GUTTER * 2), top * 2, round(wide * 2), high * 2)


def wordless(drawing: Drawing) -> Drawing:
    """Return a drawing without its words, which would be too small to read."""
    layers = tuple(
        replace(layer, items=tuple(item for item in layer.items if not isinstance(item, Words)))
        for layer in drawing.layers
    )
    return replace(drawing, layers=layers)
