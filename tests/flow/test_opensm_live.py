"""Tables against an OpenSM that is run here and now on a simulated fabric."""

from __future__ import annotations

from typing import Any

import pytest
from fabrics import random_fabric, tree2, tree3
from opensm import CORPUS, INSTALLED, Rows, fabric_from, opensm_rows, rows_in, rows_of, simulated

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import AS_BUILT, Choice
from ibviz.core.wiring import wiring
from ibviz.flow.engines.minhop import minhop
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
