from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QListWidgetItem

from ibviz.gui.panels.scenarios_cards import Card, Cards, is_ticked

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # the offscreen one


@pytest.fixture
def cards(qtbot: Any) -> Cards:
    made = Cards()
    qtbot.addWidget(made)
    made.setItemDelegate(Card(made))
    for name in ("As built", "one", "two"):
        made.addItem(QListWidgetItem(name))
    for row in (1, 2):
        made.item(row).setCheckState(Qt.CheckState.Unchecked)
    made.setCurrentRow(0)
    made.resize(240, 200)
    made.show()
    return made


def ticks(cards: Cards) -> list[bool | None]:
    return [is_ticked(cards.model().index(row, 0)) for row in range(3)]


def click(qtbot: Any, cards: Cards, row: int, x: int, *, twice: bool = False) -> None:
    at = cards.visualItemRect(cards.item(row)).topLeft() + QPoint(x, 16)
    press = qtbot.mouseDClick if twice else qtbot.mouseClick
    press(cards.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_that_a_click_on_a_box_ticks_and_one_beside_it_picks(qtbot: Any, cards: Cards) -> None:
    click(qtbot, cards, 2, 18)
    assert ticks(cards) == [None, False, True] and cards.currentRow() == 0
    click(qtbot, cards, 1, 80)
    assert ticks(cards) == [None, False, True] and cards.currentRow() == 1
    click(qtbot, cards, 2, 18, twice=True)
    assert ticks(cards) == [None, False, False] and cards.currentRow() == 1


def test_that_what_has_no_box_is_picked_and_never_ticked(qtbot: Any, cards: Cards) -> None:
    cards.setCurrentRow(1)
    click(qtbot, cards, 0, 18)
    assert cards.currentRow() == 0
    qtbot.keyClick(cards, Qt.Key.Key_Space)
    assert ticks(cards) == [None, False, False]


def test_that_the_space_bar_ticks_and_other_keys_walk(qtbot: Any, cards: Cards) -> None:
    cards.setCurrentRow(1)
    qtbot.keyClick(cards, Qt.Key.Key_Space)
    assert ticks(cards) == [None, True, False]
    qtbot.keyClick(cards, Qt.Key.Key_Down)
    assert cards.currentRow() == 2


def test_that_a_tick_is_seen(cards: Cards) -> None:
    plain = cards.grab().toImage()
    cards.tick(cards.item(1))
    assert cards.grab().toImage() != plain
