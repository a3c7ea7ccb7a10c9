from __future__ import annotations

from typing import Any

from ibviz.gui.parts import Line, TwoLines, Words, chip, hex_of


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


def test_that_a_line_without_room_has_an_ellipsis_and_keeps_its_text_and_colour(qtbot: Any) -> None:
    line = Line("Before a switch with a long name failed", 14, 600, "t1")
    qtbot.addWidget(line)
    line.dress("dark")
    line.resize(400, 20)
    assert line.shown == line.text()
    line.resize(120, 20)
    assert "…" in line.shown and line.shown.endswith("led") and "…" not in line.text()
    drawn = line.grab().toImage()
    colours = {drawn.pixelColor(x, y).name() for x in range(drawn.width()) for y in range(drawn.height())}
    assert hex_of("dark", "t1") in colours


def test_that_a_sentence_has_two_whole_lines_at_most_and_an_ellipsis_at_its_end(qtbot: Any) -> None:
    text = "Throughput falls by 31 %, and 21 hosts lose their last cable; 3,276 flows go with them."
    words = TwoLines(text, 12, 400, "t2")
    qtbot.addWidget(words)
    words.dress("dark")
    words.resize(2000, 40)
    assert words.shown == (text, "")
    words.resize(200, 40)
    first, second = words.shown
    assert text.startswith(first) and not first.endswith(" ") and second.endswith("…")
    assert max(words.fontMetrics().horizontalAdvance(line) for line in words.shown) <= 200
    assert words.sizeHint().height() == 2 * words.fontMetrics().lineSpacing()
    assert not words.grab().isNull()
