"""What is lit over the picture."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from ibviz.drawing.drawing import Boxes, Curves
from ibviz.drawing.theme import theme
from ibviz.drawing.trace import NOWHERE, Trace
from ibviz.gui.canvas.marks import (
    CROWD,
    MANY_BOXES,
    MANY_CURVES,
    band,
    hovered,
    kin,
    paint_marks,
    path,
    selected,
)

DARK = theme("dark")


def traced(boxes: int = 1, curves: int = 1, cells: int = 1) -> Trace:
    return Trace(
        np.tile([10.0, 10.0, 40.0, 20.0], (boxes, 1)),
        np.zeros(boxes, np.int64),
        np.tile([0.0, 0.0, 0.0, 5.0, 9.0, 5.0, 9.0, 9.0], (curves, 1)),
        np.zeros((curves, 2), np.int64),
        np.full((cells, 2), 7.0),
    )


def colors(items: list[object]) -> set[int]:
    found: set[int] = set()
    for item in items:
        if isinstance(item, Curves):
            found |= set(item.color.tolist())
        if isinstance(item, Boxes):
            found |= set(item.border.tolist())
    return found


def test_that_selected_things_are_iris_over_a_halo() -> None:
    items = selected(traced(), DARK)
    assert DARK.acc in colors(items)
    assert [item.width[0] for item in items if isinstance(item, Curves)] == [7.0, 2.4]


def test_that_hovered_things_have_the_strongest_tone() -> None:
    items = hovered(traced(), DARK)
    assert DARK.sel in colors(items)
    assert [item.width[0] for item in items if isinstance(item, Curves)] == [6.0, 2.0]


def test_that_a_path_is_three_pixels_wide() -> None:
    assert 3.0 in [item.width[0] for item in path(traced(), DARK) if isinstance(item, Curves)]


def test_that_outlines_stand_four_pixels_outside() -> None:
    boxes = [
        item for item in selected(traced(), DARK) if isinstance(item, Boxes) and item.border[0] == DARK.acc
    ]
    assert boxes[0].xywh[0].tolist() == [6, 6, 48, 28]


def test_that_many_things_are_lit_by_few_calls() -> None:
    items = selected(traced(MANY_BOXES + 1, 0, 0), DARK)
    assert len([item for item in items if isinstance(item, Boxes)]) == 1
    assert items[1].radius.max() == 0  # type: ignore[union-attr]
    assert kin(traced(MANY_BOXES + 1), DARK) == []


def test_that_kin_is_softer_than_what_is_selected() -> None:
    assert all(color >> 24 < 255 for color in colors(kin(traced(cells=0), DARK)))


@pytest.mark.parametrize("marks", [selected, hovered, kin, path])
def test_that_nothing_lights_nothing(marks: object) -> None:
    items = marks(NOWHERE, DARK)  # type: ignore[operator]
    assert all(len(item.row) == 0 for item in items)


def test_that_the_rubber_band_is_where_it_is_dragged() -> None:
    assert band((1, 2, 3, 4), DARK)[0].xywh.tolist() == [[1, 2, 3, 4]]  # type: ignore[union-attr]


def test_that_a_crowd_of_selected_things_lets_the_picture_through() -> None:
    widest = [
        max(
            float(item.width.max())
            for item in selected(traced(0, number, 0), DARK)
            if isinstance(item, Curves)
        )
        for number in (CROWD, CROWD + 1)
    ]
    assert widest == [7.0, 1.0]


class Counting:
    """Counts the calls of a painter."""

    def __init__(self, painter: QPainter) -> None:
        self._painter, self.calls = painter, 0

    def __getattr__(self, name: str) -> Any:
        self.calls += name.startswith("draw")
        return getattr(self._painter, name)


def calls(found: Trace) -> int:
    """How often a painter is called to paint what is selected."""
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    counting = Counting(painter)
    paint_marks(counting, selected(found, DARK), (0, 0, 200, 200), (200, 200))  # type: ignore[arg-type]
    painter.end()
    return counting.calls


def test_that_ten_thousand_lit_cables_and_cells_take_no_more_calls_than_a_few(qapp: QApplication) -> None:
    assert 1 <= calls(traced(0, 10_000, 10_000)) <= 10
    assert calls(traced(0, MANY_CURVES, 0)) >= MANY_CURVES, "few are smooth curves, one by one"
