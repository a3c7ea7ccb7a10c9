from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of

from ibviz.core.edit_checks import check_lids, check_plugs, check_port_counts, checked, live_rows, texts
from ibviz.core.errors import EditError
from ibviz.core.fabric import Cables, Fabric, Nodes, Ports


def test_that_single_values_are_repeated_in_the_type_of_their_column() -> None:
    ready = checked(Nodes, {"rack": "A", "vendor_id": 0x2C9}, set(), 2)
    assert ready["rack"].tolist() == ["A", "A"] and ready["vendor_id"].dtype == np.uint32
    assert checked(Cables, {"width": 4}, set(), 3)["width"].tolist() == [[4, 4]] * 3
    assert checked(Cables, {"described": [True, False]}, set(), 1)["described"].tolist() == [[True, False]]


def test_that_fixed_columns_and_wrong_types_are_refused() -> None:
    for given in ({"rack": "A"}, {"vendor_id": 2**32}, {"vendor_id": "x"}, {"length": 1}):
        with pytest.raises(EditError):
            checked(Nodes, given, {"rack"}, 1)


def test_that_rows_that_are_gone_are_refused() -> None:
    nodes = Nodes.of(3, alive=np.array([True, False, True]))
    assert live_rows(nodes, [2, 0], "node").tolist() == [2, 0]
    for row in (1, 3, -1):
        with pytest.raises(EditError, match="node is not there any more"):
            live_rows(nodes, [row], "node")


def test_that_texts_keep_tabs_and_refuse_line_breaks() -> None:
    assert texts("rack", ["a\tb", ""]).tolist() == ["a\tb", ""]
    with pytest.raises(EditError, match="rack cannot be"):
        texts("rack", ["a\nb"])


def test_that_a_port_that_a_dead_cable_used_is_free() -> None:
    fabric = fabric_of("SS", [(0, 1, 1, 1)])
    with pytest.raises(EditError, match="in use"):
        check_plugs(fabric, np.array([[0, 1]]), np.array([[1, 1]]))
    dead = Fabric(fabric.nodes, fabric.cables.with_columns(alive=np.array([False])))
    check_plugs(dead, np.array([[0, 1]]), np.array([[1, 1]]))


def test_that_a_port_of_the_table_of_ports_counts_as_used() -> None:
    fabric = fabric_of("S", [], ports=[8])
    fabric = Fabric(fabric.nodes, fabric.cables, Ports.of(1, node=[0], port=[5]))
    check_port_counts(fabric, np.array([5]), np.array([0]))
    with pytest.raises(EditError, match="S0 needs 5 to 254 ports, not 4"):
        check_port_counts(fabric, np.array([4]), np.array([0]))


def test_that_only_switches_have_lids_of_their_own() -> None:
    check_lids(np.array([1, 2], np.uint8), {"lid": np.array([5, 0])})
    with pytest.raises(EditError):
        check_lids(np.array([1, 2], np.uint8), {"lmc": np.array([0, 1])})
