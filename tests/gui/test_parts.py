from __future__ import annotations

from typing import Any

from ibviz.gui.parts import Words, chip, hex_of


def test_that_words_are_plain_and_follow_the_theme(qtbot: Any) -> None:
    words = Words("<b>leaf</b>", 12, 400, "t2")
    qtbot.addWidget(words)
    assert words.textFormat().name == "PlainText"
    words.dress("light")
    assert hex_of("light", "t2") in words.styleSheet()
    words.take("err")
    assert hex_of("light", "err") in words.styleSheet()


def test_that_what_narrows_a_panel_is_in_the_colour_of_the_user() -> None:
    assert hex_of("light", "acc") in chip("light")
    assert hex_of("dark", "acc_bg") in chip("dark")
