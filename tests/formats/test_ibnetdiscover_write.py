from __future__ import annotations

import conftest
import dumps
import pytest
from dumps import CLEAN, read
from hypothesis import given
from hypothesis import strategies as st
from ibsim_oracle import discovered, needs_ibsim

from ibviz.core.fabric import Cables, Fabric, Kind, Nodes, Ports, born_guid
from ibviz.core.reading import read_state
from ibviz.core.registry import writers
from ibviz.core.state import State
from ibviz.formats.ibnetdiscover_write import write

NAMES = [
    "<img src=x onerror=1> mlx5_0",
    "=cmd|' /C calc'!A0",
    "a=b w=9 s=99",
    "rows=77",
    "s==",
    "node lid 7 lmc 0",
    'say "hello"',
    "do quit",
    "$(touch x) `id` ;",
    "node\\with\\backslash",
    "[1](2)",
    "# comment",
    "x" * 200,
    "",
]


def fabric_of(names: list[str], **more: object) -> Fabric:
    """Return a switch with an HCA on each port."""
    count = len(names)
    nodes = Nodes.of(
        count + 1,
        kind=[Kind.SWITCH, *[Kind.HCA] * count],
        guid=[born_guid(row) for row in range(count + 1)],
        name=["switch", *names],
        ports=[max(count, 1), *[1] * count],
    )
    cables = Cables.of(
        count,
        node=[[0, row + 1] for row in range(count)],
        port=[[row + 1, 1] for row in range(count)],
        width=[[4, 4]] * count,
        speed=[[7, 7]] * count,
        **more,
    )
    return Fabric(nodes, cables)


def test_that_a_clean_dump_comes_back_byte_for_byte_in_its_records() -> None:
    state = read(CLEAN)
    text = write(state).decode()
    again = read(text)
    for table in ("nodes", "ports"):
        assert getattr(again.fabric, table).equals(getattr(state.fabric, table), but=["birth"])
    assert writers.get("csv")(again) == writers.get("csv")(state)
    assert again.reading == () and write(again).decode() == text


def test_that_the_writer_is_found_by_both_suffixes_and_twice_gives_the_same() -> None:
    assert writers.entries["ibnetdiscover"].marks == (".ibnetdiscover", ".txt")
    assert write(read(CLEAN)) == write(read(CLEAN))


def test_that_an_alias_stays_what_peers_say() -> None:
    state = read(CLEAN.replace('"n1 HCA-1" lid 11', '"frontend" lid 11'))
    again = read(write(state))
    assert again.fabric.nodes.equals(state.fabric.nodes, but=["birth"])


def test_that_dangling_cables_and_placeholders_stay_so() -> None:
    head, _, rest = CLEAN.partition("\nvendid")
    first = "vendid" + rest.split("\n\n")[0]
    state = read(f"{head}\n{first}\n")
    again = read(write(state))
    assert not state.fabric.nodes.described.all()
    assert again.fabric.nodes.equals(state.fabric.nodes, but=["birth"])
    assert again.fabric.cables.equals(state.fabric.cables, but=["birth"])


def test_that_dead_rows_are_left_out() -> None:
    fabric = read(CLEAN).fabric
    alive = fabric.cables.alive.copy()
    alive[0] = False
    dead = Fabric(fabric.nodes, fabric.cables.with_columns(alive=alive), fabric.ports)
    assert len(read(write(State(dead))).fabric.cables) == len(fabric.cables) - 1
    nodes = fabric.nodes.with_values([0], alive=False)
    gone = read(write(State(Fabric(nodes, fabric.cables, fabric.ports)))).fabric
    assert len(gone.cables) == (fabric.cables.node != 0).all(axis=1).sum()


def test_that_unknown_rates_lids_and_guids_have_their_words() -> None:
    text = write(State(fabric_of(["n1"], described=[[True, True]]))).decode().replace("4xHDR", "")
    assert f"caguid=0x{born_guid(1):x}\n" in text and "sysimgguid" not in text
    assert f'[1]({born_guid(1) + 1:x}) \t"S-{born_guid(0):016x}"[1]\t\t# lid 0 lmc 0 "switch" lid 0 ' in text
    fabric = fabric_of(["n1"])
    bare = Fabric(fabric.nodes, fabric.cables.with_columns(width=[[0, 4]], speed=[[0, 0]]))
    assert "?????\n" in write(State(bare)).decode() and "4x???\n" in write(State(bare)).decode()


def test_that_ids_of_net_files_become_guids_and_names() -> None:
    state = read('Switch 8 "A"\n[1] "B"[1]\n\nHca 1 "B"\n[1] "A"[1]\n')
    again = read(write(state))
    assert again.fabric.nodes.guid.tolist() == [born_guid(0), born_guid(1)]
    assert again.fabric.nodes.name.tolist() == ["A", "B"] and again.reading == ()


def test_that_nothing_is_written_of_an_empty_fabric_but_the_header() -> None:
    assert write(State(Fabric(Nodes.of(0), Cables.of(0), Ports.of(0)))).decode().count("\n") == 3


@given(st.lists(st.text(max_size=90), min_size=1, max_size=8))
def test_that_no_name_breaks_a_line_or_loses_a_cable(names) -> None:
    state = State(fabric_of(names))
    again = read(write(state))
    assert dumps.cables(again) == dumps.cables(state)
    for name, back in zip(names, again.fabric.nodes.name[1:], strict=True):
        assert len(back.encode()) <= 64
        if name.isascii() and name.isprintable() and len(name) <= 64:
            assert back == name


@pytest.mark.oracle
@needs_ibsim
def test_that_ibsim_plays_it_and_ibnetdiscover_finds_the_same(tmp_path) -> None:
    state = read(CLEAN)
    found = read(discovered(write(state), tmp_path))
    assert dumps.cables(found) == dumps.cables(state)
    assert found.reading == ()
    mine, theirs = (
        {(int(k), int(g)): int(lid) for k, g, lid in zip(n.kind, n.guid, n.lid, strict=True)}
        for n in (state.fabric.nodes, found.fabric.nodes)
    )
    assert mine == theirs


@pytest.mark.oracle
@needs_ibsim
def test_that_hostile_names_pass_through_ibsim(tmp_path) -> None:
    state = State(fabric_of(NAMES))
    found = read(discovered(write(state), tmp_path))
    assert dumps.cables(found) == dumps.cables(state)
    names = found.fabric.nodes.name.tolist()
    assert {"a=b w=9 s=99", "rows=77", "node lid 7 lmc 0", "do quit", "x" * 63} <= set(names)


@pytest.mark.oracle
@needs_ibsim
@pytest.mark.parametrize("dress", ["-f", "-g", "-m"])
def test_that_each_dress_of_the_real_tool_reads_the_same(tmp_path, dress) -> None:
    state = read(CLEAN)
    plain, dressed = (read(discovered(write(state), tmp_path, *options)) for options in ((), (dress,)))
    assert dressed.reading == () and dumps.cables(dressed) == dumps.cables(plain) == dumps.cables(state)


@pytest.mark.corpus
def test_that_real_dumps_come_back_the_same() -> None:
    paths = [path for path in sorted(conftest.corpus().glob("*.txt")) if ".ibnetdiscover" in path.name]
    if not paths:
        pytest.skip("no corpus")
    for path in paths:
        if "-p" in path.name or "-l" in path.name or "diff" in path.name:
            continue
        state = read_state(path)
        assert dumps.cables(read(write(state))) == dumps.cables(state), path.name
