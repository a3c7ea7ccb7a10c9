"""What holds of every view there is."""

from __future__ import annotations

from ibviz.drawing.layered.vista import VISTA
from ibviz.drawing.vistas import vista


def test_that_a_view_is_found_by_its_kind() -> None:
    assert vista("layered") is VISTA
