"""The hover card."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget

from ibviz.drawing.theme import theme
from ibviz.gui.canvas.card import SHADOW, WIDEST, Card, placed
from ibviz.gui.canvas.facts import Facts

GROUND = QRect(0, 0, 1000, 700)


@given(st.integers(0, 999), st.integers(0, 699), st.integers(60, 400), st.integers(40, 160))
def test_that_a_card_stays_inside_and_beside_the_spot(x: int, y: int, wide: int, tall: int) -> None:
    at = placed(QPoint(x, y), wide, tall, GROUND)
    card = QRect(at.x() + SHADOW, at.y() + SHADOW, wide - 2 * SHADOW, tall - 2 * SHADOW)
    assert GROUND.contains(card)
    assert not card.contains(QPoint(x, y))


@pytest.fixture
def card(qtbot: Any) -> Card:
    ground = QWidget()
    qtbot.addWidget(ground)
    ground.resize(1000, 700)
    ground.show()
    made = Card(ground)
    made.ground = ground  # type: ignore[attr-defined]
    return made


def test_that_names_are_never_markup(card: Card) -> None:
    said = Facts("<img src=x><b>leaf</b>", (("To", "<i>spine</i>[3]"),))
    card.tell(said, QPoint(200, 200), theme("dark"))
    assert card.facts == said
    assert "<i>spine</i>[3]" in card.accessibleName()
    assert not card.grab().isNull()


def test_that_a_long_name_is_cut_in_the_card_only(card: Card) -> None:
    card.tell(Facts("x" * 500, ()), QPoint(10, 10), theme("light"))
    assert card.width() <= WIDEST + 2 * SHADOW + 1
    assert "x" * 500 in card.accessibleName()


def test_that_a_hidden_card_says_nothing(card: Card) -> None:
    assert card.facts is None
    card.grab()
