from __future__ import annotations

import pytest
from fabrics import tree2
from flows import rails

from ibviz.core.errors import OptionError
from ibviz.core.registry import overlays
from ibviz.core.state import State


def test_that_cables_bear_the_rail_of_their_host_and_above_that_of_their_leaf() -> None:
    fabric = rails(4, 2)
    made = overlays.get("rail")(State(fabric))
    said = [made.words(value) for value in made.value]
    for row, ends in enumerate(fabric.cables.node.tolist()):
        leaf = min(ends) if min(ends) < 2 else max(ends)
        assert said[row] == str(leaf + 1)
    assert made.labels == ("1", "2")


def test_that_hues_repeat_after_eight_rails() -> None:
    made = overlays.get("rail")(State(rails(4, 9)))
    assert len(made.labels) == 8
    assert "repeat" in made.title


def test_that_there_are_no_rails_in_a_plain_tree() -> None:
    with pytest.raises(OptionError, match="needs rails"):
        overlays.get("rail")(State(tree2(2, 2, 2)))
