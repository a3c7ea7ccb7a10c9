"""The look: palettes and style sheet from tokens alone, icons in their colours."""

from __future__ import annotations

import re
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QPalette
from PySide6.QtWidgets import QApplication, QLineEdit, QTabWidget

from ibviz.core.resources import resource
from ibviz.drawing.theme import THEMES
from ibviz.gui.style import chosen, color, dress, icon, palette, sheet
from ibviz.gui.tokens import tokens_of


@pytest.mark.parametrize("name", THEMES)
def test_that_the_sheet_holds_every_token_as_a_colour(name: str) -> None:
    text = sheet(tokens_of(name))
    assert "@" not in text
    used = {int("ff" + value, 16) for value in re.findall(r"#([0-9a-f]{6})", text)}
    assert used <= {tokens_of(name)[token] for token in tokens_of(name)}


def test_that_the_source_of_the_sheet_has_no_colour_of_its_own() -> None:
    text = resource("themes", "window.qss").read_text()
    assert not re.search(r"#[0-9A-Fa-f]{6}\b|rgb", text)


@pytest.mark.parametrize("name", THEMES)
def test_that_the_palette_is_of_the_theme(name: str) -> None:
    made, tokens = palette(tokens_of(name)), tokens_of(name)
    assert made.color(QPalette.ColorRole.Text) == color(tokens.t1)
    assert made.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text) == color(tokens.t4)


def test_that_dressing_changes_a_running_program(qtbot: Any) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    for name in ("light", "dark"):
        dress(app, name)
        assert app.palette().color(QPalette.ColorRole.Window) == color(tokens_of(name).bar)
        dress(app, name)


def test_that_what_was_hidden_meanwhile_shows_itself_in_the_new_theme(qtbot: Any) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    tabs, fields = QTabWidget(), [QLineEdit(), QLineEdit()]
    for field in fields:
        field.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        tabs.addTab(field, "")
    qtbot.addWidget(tabs)
    tabs.resize(240, 160)
    tabs.show()
    for name in ("light", "dark", "light"):
        dress(app, name)
        for place, field in enumerate(fields):
            tabs.setCurrentIndex(place)
            picture = field.grab().toImage()
            spot = picture.pixelColor(picture.width() // 2, picture.height() // 2)
            assert spot == color(tokens_of(name).raised)


def test_that_a_wish_is_followed_and_the_system_has_a_theme(qtbot: Any) -> None:
    assert (chosen("dark"), chosen("light")) == ("dark", "light")
    assert chosen("system") in THEMES


def test_that_icons_take_the_tokens_colour_and_pale_when_disabled(qtbot: Any) -> None:
    for mode, token in ((QIcon.Mode.Normal, "acc"), (QIcon.Mode.Disabled, "t4")):
        picture = icon("save", "dark", "acc").pixmap(18, 18, mode=mode).toImage()
        pixels = [picture.pixelColor(x, y) for x in range(18) for y in range(18)]
        strong = max(pixels, key=lambda one: one.alpha())
        wanted = color(tokens_of("dark")[token])
        assert abs(strong.red() - wanted.red()) + abs(strong.blue() - wanted.blue()) < 12


def test_that_a_missing_icon_is_an_error(qtbot: Any) -> None:
    with pytest.raises(FileNotFoundError):
        icon("no-such-icon", "dark")
