from __future__ import annotations

import numpy as np

from ibviz.drawing.drawing import Cells, Drawing, Layer, Shape
from ibviz.drawing.ink import boxes, curves, lines, marks
from ibviz.drawing.lettering import Lettering


def test_that_primitives_are_counted_by_kind_and_cells_one_by_one() -> None:
    cells = Cells(0, 0, 4, 2, np.zeros((2, 3), np.uint32), np.full((2, 3), -1), "cable")
    page = Lettering((0, 0, 100, 100))
    page.put(["word"], 10, 50, px=11, color=1, background=2)
    first = Layer("a", True, None, (lines([[0, 0, 1, 1]], 1), cells, page.words()))
    second = Layer("b", False, None, (curves(np.zeros((2, 8)), 1), boxes(np.zeros((3, 4))), cells))
    third = Layer("c", False, None, (marks([[1, 1]], Shape.RING, 5, 1),))
    drawing = Drawing(10, 10, 0, (first, second, third), "", {}, {})
    assert drawing.primitives() == {"lines": 1, "curves": 2, "boxes": 3, "cells": 12, "marks": 1}
