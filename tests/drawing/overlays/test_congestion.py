from __future__ import annotations

import numpy as np
import pytest
from congested import h14, quiet

from ibviz.core.errors import OptionError
from ibviz.core.registry import overlays
from ibviz.drawing.overlay import Overlay


def overlay_of_h14() -> Overlay:
    made: Overlay = overlays.get("congestion")(*h14())
    return made


def test_that_each_direction_has_the_strongest_role_there() -> None:
    _, simulation = h14()
    made = overlay_of_h14()
    (root,) = simulation.congestion.roots
    assert made.both is not None
    said = {kind: set(np.flatnonzero(made.both.ravel() == (kind + 0.5) / 3).tolist()) for kind in range(3)}
    assert said[2] == {root.channel}
    assert said[1] == set(root.tree.tolist())
    assert len(said[0]) == 3
    assert made.words(made.value[root.channel // 2]) == "root"
    assert np.isnan(made.value).sum() == len(made.value) - len(
        {c // 2 for part in said.values() for c in part}
    )


def test_that_the_title_counts_roots_and_victims() -> None:
    assert overlay_of_h14().title == "Congestion without control: 1 root, 1 victim, simulated"


def test_that_without_data_or_roots_there_is_none() -> None:
    state, simulation = quiet()
    with pytest.raises(OptionError, match="no flow blocks another"):
        overlays.get("congestion")(state, simulation)
    with pytest.raises(OptionError, match="worked out who blocks whom"):
        overlays.get("congestion")(state, None)
