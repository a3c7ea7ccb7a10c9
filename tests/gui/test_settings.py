"""Settings: kept, and broken values count as not set."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QByteArray

from ibviz.gui.settings import RECENT, Settings


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "s.ini"


def test_that_what_is_set_is_there_next_time(qtbot: Any, path: Path, tmp_path: Path) -> None:
    settings = Settings(path)
    settings.theme, settings.reduce_motion, settings.tables_open = "light", True, True
    for number in range(RECENT + 3):
        settings.add_recent(tmp_path / f"{number}, ä.txt")
    settings.add_recent(tmp_path / "5, ä.txt")
    settings.keep_layout("main", QByteArray(b"\x00g"), QByteArray(b"d"))
    settings.sync()
    again = Settings(path)
    assert (again.theme, again.reduce_motion, again.tables_open) == ("light", True, True)
    assert again.recent[:2] == [tmp_path / "5, ä.txt", tmp_path / f"{RECENT + 2}, ä.txt"]
    assert len(again.recent) == RECENT == len(set(again.recent))
    assert again.layout("main") == (QByteArray(b"\x00g"), QByteArray(b"d"))
    again.clear_recent()
    assert again.recent == []


def test_that_one_recent_file_is_a_list_too(qtbot: Any, path: Path) -> None:
    Settings(path).add_recent(Path("/a/b.txt"))
    assert Settings(path).recent == [Path("/a/b.txt")]


def test_that_broken_values_count_as_not_set(qtbot: Any, path: Path) -> None:
    path.write_text(
        "[look]\ntheme=pink\nreduce_motion=@Invalid()\n[files]\nrecent=@Variant(xx)\n[window]\nmain\\geometry=7\n"
    )
    settings = Settings(path)
    assert (settings.theme, settings.reduce_motion, settings.tables_open) == ("system", False, False)
    assert settings.layout("main") == (QByteArray(), QByteArray())
    assert all(isinstance(one, Path) for one in settings.recent)


def test_that_widths_of_columns_are_kept_and_nonsense_is_not_taken(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "s.ini")
    settings.keep_width("nodes", "name", 220)
    settings.keep_width("nodes", "host", 99)
    settings.keep_width("nodes", "host", 0)
    settings.keep_width("cables", "from", 10**9)
    settings.sync()
    again = Settings(tmp_path / "s.ini")
    assert again.widths("nodes") == {"name": 220}
    assert again.widths("cables") == {}
    (tmp_path / "s.ini").write_text("[tables]\nnodes\\name=wide\nnodes\\host=-5\n")
    assert Settings(tmp_path / "s.ini").widths("nodes") == {}
