from __future__ import annotations

from pathlib import Path

import pytest
from fabrics import tree2

from ibviz.core.addresses import port_guids
from ibviz.core.errors import ReadError
from ibviz.core.fabric import Kind
from ibviz.core.scenario import Scenario
from ibviz.core.wiring import wiring
from ibviz.flow.rootfile import addressed, switches_of

TREE = tree2(3, 2, 2)
SPINES = [row for row in wiring(TREE).switches.tolist() if TREE.nodes.kind[row] == Kind.SWITCH][:2]


def file(folder: Path, text: str) -> Path:
    path = folder / "roots.txt"
    path.write_text(text)
    return path


def guid(row: int) -> int:
    return int(TREE.nodes.guid[row])


def test_that_guids_are_read_in_every_dress(tmp_path: Path) -> None:
    a, b = SPINES
    text = f"# roots\n\n0x{guid(a):016x} spine-1  # first\n  {guid(b):X}\n0X{guid(a):x}\n0xdeadbeef\n"
    wires = wiring(TREE)
    assert switches_of(file(tmp_path, text), wires).tolist() == [wires.place[a], wires.place[b]]


def test_that_a_switch_that_is_down_is_no_root(tmp_path: Path) -> None:
    a, b = SPINES
    wires = wiring(TREE, Scenario("", frozenset({a}), frozenset()))
    assert switches_of(file(tmp_path, f"0x{guid(a):x}\n0x{guid(b):x}\n"), wires).tolist() == [wires.place[b]]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is empty"),
        ("0x12\nspine-01\n", r"roots.txt:2: expected a line that begins with a GUID"),
        ("0x12345678123456789\n", r":1: expected"),
        ("0xdeadbeef\n", "names no switch of this fabric"),
        ("# nothing\n", "names no switch of this fabric"),
    ],
)
def test_that_a_bad_file_is_refused_in_one_sentence(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ReadError, match=says):
        switches_of(file(tmp_path, text), wiring(TREE))


def test_that_the_guid_of_a_host_is_no_root(tmp_path: Path) -> None:
    host = int(wiring(TREE).end_ports.node[0])
    with pytest.raises(ReadError, match="names no switch"):
        switches_of(file(tmp_path, f"0x{guid(host):x}"), wiring(TREE))


def test_that_ports_are_named_by_their_guids_and_switches_by_their_own(tmp_path: Path) -> None:
    wires = wiring(TREE)
    ends = len(wires.end_ports)
    end = int(port_guids(wires)[2])
    path = file(tmp_path, f"0x{guid(SPINES[1]):x}\n0x{end:x} host\n0xdeadbeef\n0x{end:x}\n")
    assert addressed(path, wires).tolist() == [ends + wires.place[SPINES[1]], 2]


def test_that_a_list_without_any_port_of_the_fabric_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="names no port of this fabric"):
        addressed(file(tmp_path, "0xdeadbeef\n"), wiring(TREE))
