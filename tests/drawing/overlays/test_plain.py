from __future__ import annotations

import numpy as np
from fabrics import tree2

from ibviz.core.registry import overlays
from ibviz.core.state import State


def test_that_the_plain_overlay_says_nothing() -> None:
    fabric = tree2(2, 1, 2)
    made = overlays.get("plain")(State(fabric))
    assert made.value.shape == (len(fabric.cables),)
    assert np.isnan(made.value).all()
    assert not made.is_measure
