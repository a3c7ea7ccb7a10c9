"""Tables that the real OpenSM made, kept beside the project; skipped where they are absent."""

from __future__ import annotations

import lzma
from pathlib import Path

import numpy as np
import pytest
from opensm import CORPUS, fabric_from, rows_in, rows_of

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.wiring import wiring
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.routes import changes, route

ROOT = CORPUS.parent / "opensm"
NAMES = sorted(path.parent.name for path in ROOT.glob("routing/*/minhop"))
LARGE = ("ft2_2048h_r64", "ft3_k16_1024h")
FAT = [path for path in sorted(ROOT.glob("routing/*/ftree*")) if path.parent.name not in LARGE]
LEAST = [path for path in sorted(ROOT.glob("routing/*/sssp")) if path.parent.name not in LARGE]
pytestmark = [
    pytest.mark.oracle,
    pytest.mark.skipif(not NAMES, reason="OpenSM's own tables are not here"),
]
LEAF, SPINE = 0xC42A10300000100, 0xC42A10300000D00


def text(path: Path) -> str:
    if path.exists():
        return path.read_text(errors="replace")
    return lzma.open(path.with_name(path.name + ".xz")).read().decode(errors="replace")


@pytest.mark.parametrize("name", NAMES)
def test_that_minhop_is_opensms_entry_for_entry(name: str) -> None:
    dump = text(ROOT / "routing" / name / "minhop" / "opensm-lfts.dump")
    nets, printed = f"nets/{name}.net", f"discover/{name}.ibnetdiscover.txt"
    for source in (nets,) if len(dump) > 3_000_000 else (nets, printed):
        fabric = fabric_from(text(ROOT / source))
        assert rows_in(minhop(wiring(fabric))) == rows_of(dump, fabric)


@pytest.mark.parametrize("path", FAT, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_that_ftree_is_opensms_entry_for_entry(path: Path) -> None:
    name = path.parent.name
    fabric = fabric_from(text(ROOT / "nets" / f"{name}.net"))
    roots = {"roots": str(ROOT / "nets" / f"{name}.roots")} if "rootfile" in path.name else {}
    tables = route(fabric, routing=Choice("ftree", roots))
    assert tables.routing.used == "ftree"
    assert rows_in(tables) == rows_of(text(path / "opensm-lfts.dump"), fabric)


@pytest.mark.parametrize("path", LEAST, ids=lambda path: path.parent.name)
def test_that_sssp_is_opensms_entry_for_entry(path: Path) -> None:
    fabric = fabric_from(text(ROOT / "nets" / f"{path.parent.name}.net"))
    tables = route(fabric, routing=Choice("sssp"))
    assert tables.routing.used == "sssp"
    assert rows_in(tables) == rows_of(text(path / "opensm-lfts.dump"), fabric)


def cable(fabric: Fabric, guid: int, port: int) -> int:
    node = int(np.flatnonzero(fabric.nodes.guid == guid)[0])
    ends = (fabric.cables.node == node) & (fabric.cables.port == port)
    return int(np.flatnonzero(ends.any(axis=1))[0])


def test_that_pulling_cables_one_by_one_changes_what_a_running_opensm_changed() -> None:
    live = ROOT / "live" / "ft2_18sw_minhop"
    fabric = fabric_from(text(live / "step0_ibnetdiscover.txt"))
    cut = frozenset(cable(fabric, LEAF, port) for port in (19, 20, 21))
    spine = frozenset(np.flatnonzero(fabric.nodes.guid == SPINE).tolist())
    first = cable(fabric, LEAF, 19)
    second = cable(fabric, LEAF, 20)
    steps = [
        Scenario(),
        Scenario("", frozenset(), frozenset({first})),
        Scenario("", frozenset(), frozenset({first, second})),
        Scenario("", frozenset(), cut),
        Scenario("", spine, cut),
        Scenario(),
    ]
    tables = None
    for number, scenario in enumerate(steps):
        tables = minhop(wiring(fabric, scenario), tables)
        dump = text(live / f"step{number}_lfts.dump")
        assert rows_in(tables) == rows_of(dump, fabric), number


def test_that_a_cut_cable_of_the_648_host_tree_changes_88_entries_and_fresh_tables_1279() -> None:
    fabric = fabric_from(text(ROOT / "nets" / "ft2_648h_r36.net"))
    cut = Scenario("", frozenset(), frozenset({cable(fabric, LEAF, 19)}))
    whole = route(fabric)
    assert changes(whole, route(fabric, cut)).entries == 88
    assert changes(whole, route(fabric, cut, reroute="fresh")).entries == 1279


def test_that_d_mod_k_is_what_opensm_took_from_a_file() -> None:
    fabric = fabric_from(text(ROOT / "nets" / "ft2_18sw_216h_x3.net"))
    dump = text(ROOT / "routing" / "ft2_18sw_216h_x3" / "file_own_dmodk" / "opensm-lfts.dump")
    ours, theirs = rows_in(route(fabric, routing=Choice("dmodk"))), rows_of(dump, fabric)
    assert {head: hosts_only(rows) for head, rows in ours.items()} == {
        head: hosts_only(rows) for head, rows in theirs.items()
    }


def hosts_only(rows: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    return {end: port for end, port in rows.items() if end[1]}
