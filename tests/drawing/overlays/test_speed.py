from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric
from ibviz.core.registry import overlays
from ibviz.core.state import State

RATES = ["1xSDR", "4xSDR", "4xDDR", "4xQDR", "4xFDR", "4xEDR", "4xHDR", "4xNDR"]


def test_that_each_rate_is_a_step_from_slow_to_fast() -> None:
    fabric = fabric_of("SS", [(0, 1, 1, 1), (0, 2, 1, 2), (0, 3, 1, 3)], rates=["4xHDR", "4xEDR", "4xHDR"])
    made = overlays.get("speed")(State(fabric))
    assert made.labels == ("4xEDR", "4xHDR")
    assert made.value == pytest.approx([0.75, 0.25, 0.75])
    assert [made.words(v) for v in made.value] == ["4xHDR", "4xEDR", "4xHDR"]
    assert made.tokens[0] < made.tokens[1]


def test_that_many_rates_are_taken_together_at_the_slow_end() -> None:
    fabric = fabric_of("SS", [(0, p, 1, p) for p in range(1, 9)], rates=RATES)
    made = overlays.get("speed")(State(fabric))
    assert len(made.labels) == 6
    assert made.labels[0] == "\u22644xDDR"
    assert made.words(made.value[0]) == made.words(made.value[2]) == made.labels[0]
    assert made.words(made.value[7]) == "4xNDR"


def test_that_a_rate_that_nobody_says_is_written_as_a_number() -> None:
    made = overlays.get("speed")(State(fabric_of("SS", [(0, 1, 1, 1)], rates=[""])))
    assert made.labels == ("8\u2009Gbit/s",)
    assert made.words(np.nan) == ""


def test_that_speed_needs_cables() -> None:
    with pytest.raises(OptionError, match="needs cables"):
        overlays.get("speed")(State(Fabric()))
