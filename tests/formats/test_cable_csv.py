from __future__ import annotations

from dumps import CLEAN, read

from ibviz.core.fabric import Fabric
from ibviz.core.state import State
from ibviz.formats.cable_csv import write

LEAF1, LEAF2, SPINE = "0002c90300000100", "0002c90300000200", "0002c90300000300"


def test_that_ends_and_rows_are_sorted_by_id_then_port() -> None:
    lines = write(read(CLEAN)).decode().split("\n")
    assert lines[0] == "a_guid,a_port,b_guid,b_port,width,speed"
    assert lines[1:-1] == [
        f"{LEAF1},1,0002c90300000a00,1,4x,EDR",
        f"{LEAF1},2,0002c90300000b00,1,4x,EDR",
        f"{LEAF1},17,{SPINE},1,4x,EDR",
        f"{LEAF1},18,{SPINE},2,4x,EDR",
        f"{LEAF1},37,0002c90300000c00,1,4x,EDR",
        f"{LEAF2},5,0002c90300000a00,2,1x,QDR",
        f"{LEAF2},7,{LEAF2},8,4x,FDR",
        f"{LEAF2},9,0002c90300000d00,1,12x,SDR",
        f"{LEAF2},36,{SPINE},3,4x,FDR10",
    ]
    assert lines[-1] == ""


def test_that_text_ids_stand_in_lower_case_without_their_letter() -> None:
    text = 'Switch 8 "Switch,1"\n[1] "H-22222222222host2"[1]\n[2] "S-Ab-c"[3]\n'
    assert write(read(text)).decode().split("\n")[1:-1] == [
        '22222222222host2,1,"switch,1",1,,',
        'ab-c,3,"switch,1",2,,',
    ]


def test_that_dead_rows_are_left_out() -> None:
    fabric = read(CLEAN).fabric
    cut = fabric.cables.with_values([0], alive=False)
    assert write(State(Fabric(fabric.nodes, cut))).count(b"\n") == 9
    gone = fabric.nodes.with_values([0], alive=False)
    assert write(State(Fabric(gone, fabric.cables))).count(b"\n") == 5


def test_that_a_fabric_without_cables_gives_the_header_alone() -> None:
    assert write(State(Fabric())) == b"a_guid,a_port,b_guid,b_port,width,speed\n"
