from __future__ import annotations

import numpy as np
import pytest
from fabrics import tree2
from scenes import scene_of

from ibviz.drawing.easel import Easel, Shown
from ibviz.drawing.frame import Frame
from ibviz.drawing.ink import boxes
from ibviz.drawing.ramps import BUCKETS
from ibviz.drawing.view import View

SCENE = scene_of(tree2(4, 2, 3), down_cables=[0])


def easel_of(**looks: object) -> Easel:
    return Easel(Frame(SCENE, View(**looks)))  # type: ignore[arg-type]


def test_that_values_are_shares_of_the_views_range() -> None:
    easel = easel_of(low=0.2, high=0.4)
    value = SCENE.overlays["utilization"].value
    assert np.allclose(easel.value, np.clip((value - 0.2) / 0.2, 0, 1), equal_nan=True)
    assert np.isnan(easel.value[0])


def test_that_a_node_has_the_mean_of_its_cables_that_are_up() -> None:
    easel = easel_of()
    cables = SCENE.fabric.cables.node
    for node in (0, 4, 7):
        mine = easel.value[(cables == node).any(axis=1)]
        assert np.isclose(easel.node_value[node], np.nanmean(mine))
    assert easel.node_value is not easel_of(high=0.5).node_value


def test_that_cells_take_the_ramp_and_what_has_no_value_is_quiet() -> None:
    easel = easel_of()
    colors = easel.cell_colors(np.array([0.0, 1.0, np.nan]))
    ramp = easel.theme.ramp()
    assert colors.tolist() == [ramp[0], ramp[-1], easel.quiet]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_that_idle_lines_recede_and_hot_ones_do_not(theme: str) -> None:
    easel = easel_of(theme=theme)
    alpha = easel.line_colors(np.linspace(0, 1, BUCKETS), 1.0) >> 24
    assert (np.diff(alpha.astype(int)) >= 0).all()
    assert alpha[-1] == 255 > alpha[0]
    alone = easel.line_colors(np.array([0.0, np.nan]), 0.0) >> 24
    assert alone.tolist() == [255, 255]
    assert easel.line_widths(np.array([1.0]))[0] > easel.line_widths(np.array([0.0]))[0]


def test_that_counts_are_over_live_rows_and_default_to_hidden() -> None:
    easel = easel_of()
    easel.cables[:3] = Shown.SINGLE
    easel.nodes[:2] = Shown.FOLDED
    assert easel.count("cables") == {"single": 3, "bundled": 0, "cell": 0, "hidden": 17}
    assert easel.count("nodes") == {"single": 0, "cell": 0, "folded": 2, "hidden": 16}


def test_that_empty_primitives_are_dropped() -> None:
    easel = easel_of()
    easel.add("nodes", boxes([]), boxes([[0, 0, 1, 1]]))
    assert len(easel.layers["nodes"]) == 1


def test_that_bundles_are_numbered_on() -> None:
    easel = easel_of()
    first = easel.bundle(np.arange(5), np.array([0, 2]), np.array([2, 3]))
    second = easel.bundle(np.arange(2), np.array([0]), np.array([2]))
    assert first.tolist() + second.tolist() == [-2, -3, -4]
