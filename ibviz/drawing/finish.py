"""Finishing a picture of any view: its layers in order, or that there is nothing to draw."""

from __future__ import annotations

from dataclasses import replace

from ibviz.core.text import unturned
from ibviz.drawing.board import FIXED, LAYERS, Board
from ibviz.drawing.drawing import Drawing, Layer
from ibviz.drawing.header import shape_words
from ibviz.drawing.lettering import MIDDLE
from ibviz.drawing.view import View

SMALLEST = (320, 240)
"""Width and height below which nothing can be told, pixels."""

EMPTY = "This fabric has no nodes yet"


def sized(view: View) -> View:
    """Return a view that is large enough to tell something."""
    return replace(view, width=max(view.width, SMALLEST[0]), height=max(view.height, SMALLEST[1]))


def say_empty(board: Board) -> None:
    """Say in the middle that there is nothing to draw."""
    view, theme = board.frame.view, board.theme
    board.chrome.put(
        [EMPTY],
        view.width / 2,
        view.height / 2,
        px=13.0,
        color=theme.t2,
        background=theme.canvas,
        align=MIDDLE,
    )


def finished(board: Board) -> Drawing:
    """Return the drawing of what was collected on a board."""
    view, scene = board.frame.view, board.scene
    for layer, words in zip(("words", "chrome"), board.letters(), strict=True):
        board.layers[layer].append(words)
    layers = tuple(
        Layer(name, name not in FIXED, None if name in FIXED else board.frame.clip, tuple(board.layers[name]))
        for name in LAYERS
        if board.layers[name]
    )
    return Drawing(
        width=view.width,
        height=view.height,
        background=board.theme.canvas,
        layers=layers,
        title=f"{unturned(scene.state.name) or 'Fabric'}: {shape_words(board)}",
        cables=board.count("cables"),
        nodes=board.count("nodes"),
    )
