"""Watching one file through changes, replacements and removals."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ibviz.gui.watch import Watch, stamp


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "f.txt"
    path.write_text("one")
    return path


@pytest.fixture
def seen(qtbot: Any, file: Path) -> Iterator[list[int]]:
    watch, times = Watch(), []
    watch.changed.connect(lambda: times.append(1))
    watch.follow(file)
    times_and_watch = times
    yield times_and_watch
    watch.follow(None)


def test_that_a_change_is_seen_once(qtbot: Any, seen: list[int], file: Path) -> None:
    file.write_text("two")
    qtbot.waitUntil(lambda: bool(seen), timeout=8000)
    qtbot.wait(400)
    assert seen == [1]


def test_that_a_file_that_is_replaced_is_followed_on(qtbot: Any, seen: list[int], file: Path) -> None:
    for number in (1, 2):
        other = file.with_name("other")
        other.write_text("x" * (10 + number))
        other.replace(file)
        qtbot.waitUntil(lambda number=number: len(seen) == number, timeout=8000)


def test_that_a_file_that_goes_is_a_change(qtbot: Any, seen: list[int], file: Path) -> None:
    file.unlink()
    qtbot.waitUntil(lambda: seen == [1], timeout=8000)
    assert stamp(file) is None


def test_that_what_we_write_ourselves_is_no_change(qtbot: Any, file: Path) -> None:
    watch, seen = Watch(), []
    watch.changed.connect(lambda: seen.append(1))
    watch.follow(file)
    watch.pause()
    file.write_text("ours")
    watch.look()
    watch.follow(file)
    watch.look()
    qtbot.wait(400)
    assert seen == []
    assert stamp(None) is None
    watch.follow(None)
