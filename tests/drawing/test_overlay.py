from __future__ import annotations

import numpy as np

from ibviz.drawing.overlay import Overlay


def test_that_an_overlay_measures_if_its_range_is_worded() -> None:
    assert not Overlay("plain", "Wiring only", np.zeros(1)).is_measure
    assert Overlay("load", "Load", np.zeros(1), "0", "1").is_measure
