from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from ibviz.gui.models.listing import Column
from ibviz.gui.panels.inspector_look import Look
from ibviz.gui.panels.tables_cells import paint_column, paint_grounds

LOOK = Look("dark")


def painted(column: Column, rows: list[int]) -> QImage:
    image = QImage(160, 60, QImage.Format.Format_RGB32)
    image.fill(LOOK["panel"])
    painter = QPainter(image)
    paint_column(painter, LOOK, column, np.array(rows), 0, 160, [0, 26][: len(rows)], 26)
    painter.end()
    return image


def ink(image: QImage, left: int, right: int) -> int:
    ground = LOOK["panel"].rgb()
    return sum(image.pixel(x, y) != ground for x in range(left, right) for y in range(26))


def test_that_figures_stand_right_and_texts_left(qapp: QApplication) -> None:
    number = painted(Column("n", "N", np.array([7.0]), "number"), [0])
    text = painted(Column("n", "N", np.array(["7.0"], object)), [0])
    assert ink(number, 0, 80) == 0 < ink(number, 80, 160)
    assert ink(text, 80, 160) == 0 < ink(text, 0, 80)


def test_that_a_share_has_a_bar_of_five_pixels_where_it_has_a_value(qapp: QApplication) -> None:
    image = painted(Column("u", "U", np.array([0.9, np.nan]), "share", lambda v: "x"), [0, 1])
    assert [image.pixelColor(40, y) == LOOK.heat(0.9) for y in (9, 11, 12, 13, 14, 17)] == [
        False,
        True,
        True,
        True,
        True,
        False,
    ]
    assert image.pixelColor(40, 39) == LOOK["panel"]


def test_that_selected_wins_over_hovered(qapp: QApplication) -> None:
    image = QImage(10, 60, QImage.Format.Format_RGB32)
    image.fill(LOOK["panel"])
    painter = QPainter(image)
    paint_grounds(painter, LOOK, 10, [0, 26], 26, np.array([True, False]), 0)
    paint_grounds(painter, LOOK, 10, [0, 26], 26, np.array([True, False]), 1)
    painter.end()
    assert image.pixelColor(5, 5) == LOOK["acc_bg"]
    assert image.pixelColor(5, 30) == LOOK["hover"]
