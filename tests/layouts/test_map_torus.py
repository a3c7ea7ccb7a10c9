from __future__ import annotations

import numpy as np
import pytest
from fabrics import torus_of, tree2

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric
from ibviz.core.registry import arrangements
from ibviz.core.structure import shape
from ibviz.core.table import Floats
from ibviz.core.wiring import wiring
from ibviz.layouts.layered import layered
from ibviz.layouts.map_torus import torus


def arranged(fabric: Fabric) -> Floats:
    structure = shape(wiring(fabric))
    return torus(structure, layered(structure))


def test_that_it_is_on_its_shelf() -> None:
    assert arrangements.get("torus") is torus


def test_that_the_last_coordinate_runs_along_x_and_the_larger_one_in_any_case() -> None:
    square = arranged(torus_of((4, 4)))[:16].reshape(4, 4, 2)
    assert (np.diff(square[:, :, 0], axis=1) > 150).all() and (np.diff(square[:, :, 1], axis=0) > 60).all()
    tall = arranged(torus_of((6, 3)))[:18].reshape(6, 3, 2)
    assert (np.diff(tall[:, :, 0], axis=0) > 150).all() and (np.diff(tall[:, :, 1], axis=1) > 60).all()


def test_that_cables_all_the_way_around_run_beside_the_switches_between() -> None:
    places = arranged(torus_of((5, 8)))[:40].reshape(5, 8, 2)
    low = places[:, 1:-1, 1] - 31
    assert (low > places[:, :1, 1]).all()
    left = places[1:-1, :, 0] - 77
    assert (left > places[:1, :, 0]).all()


def test_that_hosts_stand_to_the_lower_right_of_their_switch() -> None:
    places = arranged(torus_of((4, 4)))
    away = places[16:] - places[:16]
    assert (away[:, 0] > 46).all() and (away[:, 1] > 31).all()


def test_that_slices_of_three_dimensions_stand_apart() -> None:
    places = arranged(torus_of((4, 3, 3)))[:36].reshape(4, 3, 3, 2)
    boxes = [(places[:, one].min(axis=(0, 1)), places[:, one].max(axis=(0, 1))) for one in range(3)]
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert (boxes[one][1] < boxes[other][0]).any()


def test_that_what_is_no_grid_stands_below() -> None:
    places = arranged(torus_of((3, 4), lone=True))
    assert places[24:, 1].min() - 31 > places[:24, 1].max()


def test_that_a_tree_is_refused() -> None:
    with pytest.raises(OptionError, match="make no grid"):
        arranged(tree2(6, 3, 2))
