"""Tables against an OpenSM that is run here and now on a simulated fabric."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fabrics import dragonfly, random_fabric, torus_of, tree2, tree3
from oddtrees import odd_tree
from opensm import CORPUS, INSTALLED, Rows, all_lids_of, fabric_from, opensm_rows, rows_in, rows_of, simulated

from ibviz.core.addresses import port_guids
from ibviz.core.fabric import Fabric, Kind
from ibviz.core.scenario import AS_BUILT, Choice
from ibviz.core.tables import Tables
from ibviz.core.wiring import wiring
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.onesubnet import one_subnet
from ibviz.flow.routes import route
from ibviz.formats.lft import lft_text

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.skipif(not INSTALLED, reason="opensm and ibsim are not installed"),
]
KRSKP = CORPUS / "hk-krskp-dgxa100-bom-prompt-crlf.ibnetdiscover.txt"


def own(fabric: Fabric, theirs: Rows) -> Rows:
    """Our rows for the switches that OpenSM found: it routes its own island only."""
    ours = rows_in(minhop(wiring(fabric)))
    return {head: ours[head] for head in theirs}


def test_that_trees_with_holes_and_shuffled_guids_are_routed_as_opensm_does(many: Any) -> None:
    for seed in range(1, many(5, 100)):
        damage: dict[str, int] = {"holes": seed % 5, "missing": seed % 3, "shuffle": seed}
        two = tree2(6, 3, 4, parallel=1 + seed % 3, aggregation=bool(seed % 2), **damage)
        three = tree3(2, 3, 2, 2, 3, parallel=1 + seed % 2, **damage)
        for fabric in (two, three):
            theirs = opensm_rows(fabric)
            assert theirs
            assert own(fabric, theirs) == theirs, seed


def test_that_random_mixtures_are_routed_as_opensm_does(many: Any) -> None:
    for seed in range(many(8, 200)):
        fabric = random_fabric(seed, 8, 14, 1.0, 0.0)
        theirs = opensm_rows(fabric)
        assert theirs
        assert own(fabric, theirs) == theirs, seed


@pytest.mark.skipif(not KRSKP.exists(), reason="the real dump is not here")
def test_that_aggregation_nodes_count_as_opensm_counts_them() -> None:
    fabric = fabric_from(KRSKP.read_text(encoding="utf-8", errors="replace"))
    theirs = opensm_rows(fabric)
    assert sum(len(rows) for rows in theirs.values()) == 317_652
    assert own(fabric, theirs) == theirs


def test_that_opensm_reads_our_text_and_sets_the_very_same_tables() -> None:
    fabric = tree3(3, 2, 2, 2, 2)
    tables = route(fabric, AS_BUILT, Choice("dmodk"))
    with simulated(fabric) as simulation:
        file = simulation.folder / "ours.lft"
        file.write_bytes(lft_text(tables))
        dump = simulation.opensm("-R", "file", "-U", str(file))
    assert rows_of(dump, fabric) == rows_in(tables)


def test_that_up_down_and_down_up_are_routed_as_opensm_does(many: Any, tmp_path: Path) -> None:
    for seed in range(1, many(4, 100)):
        damage: dict[str, int] = {"holes": seed % 5, "missing": seed % 3, "shuffle": seed}
        for fabric in (tree2(6, 3, 4, parallel=1 + seed % 3, **damage), random_fabric(seed, 9, 14, 1.0, 0.0)):
            theirs = opensm_rows(fabric, ("-R", "dnup"))
            assert theirs and of(fabric, Choice("dnup"), theirs) == theirs, seed
            rows = np.flatnonzero(fabric.nodes.kind == Kind.SWITCH)[seed % 4 :: 3]
            roots = tmp_path / "roots"
            roots.write_text("".join(f"0x{int(fabric.nodes.guid[row]):016x}\n" for row in rows))
            theirs = opensm_rows(fabric, ("-R", "updn", "-a", str(roots)))
            assert theirs and of(fabric, Choice("updn", {"roots": str(roots)}), theirs) == theirs, seed


def test_that_roots_are_found_as_opensm_finds_them(many: Any) -> None:
    for seed in range(1, many(3, 100)):
        for fabric in (
            tree2(6, 3, 4, missing=seed % 3, shuffle=seed),
            tree3(2, 3, 2, 2, 3, holes=seed % 4, shuffle=seed),
        ):
            theirs = opensm_rows(fabric, ("-R", "updn"))
            assert theirs and of(fabric, Choice("updn"), theirs) == theirs, seed


def test_that_fat_trees_are_routed_and_others_refused_as_opensm_does(many: Any, tmp_path: Path) -> None:
    for seed in range(1, many(3, 100)):
        damage: dict[str, int] = {"missing": seed % 4, "shuffle": seed}
        whole = (
            tree2(6, 3, 4, parallel=1 + seed % 3, **damage),
            tree3(3, 2, 3, 2, 2, parallel=1 + seed % 2, **damage),
        )
        odd, tops = odd_tree(seed)
        for fabric in (*whole, odd):
            theirs = opensm_rows(fabric, ("-R", "ftree"))
            assert theirs and of(fabric, Choice("ftree"), theirs) == theirs, seed
        roots = tmp_path / "roots"
        roots.write_text("".join(f"0x{int(odd.nodes.guid[row]):016x}\n" for row in tops))
        theirs = opensm_rows(odd, ("-R", "ftree", "-a", str(roots)))
        assert theirs and of(odd, Choice("ftree", {"roots": str(roots)}), theirs) == theirs, seed


def test_that_paths_of_least_weight_are_routed_as_opensm_does(many: Any) -> None:
    for seed in range(1, many(3, 100)):
        damage: dict[str, int] = {"holes": seed % 5, "missing": seed % 3, "shuffle": seed}
        for fabric in (
            tree2(6, 3, 4, parallel=1 + seed % 3, aggregation=bool(seed % 2), **damage),
            tree3(2, 3, 2, 2, 3, parallel=1 + seed % 2, **damage),
            random_fabric(seed, 9, 14, 1.0, 0.0),
            torus_of((3, 2 + seed % 3)),
        ):
            theirs = opensm_rows(fabric, ("-R", "sssp"))
            assert theirs and of(fabric, Choice("sssp"), theirs) == theirs, seed


def test_that_lanes_are_as_many_and_as_full_as_opensm_has_them(many: Any) -> None:
    for seed in range(1, many(3, 100)):
        for fabric in (
            torus_of((3 + seed, 3)),
            random_fabric(seed, 25, 14, 1.0, 0.0),
            dragonfly(2 + seed, 3, 2),
        ):
            with simulated(fabric) as simulation:
                theirs = rows_of(simulation.opensm("-R", "dfsssp"), fabric)
                log = (simulation.folder / "osm.log").read_text(errors="replace")
            routing = Choice("dfsssp")
            assert theirs and of(fabric, routing, theirs) == theirs, seed
            before = log.partition("before balancing")[2].partition("after balancing")[0]
            counts = [int(text) for text in re.findall(r"\d\. lane: (\d+)", before)]
            assert (
                counts and pairs_on_lanes(route(fabric, routing=routing), next(iter(theirs))[0]) == counts
            ), seed


def pairs_on_lanes(tables: Tables, member: int) -> list[int]:
    """Count pairs of LIDs on each of 8 lanes, in the subnet of a switch; those from switches are on the first."""
    assert tables.lanes is not None
    wires = tables.wiring
    part = one_subnet(wires, int(wires.subnet[member]))
    lane = np.concatenate([tables.lanes.to_end[part.hosts], tables.lanes.to_switch[part.switches]])
    found = np.bincount(lane.ravel(), np.broadcast_to(part.sources, lane.shape).ravel(), 8).astype(int)
    every = len(lane) * (len(lane) - 1)
    return [every - int(found[1:].sum()), *found[1:].tolist()]


OPTIONS: list[tuple[dict[str, str], tuple[str, ...]]] = [
    ({}, ()),
    ({"lmc": "1"}, ("-l", "1")),
    ({"port_shifting": "1"}, ("--port-shifting",)),
    ({"lmc": "2", "port_shifting": "1"}, ("-l", "2", "--port-shifting")),
    ({"scatter_ports": "7"}, ("--scatter-ports", "7")),
    ({"lmc": "2", "scatter_ports": "999999937"}, ("-l", "2", "--scatter-ports", "999999937")),
]


@pytest.mark.parametrize("name", ["minhop", "updn", "dnup", "dor"])
def test_that_options_and_dimension_order_are_opensms_for_every_lid(
    name: str, many: Any, tmp_path: Path
) -> None:
    for seed in range(1, many(3, 60)):
        for number, fabric in enumerate(
            (
                tree2(6, 3, 4, parallel=1 + seed % 3, holes=seed % 5, missing=seed % 3, shuffle=seed),
                random_fabric(seed, 8, 14, 1.0, 0.0),
                torus_of((3 + seed % 3, 3)),
            )
        ):
            given, flags = OPTIONS[(seed + number) % len(OPTIONS)]
            if seed % 2:
                order = ordered_file(fabric, seed, tmp_path)
                given, flags = {**given, "order": str(order)}, (*flags, "-X", str(order))
            fabric = in_systems(fabric, seed % 4)
            with simulated(fabric) as simulation:
                theirs = all_lids_of(simulation.opensm("-R", name, *flags), fabric)
            tables = route(fabric, routing=Choice(name, given))
            assert len(theirs) == 1 + len(tables.higher)
            for part, table in zip(theirs, (tables.to_end, *tables.higher), strict=True):
                ours = rows_in(replace(tables, to_end=table))
                if part is not theirs[0]:
                    ours = {head: {to: p for to, p in row.items() if to[1]} for head, row in ours.items()}
                assert {head: ours[head] for head in part} == part, (seed, given)


def ordered_file(fabric: Fabric, seed: int, folder: Path) -> Path:
    """List the GUIDs of half the ports in no order."""
    wires = wiring(fabric)
    guids = np.concatenate([port_guids(wires), fabric.nodes.guid[wires.switches]])
    some = np.random.default_rng(seed).permutation(guids)[: len(guids) // 2 + 1]
    path = folder / f"order-{seed}"
    path.write_text("".join(f"0x{int(guid):016x}\n" for guid in some))
    return path


def in_systems(fabric: Fabric, size: int) -> Fabric:
    """Put nodes that follow each other into systems of a size; 0: each is one of its own."""
    if not size:
        return fabric
    guid = (np.arange(len(fabric.nodes)) // size + 1).astype(np.uint64)
    return replace(fabric, nodes=replace(fabric.nodes, system_guid=guid))


def of(fabric: Fabric, routing: Choice, theirs: Rows) -> Rows:
    """Our rows by an engine for the switches that OpenSM found."""
    ours = rows_in(route(fabric, routing=routing))
    return {head: ours[head] for head in theirs}
