from __future__ import annotations

import re
from pathlib import Path

import pytest

import ibviz.gui
from ibviz.gui.tips import tip


@pytest.mark.parametrize("name", ["<img src=x>", "<b>x</b>", "a<b>c", "x & y", "=cmd"])
def test_that_a_tooltip_shows_a_name_as_it_stands(name: str) -> None:
    from PySide6.QtGui import QTextDocument

    shown = QTextDocument()
    shown.setHtml(tip(f"Switch: {name}"))
    assert shown.toPlainText() == f"Switch: {name}"


def test_that_each_line_is_framed_and_nothing_is_nothing() -> None:
    assert tip("a\nb") == "<p>a</p><p>b</p>"
    assert tip("") == ""


def test_that_no_tooltip_escapes_by_itself() -> None:
    folder = Path(ibviz.gui.__file__).parent
    for path in folder.rglob("*.py"):
        assert not re.search(r"setToolTip\(.*replace\(", path.read_text(encoding="utf-8")), path


def test_that_a_mark_of_direction_in_a_name_turns_no_tooltip() -> None:
    assert tip("leaf\u202e-1 to spine") == "<p>leaf-1 to spine</p>"
