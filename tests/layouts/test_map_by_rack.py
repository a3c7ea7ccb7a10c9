from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of, tree2

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric
from ibviz.core.registry import arrangements
from ibviz.core.structure import shape
from ibviz.core.table import Floats
from ibviz.core.wiring import wiring
from ibviz.layouts.layered import layered
from ibviz.layouts.map_by_rack import by_rack, unit_numbers


def arranged(fabric: Fabric, **columns: list[str]) -> Floats:
    given = {name: np.array(texts, object) for name, texts in columns.items()}
    fabric = Fabric(fabric.nodes.with_columns(**given), fabric.cables, fabric.ports)
    structure = shape(wiring(fabric))
    return by_rack(structure, layered(structure))


def test_that_it_is_on_its_shelf() -> None:
    assert arrangements.get("by-rack") is by_rack


def test_that_a_fabric_without_racks_is_refused() -> None:
    with pytest.raises(OptionError, match="no node has a rack"):
        arranged(tree2(2, 1, 1))


def test_that_racks_are_columns_in_the_order_of_their_names() -> None:
    places = arranged(tree2(2, 1, 2), rack=["R2", "R10", "", "R2", "R2", "R10", "R10"])
    assert len({*places[[0, 3, 4], 0]}) == len({*places[[1, 5, 6], 0]}) == 1
    assert places[0, 0] < places[1, 0]


def test_that_devices_stand_by_unit_from_below_and_switches_above_where_it_is_unknown() -> None:
    racks = ["a", "b", "", "a", "a", "b", "b"]
    places = arranged(tree2(2, 1, 2), rack=racks, unit_u=["U2", "", "", "U9", "U1", "", ""])
    assert places[4, 1] > places[0, 1] > places[3, 1]
    assert places[1, 1] < places[[5, 6], 1].min()
    assert places[4, 1] == places[[5, 6], 1].max()


def test_that_racks_of_one_row_share_a_floor_and_rows_follow_each_other() -> None:
    racks, rows = ["a", "b", "c", "a", "b", "c", "c"], ["1", "2", "1", "1", "2", "1", ""]
    places = arranged(tree2(2, 1, 4), rack=[*racks, *[""] * 4], row=[*rows, *[""] * 4])
    floor = {rack: places[[i for i, r in enumerate(racks) if r == rack], 1].max() for rack in "abc"}
    assert floor["a"] == floor["c"] < floor["b"]


def test_that_what_is_in_no_rack_stands_below() -> None:
    places = arranged(tree2(2, 1, 2), rack=["a", "a", "", "a", "a", "", ""])
    assert places[[2, 5, 6], 1].min() > places[[0, 1, 3, 4], 1].max() + 31


def test_that_aggregation_nodes_stand_beside_their_switch_wherever_that_is() -> None:
    fabric = fabric_of("SSAAH", [(0, 1, 2, 1), (1, 1, 3, 1), (0, 2, 1, 2), (0, 3, 4, 1)])
    places = arranged(fabric, rack=["a", "", "", "b", "a"])
    assert (places[[2, 3]] - places[[0, 1]]).tolist() == [[135, 0], [135, 0]]
    only = arranged(fabric, rack=["", "", "a", "", ""])
    assert (only[2] - only[0]).tolist() == [135, 0]


def test_that_the_first_number_of_a_unit_counts() -> None:
    assert unit_numbers(np.array(["U7", "12-14", "", "²"], object)).tolist() == [7, 12, np.inf, np.inf]
