from __future__ import annotations

from dataclasses import FrozenInstanceError, fields

import pytest

from ibviz.core.bands import Bands, Strip


def test_that_every_field_is_told_of_in_the_docstring() -> None:
    for kind in (Bands, Strip):
        told = (kind.__doc__ or "").replace(",", " ").split()
        assert not [field.name for field in fields(kind) if field.name not in told]


def test_that_a_strip_is_frozen_and_compared_by_value() -> None:
    strip = Strip(0, "1", 0.0, 2.0, 0, 2)
    assert strip == Strip(0, "1", 0.0, 2.0, 0, 2)
    with pytest.raises(FrozenInstanceError):
        strip.left = 1.0  # type: ignore[misc]
