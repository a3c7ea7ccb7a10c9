"""Files of tables that an OpenSM writes here and now, and saved ones, joined to their fabrics."""

from __future__ import annotations

import lzma
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fabrics import dragonfly, random_fabric, torus_of, tree2, tree3
from opensm import _PLUGINS, CORPUS, INSTALLED, fabric_from, rows_in, rows_of, simulated

from ibviz.core.source import Source
from ibviz.core.wiring import wiring
from ibviz.flow.fitting import fitted
from ibviz.flow.verify import report
from ibviz.formats.fdbs_read import read_fdbs
from ibviz.formats.lft_read import read_lft

pytestmark = pytest.mark.oracle
SAVED = CORPUS.parent / "opensm"
ENGINES = ("minhop", "dnup", "sssp")


def text(path: Path) -> str:
    data = path.read_bytes()
    return (lzma.decompress(data) if path.suffix == ".xz" else data).decode("utf-8", "replace")


@pytest.mark.skipif(not INSTALLED, reason="opensm and ibsim are not installed")
def test_that_all_that_opensm_and_dump_fts_write_is_joined_entry_for_entry(many: Any) -> None:
    """The fabrics have no LIDs: those of the files are OpenSM's own, and no entry is joined by luck."""
    for seed in range(many(3, 40)):
        damage: dict[str, int] = {"holes": seed % 4, "missing": seed % 3, "shuffle": seed + 1}
        for fabric in (
            tree2(5, 3, 3, parallel=1 + seed % 2, aggregation=bool(seed % 2), **damage),
            tree3(2, 3, 2, 2, 2, **damage),
            (torus_of((3, 4)), dragonfly(3, 3, 2), random_fabric(seed, 8, 12, 1.0, 0.0))[seed % 3],
        ):
            with simulated(fabric) as simulation:
                dump = simulation.opensm("-R", ENGINES[seed % 3])
                fdbs = (simulation.folder / "opensm.fdbs").read_bytes()
                fts = subprocess.run(
                    ["dump_fts"],
                    env={**simulation.environment, "LD_PRELOAD": _PLUGINS[0]},
                    cwd=simulation.folder,
                    capture_output=True,
                    timeout=50,
                    check=False,
                ).stdout
            theirs = rows_of(dump, fabric)
            wires = wiring(fabric)
            for made in (
                fitted(read_lft(Source("x", dump.encode())), wires),
                fitted(read_fdbs(Source("x", fdbs)), wires),
                fitted(read_lft(Source("x", fts)), wires),
            ):
                assert {head: rows_in(made)[head] for head in theirs} == theirs, seed


@pytest.mark.skipif(not SAVED.exists(), reason="the saved tables are not here")
@pytest.mark.parametrize("name", ["ft3_k8_128h", "dragonfly_9g_72h", "torus2d_4x4_32h", "ft2_18sw_216h_x3"])
def test_that_saved_tables_of_every_engine_fit_their_fabric(name: str) -> None:
    net = next((SAVED / "nets").glob(f"{name}.net*"))
    fabric = fabric_from(text(net))
    wires = wiring(fabric)
    runs = [run for run in (SAVED / "routing" / name).iterdir() if (run / "ibdmchk.txt").exists()]
    assert runs
    for run in runs:
        dump, fdbs = (text(next(run.glob(f"{kind}*"))) for kind in ("opensm-lfts.dump", "opensm.fdbs"))
        made = fitted(read_lft(Source("x", dump.encode())), wires)
        again = fitted(read_fdbs(Source("x", fdbs.encode())), wires)
        if "lmc" not in run.name:
            assert rows_in(made) == rows_of(dump, fabric)
            assert np.array_equal(made.to_end, again.to_end), run.name
        said, judge = report(made), text(run / "ibdmchk.txt")
        assert said["unreachable_pairs"] == said["loops"] == 0
        assert (said["credit_loops"] > 0) == ("Found credit loop" in judge), run.name
