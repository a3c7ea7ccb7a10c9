"""Whatever a reader makes is a fabric that a project file can hold and give back."""

from __future__ import annotations

import re
from pathlib import Path

import conftest
import dumps
import pytest
from dressed import dressed_states
from dumps import CLEAN, grouped, labelled
from fabric_faults import fabric_faults, project_faults
from fabrics import fabric_of, states
from hypothesis import given
from mangling import mangled

from ibviz.core.compact import compacted
from ibviz.core.errors import OptionError, ReadError
from ibviz.core.fabric import Fabric
from ibviz.core.reading import read_state
from ibviz.core.references import References
from ibviz.core.state import State

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "samples"

RECORD = "vendid=0x2c9\ndevid=0xcb20\nswitchguid=0x1(1)\n"
SWITCH = RECORD + 'Switch\t4 "S-0000000000000001"\t\t# "sw" base port 0 lid 1 lmc 0\n'
DISPUTED = SWITCH + (
    '[1]\t"H-0000000000000005"[1](6) \t\t# "h" lid 5 4xHDR\n'
    '[1]\t"H-0000000000000007"[2](9) \t\t# "h2" lid 7 4xHDR\n\n'
    'vendid=0x2c9\ndevid=0x1003\ncaguid=0x7\nCa\t1 "H-0000000000000007"\t\t# "h2"\n'
)


def faults(state: State) -> list[str]:
    return fabric_faults(compacted(state).fabric) + project_faults(state)


@given(states())
def test_that_random_fabrics_keep_every_law(state: State) -> None:
    assert faults(state) == []


@given(dressed_states())
def test_that_fabrics_with_something_in_every_column_keep_every_law(state: State) -> None:
    assert faults(state) == []


@pytest.mark.parametrize("dress", [str, grouped, labelled])
def test_that_mangled_dumps_come_back_from_their_projects(dress, many) -> None:
    clean = dress(CLEAN)
    read = 0
    for seed in range(many(80, 5000)):
        try:
            state = dumps.read(mangled(seed, clean))
        except ReadError:
            continue
        read += 1
        assert faults(state) == [], seed
    assert read > 50


@pytest.mark.parametrize(
    "text",
    [
        DISPUTED,
        'Switch 4 "sw1"\n[1] "hca1"[1]\n\nSwitch 4 "SW1"\n[1] "hca2"[1]\n',
        'Switch 4 "s\x01"\n[1] "h"[1]\n\nSwitch 4 "s\x02"\n[1] "h"[2]\n\nSwitch 4 "s\x03"\n',
        SWITCH + '\nSwitch\t4 "s-0000000000000001"\t\t# "other" base port 0 lid 9 lmc 0\n',
        RECORD + 'Ca\t2 "H-0000000000000005"\t\t# "h" base port 0 lid 9 lmc 3\n',
        'Switch 4 " s1 "\n[1] "h1"[1]\n',
        'Switch 4 "S-1000000000000002"\n[1] "h1"[1]\n\nSwitch 4 "0x5"\n\nSwitch 4 "R[1]"\n\nSwitch 4 "R"\n',
    ],
)
def test_that_odd_dumps_keep_every_law(text: str) -> None:
    assert faults(dumps.read(text)) == []


def test_that_what_is_said_of_a_port_that_only_a_left_out_cable_makes_goes_with_it() -> None:
    state = dumps.read(DISPUTED)
    nodes, ports = state.fabric.nodes, state.fabric.ports
    assert nodes.ports[nodes.name == "h2"] == 1
    assert ports.guid.tolist() == [6]
    assert any("cabled elsewhere" in note.message for note in state.reading)


def test_that_ids_that_cleaning_makes_alike_get_numbers_and_notes() -> None:
    state = dumps.read('Switch 4 "s\x01"\n\nSwitch 4 "s\x02"\n\nSwitch 4 "s\ufffd (2)"\n\nSwitch 4 "t"\n')
    assert state.fabric.nodes.id.tolist() == ["s\ufffd", "s\ufffd (2)", "s\ufffd (2) (2)", "t"]
    assert [note.line for note in state.reading] == [1, 3, 5]


def test_that_ids_may_differ_by_case_alone_and_are_then_found_as_written() -> None:
    state = dumps.read('Switch 4 "sw1"\n\nSwitch 4 "SW1"\n')
    names = References(state.fabric)
    assert (names.find_node("sw1"), names.find_node("SW1")) == (0, 1)
    with pytest.raises(OptionError, match="names 2 nodes"):
        names.find_node("Sw1")


def test_that_faults_are_found() -> None:
    fabric = fabric_of("SH", [(0, 1, 1, 1)])
    assert fabric_faults(fabric) == []
    for column, values in (("ports", [0, 1]), ("lid", [0, 4]), ("guid", [0, 5]), ("name", ["\x01", "b"])):
        broken = Fabric(fabric.nodes.with_columns(**{column: values}), fabric.cables)
        assert len(fabric_faults(broken)) == 1, column


def test_that_the_samples_keep_every_law() -> None:
    for path in sorted(SAMPLES.iterdir()):
        assert faults(read_state(path)) == [], path.name


@pytest.mark.corpus
def test_that_real_dumps_keep_every_law() -> None:
    paths = [
        p for p in sorted(conftest.corpus().iterdir()) if ".ibnetdiscover" in p.name or p.suffix == ".net"
    ]
    paths = [path for path in paths if not re.search(r"-(?:s-)?[pl]\.txt|cache|diff", path.name)]
    for path in paths:
        assert faults(read_state(path)) == [], path.name
    assert len(paths) >= 15
