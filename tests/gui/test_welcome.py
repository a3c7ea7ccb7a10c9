"""The welcome page: three first steps, samples as true pictures, recent files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from ibviz.core.errors import OptionError
from ibviz.gui.filing import Filing
from ibviz.gui.samples import sample_paths
from ibviz.gui.settings import Settings
from ibviz.gui.window import Window


def test_that_samples_come_with_pictures_and_open_on_a_click(
    qtbot: Any, make_window: Callable[..., Window]
) -> None:
    window = make_window()
    cards = window.welcome.samples
    assert list(cards) == list(sample_paths())
    qtbot.waitUntil(lambda: all(not card._picture.isNull() for card in cards.values()), timeout=30000)
    assert cards["Two rails, eight hosts"].sentence == "6 switches, 16 HCAs, 32 cables"
    qtbot.mouseClick(cards["Two rails, eight hosts"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.unused, timeout=8000)
    assert window.desk.document.path is None
    assert window.files.title() == "two rails"


def test_that_the_steps_do_what_they_say(
    make_window: Callable[..., Window], monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr(Filing, "open", lambda self: done.append("open"))
    monkeypatch.setattr(Filing, "read_sample", lambda self, path: done.append(path.name))
    window = make_window()
    for step in window.welcome.steps:
        step.click()
    assert done == ["open", "open", "fat-tree-648.ibviz.yaml"]


def test_that_recent_files_have_their_age_and_missing_ones_are_greyed(
    make_window: Callable[..., Window],
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[Path] = []
    monkeypatch.setattr(Filing, "read", lambda self, path: read.append(path))
    (tmp_path / "there.txt").write_text("")
    settings.add_recent(tmp_path / "gone.txt")
    settings.add_recent(tmp_path / "there.txt")
    window = make_window()
    there, gone = window.welcome.recent
    assert (there.title, there.sentence, there._when, there.isEnabled()) == (
        "there.txt",
        str(tmp_path),
        "just now",
        True,
    )
    assert (gone.title, gone.sentence, gone.isEnabled()) == ("gone.txt", "file not found", False)
    there.click()
    gone.click()
    assert read == [tmp_path / "there.txt"]
    settings.clear_recent()
    window.welcome.refresh()
    assert window.welcome.recent == []
    assert not window.welcome._recent_title.isVisible()


def test_that_samples_are_drawn_again_in_another_theme(
    qtbot: Any, make_window: Callable[..., Window], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    monkeypatch.setattr("ibviz.gui.welcome.draw_samples", lambda theme, progress: drawn.append(theme) or [])
    window = make_window()
    qtbot.waitUntil(lambda: drawn == ["dark"])
    window.wear("light")
    qtbot.waitUntil(lambda: drawn == ["dark", "light"])
    window.welcome.refresh()
    qtbot.wait(20)
    assert drawn == ["dark", "light"]


def test_that_samples_that_cannot_be_drawn_are_said(make_window: Callable[..., Window]) -> None:
    window = make_window()
    window.welcome._undrawn(OptionError("no such theme"))
    assert window.status._said.text() == "The samples cannot be drawn: no such theme"


@pytest.mark.parametrize(
    ("width", "columns", "beside"), [(1600, 3, True), (1280, 3, True), (1000, 3, False), (800, 2, False)]
)
def test_that_nothing_is_beside_the_page_at_any_width(
    qtbot: Any,
    make_window: Callable[..., Window],
    settings: Settings,
    tmp_path: Path,
    width: int,
    columns: int,
    beside: bool,
) -> None:
    (tmp_path / "a_name_that_is_long_for_its_place.ibnetdiscover.txt").write_text("")
    settings.add_recent(tmp_path / "a_name_that_is_long_for_its_place.ibnetdiscover.txt")
    window = make_window()
    window.resize(width, 720)
    page = window.welcome
    qtbot.waitUntil(lambda: window.width() == width)
    qtbot.waitUntil(lambda: page.horizontalScrollBar().maximum() == 0, timeout=3000)
    first, recent = page.steps[0], page.recent[0]
    assert len({step.x() for step in page.steps}) == columns
    assert (recent.x() > page.steps[columns - 1].geometry().right()) == beside
    assert (recent.y() > next(iter(page.samples.values())).geometry().bottom()) != beside
    assert first.width() >= 256
