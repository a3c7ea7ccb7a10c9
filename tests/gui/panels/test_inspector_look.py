from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from ibviz.gui.panels.inspector_look import Look, bar, font, mono, told_apart, width_of, write
from ibviz.gui.tips import tip


def test_that_a_hotter_bar_has_another_colour_and_is_longer(qapp: QApplication) -> None:
    look, pictures = Look("dark"), []
    for share in (0.1, 0.9, float("nan")):
        image = QImage(100, 6, QImage.Format.Format_RGB32)
        image.fill(look["panel"])
        painter = QPainter(image)
        bar(painter, QRectF(0, 0, 100, 5), share, look)
        painter.end()
        pictures.append(image)
    assert pictures[0].pixelColor(5, 2) == look.heat(0.1)
    assert pictures[0].pixelColor(50, 2) == look["hover"]
    assert pictures[1].pixelColor(50, 2) == look.heat(0.9) != look.heat(0.1)
    assert pictures[2].pixelColor(5, 2) == look["hover"]


def test_that_heat_stays_on_its_ramp() -> None:
    look = Look("light")
    assert look.heat(-1) == look.heat(0)
    assert look.heat(7) == look.heat(1)


def test_that_the_fixed_font_is_fixed(qapp: QApplication) -> None:
    assert width_of("iiii", mono(12)) == width_of("0000", mono(12))


def test_that_long_names_are_cut_in_the_middle(qapp: QApplication) -> None:
    image = QImage(60, 20, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    assert (
        write(painter, QRectF(0, 0, 60, 20), "a-very-long-name-of-a-leaf", font(12, 400), Look("dark")["t1"])
        <= 60
    )
    painter.end()


def test_that_a_tooltip_is_never_markup() -> None:
    assert tip("<a>\nb") == "<p>&lt;a&gt;</p><p>b</p>"
    assert tip("") == ""


@pytest.mark.parametrize("differs", [0, 10, 30, 45, 59])
def test_that_names_that_differ_never_read_the_same(qapp: QApplication, differs: int) -> None:
    one, other = ("x" * differs + end + "x" * (60 - differs) for end in "ab")
    first, second = told_apart(one, other, 120.0, font(12, 400))
    assert first != second
    assert max(width_of(text, font(12, 400)) for text in (first, second)) <= 121


def test_that_equal_and_short_names_stay_as_they_are(qapp: QApplication) -> None:
    assert told_apart("n1", "n2", 120.0, font(12, 400)) == ("n1", "n2")
    assert len(set(told_apart("n" * 90, "n" * 90, 120.0, font(12, 400)))) == 1
