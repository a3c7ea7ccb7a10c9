"""Every quirk of the dumps that are about, one by one, in small records written for these tests."""

from __future__ import annotations

import hashlib
import json
import random

import conftest
import dumps
import pytest
from dumps import CLEAN, read
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.errors import IbvizError, ReadError
from ibviz.core.fabric import Kind, born_guid
from ibviz.core.references import node_id
from ibviz.core.registry import writers
from ibviz.core.source import Source, load
from ibviz.core.units import SPEEDS
from ibviz.formats.ibnetdiscover import read_with

HEAD = """vendid=0x2c9
devid=0xd2f0
sysimgguid=0x100
switchguid=0x100(100)
Switch\t41 "S-0000000000000100"\t\t# "leaf" enhanced port 0 lid 5 lmc 0
"""
PEER = '[1]\t"S-0000000000000200"[2]\t\t# "spine" lid 6 4xHDR\n'
HCA = """vendid=0x2c9
devid=0x101b
caguid=0x300
Ca\t1 "H-0000000000000300"\t\t# "n1 mlx5_0"
[1](301) \t"S-0000000000000100"[7]\t\t# lid 9 lmc 1 "leaf" lid 5 2xHDR
"""


def both(text: str | bytes):
    """Read with both parsers, which must agree."""
    state = read(text)
    assert dumps.same(state, read(text, fast=False))
    return state


def row(state, name: str) -> int:
    return state.fabric.nodes.name.tolist().index(name)


def messages(state) -> str:
    return " | ".join(f"{note.line}: {note.message}" for note in state.reading)


def ends(state) -> list[tuple[tuple[str, int], tuple[str, int]]]:
    return sorted(tuple(sorted(cable)) for cable in dumps.cables(state))


def test_that_a_head_gives_all_that_it_says() -> None:
    nodes = both(HEAD + PEER).fabric.nodes
    assert nodes.kind[0] == Kind.SWITCH and nodes.guid[0] == 0x100 and nodes.system_guid[0] == 0x100
    assert (nodes.vendor_id[0], nodes.device_id[0], nodes.ports[0]) == (0x2C9, 0xD2F0, 41)
    assert (nodes.name[0], nodes.lid[0], nodes.lmc[0], nodes.sm_port0[0]) == ("leaf", 5, 0, "enhanced")
    assert nodes.described[0] and nodes.id[0] == ""


def test_that_a_peer_that_is_never_described_is_a_placeholder() -> None:
    state = both(HEAD + PEER)
    nodes, cables = state.fabric.nodes, state.fabric.cables
    assert nodes.described.tolist() == [True, False]
    assert (nodes.name[1], nodes.lid[1], nodes.ports[1], nodes.guid[1]) == ("spine", 6, 2, 0x200)
    assert cables.described.tolist() == [[True, False]]
    assert cables.width.tolist() == [[4, 0]] and cables.speed.tolist() == [[7, 0]]


def test_that_an_hca_port_keeps_its_guid_lid_and_lmc() -> None:
    fabric = both(HCA).fabric
    assert fabric.nodes.kind[0] == Kind.HCA and fabric.nodes.lid[0] == 0
    told = fabric.ports
    assert told.node.tolist() == [0] and told.port.tolist() == [1]
    assert (told.guid[0], told.lid[0], told.lmc[0]) == (0x301, 9, 1)


def test_that_an_hca_known_by_its_peer_alone_keeps_lid_and_guid() -> None:
    fabric = both(HEAD + '[7]\t"H-0000000000000300"[2](302) \t\t# "n1" lid 9 4xHDR\n').fabric
    told = fabric.ports
    assert (told.node[0], told.port[0], told.guid[0], told.lid[0]) == (1, 2, 0x302, 9)
    assert fabric.nodes.lid[1] == 0


def test_that_both_ends_keep_their_own_rate() -> None:
    state = both(HEAD + '[7]\t"H-0000000000000300"[1](301) \t\t# "n1 mlx5_0" lid 9 1xHDR\n\n' + HCA)
    assert state.fabric.cables.width.tolist() == [[1, 2]]
    assert len(state.fabric.cables) == 1 and state.fabric.cables.described.all()


def test_that_an_aggregation_node_is_no_hca() -> None:
    state = both(CLEAN)
    nodes = state.fabric.nodes
    assert nodes.kind[row(state, "Mellanox Technologies Aggregation Node")] == Kind.AGGREGATION
    lost = CLEAN.replace("devid=0xcf09\n", "")
    nodes = both(lost).fabric.nodes
    assert (nodes.kind == Kind.AGGREGATION).sum() == 1


def test_that_routers_dual_ports_self_loops_and_parallel_cables_are_read() -> None:
    state = both(CLEAN)
    nodes, cables = state.fabric.nodes, state.fabric.cables
    assert nodes.kind[row(state, "router")] == Kind.ROUTER
    assert (cables.node[:, 0] == cables.node[:, 1]).sum() == 1
    pairs = [tuple(pair) for pair in cables.node.tolist()]
    assert pairs.count((row(state, "MF0;leaf1:MSB7800/U1"), row(state, "spine # 1"))) == 2
    assert nodes.ports[row(state, "n1 HCA-1")] == 2


@pytest.mark.parametrize(
    "name",
    [
        "node lid 7 lmc 0",
        'say "hello" to',
        'x" lid 5 4xHDR',
        "Voltaire 4036 # 4036-8C5C",
        " leading and trailing ",
        "many    blanks",
        "MF0;sat11:MCS8500/L16/U2",
        "<img src=x>",
        "=cmd|' /C calc'!A0",
        '[1](2) "S-0000000000000200"[3]',
        "Ünïcode Ω 節点",
        "",
    ],
)
def test_that_any_description_is_read_whole_from_its_outer_quotes(name) -> None:
    text = HEAD.replace('"leaf"', f'"{name}"') + PEER + "\n" + HCA.replace('"leaf"', f'"{name}"')
    state = both(text)
    assert state.fabric.nodes.name[0] == name
    assert state.reading == ()
    peer = both(HEAD + PEER.replace('"spine"', f'"{name}"'))
    assert peer.fabric.nodes.name[1] == name and peer.fabric.nodes.lid[1] == 6


def test_that_control_characters_in_a_name_are_replaced_and_noted() -> None:
    state = both(HEAD.replace("leaf", "le\x07af") + PEER)
    assert state.fabric.nodes.name[0] == "le\ufffdaf"
    assert "5: a name holds bytes" in messages(state)
    assert both((HEAD + PEER).encode().replace(b"leaf", b"le\xffaf")).fabric.nodes.name[0] == "le\ufffdaf"


def test_that_a_name_of_peers_that_differs_is_an_alias() -> None:
    state = both(CLEAN.replace('[1]\t"H-0002c90300000a00"[1](2c90300000a01) \t\t# "n1 HCA-1"',
                               '[1]\t"H-0002c90300000a00"[1](2c90300000a01) \t\t# "frontend"'))  # fmt: skip
    nodes = state.fabric.nodes
    assert nodes.alias[row(state, "n1 HCA-1")] == "frontend"
    assert (nodes.alias != "").sum() == 1


def test_that_a_name_map_goes_before_the_dump_for_hcas_too() -> None:
    state = read(HEAD + PEER + HCA, names={0x300: "front", 0x100: "leaf"})
    nodes = state.fabric.nodes
    assert nodes.description[row(state, "front")] == "n1 mlx5_0"
    assert nodes.description[row(state, "leaf")] == ""


@pytest.mark.parametrize("speed", [s for s in SPEEDS if s])
@pytest.mark.parametrize("width", [1, 2, 4, 8, 12])
def test_that_each_rate_is_read(width, speed) -> None:
    cables = both(HEAD + PEER.replace("4xHDR", f"{width}x{speed}")).fabric.cables
    assert (cables.width[0, 0], cables.speed[0, 0]) == (width, SPEEDS.index(speed))


@pytest.mark.parametrize(
    ("rate", "width", "speed", "noted"),
    [
        ("4x???", 4, 0, False),
        ("?????", 0, 0, False),
        ("??HDR", 0, 7, False),
        ("4xGDR", 4, 0, True),
        ("16xHDR", 0, 7, True),
        ("", 0, 0, True),
        ("4xHDR s=32 w=2 v=4", 4, 7, False),
        ("4xFDR10 s=1 w=2 v=4", 4, 4, False),
        ("4xHDR   ", 4, 7, False),
        ("4xHDR and more", 0, 0, True),
    ],
)
def test_that_odd_rates_are_read_or_noted(rate, width, speed, noted) -> None:
    state = both(HEAD + PEER.replace("4xHDR", rate))
    assert (state.fabric.cables.width[0, 0], state.fabric.cables.speed[0, 0]) == (width, speed)
    assert bool(state.reading) == noted


@pytest.mark.parametrize(
    "change",
    [
        lambda t: t.replace("\t", ""),
        lambda t: t.replace("\t", "        "),
        lambda t: t.replace("\t", " "),
        lambda t: t.replace("\t", " " * 90),
        lambda t: t.replace("\n", "\r\n"),
        lambda t: t.replace("\n", "\r\r\n"),
        lambda t: t.replace("\n", "\r"),
        lambda t: t.replace("\n\n", "\n"),
        lambda t: t.replace("\n\n", "\n \n\n"),
        lambda t: t.replace("\n", "\n\n"),
        lambda t: t.rstrip("\n"),
        lambda t: t[t.index("vendid") :],
        lambda t: t.replace("4x", "4x").replace("\n[", "\n  ["),
        lambda t: t.replace("vendid=0x2c9", "vendid=0x000002c9"),
        lambda t: "\n".join(line for line in t.split("\n") if not line.startswith(("vendid", "devid"))),
        lambda t: "\n".join(line for line in t.split("\n") if "id=" not in line),
        lambda t: "#\n".join(t.split("\n", 3)[3:]),
        lambda t: t.replace("# Initiated", "# Max of 3 hops discovered\n# Initiated"),
        lambda t: t.replace("# Initiated", "# Reported max hops discovered: 5\n# Total MADs used: 827\n# Initiated"),
    ],
)  # fmt: skip
def test_that_what_transport_and_releases_do_changes_no_cable_and_makes_no_note(change) -> None:
    state = both(change(CLEAN))
    assert ends(state) == ends(read(CLEAN))
    assert state.reading == ()
    assert state.fabric.nodes.name.tolist() == read(CLEAN).fabric.nodes.name.tolist()


def test_that_records_may_come_in_any_order() -> None:
    head, *records = CLEAN.split("\n\n")
    for seed in range(20):
        random.Random(seed).shuffle(records)
        state = both("\n\n".join([head, *records]))
        assert ends(state) == ends(read(CLEAN)) and state.reading == ()


def test_that_prompts_banners_and_warnings_are_noted_with_their_lines() -> None:
    state = both("ibwarn: [1] timed out\n" + CLEAN + "\r[root@ufm ~]# exit")
    assert ends(state) == ends(read(CLEAN))
    assert [note.line for note in state.reading] == [1, CLEAN.count("\n") + 2]


def test_that_progress_lines_are_no_noise() -> None:
    assert both("DR path slid 0; dlid 0; 0,1 -> new remote switch\n" * 300 + CLEAN).reading == ()


def test_that_grouped_dumps_read_as_plain_ones() -> None:
    text = CLEAN.replace("sysimgguid=0x2c90300000100\n", "sysimgguid=0x2c90300000100\t\t# Chassis 1\n")
    text = text.replace("(2c90300000100)\nSwitch", "(2c90300000100)\t# IS5600 Line 3 Chip 1\nSwitch")
    text = text.replace("(2c90300000200)\nSwitch", "(2c90300000200)\t# \nSwitch")
    heading = "Chassis 1 (guid 0x2c90300000100)\nHostname: x\n\n# Spine Nodes\n# Line Nodes\n# Chassis Switches\n# Chassis CAs\n"
    text = text.replace("\nvendid", f"\n{heading}vendid", 1) + "\nNon-Chassis Nodes\n"
    text = text.replace("[36]\t", "[36][ext 12]\t").replace('"[3]\t', '"[3][ext 4]\t')
    state = both(text)
    assert ends(state) == ends(read(CLEAN)) and state.reading == ()
    assert state.fabric.nodes.system_guid.tolist() == read(CLEAN).fabric.nodes.system_guid.tolist()
    told = state.fabric.ports
    assert told.extra["label"][(told.node == 1) & (told.port == 36)].tolist() == ["12"]


IBDIAG = """# This database file was automatically generated by IBDIAG
# Running version   : "IBDIAGNET 2.10.0","IBDIAG 2.1.1"


# Switch label port numbering explanation:
#   Quantum2 switch split mode: ASIC/Cage/Port/Split, e.g 1/1/1/1


vendid=0x000002c9
devid=0xd2f2
sysimgguid=0x100
switchguid=0x100(100)
Switch  65 "S-0000000000000100"      # "leaf" enhanced port 0 lid 180 lmc 0
[1](1/1/1) "H-0000000000000300"[1](300)      # "h4-1-gpu HCA-7" lid 164 4xNDR
[2](2) "H-0000000000000400"[1](400)      # "h4-2-gpu" lid 165 4xNDR
[3](3) "S-0000000000000200"[63]      # "spine" lid 13 4xNDR


vendid=0x2c9
devid=0x1021
caguid=0x300
Ca  1 "H-0000000000000300"      # "h4-1-gpu HCA-7"
[1](B66D0F0/0/0/1)(300) "S-0000000000000100"[1] # lid 164 lmc 0 "leaf" lid 180 4xNDR


vendid=0x2c9
devid=0x1021
caguid=0x400
Ca  1 "H-0000000000000400"      # "h4-2-gpu"
[1](400) "S-0000000000000100"[2] # lid 165 lmc 0 "leaf" lid 180 4xNDR


# File closed at : 2025-03-15 22:32:20 UTC +0000
"""


def test_that_the_dress_of_ibdiagnet_has_labels_in_its_brackets() -> None:
    state = both(IBDIAG)
    assert state.format == "ibdiagnet2" and state.reading == ()
    told = state.fabric.ports
    label = {
        (n, p): x for n, p, x in zip(told.node.tolist(), told.port.tolist(), told.extra["label"], strict=True)
    }
    assert label == {(0, 1): "1/1/1", (0, 2): "2", (0, 3): "3", (1, 1): "B66D0F0/0/0/1", (2, 1): ""}
    assert told.guid.tolist() == [0, 0, 0, 0x300, 0x400]
    assert len(state.fabric.cables) == 3


IBSIM = """# Net configuration
Switch\t8 "Switch1"
[1]\t"Hca1"[1] w=1 s=4
[3]\t"Switch2"[3]

Switch 8 "Switch2"
[3]\t"Switch1"[3]

Hca\t2 "Hca1"
[1]\t"Switch1"[1]\t# a comment
"""


def test_that_a_net_file_of_ibsim_is_read_with_its_ids() -> None:
    state = both(IBSIM)
    nodes, cables = state.fabric.nodes, state.fabric.cables
    assert state.format == "ibsim" and state.reading == ()
    assert nodes.id.tolist() == ["Switch1", "Switch2", "Hca1"]
    assert nodes.kind.tolist() == [Kind.SWITCH, Kind.SWITCH, Kind.HCA]
    assert nodes.guid.tolist() == [born_guid(place) for place in range(3)]
    assert len(cables) == 2 and cables.width[0].tolist() == [1, 0] and cables.speed[0].tolist() == [3, 0]
    assert [node_id(state.fabric, place) for place in range(3)] == ["Switch1", "Switch2", "Hca1"]
    assert ends(both(IBSIM.replace("\t", ""))) == ends(state)


def test_that_net_files_name_peers_that_they_never_describe() -> None:
    state = both('Switch 8 "A"\n[1] "S2"[1]\n[2] "R3"[1]\n[3] "x"[1]\n[4] "A-b"[1]\n')
    assert state.fabric.nodes.kind.tolist() == [Kind.SWITCH, Kind.SWITCH, Kind.ROUTER, Kind.HCA, Kind.HCA]
    assert "5: node id is no GUID in hex, kept as text: 'A-b'" in messages(state)


def test_that_commands_of_ibsim_are_noted() -> None:
    assert "1: not understood" in messages(both('include "other.net"\n' + IBSIM))


def test_that_ids_that_are_no_hex_are_kept_and_given_a_guid() -> None:
    text = HCA.replace("0000000000000300", "22222222222host2").replace("0x300", "0x22222222222host2")
    state = both(HEAD + PEER + "\n" + text)
    place = row(state, "n1 mlx5_0")
    nodes = state.fabric.nodes
    assert nodes.id[place] == "H-22222222222host2" and nodes.kind[place] == Kind.HCA
    assert nodes.guid[place] == born_guid(place)
    assert "kept as text" in messages(state) and len(state.reading) == 1


def test_that_a_guid_of_nought_is_no_guid() -> None:
    nodes = both(HEAD.replace("100", "0").replace("0000000000000000", "00000000000000000"[:16])).fabric.nodes
    assert nodes.guid[0] == born_guid(0) and nodes.id[0].startswith("S-000000")


def test_that_switch_and_hca_may_share_a_guid() -> None:
    state = both(HEAD + '[1]\t"H-0000000000000100"[1](100) \t\t# "own" lid 6 4xHDR\n')
    assert len(state.fabric.nodes) == 2 and len(state.fabric.cables) == 1


def test_that_kind_and_letter_may_differ_with_a_note() -> None:
    state = both('Switch\t36 "H-0000000000000100"\t\t# "odd" base port 0 lid 1 lmc 0\n')
    assert state.fabric.nodes.kind[0] == Kind.SWITCH
    assert node_id(state.fabric, 0) == "H-0000000000000100"
    assert "letter of its id differ" in messages(state)


def test_that_a_lost_lid_and_one_beyond_the_range_are_unknown() -> None:
    state = both(HEAD.replace("lid 5", "lid ") + PEER.replace("lid 6", "lid 61111"))
    assert state.fabric.nodes.lid.tolist() == [0, 0]
    assert messages(state) == "6: LID beyond 49151, taken as unknown: 61111"
    assert both(HEAD + PEER.replace("lid 6", "lid ")).fabric.nodes.lid.tolist() == [5, 0]
    wide = both(HCA.replace("lid 9", "lid 99999999999999999999").replace("lmc 1", "lmc 9"))
    assert "LID beyond" in messages(wide) and "LMC beyond" in messages(wide)


@pytest.mark.parametrize("port", ["0", "255", "256", "99999999999999999999"])
def test_that_a_port_beyond_254_is_left_out_and_noted(port) -> None:
    for text in (PEER.replace("[1]", f"[{port}]"), PEER.replace("[2]", f"[{port}]")):
        state = both(HEAD + text)
        assert len(state.fabric.cables) == 0 and len(state.fabric.nodes) == 1
        assert "6: port number is not from 1 to 254" in messages(state)


def test_that_more_ports_than_the_head_says_do_no_harm() -> None:
    assert both(HEAD + PEER.replace("[1]", "[254]")).fabric.nodes.ports[0] == 254
    state = both(HEAD.replace("Switch\t41", "Switch\t255"))
    assert "number of ports beyond 254" in messages(state) and state.fabric.nodes.ports[0] == 0


def test_that_of_lines_that_contradict_the_first_holds() -> None:
    third = '[2]\t"S-0000000000000900"[9]\t\t# "third" lid 7 4xHDR\n'
    spine = HEAD.replace("100", "200").replace("leaf", "spine").replace("lid 5", "lid 6") + third
    state = both(HEAD + PEER + "\n" + spine)
    assert ends(state) == [(("S-0000000000000100", 1), ("S-0000000000000200", 2))]
    assert messages(state) == "13: a port of this cable is cabled elsewhere, left out: line 6"
    assert "third" not in state.fabric.nodes.name.tolist()


def test_that_a_port_is_not_cabled_to_itself() -> None:
    state = both(HEAD + '[1]\t"S-0000000000000100"[1]\t\t# "leaf" lid 5 4xHDR\n')
    assert len(state.fabric.cables) == 0 and "6: a port cannot be cabled to itself" in messages(state)


def test_that_a_node_described_twice_is_one() -> None:
    again = HEAD.replace("leaf", "other") + PEER.replace("[1]", "[4]").replace("[2]", "[5]")
    state = both(HEAD + PEER + "\n" + again)
    assert state.fabric.nodes.name.tolist() == ["leaf", "spine"] and len(state.fabric.cables) == 2
    assert "described again; its first description holds: line 5" in messages(state)


def test_that_a_record_starts_at_its_guid_line_where_the_head_is_lost() -> None:
    text = HEAD + PEER + "\n" + HCA.replace('Ca\t1 "H-0000000000000300"\t\t# "n1 mlx5_0"\n', "")
    state = both(text)
    assert (("H-0000000000000300", 1), ("S-0000000000000100", 7)) in ends(state)
    assert "no head line" in messages(state)
    node = state.fabric.nodes.guid.tolist().index(0x300)
    assert state.fabric.nodes.described[node] and state.fabric.nodes.device_id[node] == 0x101B


def test_that_a_guid_line_amid_a_record_changes_no_owner() -> None:
    text = HEAD + "caguid=0x300\n" + PEER + "\n" + HCA
    state = both(text)
    assert (("S-0000000000000100", 1), ("S-0000000000000200", 2)) in ends(state)
    assert "6: this GUID line stands amid another node's record" in messages(state)


def test_that_ports_of_nobody_are_noted() -> None:
    state = both(PEER + "\nvendid=0x2c9\ndevid=0x1\n" + PEER + "\n" + HEAD)
    assert len(state.fabric.cables) == 0
    assert [note.line for note in state.reading] == [1, 3, 5]


def test_that_a_head_and_a_guid_line_that_differ_are_noted() -> None:
    state = both(HEAD.replace("switchguid=0x100(100)", "switchguid=0x101(101)"))
    assert "5: this head and the GUID line" in messages(state) and state.fabric.nodes.guid.tolist() == [0x100]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ('[1]\t"S-0000000000000200"[2]', "ends early"),
        ('[1]\t"S-0000000000000200"[2]\t\t# "spi', "end of this line"),
        ('[1]\t"S-0000000000000200"[2]\t\t# lid 5 lmc 0 "spi', "end of this line"),
        ('[1]\t"S-0000000000000200"[2]\t\t# lid 5', "end of this line"),
        ('[1]\t"S-0000000000000200"[2]\t\t# "spine" lid 6', "width and speed are missing"),
        ('[1]\t"S-00000000', "not understood"),
        ('# "spine" lid 6 4xHDR', "was cut"),
        ("devid=", "not understood"),
        ("devid=0xzz", "expected a hex number"),
        ("x" * 5000, "longer than any tool prints"),
    ],
)
def test_that_a_cut_line_is_noted_and_what_it_says_is_kept(line, word) -> None:
    state = both(HEAD + line + "\n")
    assert "6: " in messages(state) and word in messages(state)
    assert len(state.fabric.cables) == line.count('"[2]')


@pytest.mark.parametrize("tail", [" enhanced port", ' enhanced port 0 lid 5 lmc 0" x', ' # "y'])
def test_that_a_cut_head_is_noted_and_its_id_is_kept(tail) -> None:
    state = both(f'Switch\t36 "S-0000000000000100"\t\t# "leaf"{tail}\n')
    assert "1: end of this head line not understood" in messages(state)
    assert state.fabric.nodes.guid.tolist() == [0x100]


def test_that_many_notes_are_counted_and_none_is_silent() -> None:
    state = both(HEAD + "junk\n" * 1000)
    assert len(state.reading) == 201
    assert (
        state.reading[-1].line == 206
        and state.reading[-1].message == "not understood, left out: 800 more, to line 1005"
    )


def test_that_one_reading_has_one_number_of_birth() -> None:
    one, other = read(CLEAN).fabric, read(CLEAN).fabric
    births = {*one.nodes.birth.tolist(), *one.cables.birth.tolist()}
    assert len(births) == 1 and births.isdisjoint(other.nodes.birth.tolist())
    assert 0 <= births.pop() < 1 << 62


@pytest.mark.parametrize("text", ["# Topology file: generated on\n", "vendid=0x2c9\n", PEER])
def test_that_a_dump_without_nodes_is_refused(text) -> None:
    for fast in (True, False):
        with pytest.raises(ReadError, match="describes no node"):
            read(text, fast=fast)


def test_that_a_dump_of_two_lines_and_one_without_cables_are_read() -> None:
    assert len(both(HEAD).fabric.cables) == 0
    assert len(both('Ca\t1 "H-0000000000000001"\t\t# "x"').fabric.nodes) == 1


HOSTILE = [
    b" " * (1 << 20),
    b"[1]" + b"\t" * (1 << 20) + b'"',
    b'[1] "S-0000000000000200"[2] # "' + b'" lid ' * (1 << 17),
    b'Switch 8 "A" # ' + b'"' * (1 << 20),
    b"[1](" * (1 << 18),
    b"\r" * (1 << 20),
    b"[1] \r" * (1 << 18),
    b'[1]"A"[1]\r' * (1 << 16),
    b"vendid=0x1\n" * (1 << 16),
    b'Switch8"A"\n[1]"A"[2]\n' * (1 << 14),
    b"".join(b'[1] "H%d"[1]\n' % n for n in range(1 << 14)),
]


@pytest.mark.parametrize("junk", HOSTILE, ids=range(len(HOSTILE)))
def test_that_a_hostile_megabyte_costs_seconds_at_most(junk) -> None:
    state = read(b'Switch 8 "A"\n' + junk + b"\n")
    assert state.fabric.nodes.name is not None


@given(st.lists(st.one_of(st.binary(max_size=60), st.sampled_from(CLEAN.encode().split(b"\n"))), max_size=12))
def test_that_no_bytes_raise_anything_but_our_errors(lines) -> None:
    data = b"\n".join(lines).replace(b"\0", b"")
    results = []
    for fast in (True, False):
        try:
            results.append(read(data, fast=fast))
        except IbvizError as error:
            results.append(error)
    if isinstance(results[0], IbvizError):
        assert str(results[0]) == str(results[1])
    else:
        assert dumps.same(results[0], results[1])


def _expected() -> dict[str, dict[str, object]]:
    path = conftest.corpus() / "EXPECTED.json"
    known = json.loads(path.read_text()) if path.exists() else {}
    return {name: about for name, about in known.items() if "links_sha256" in about}


def _digest(state) -> str:
    lines = writers.get("csv")(state).decode().splitlines()[1:]
    pairs = []
    for line in lines:
        a, a_port, b, b_port, *_ = line.split(",")
        pairs.append(sorted([(a, int(a_port)), (b, int(b_port))]))
    text = "".join(f"{a}:{p} {b}:{q}\n" for (a, p), (b, q) in sorted(pairs))
    return hashlib.sha256(text.encode()).hexdigest()


def _dresses(data: bytes):
    text = data.decode("utf-8", "replace")
    yield text
    yield text.replace("\t", "")
    yield text.replace("\r\n", "\n").replace("\n", "\r\n")
    head, *records = text.replace("\r\n", "\n").split("\n\n")
    random.Random(1).shuffle(records)
    if len(records) > 3 and sum("vendid=" in record for record in records) > 3:
        yield "\n\n".join([head, *records]) + "\n"


@pytest.mark.corpus
@pytest.mark.parametrize("name", _expected() or ["none"])
def test_that_real_dumps_give_the_counts_and_cables_of_an_independent_counter(name) -> None:
    if name == "none":
        pytest.skip("no corpus")
    want = _expected()[name]
    source = load(conftest.corpus() / name)
    for text in _dresses(source.data):
        state = read_with(Source(name, text.encode()), {}, fast=True)
        kind = state.fabric.nodes.kind[state.fabric.nodes.described]
        assert (kind == Kind.SWITCH).sum() == want["switches"]
        assert (kind == Kind.ROUTER).sum() == want["routers"]
        assert (kind == Kind.AGGREGATION).sum() == want["aggregation_nodes"]
        assert ((kind == Kind.HCA) | (kind == Kind.AGGREGATION)).sum() == want["hcas"]
        assert _digest(state) == want["links_sha256"]
    assert dumps.same(read_with(source, {}, fast=True), read_with(source, {}, fast=False))
