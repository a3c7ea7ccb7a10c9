"""The table of places: every panel can be imported, names are unique, sides are known."""

from __future__ import annotations

from importlib import import_module

import pytest

from ibviz.core.resources import resource
from ibviz.gui.docks import DOCKS, SIDES, Place


@pytest.mark.parametrize("place", DOCKS, ids=lambda place: place.name)
def test_that_a_place_is_sound(place: Place) -> None:
    assert place.side in SIDES
    assert callable(getattr(import_module(place.module), place.maker))
    assert place.title
    assert not place.icon or resource("icons", f"{place.icon}.svg")


def test_that_names_are_unique() -> None:
    assert len({place.name for place in DOCKS}) == len(DOCKS)


def test_that_what_opens_from_the_activity_bar_has_an_icon() -> None:
    assert all(place.icon for place in DOCKS if place.side == "left")
