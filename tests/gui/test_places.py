"""The user's state folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from ibviz.gui.places import age, state_folder


def test_that_the_folder_is_made_for_the_user_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "s"))
    made = state_folder("drafts")
    assert made == tmp_path / "s" / "ibviz" / "drafts"
    assert made.stat().st_mode & 0o77 == 0
    assert state_folder("drafts") == made


def test_that_a_relative_path_counts_as_not_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert state_folder() == tmp_path / ".local" / "state" / "ibviz"


def test_that_ages_are_words() -> None:
    assert [age(59), age(60), age(86399), age(86400 * 13)] == [
        "just now",
        "1 min ago",
        "23 h ago",
        "13 days ago",
    ]
