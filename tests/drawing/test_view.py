from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest

from ibviz.drawing.view import View


def test_that_a_view_is_frozen_and_compared_by_value() -> None:
    assert View() == View()
    assert hash(View(zoom=2)) == hash(replace(View(), zoom=2))
    with pytest.raises(FrozenInstanceError):
        View().zoom = 2  # type: ignore[misc]


def test_that_the_view_of_a_new_document_is_the_whole() -> None:
    assert (View().kind, View().zoom, View().center, View().focus) == ("layered", 1.0, 0.5, -1)
