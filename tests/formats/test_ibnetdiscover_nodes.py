from __future__ import annotations

import pytest
from dumps import CLEAN, read
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.fabric import Kind, born_guid


def test_that_kinds_models_and_images_are_as_described() -> None:
    nodes = read(CLEAN).fabric.nodes
    assert nodes.kind.tolist() == [1, 1, 1, Kind.HCA, Kind.HCA, Kind.AGGREGATION, Kind.ROUTER]
    assert nodes.system_guid[0] == 0x2C90300000100 and nodes.system_guid[1] == 0
    assert nodes.sm_port0.tolist() == ["enhanced", "base", "enhanced", "", "", "", ""]


def test_that_a_lid_of_a_switch_comes_from_its_peers_where_its_head_has_none() -> None:
    lost = CLEAN.replace(" enhanced port 0 lid 3 lmc 0", "")
    assert read(lost).fabric.nodes.lid[2] == 3


def test_that_births_of_guids_pass_over_those_that_are_taken() -> None:
    taken = f'Switch 8 "S-{born_guid(40):016x}" # "x"\n[1] "Hca1"[1]\n[2] "Hca2"[1]\n'
    nodes = read(taken).fabric.nodes
    assert nodes.guid.tolist() == [born_guid(40), born_guid(41), born_guid(42)]


@pytest.mark.parametrize("names", [{}, {0x2C90300000300: "top"}])
def test_that_a_name_from_the_map_keeps_the_description(names) -> None:
    nodes = read(CLEAN, names=names).fabric.nodes
    assert nodes.name[2] == ("top" if names else "spine # 1")
    assert nodes.description[2] == ("spine # 1" if names else "")


@given(st.text(st.characters(codec="utf-8", exclude_characters='\n\r"\0'), max_size=40))
def test_that_names_in_any_script_are_read_as_written_or_replaced_with_a_note(name) -> None:
    state = read(CLEAN.replace("spine # 1", name))
    read_name = state.fabric.nodes.name[2]
    assert read_name == name or ("\ufffd" in read_name and state.reading)
