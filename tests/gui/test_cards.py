"""Cards: painted in their states, text as it is, reached by the keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from ibviz.gui.cards import Card, Recent, Sample, Step
from ibviz.gui.style import color
from ibviz.gui.tokens import tokens_of


def made(kind: str) -> Card:
    cards = {
        "step": lambda: Step("<b>Open</b>", "A sentence.", "folder", "Ctrl+O", primary=True),
        "quiet": lambda: Step("Open", "A sentence.", "folder"),
        "sample": lambda: Sample("648 hosts"),
        "recent": lambda: Recent("a.txt", "/x", "2 min ago", there=True),
        "gone": lambda: Recent("a.txt", "file not found", "", there=False),
    }
    return cards[kind]()


def image_of(card: Card) -> QImage:
    return card.grab().toImage()


@pytest.mark.parametrize("kind", ["step", "quiet", "sample", "recent", "gone"])
def test_that_a_card_is_painted_in_both_themes(qtbot: Any, kind: str) -> None:
    card = made(kind)
    qtbot.addWidget(card)
    pictures = []
    for theme in ("dark", "light"):
        card.dress(theme)
        pictures.append(image_of(card))
    assert pictures[0] != pictures[1]
    assert card.accessibleName() == card.title


def test_that_the_primary_step_is_iris(qtbot: Any) -> None:
    card = made("step")
    qtbot.addWidget(card)
    card.dress("dark")
    assert image_of(card).pixelColor(6, 90) == color(tokens_of("dark").acc_bg)


def test_that_a_card_answers_keys_and_shows_its_focus(qtbot: Any) -> None:
    card, clicked = made("quiet"), []
    qtbot.addWidget(card)
    card.clicked.connect(lambda: clicked.append(1))
    rest = image_of(card)
    card.show()
    qtbot.waitExposed(card)
    card.activateWindow()
    card.setFocus()
    qtbot.waitUntil(card.hasFocus)
    assert image_of(card) != rest
    qtbot.keyClick(card, Qt.Key.Key_Space)
    assert clicked == [1]


def test_that_a_sample_shows_its_picture_unstretched(qtbot: Any) -> None:
    card = Sample("x")
    qtbot.addWidget(card)
    card.dress("dark")
    picture = QImage(50, 100, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.red)
    card.show_picture(picture)
    card.tell("3 switches")
    shown = image_of(card)
    red = [x for x in range(shown.width()) if shown.pixelColor(x, 80) == Qt.GlobalColor.red]
    assert 60 <= len(red) <= 70
    assert card.accessibleDescription() == "3 switches"
