"""The picture of a matrix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ibviz.core.table import Ints
from ibviz.drawing.board import Board
from ibviz.drawing.composed import Composed
from ibviz.drawing.drawing import Primitive
from ibviz.drawing.finish import finished, say_empty, sized
from ibviz.drawing.frame import HEADER
from ibviz.drawing.ground import Ground
from ibviz.drawing.header import draw_header, plural
from ibviz.drawing.hit import Hit
from ibviz.drawing.ink import boxes
from ibviz.drawing.lettering import MIDDLE
from ibviz.drawing.matrix.cells import draw_cells
from ibviz.drawing.matrix.finding import find, trace, within
from ibviz.drawing.matrix.ground import BOXES_ABOVE, CAPTION, EDGE, Matrix
from ibviz.drawing.matrix.heads import draw_focus, draw_heads, heads_of
from ibviz.drawing.matrix.pairs import level_words
from ibviz.drawing.matrix.sheet import Sheet
from ibviz.drawing.matrix.values import is_directed
from ibviz.drawing.scene import Scene
from ibviz.drawing.trace import Trace
from ibviz.drawing.view import View

UNCABLED = "No two switches of this fabric are cabled to each other, so there is no matrix of them"


@dataclass(frozen=True, eq=False)
class Picture(Composed):
    """A picture of a matrix; attributes as in `Composed`.

    Parameters
    ----------
    matrix : Matrix
    """

    matrix: Matrix

    @property
    def ground(self) -> Matrix:
        """Where its rows and columns lie."""
        return self.matrix

    @property
    def fixed(self) -> tuple[tuple[float, float, float, float], ...]:
        """What stays where it is when the matrix is moved: the header and the caption below it."""
        return ((0.0, 0.0, float(self.drawing.width), HEADER + CAPTION - 4),)

    @property
    def lit_above(self) -> bool:
        """Whether what is lit lies over the heads: names are outlined too."""
        return True

    def lens(self, now: Ground) -> tuple[Primitive, ...]:
        """Return the heads as they stand in what is looked at now."""
        if not isinstance(now, Matrix) or now.sheet is not self.matrix.sheet:
            return ()
        if now.view == self.matrix.view:
            return next((layer.items for layer in self.drawing.layers if layer.name == "lens"), ())
        return heads_of(now)

    def find(self, x: float, y: float) -> Hit:
        """Return what is under a point, topmost first."""
        return find(self.drawing, self.matrix, x, y)

    def within(self, rect: tuple[float, float, float, float]) -> tuple[Ints, Ints]:
        """Return which switches a rectangle touches by their heads, and which cables by their cells."""
        return within(self.matrix, rect)

    def trace(self, nodes: Ints, cables: Ints) -> Trace:
        """Return where some switches and cables are; what is out of its reach is left out."""
        return trace(self.matrix, nodes, cables)


def compose(scene: Scene, view: View) -> Picture:
    """Return the picture of a matrix."""
    ground = Matrix(scene, sized(view))
    board = Board(ground)
    if not len(scene.nodes):
        say_empty(board)
    elif ground.sheet is None:
        _say_uncabled(board)
    else:
        draw_cells(board, ground)
        _draw_caption(board, ground, ground.sheet)
        draw_heads(board, ground)
        draw_focus(board, ground)
    draw_header(board)
    return Picture(finished(board), board.bundles, board.cables, ground)


def _say_uncabled(board: Board) -> None:
    view, theme = board.frame.view, board.theme
    look: dict[str, Any] = {"px": 13.0, "color": theme.t2, "background": theme.canvas, "align": MIDDLE}
    board.chrome.put([UNCABLED], view.width / 2, view.height / 2, **look)


def _draw_caption(board: Board, ground: Matrix, made: Sheet) -> None:
    """Say under the header what rows, columns and cells are, as far as there is room."""
    theme, view = board.theme, ground.view
    board.add("chrome", boxes([[0, HEADER, view.width, CAPTION - 4]], theme.canvas))
    said = caption(board, ground, made)
    for count in range(len(said), 0, -1):
        text = " · ".join(said[:count])
        look: dict[str, Any] = {
            "px": 11.0,
            "color": theme.t3,
            "background": theme.canvas,
            "room": view.width - 2 * EDGE,
        }
        if board.chrome.put([text], EDGE + 2, HEADER + CAPTION / 2 - 3, **look).all():
            return


def caption(board: Board, ground: Matrix, made: Sheet) -> list[str]:
    """Return what there is to say of a matrix, the most needed first."""
    scene, (low, high) = board.scene, made.pair
    rows = level_words(scene, low, len(made.rows))
    if made.is_square:
        said = [f"{rows}; a cell is the way from its row to its column"]
    else:
        said = [f"Rows: {rows}, columns: {level_words(scene, high, len(made.columns))}"]
    if len(made.blocks) > 1:
        kind = made.blocks.names[0].split(" ")[0].lower()
        said.append(
            f"{plural(len(made.blocks), kind)}, cabled within {'themselves' if kind == 'block' else 'each'} only"
        )
    if is_directed(board, made) and ground.cell >= BOXES_ABOVE:
        said.append("upper half up, lower half down")
    if ground.strip:
        said.append(f"strips: {'kind of all' if board.overlay.is_kinds else 'mean'}, then highest")
    lacking = int((made.entries.cable < 0).sum()) // (2 if made.is_square else 1)
    said += [f"{plural(lacking, 'cable')} fewer than the neighbours have"] if lacking else []
    return said + (
        [f"{plural(made.left_out, 'switch')} without such cables left out"] if made.left_out else []
    )
