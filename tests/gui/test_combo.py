from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QWheelEvent

from ibviz.gui.combo import Combo
from ibviz.gui.style import color
from ibviz.gui.tokens import tokens_of

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen plugin has none


@pytest.fixture
def combo(qtbot: Any) -> Combo:
    made = Combo()
    made.addItems(["Incast", "Shift"])
    qtbot.addWidget(made)
    made.resize(200, 30)
    made.dress("light")
    made.show()
    return made


def at(combo: Combo, x: int, y: int) -> QColor:
    return combo.grab().toImage().pixelColor(x, y)


def test_that_it_is_flat_in_the_colours_of_the_theme(combo: Combo) -> None:
    for theme in ("light", "dark"):
        combo.dress(theme)
        picture = combo.grab().toImage()
        grounds = {picture.pixelColor(x, y).name() for x, y in ((170, 8), (195, 15), (170, 26), (120, 3))}
        assert len(grounds) == 1, "no bevel"
        assert grounds <= {color(tokens_of(theme)[token]).name() for token in ("raised", "hover")}


def test_that_a_fault_and_the_focus_colour_the_border(combo: Combo) -> None:
    colours = {at(combo, 100, 0).name()}
    combo.dress("light", wrong=True)
    colours.add(at(combo, 100, 0).name())
    combo.dress("dark", wrong=True)
    colours.add(at(combo, 100, 0).name())
    assert len(colours) == 3


def test_that_the_wheel_leaves_the_choice_alone(combo: Combo) -> None:
    spot = QPointF(20, 15)
    event = QWheelEvent(
        spot,
        spot,
        QPoint(0, -120),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    combo.wheelEvent(event)
    assert combo.currentText() == "Incast"
    assert not event.isAccepted()
    combo.setEnabled(False)
    assert not combo.grab().isNull()
