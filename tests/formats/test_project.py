from __future__ import annotations

import csv
import re
from typing import Any

import conftest
import numpy as np
import pytest
import yaml
from dressed import dressed_states, same_state
from fabrics import fabric_of, tree2
from hypothesis import given

from ibviz.core.compact import compacted
from ibviz.core.edit_scenarios import fail, is_anew, repair
from ibviz.core.errors import ReadError
from ibviz.core.fabric import Kind, born_guid
from ibviz.core.reading import read_state
from ibviz.core.registry import readers, writers
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.source import Source
from ibviz.core.state import Note, State
from ibviz.core.units import SPEEDS
from ibviz.formats import project
from ibviz.formats.project import read_project, write_project

CONTRACT = '''\
ibviz: 1                        # format version; a newer one is refused with a message that says so
name: two leaves, one spine
nodes: |
  name,kind,ports,guid,model,rack,x,y
  spine1,switch,4,,,,0,0
  leaf1,switch,4,,,,-100,100
  leaf2,switch,4,,,,100,100
  "node 1, rack ""A""",hca,1,,,A,-100,200
  n2,hca,1,,,A,-60,200
  n3,hca,1,,,B,100,200
cables: |
  a,a_port,b,b_port,width,speed,medium,length_m
  leaf1,1,spine1,1,4x,HDR,AOC,10
  leaf2,1,spine1,2,4x,HDR,AOC,10
  "node 1, rack ""A""",1,leaf1,2,4x,HDR,DAC,2
  n2,1,leaf1,3,4x,HDR,DAC,2
  n3,1,leaf2,2,4x,HDR,DAC,2
scenarios:                      # what-if overlays: the fabric itself is untouched by them
  - name: spine cable out
    fail: ["leaf1[1]"]
traffic: {pattern: shift, args: {k: 1}}
routing: {engine: updn}
view: {overlay: utilization, theme: system}
'''


def read(data: bytes | str, **names: Any) -> State:
    return read_project(Source("x.ibviz.yaml", data.encode() if isinstance(data, str) else data), **names)


def refusal(data: bytes | str) -> str:
    with pytest.raises(ReadError) as caught:
        read(data)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@given(dressed_states())
def test_that_any_state_comes_back_as_it_was(state: State) -> None:
    data = write_project(state)
    back = read(data)
    assert same_state(back, compacted(state))
    assert back.reading == ()
    assert write_project(back) == data
    from_windows = b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n")
    assert same_state(read(from_windows), back)
    check_with_another_reader(data, back)


def check_with_another_reader(data: bytes, state: State) -> None:
    """PyYAML, which guesses nothing when told so, sees what we see."""
    document = yaml.load(data, Loader=yaml.BaseLoader)
    assert document["ibviz"] == "1" and document["name"] == state.name
    assert document.get("notes", "") == state.text
    assert document.get("view", {}) == dict(state.view)
    assert [s["name"] for s in document.get("scenarios", [])] == [s.name for s in state.scenarios]
    tables = {"nodes": state.fabric.nodes, "cables": state.fabric.cables, "ports": state.fabric.ports}
    for name, table in tables.items():
        rows = list(csv.reader(document[name].split("\n")[:-1])) if name in document else []
        assert len(rows) == len(table) + (name in document)
        assert {len(row) for row in rows} <= {len(rows[0]) if rows else 0}


def test_that_the_contracts_example_says_what_it_says() -> None:
    state = read(CONTRACT)
    nodes, cables = state.fabric.nodes, state.fabric.cables
    assert nodes.name.tolist() == ["spine1", "leaf1", "leaf2", 'node 1, rack "A"', "n2", "n3"]
    assert nodes.kind.tolist() == [Kind.SWITCH] * 3 + [Kind.HCA] * 3
    assert nodes.ports.tolist() == [4, 4, 4, 1, 1, 1] and nodes.rack.tolist() == ["", "", "", "A", "A", "B"]
    assert nodes.guid.tolist() == [born_guid(row) for row in range(6)]
    assert cables.node.tolist() == [[1, 0], [2, 0], [3, 1], [4, 1], [5, 2]]
    assert cables.port.tolist() == [[1, 1], [1, 2], [1, 2], [1, 3], [1, 2]]
    assert (cables.width == 4).all() and (cables.speed == SPEEDS.index("HDR")).all()
    assert cables.medium.tolist() == ["AOC"] * 2 + ["DAC"] * 3 and cables.length_m.tolist() == [
        10,
        10,
        2,
        2,
        2,
    ]
    assert state.positions[1].tolist() == [-100, 100] and np.isnan(state.order).all()
    assert state.name == "two leaves, one spine" and state.format == "ibviz" and state.reading == ()
    assert state.scenarios == (Scenario("spine cable out", frozenset(), frozenset({0})),)
    assert state.traffic == Choice("shift", {"k": "1"}) and state.routing == Choice("updn")
    assert dict(state.view) == {"overlay": "utilization", "theme": "system"} and state.active == ""


def test_that_how_a_scenario_was_repaired_comes_back() -> None:
    both = fail(State(tree2(2, 2, 2)), [0, 1])
    for anew in (True, False):
        state = repair(both, [0], anew=anew)
        back = read(write_project(state))
        assert back.scenario.down_cables == state.scenario.down_cables
        assert is_anew(back, back.scenario) is anew


def test_that_one_changed_cable_is_one_changed_line() -> None:
    state = read(CONTRACT)
    before = write_project(state).decode().split("\n")
    after = (
        write_project(read(CONTRACT.replace("n2,1,leaf1,3,4x,HDR,DAC,2", "n2,1,leaf1,4,4x,HDR,DAC,2")))
        .decode()
        .split("\n")
    )
    assert [(a, b) for a, b in zip(before, after, strict=True) if a != b] == [
        ("  n2,1,leaf1,3,4x,HDR,DAC,2", "  n2,1,leaf1,4,4x,HDR,DAC,2")
    ]


def test_that_writing_what_was_read_changes_nothing_but_guids_and_comments() -> None:
    text = write_project(read(CONTRACT)).decode()
    assert "  leaf1,1,spine1,1,4x,HDR,AOC,10\n" in text and '    fail: ["leaf1[1]"]\n' in text
    assert "traffic: {pattern: shift, args: {k: 1}}\nrouting: {engine: updn}\n" in text
    assert "  name,kind,ports,guid,rack,x,y\n  spine1,switch,4,0x0000000000000002,,0,0\n" in text
    assert "\r" not in text and text.endswith("\n") and text.startswith("ibviz: 1\n")


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        (
            "ibviz: 1 ",
            "ibviz: 2 ",
            1,
            "version 2 of the project format, this ibviz knows up to 1; update ibviz",
        ),
        ("ibviz: 1 ", "ibviz: 1.0 ", 1, "'1.0' is no format version; expected 1"),
        ("ibviz: 1 ", "ibviz: 0 ", 1, "no format version"),
        ("ibviz: 1 ", "ibviz: [1] ", 1, "expected a text"),
        ("ibviz: 1 ", "other: 1 ", 1, "expected a project file"),
        ("nodes: |", "knoten: |", 1, "there is no table of nodes"),
        (
            "leaf1,switch,4",
            "leaf1,swich,4",
            6,
            "column kind is 'swich'; expected one of switch, hca, router, aggregation",
        ),
        ("leaf1,switch,4", "leaf1,,4", 6, "column kind is ''; expected one of switch"),
        (
            "leaf1,switch,4",
            "leaf1,switch,255",
            6,
            "column ports is '255'; expected a number of ports from 0 to 254",
        ),
        ("leaf1,switch,4,", "leaf1,switch,4,xyz", 6, "column guid is 'xyz'; expected a GUID"),
        (",-60,200", ",-60,north", 9, "column y is 'north'; expected a number"),
        (",-60,200", ",-60,200,", 9, "expected 8 cells as in the header, found 9"),
        ("n2,1,leaf1,3,4x,HDR", "n2,1,leaf1,3,4x,HDX", 16, "column speed is 'HDX'; expected one of SDR, DDR"),
        (
            "n2,1,leaf1,3,4x,HDR",
            "n2,1,leaf1,3,3x,HDR",
            16,
            "column width is '3x'; expected one of 1x, 2x, 4x, 8x, 12x",
        ),
        ("n2,1,leaf1,3", "n2,1,leaf9,3", 16, "column b: no node is called 'leaf9'"),
        ("n2,1,leaf1,3", "n2,1,leaf1,0", 16, "column b_port is '0'; expected a port number from 1 to 254"),
        ("n2,1,leaf1,3", "n2,1,leaf1,5", 16, "there is no port leaf1[5]: the node has 4 ports"),
        ("n2,1,leaf1,3", "n2,1,leaf1,2", 16, "port leaf1[2] is used twice; its other cable is in line 15"),
        ("n2,1,leaf1,3", "n2,1,leaf1,", 16, "column b_port is ''"),
        ("HDR,DAC,2\n  n3", "HDR,DAC,two\n  n3", 16, "column length_m is 'two'; expected a length in metres"),
        ('"node 1, rack ""A""",1', '"node 1, rack "A"",1', 15, "this row is no CSV"),
        ("  n3,1,leaf2", '  "n3,1,leaf2', 17, "this row is no CSV"),
        (
            '"leaf1[1]"',
            '"leaf1[9]"',
            20,
            "scenario 'spine cable out', fail: no cable is plugged into 'leaf1[9]'",
        ),
        ('"leaf1[1]"', '"leaf9"', 20, "fail: no node is called 'leaf9'"),
        ("view: {", "active: gone\nview: {", 23, "active: there is no scenario 'gone'"),
        ("name: two leaves, one spine", "name: [a]", 2, "name: expected a text"),
        ("view: {overlay: utilization, theme: system}", "view: dark", 23, "view: expected a mapping"),
        ("name: two", "name: two\nname: three", 3, "key 'name' comes twice; first in line 2"),
        ("cables: |", "cables: >", 11, "cables: expected a table"),
        ("a,a_port,b,b_port,width", "a,a_port,b,b_prt,width", 12, "cables: column b_port is missing"),
        ("name,kind,ports,guid", "name,art,ports,guid", 4, "nodes: column kind is missing"),
        ("model,rack", "rack,rack", 4, "nodes: column 'rack' comes twice"),
    ],
)
def test_that_a_fault_is_told_with_its_line(old: str, new: str, line: int, said: str) -> None:
    assert CONTRACT.count(old) >= 1
    message = refusal(CONTRACT.replace(old, new, 1))
    assert message.startswith(f"x.ibviz.yaml:{line}: ") and said in message


def test_that_two_nodes_of_one_id_are_refused_and_of_one_guid_not() -> None:
    text = CONTRACT.replace("leaf2,switch,4,", "leaf2,switch,4,0x1000000000000002").replace(
        "leaf1,switch,4,", "leaf1,switch,4,0x1000000000000002"
    )
    message = refusal(text)
    assert message.startswith("x.ibviz.yaml:7: ") and "also of the one in line 6" in message


def test_that_a_cable_end_that_names_two_nodes_shows_both() -> None:
    text = CONTRACT.replace("  n3,hca", "  n2,hca").replace("  n3,1", "  n2,1")
    message = refusal(text)
    assert message.startswith("x.ibviz.yaml:16: ")
    assert "'n2' names 2 nodes: H-4000000000000002 and H-5000000000000002" in message


def test_that_what_may_not_stand_in_a_fabric_is_replaced_and_noted() -> None:
    data = CONTRACT.encode().replace(b"n2,hca,1,,,A", b"n2,hca,1,,,A\x07\xc2\x85")
    data = (
        data.replace(b"n3,hca,1,,,B", b"n3,hca,1,,,B\xff\r")
        .replace(b"name: two", b'name: "\\e two')
        .replace(b"spine\n", b'spine"\n', 1)
    )
    state = read(data)
    assert state.fabric.nodes.rack.tolist()[4:] == ["A\ufffd\ufffd", "B\ufffd\ufffd"]
    assert state.name == "\ufffd two leaves, one spine"
    assert [note.line for note in state.reading] == [2, 9, 10]
    assert all("U+FFFD" in note.message for note in state.reading)


def test_that_a_flood_of_notes_is_cut() -> None:
    rows = "".join(f"  n{row},hca,\x01\n" for row in range(50))
    notes = read(f"ibviz: 1\nnodes: |\n  name,kind,rack\n{rows}").reading
    assert len(notes) == 21 and notes[-1] == Note(None, "30 more lines had text replaced by U+FFFD")


def test_that_a_line_break_inside_a_cell_is_replaced_and_noted() -> None:
    state = read('ibviz: 1\nnodes: |\n  name,kind\n\n  "a\n  b",hca\n  c,hca\n')
    assert state.fabric.nodes.name.tolist() == ["a\ufffdb", "c"]
    assert state.reading == (Note(5, "a line break inside a cell was replaced by U+FFFD"),)


def test_that_the_least_file_is_read_and_named_after_itself() -> None:
    state = read("ibviz: 1\nnodes: |\n  kind,name\n  hca,a\n")
    assert state.name == "x" and state.fabric.nodes.name.tolist() == ["a"] and len(state.fabric.cables) == 0


def test_that_empty_settings_are_none() -> None:
    text = (
        "ibviz: 1\nname:\nnodes: |\n  name,kind\ncables:\nports: ''\nscenarios:\ntraffic:\nview:\nactive:\n"
    )
    state = read(text)
    assert (state.name, state.scenarios, state.traffic, dict(state.view), state.active) == (
        "",
        (),
        None,
        {},
        "",
    )


def test_that_too_large_a_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(project, "SIZE_LIMIT", 10)
    assert "holds at most" in refusal(CONTRACT)


def test_that_names_of_a_map_win_and_the_files_become_descriptions() -> None:
    state = read(CONTRACT, names={born_guid(1): "blatt", born_guid(4): "n2"})
    assert state.fabric.nodes.name.tolist()[:2] == ["spine1", "blatt"]
    assert state.fabric.nodes.description.tolist() == ["", "leaf1", "", "", "", ""]
    assert state.scenarios[0].down_cables == {0}, "references are those of the file"


def test_that_unknown_keys_and_columns_are_kept_everywhere() -> None:
    text = CONTRACT.replace("model,rack", "colour,rack").replace("n2,hca,1,,,A", "n2,hca,1,,red,A")
    text = text.replace('fail: ["leaf1[1]"]', 'fail: ["leaf1[1]"]\n    why: "no"\n    traffic: {seen: 1}')
    text = (
        text.replace("{engine: updn}", "{engine: updn, since: 2024-01-01}")
        + "future:\n  - a: [1, 0o17]\n    b: ~\n"
    )
    state = read(text)
    assert state.fabric.nodes.extra["colour"].tolist() == ["", "", "", "", "red", ""]
    assert dict(state.extra) == {
        "scenarios": {"spine cable out": {"traffic": {"seen": "1"}, "why": "no"}},
        "routing": {"since": "2024-01-01"},
        "future": [{"a": ["1", "0o17"], "b": "~"}],
    }
    assert same_state(read(write_project(state)), state)


def test_that_the_format_is_on_its_shelves() -> None:
    assert readers.get("ibviz") is read_project and writers.get("ibviz") is write_project
    assert writers.entries["ibviz"].marks == (".ibviz.yaml",)


def test_that_a_stale_active_scenario_is_not_written() -> None:
    state = State(fabric_of("S", []), active="gone")
    assert "active" not in write_project(state).decode()


@pytest.mark.corpus
def test_that_every_real_dump_comes_back_from_its_project_file() -> None:
    paths = [
        path
        for path in sorted(conftest.corpus().glob("*"))
        if ".ibnetdiscover" in path.name or path.suffix == ".net"
    ]
    paths = [path for path in paths if not re.search(r"-(?:s-)?[pl]\.txt|cache|diff", path.name)]
    if not paths:
        pytest.skip("the real dumps are absent; IBVIZ_CORPUS names their folder")
    for path in paths:
        state = read_state(path)
        data = write_project(state)
        assert same_state(read(data), state), path.name
    assert len(paths) >= 15


def test_that_a_file_cut_in_any_line_is_refused() -> None:
    whole = write_project(State(tree2(3, 2, 2))).decode()
    for cut in range(20, len(whole) - 1, 37):
        if whole[cut - 1] != "\n":
            with pytest.raises(ReadError):
                read_project(Source("cut.ibviz.yaml", whole[:cut].encode()))
    assert len(read_project(Source("whole.ibviz.yaml", whole.encode())).fabric.cables) == 12
