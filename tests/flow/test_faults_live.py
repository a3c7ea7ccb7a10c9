"""Checks of tables against ibdmchk, run here and now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fabrics import dragonfly, random_fabric, torus_of, tree2, tree3
from ibdmchk import INSTALLED, Verdict, fdbs_text, verdict

from ibviz.core.fabric import Fabric, Kind
from ibviz.core.scenario import Choice
from ibviz.core.source import Source
from ibviz.core.tables import NO_PATH, Tables
from ibviz.core.wiring import wiring
from ibviz.flow.fitting import fitted
from ibviz.flow.routes import paths, report, route
from ibviz.formats.fdbs_read import read_fdbs

pytestmark = [pytest.mark.oracle, pytest.mark.skipif(not INSTALLED, reason="ibdmchk is not installed")]
ENGINES = ("minhop", "updn", "dnup", "sssp", "ftree")


def some_fabrics(seed: int) -> Iterator[Fabric]:
    damage: dict[str, int] = {"holes": seed % 4, "missing": seed % 3, "shuffle": seed}
    yield tree2(5, 3, 3, parallel=1 + seed % 2, **damage)
    yield tree3(2, 3, 2, 2, 2, **damage)
    yield torus_of((3 + seed % 3, 3))
    yield dragonfly(3 + seed % 2, 3, 2)
    mixed = random_fabric(seed, 7, 10, 1.0, 0.0)
    kind = np.where(mixed.nodes.kind == Kind.SWITCH, Kind.SWITCH, Kind.HCA).astype(np.uint8)
    yield Fabric(mixed.nodes.with_columns(kind=kind), mixed.cables, mixed.ports)


def broken(tables: Tables, seed: int) -> Tables:
    """Send some entries elsewhere: to any port of their switch, or to none."""
    rng = np.random.default_rng(seed)
    to_end = tables.to_end.copy()
    for _ in range(1 + seed % 5):
        end = int(rng.integers(to_end.shape[0]))
        at = int(rng.integers(to_end.shape[1]))
        ports = np.flatnonzero(tables.wiring.switch_ports.channel[at] >= 0)
        to_end[end, at] = NO_PATH if seed % 3 == 0 else int(rng.choice(ports))
    return replace(tables, to_end=to_end)


def ours(tables: Tables) -> Verdict:
    said, every = report(tables), np.arange(len(tables.wiring.endpoints))
    src, dst = (each.ravel() for each in np.meshgrid(every, every, indexing="ij"))
    apart = src != dst
    _, count = paths(tables, src[apart], dst[apart])
    hops = dict(Counter(int(number) for number in count if number > 0))
    missing = int(said["unreachable_pairs"])
    return Verdict(missing, hops, None if missing else bool(said["credit_loops"]))


def test_that_ibdmchk_finds_the_same_whole_and_broken_routes_and_credit_loops(
    many: Any, tmp_path: Path
) -> None:
    for seed in range(many(3, 40)):
        for fabric in some_fabrics(seed):
            if wiring(fabric).subnets != 1 or (wiring(fabric).end_ports.subnet < 0).any():
                continue
            made = route(fabric, routing=Choice(ENGINES[seed % len(ENGINES)]))
            for tables in (made, broken(made, seed)):
                theirs = verdict(tables, tmp_path)
                assert ours(tables) == theirs, (seed, made.routing)
                again = fitted(read_fdbs(Source("x", fdbs_text(tables).encode())), tables.wiring)
                assert np.array_equal(again.to_end, tables.to_end)
