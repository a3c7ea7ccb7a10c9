from __future__ import annotations

import pytest

from ibviz.core.errors import ReadError
from ibviz.formats.project_fabric import Tables, read_tables, with_names
from ibviz.formats.project_sheet import sheet_of
from ibviz.formats.project_yaml import Item


def tables(nodes: str, cables: str = "", ports: str = "") -> Tables:
    texts = {"nodes": (nodes, 1), "cables": (cables, 101), "ports": (ports, 201)}
    made = [
        sheet_of("f", name, Item(text, line, line, "|"), ()) if text else None
        for name, (text, line) in texts.items()
    ]
    assert made[0] is not None
    return read_tables(made[0], made[1], made[2])


CABLES = "a,a_port,b,b_port\n"


def test_that_ports_not_given_are_as_many_as_the_highest_used() -> None:
    made = tables(
        "name,kind,ports\ns,switch,\nh,hca,\nx,hca,3\ny,switch,\n", CABLES + "s,7,h,2\n", "node,port\ns,9\n"
    )
    assert made.fabric.nodes.ports.tolist() == [9, 2, 3, 0]


def test_that_a_hosts_lid_goes_to_its_only_cabled_port() -> None:
    nodes = "name,kind,ports,lid,lmc\ns,switch,4,9,\nh,hca,2,7,1\na,aggregation,,3,\nloose,hca,1,5,\n"
    made = tables(nodes, CABLES + "h,2,s,1\ns,2,a,1\n")
    ports = made.fabric.ports
    rows = list(
        zip(ports.node.tolist(), ports.port.tolist(), ports.lid.tolist(), ports.lmc.tolist(), strict=True)
    )
    assert rows == [(1, 2, 7, 1), (2, 1, 3, 0), (3, 1, 5, 0)]
    assert made.fabric.nodes.lid.tolist() == [9, 0, 0, 0]


def test_that_a_hosts_lid_joins_the_row_of_its_port() -> None:
    made = tables(
        "name,kind,lid\ns,switch,\nh,hca,7\ni,hca,8\n",
        CABLES + "h,1,s,1\ni,1,s,2\n",
        "node,port,guid,lid,lmc,color\ni,1,0x5,8,2,red\nh,1,0x6,,,blue\ns,3,,,,\n",
    )
    ports = made.fabric.ports
    assert ports.node.tolist() == [0, 1, 2] and ports.lid.tolist() == [0, 7, 8]
    assert ports.guid.tolist() == [0, 6, 5] and ports.extra["color"].tolist() == ["", "blue", "red"]


def test_that_a_lid_of_several_ports_or_two_lids_of_one_are_refused() -> None:
    with pytest.raises(
        ReadError, match=r"f:4: nodes: H-\w+ has several ports; expected their LIDs in a table"
    ):
        tables("name,kind,lid\ns,switch,\nh,hca,7\n", CABLES + "h,1,s,1\nh,2,s,2\n")
    with pytest.raises(ReadError, match="several ports"):
        tables("name,kind,ports,lid\nh,hca,2,7\n")
    with pytest.raises(ReadError, match=r"f:4: nodes: its LID or LMC is another than that in line 203"):
        tables("name,kind,lid\ns,switch,\nh,hca,7\n", CABLES + "h,1,s,1\n", "node,port,lid\nh,1,8\n")


def test_that_a_born_guid_is_none_of_a_ports() -> None:
    made = tables("name,kind\nh,hca\n", ports="node,port,guid\nh,1,2\n")
    assert made.fabric.nodes.guid.tolist() == [0x1000000000000002]


def test_that_names_of_a_map_replace_and_keep_the_former() -> None:
    fabric = tables("name,kind,guid,description\na,switch,1,\nb,hca,2,long\nc,hca,3,\nd,hca,4,\n").fabric
    named = with_names(fabric, {1: "A", 2: "B", 3: "c", 99: "Z"})
    assert named.nodes.name.tolist() == ["A", "B", "c", "d"]
    assert named.nodes.description.tolist() == ["a", "long", "", ""]
    assert with_names(fabric, {99: "Z"}) is fabric
