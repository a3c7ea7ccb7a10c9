from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from dressed import dressed_fabrics
from fabrics import fabric_of, fabrics, killed
from hypothesis import given

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric
from ibviz.core.references import References, node_id, split_port
from ibviz.core.scenario import Scenario
from ibviz.core.wiring import wiring


@given(dressed_fabrics())
def test_that_every_live_node_and_port_is_found_by_what_is_written(fabric: Fabric) -> None:
    names = References(fabric)
    for row in np.flatnonzero(fabric.nodes.alive).tolist():
        assert names.find_node(names.text(row)) == row
        assert names.find_port(names.text(row)) is None
        assert names.find_port(names.port_text(row, 3)) == (row, 3)
    live = np.flatnonzero(fabric.cables.alive).tolist()
    for row in live:
        for side in (0, 1):
            node, port = int(fabric.cables.node[row, side]), int(fabric.cables.port[row, side])
            assert names.find_cable(names.port_text(node, port)) == row


@given(dressed_fabrics())
def test_that_unique_names_find_what_finding_finds(fabric: Fabric) -> None:
    names = References(fabric)
    assert all(names.find_node(name) == row for name, row in names.by_unique_name.items())
    counted = Counter(fabric.nodes.name[fabric.nodes.alive].tolist())
    assert all(counted[name] == 1 for name in names.by_unique_name)


@given(fabrics())
def test_that_endpoints_are_written_so_that_they_are_found(fabric: Fabric) -> None:
    wires, names = wiring(fabric), References(fabric)
    texts = names.endpoint_texts(wires.endpoints)
    assert [names.find_endpoint(text, wires) for text in texts] == list(range(len(texts)))


def test_that_names_are_written_where_unique_and_ids_elsewhere() -> None:
    fabric = fabric_of("SSHR", [], names=["leaf", "twin", "twin", ""], guids=[1, 2, 3, 0xABC])
    names = References(fabric)
    assert names.texts == ["leaf", "S-0000000000000002", "H-0000000000000003", "R-0000000000000abc"]
    assert names.port_text(0, 7) == "leaf[7]" and names.port_text(1, 7) == "S-0000000000000002[7]"


def test_that_ids_and_guids_are_always_accepted_in_any_case() -> None:
    fabric = fabric_of("SR", [], names=["leaf", "gate"], guids=[1, 0xABC])
    names = References(fabric)
    for text in ("R-0000000000000abc", "r-0000000000000ABC", "0xabc", "0X0ABC", "gate"):
        assert names.find_node(text) == 1
    with pytest.raises(OptionError, match="no node is called 'GATE'"):
        names.find_node("GATE")


def test_that_an_id_that_is_no_hex_is_the_inputs_own_text() -> None:
    fabric = fabric_of("H", [(0, 1, 0, 2)], names=[""])
    fabric = Fabric(fabric.nodes.with_columns(id=np.array(["H-222host2"], object)), fabric.cables)
    assert node_id(fabric, 0) == "H-222host2" == References(fabric).text(0)
    assert References(fabric).find_port("h-222HOST2[1]") == (0, 1)


def test_that_two_matches_are_an_error_that_shows_both() -> None:
    fabric = fabric_of("SSS", [], names=["a", "a", "a"], guids=[1, 2, 3])
    with pytest.raises(
        OptionError, match="names 3 nodes: S-0000000000000001 and S-0000000000000002 and 1 more"
    ):
        References(fabric).find_node("a")
    fabric = fabric_of("SH", [], names=["a", "S-0000000000000001"], guids=[1, 2])
    with pytest.raises(OptionError, match="S-0000000000000001 and H-0000000000000002; write the id"):
        References(fabric).find_node("S-0000000000000001")
    assert References(fabric).texts == ["a", "H-0000000000000002"]


def test_that_what_cannot_be_told_apart_at_all_is_written_by_id() -> None:
    fabric = fabric_of("SS", [], names=["", ""], guids=[5, 5])
    assert References(fabric).texts == ["S-0000000000000005"] * 2
    assert References(fabric).port_text(0, 1) == "S-0000000000000005[1]"


def test_that_a_port_is_split_at_the_last_bracket_unless_a_node_is_called_so() -> None:
    fabric = fabric_of("SSS", [(0, 2, 1, 1)], names=["a", "a[2]", "b[1]"], ports=[4, 4, 4])
    names = References(fabric)
    assert names.find_port("a[2]") is None and names.find_node("a[2]") == 1
    assert names.find_port("a[2][1]") == (1, 1) and names.find_port("b[1][3]") == (2, 3)
    assert (
        names.port_text(0, 2) == f"{node_id(fabric, 0)}[2]" and names.find_cable(names.port_text(0, 2)) == 0
    )


@pytest.mark.parametrize(
    ("text", "split"),
    [
        ("a[1]", ("a", 1)),
        ("a[b][12]", ("a[b]", 12)),
        ("a", None),
        ("[1]", None),
        ("a[]", None),
        ("a[x]", None),
        ("a[1", None),
        ("a[-1]", None),
        ("a[１]", None),
        ("a[123456]", None),
    ],
)
def test_that_only_digits_in_brackets_at_the_end_are_a_port(text: str, split: tuple[str, int] | None) -> None:
    assert split_port(text) == split


def test_that_a_cable_is_named_by_either_end_and_only_by_a_port_that_has_one() -> None:
    fabric = killed(fabric_of("SSS", [(0, 1, 1, 1), (0, 2, 2, 1)]), cables=[1])
    names = References(fabric)
    assert names.find_cable("S0[1]") == names.find_cable("S1[1]") == 0
    for text, said in (
        ("S0[2]", "no cable is plugged"),
        ("S0", "is a node; a cable"),
        ("no[1]", "no node is called 'no'"),
    ):
        with pytest.raises(OptionError, match=said):
            names.find_cable(text)
    with pytest.raises(OptionError, match="no node is called 'nothing'"):
        names.find_cable("nothing")


def test_that_a_bare_reference_to_a_host_with_several_cabled_ports_lists_them() -> None:
    fabric = fabric_of("SHH", [(1, 1, 0, 1), (1, 2, 0, 2), (2, 1, 0, 3)])
    wires, names = wiring(fabric), References(fabric)
    assert names.endpoint_texts(wires.endpoints) == ["H1[1]", "H1[2]", "H2"]
    assert names.find_endpoint("H2[1]", wires) == names.find_endpoint("H2", wires) == 2
    with pytest.raises(OptionError, match=r"several cabled ports; write one of H1\[1\], H1\[2\]"):
        names.find_endpoint("H1", wires)
    for text in ("S0", "H2[2]"):
        with pytest.raises(OptionError, match="is no endpoint"):
            names.find_endpoint(text, wires)


def test_that_a_failed_cable_does_not_change_how_an_endpoint_is_written() -> None:
    fabric = fabric_of("SH", [(1, 1, 0, 1), (1, 2, 0, 2)])
    wires = wiring(fabric, Scenario(down_cables=frozenset({0})))
    assert References(fabric).endpoint_texts(wires.endpoints) == ["H1[2]"]
