from __future__ import annotations

import numpy as np
import pytest

from ibviz.core.errors import ReadError
from ibviz.core.fabric import born_guid
from ibviz.formats.project_nodes import NodeRows, read_nodes
from ibviz.formats.project_sheet import sheet_of
from ibviz.formats.project_yaml import Item

NO_PORTS = np.empty(0, np.uint64)


def nodes(text: str, port_guids: np.ndarray[tuple[int], np.dtype[np.uint64]] = NO_PORTS) -> NodeRows:
    return read_nodes(sheet_of("f", "nodes", Item(text, 1, 1, "|"), ("name", "kind")), port_guids)


def test_that_missing_guids_are_those_of_birth_and_never_taken() -> None:
    rows = nodes("name,kind,guid\na,switch,\nb,hca,0xabc\nc,hca,\n").nodes
    assert rows.guid.tolist() == [born_guid(0), 0xABC, born_guid(2)]
    rows = nodes("name,kind\na,switch\nb,hca\n", np.array([born_guid(0)], np.uint64)).nodes
    assert rows.guid.tolist() == [born_guid(1), born_guid(2)]


def test_that_lids_of_switches_stay_and_those_of_others_wait_for_their_port() -> None:
    rows = nodes("name,kind,lid,lmc\na,switch,5,1\nb,hca,7,2\nc,aggregation,9,\n")
    assert rows.nodes.lid.tolist() == [5, 0, 0] and rows.lid.tolist() == [0, 7, 9]
    assert rows.nodes.lmc.tolist() == [1, 0, 0] and rows.lmc.tolist() == [0, 2, 0]


def test_that_ids_that_follow_from_kind_and_guid_are_not_kept() -> None:
    rows = nodes("name,kind,guid,id\na,switch,1,S-0000000000000001\nb,hca,2,H-host2\nc,hca,3,\n").nodes
    assert rows.id.tolist() == ["", "H-host2", ""]


def test_that_two_nodes_of_one_id_are_refused_with_both_lines() -> None:
    with pytest.raises(ReadError, match=r"f:4: nodes: 'S-0000000000000001' is the id of two nodes.*line 3"):
        nodes("name,kind,guid\na,switch,1\nb,switch,1\n")
    with pytest.raises(ReadError, match=r"f:4: .*'H-0000000000000002' is the id of two nodes"):
        nodes("name,kind,guid,id\na,hca,2,\nb,hca,3,H-0000000000000002\n")
    assert len(nodes("name,kind,guid,id\na,hca,2,\nb,hca,3,h-0000000000000002\n").nodes) == 2
    assert len(nodes("name,kind,guid\na,switch,1\nb,hca,1\n").nodes) == 2


def test_that_places_and_orders_are_apart_from_the_fabric() -> None:
    rows = nodes("name,kind,x,y,order,floor\na,hca,1,-2.5,3,2\nb,hca,,,,\n")
    assert rows.positions[0].tolist() == [1, -2.5] and np.isnan(rows.positions[1]).all()
    assert rows.order[0] == 3 and np.isnan(rows.order[1])
    assert list(rows.nodes.extra) == ["floor"] and rows.nodes.extra["floor"].tolist() == ["2", ""]


def test_that_ports_not_given_are_told_from_none() -> None:
    rows = nodes("name,kind,ports,described\na,hca,,\nb,hca,0,no\nc,hca,2,yes\n")
    assert rows.given_ports.tolist() == [-1, 0, 2] and rows.nodes.described.tolist() == [True, False, True]


def test_that_births_are_new_each_time() -> None:
    text = "name,kind\na,hca\nb,hca\n"
    assert len({*nodes(text).nodes.birth.tolist(), *nodes(text).nodes.birth.tolist()}) == 4
