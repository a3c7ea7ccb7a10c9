"""The desk holds what belongs to one window."""

from __future__ import annotations

from collections.abc import Callable

from ibviz.gui.window import Window


def test_that_windows_share_settings_and_nothing_else(make_window: Callable[..., Window]) -> None:
    one, two = make_window().desk, make_window().desk
    assert one.settings is two.settings
    assert one.document is not two.document
    assert one.gaze is not two.gaze
    assert one.jobs is not two.jobs
    assert one != two
