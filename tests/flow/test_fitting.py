from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import fabric_of, fabrics, tree2, trees
from hypothesis import given

from ibviz.core.addresses import lids, port_guids
from ibviz.core.errors import RoutingError
from ibviz.core.fabric import Fabric, Ports
from ibviz.core.listed import Listed
from ibviz.core.scenario import Choice
from ibviz.core.simulation import Routing
from ibviz.core.source import Source
from ibviz.core.tables import NO_PATH, Tables
from ibviz.core.wiring import wiring
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.fitting import fitted, must_fit
from ibviz.formats.fdbs_read import read_fdbs
from ibviz.formats.lft import lft_text
from ibviz.formats.lft_read import read_lft


def same(a: Tables, b: Tables) -> bool:
    return np.array_equal(a.to_end, b.to_end) and np.array_equal(a.to_switch, b.to_switch)


def fdbs_of(tables: Tables) -> Listed:
    """Write tables as ibdiagnet does, without the GUIDs of destinations, and read them."""
    wires, known = tables.wiring, lids(tables.wiring)
    lines = []
    for place, row in enumerate(wires.switches.tolist()):
        lines.append(f"dump_ucast_routes: Switch 0x{int(wires.fabric.nodes.guid[row]):016x}\n")
        for all_, table in ((known.switch, tables.to_switch), (known.end, tables.to_end)):
            lines += [
                f"0x{lid:04X} : {p:03d}  : 01   : yes\n" if p != NO_PATH else f"0x{lid:04X} : UNREACHABLE\n"
                for lid, p, s in zip(
                    all_.tolist(), table[:, place].tolist(), _subnets(tables, table), strict=True
                )
                if s == wires.subnet[row]
            ]
    return read_fdbs(Source("x.fdbs", "".join(lines).encode()))


def _subnets(tables: Tables, table: object) -> list[int]:
    wires = tables.wiring
    found = wires.subnet[wires.switches] if table is tables.to_switch else wires.end_ports.subnet
    return [int(subnet) for subnet in found]


@given(trees())
def test_that_what_we_write_comes_back(fabric: Fabric) -> None:
    tables = minhop(wiring(fabric))
    assert same(fitted(read_lft(Source("x", lft_text(tables))), tables.wiring), tables)


@given(trees())
def test_that_tables_without_guids_of_destinations_are_joined_by_lid(fabric: Fabric) -> None:
    tables = minhop(wiring(fabric))
    assert same(fitted(fdbs_of(tables), tables.wiring), tables)


@given(fabrics(dead=False))
def test_that_any_fabric_takes_its_own_tables_or_refuses_them_in_a_sentence(fabric: Fabric) -> None:
    wires = wiring(fabric)
    try:
        made = fitted(read_lft(Source("x", lft_text(minhop(wires)) or b"\n")), wires)
    except Exception as error:
        assert not len(wires.switches) or "of another fabric" in str(error)
    else:
        assert made.to_end.shape == (len(wires.end_ports), len(wires.switches))


def test_that_a_port_is_found_by_its_guid_where_its_lid_is_another_now() -> None:
    fabric = tree2(3, 2, 2, shuffle=5)
    tables = minhop(wiring(fabric))
    listed = read_lft(Source("x", lft_text(tables)))
    moved = replace(listed, lid=listed.lid + 500)
    assert same(fitted(moved, tables.wiring), tables)


def test_that_a_lid_without_guid_is_known_by_the_port_where_it_leaves() -> None:
    fabric = tree2(3, 2, 2, shuffle=5)
    tables = minhop(wiring(fabric))
    listed = fdbs_of(tables)
    assert same(fitted(replace(listed, lid=listed.lid + 500), tables.wiring), tables)


def test_that_guids_counted_on_from_the_node_are_understood() -> None:
    fabric = tree2(3, 2, 2, shuffle=5)
    ends = wiring(fabric).end_ports
    order = np.lexsort((ends.port, ends.node))
    stated = Ports.of(
        len(ends), node=ends.node[order], port=ends.port[order], guid=fabric.nodes.guid[ends.node[order]]
    )
    tables = minhop(wiring(fabric))
    other = Fabric(fabric.nodes, fabric.cables, stated)
    counted = read_lft(Source("x", lft_text(tables)))
    assert not np.intersect1d(port_guids(wiring(other)), port_guids(tables.wiring)).size
    shifted = replace(counted, lid=counted.lid + 500)
    assert same(fitted(shifted, wiring(other)), replace(tables, wiring=wiring(other)))


def test_that_fabrics_without_guids_are_joined_by_lid() -> None:
    fabric = fabric_of("SSHH", [(0, 1, 1, 1), (2, 1, 0, 2), (3, 1, 1, 2)], guids=[0] * 4)
    tables = minhop(wiring(fabric))
    assert same(fitted(read_lft(Source("x", lft_text(tables))), tables.wiring), tables)


def test_that_each_lid_of_a_range_has_entries_of_its_own() -> None:
    plain = tree2(2, 2, 1, shuffle=3)
    ends = wiring(plain).end_ports
    order = np.lexsort((ends.port, ends.node))
    ports = Ports.of(2, node=ends.node[order], port=ends.port[order], lid=[16, 32], lmc=[1, 1])
    fabric = Fabric(plain.nodes, plain.cables, ports)
    tables = minhop(wiring(fabric))
    listed = read_lft(Source("x", lft_text(tables)))
    leaf = int(wiring(fabric).place[0])
    far = listed.lid == int(lids(wiring(fabric)).end[wiring(fabric).end_ports.switch != 0][0]) + 1
    row = np.flatnonzero(far & (listed.table == leaf))
    port = listed.port.copy()
    port[row] = 7
    made = fitted(replace(listed, port=port), wiring(fabric))
    assert np.array_equal(made.to_end, tables.to_end) and len(made.higher) == 1
    assert (made.higher[0] != tables.to_end).sum() == 1 and 7 in made.higher[0]


def test_that_the_last_of_several_tables_of_a_switch_holds() -> None:
    tables = minhop(wiring(tree2(3, 2, 2)))
    old = replace(tables, to_end=np.full_like(tables.to_end, 9))
    both = read_lft(Source("x", lft_text(old) + lft_text(tables)))
    assert same(fitted(both, tables.wiring), tables)


def test_that_a_table_of_another_fabric_is_refused_with_what_matches() -> None:
    listed = read_lft(Source("plane-b.lft", lft_text(minhop(wiring(tree2(4, 2, 3, shuffle=1))))))
    with pytest.raises(
        RoutingError, match=r"plane-b\.lft is of another fabric: 0 of its 6 switches are here"
    ):
        fitted(listed, wiring(tree2(4, 2, 3, shuffle=2)))
    wires = wiring(tree2(4, 2, 3, shuffle=1))
    foreign = replace(
        listed,
        guid=listed.guid + np.uint64(10**9),
        lid=listed.lid + 10_000,
        port=np.full_like(listed.port, 99),
    )
    with pytest.raises(RoutingError, match="6 of its 6 switches, but 0 of its 18 LIDs are here"):
        fitted(foreign, wires)


def test_that_a_subnet_without_tables_is_refused_alone() -> None:
    fabric = fabric_of("SSHHHH", [(2, 1, 0, 1), (3, 1, 0, 2), (4, 1, 1, 1), (5, 1, 1, 2)])
    tables = minhop(wiring(fabric))
    text = lft_text(tables)
    first = text[: text.index(b"Unicast", 1)]
    made = fitted(read_lft(Source("a.lft", first)), tables.wiring)
    assert made.routing.refused == {1: "a.lft has tables of 0 of its 1 switches"}
    assert "with tables of 1 of 2 switches" in made.routing.reason


def test_that_entries_that_lead_astray_stay_as_they_are() -> None:
    tables = minhop(wiring(tree2(3, 2, 2)))
    wrong = replace(tables, to_end=np.where(tables.to_end == 3, 200, tables.to_end).astype(np.uint8))
    assert same(fitted(read_lft(Source("x", lft_text(wrong))), tables.wiring), wrong)


def test_that_a_file_of_other_cabling_is_refused() -> None:
    tables = minhop(wiring(tree2(4, 2, 3, shuffle=1)))
    listed = read_lft(Source("old.lft", lft_text(tables)))
    ends = len(tables.wiring.end_ports)
    moved = replace(listed, port=np.where(listed.port == 0, 0, 9).astype(np.uint8))
    with pytest.raises(
        RoutingError, match=f"old.lft is of another fabric: 0 of {ends} end ports are plugged in where"
    ):
        fitted(moved, tables.wiring)


def test_that_only_a_file_that_was_asked_for_must_fit() -> None:
    fallen = Routing("lft", "minhop", "lft refused: x.lft is of another fabric")
    must_fit(fallen, None)
    must_fit(Routing("lft", "lft", ""), Choice("lft", {"path": "x"}))
    with pytest.raises(RoutingError, match=r"^x\.lft is of another fabric$"):
        must_fit(fallen, Choice("lft", {"path": "x.lft"}))


def test_that_lines_that_were_not_understood_are_told() -> None:
    tables = minhop(wiring(tree2(3, 2, 2)))
    made = fitted(read_lft(Source("a.lft", b"what\nis\n" + lft_text(tables))), tables.wiring)
    assert same(made, tables)
    assert "; line 1: expected a row such as 0x0001 036, not 'what'; 1 more like it" in made.routing.reason
