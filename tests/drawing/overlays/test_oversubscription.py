from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of
from scenes import simulated

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric
from ibviz.core.registry import overlays
from ibviz.core.scenario import Scenario
from ibviz.core.state import State


def leaves(hosts: int, ups: int) -> Fabric:
    """Two leaves with some hosts and some cables up to one spine; the cables up come first."""
    up = [(leaf, 20 + u, 2, leaf * ups + u + 1) for leaf in (0, 1) for u in range(ups)]
    down = [(3 + leaf * hosts + h, 1, leaf, h + 1) for leaf in (0, 1) for h in range(hosts)]
    return fabric_of("SSS" + "H" * (2 * hosts), [*up, *down])


@pytest.mark.parametrize(
    ("hosts", "ups", "said"),
    [(2, 2, "\u22641\u2009:\u20091"), (4, 2, "\u22642\u2009:\u20091"), (5, 2, ">2\u2009:\u20091")],
)
def test_that_cables_bear_the_ratio_of_their_leaf(hosts: int, ups: int, said: str) -> None:
    made = overlays.get("oversubscription")(State(leaves(hosts, ups)))
    assert {made.words(value) for value in made.value} == {said}
    assert f"worst {hosts / ups:.3g}\u2009:\u20091" in made.title


def test_that_what_is_down_counts_for_nothing() -> None:
    fabric = leaves(2, 2)
    scenario = Scenario("x", frozenset(), frozenset({0}))
    state = State(fabric, scenarios=(scenario,), active="x")
    for made in (
        overlays.get("oversubscription")(state),
        overlays.get("oversubscription")(state, simulated(fabric, scenario)),
    ):
        assert np.isnan(made.value[0])
        assert made.words(made.value[1]) == "\u22642\u2009:\u20091"
        assert made.words(made.value[2]) == "\u22641\u2009:\u20091"


def test_that_it_needs_cables_up_and_down() -> None:
    with pytest.raises(OptionError, match="both up and down"):
        overlays.get("oversubscription")(State(fabric_of("SHH", [(0, 1, 1, 1), (0, 2, 2, 1)])))
