from __future__ import annotations

import numpy as np
import pytest

from ibviz.core.errors import ReadError
from ibviz.core.fabric import Cables, Fabric, Ports
from ibviz.core.references import References
from ibviz.core.units import SPEEDS
from ibviz.formats.project_cables import read_cables, read_ports
from ibviz.formats.project_nodes import read_nodes
from ibviz.formats.project_sheet import sheet_of
from ibviz.formats.project_yaml import Item

NODES = "name,kind,ports,guid\na,switch,4,1\nb,switch,,2\nc,hca,2,3\n"


def rows_and_names(text: str) -> tuple[object, References]:
    rows = read_nodes(sheet_of("f", "nodes", Item(text, 1, 1, "|"), ()), np.empty(0, np.uint64))
    return rows, References(Fabric(rows.nodes))


def cables(text: str) -> Cables:
    rows, names = rows_and_names(NODES)
    item = Item(f"a,a_port,b,b_port{text}", 10, 10, "|")
    return read_cables(sheet_of("f", "cables", item, ()), names, rows)  # type: ignore[arg-type]


def ports(text: str) -> tuple[Ports, list[int]]:
    rows, names = rows_and_names(NODES)
    sheet = sheet_of("f", "ports", Item(f"node,port{text}", 20, 20, "|"), ())
    return read_ports(sheet, names, rows)  # type: ignore[arg-type]


def test_that_ends_are_references_of_every_form() -> None:
    made = cables("\na,1,S-0000000000000002,9\n0x3,1,a,2\nH-0000000000000003,2,b,254\n")
    assert made.node.tolist() == [[0, 1], [2, 0], [2, 1]]
    assert made.port.tolist() == [[1, 9], [1, 2], [2, 254]]


def test_that_end_b_says_the_same_unless_it_says_otherwise() -> None:
    made = cables(
        ",width,speed,b_width,b_speed\na,1,b,1,4x,HDR,,\na,2,b,2,4x,HDR,1x,SDR\na,3,b,3,4x,HDR,?,?\na,4,b,4,,,2x,NDR\n"
    )
    assert made.width.tolist() == [[4, 4], [4, 1], [4, 0], [0, 2]]
    assert made.speed.tolist() == [[7, 7], [7, 1], [7, 0], [0, SPEEDS.index("NDR")]]


def test_that_described_names_the_ends_that_are() -> None:
    made = cables(",described\na,1,b,1,\na,2,b,2,a\na,3,b,3,b\na,4,b,4,none\n")
    assert made.described.tolist() == [[True, True], [True, False], [False, True], [False, False]]


def test_that_other_columns_ride_along() -> None:
    made = cables(",length_m,medium,label,color\na,1,b,1,2.5,DAC,L1,red\na,2,b,2,,,,\n")
    assert made.length_m[0] == 2.5 and np.isnan(made.length_m[1])
    assert made.medium.tolist() == ["DAC", ""] and made.label.tolist() == ["L1", ""]
    assert made.extra["color"].tolist() == ["red", ""]


def test_that_a_plug_that_loops_back_is_one_cable() -> None:
    assert cables("\na,1,a,1\na,2,a,3\n").port.tolist() == [[1, 1], [2, 3]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\na,1,b,1\na,5,b,2\n", "f:13: cables: there is no port a[5]: the node has 4 ports"),
        ("\na,1,b,1\nb,2,a,1\n", "f:13: cables: port a[1] is used twice; its other cable is in line 12"),
        ("\na,1,a,1\na,1,b,1\n", "f:13: cables: port a[1] is used twice; its other cable is in line 12"),
        (
            "\na,1,b,1\na,2,b,2\na,3,b,1\na,2,b,4\n",
            "f:14: cables: port b[1] is used twice; its other cable is in line 12",
        ),
        ("\na,1,d,1\n", "f:12: cables: column b: no node is called 'd'"),
        ("\na,1,,1\n", "f:12: cables: column b: no node is called ''"),
        ("\nc,1,b,255\n", "f:12: cables: column b_port is '255'"),
        (",b_speed\na,1,b,1,fast\n", "f:12: cables: column b_speed is 'fast'; expected one of SDR"),
        (",described\na,1,b,1,x\n", "f:12: cables: column described is 'x'; expected a, b, both or none"),
    ],
)
def test_that_a_cable_that_cannot_be_is_told_with_its_line(text: str, said: str) -> None:
    with pytest.raises(ReadError) as caught:
        cables(text)
    assert str(caught.value).startswith(said)


def test_that_ports_say_what_their_cable_does_not() -> None:
    made, lines = ports(
        ",guid,lid,lmc,state,phys,width,speed,width_enabled\nc,2,0x5,7,1,Active,LinkUp,4x,HDR,1X or 4X\na,0,,,,,,,,\n"
    )
    assert made.node.tolist() == [2, 0] and made.port.tolist() == [2, 0] and lines == [22, 23]
    assert (
        made.guid.tolist() == [5, 0] and made.lid.tolist() == [7, 0] and made.state.tolist() == ["Active", ""]
    )
    assert made.width.tolist() == [4, 0] and made.width_enabled.tolist() == ["1X or 4X", ""]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\nc,3\n", "f:22: ports: there is no port c[3]: the node has 2 ports"),
        ("\nc,1\na,1\nc,1\n", "f:24: ports: c[1] has two rows: also line 22"),
        ("\nc,\n", "f:22: ports: column port is ''; expected a port number from 0 to 254"),
        ("\nd,1\n", "f:22: ports: column node: no node is called 'd'"),
    ],
)
def test_that_a_port_that_cannot_be_is_told_with_its_line(text: str, said: str) -> None:
    with pytest.raises(ReadError) as caught:
        ports(text)
    assert str(caught.value).startswith(said)
