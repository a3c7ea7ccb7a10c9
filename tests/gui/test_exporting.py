"""Exports of what the screen shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ibviz.gui.window import Window


def settle(qtbot: Any, window: Window) -> None:
    qtbot.waitUntil(lambda: not window.desk.jobs.running("export"), timeout=8000)


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf"])
def test_that_the_picture_on_screen_is_exported(
    qtbot: Any, window: Window, tmp_path: Path, suffix: str
) -> None:
    qtbot.waitUntil(lambda: window.canvas.scene is not None, timeout=8000)
    window.files.export_to(tmp_path / f"p{suffix}")
    settle(qtbot, window)
    heads = {".svg": b"<svg", ".png": b"\x89PNG", ".pdf": b"%PDF"}
    assert heads[suffix] in (tmp_path / f"p{suffix}").read_bytes()[:400]


def test_that_an_unknown_format_is_a_sentence(
    qtbot: Any, window: Window, tmp_path: Path, answers: list[Any]
) -> None:
    said: list[str] = []
    answers.append(lambda title, sentence, buttons: said.append(sentence))
    qtbot.waitUntil(lambda: window.canvas.scene is not None, timeout=8000)
    window.files.export_to(tmp_path / "p.bmp")
    assert said == ["p.bmp: pictures are SVG, PNG or PDF"]
