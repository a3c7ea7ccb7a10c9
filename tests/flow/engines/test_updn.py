from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from fabrics import fabric_of, tree2, tree3
from plainrouting import entries_of

from ibviz.core.errors import ReadError
from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.wiring import wiring
from ibviz.flow.deadlock import credit_loops
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.engines.updn import NO_ROOT, updn
from ibviz.flow.routes import route

RING = fabric_of(
    "SSSSSHHHHH", [(i, 1, (i + 1) % 5, 2) for i in range(5)] + [(5 + i, 1, i, 3) for i in range(5)]
)


def roots(folder: Path, fabric: Fabric, *rows: int) -> Path:
    path = folder / "roots"
    path.write_text("".join(f"0x{int(fabric.nodes.guid[row]):x}\n" for row in rows))
    return path


@pytest.mark.parametrize("fabric", [tree2(4, 3, 3), tree3(2, 3, 2, 2, 3), tree2(6, 2, 4, parallel=3)])
def test_that_whole_trees_are_routed_as_by_minhop_but_between_spines(fabric: Fabric) -> None:
    ours, theirs = updn(wiring(fabric)), minhop(wiring(fabric))
    assert ours.routing.refused == {}
    assert np.array_equal(ours.to_end, theirs.to_end)
    differ = ours.to_switch != theirs.to_switch
    assert (ours.to_switch[differ] == 255).all() and differ.any()


def test_that_a_ring_has_no_root_and_minhop_routes_it() -> None:
    assert updn(wiring(RING)).routing.refused == {0: NO_ROOT}
    tables = route(RING, routing=Choice("updn"))
    assert tables.routing.used == "minhop"
    assert tables.routing.reason == f"updn refused: {NO_ROOT}"
    assert entries_of(tables) == entries_of(minhop(wiring(RING)))


def test_that_only_the_subnet_without_a_root_is_by_minhop(tmp_path: Path) -> None:
    pair = fabric_of("SSHHSHH", [(0, 1, 1, 1), (2, 1, 0, 2), (3, 1, 1, 2), (5, 1, 4, 1), (6, 1, 4, 2)])
    tables = route(pair, routing=Choice("updn", {"roots": str(roots(tmp_path, pair, 0))}))
    assert tables.routing.used == "updn"
    assert list(tables.routing.refused) == [1]
    assert tables.routing.reason == f"subnet 2 is by minhop, as updn refused: {NO_ROOT}"
    assert entries_of(tables) == entries_of(minhop(wiring(pair)))


def test_that_a_ring_with_a_root_given_has_no_cycle_of_channels(tmp_path: Path) -> None:
    assert credit_loops(minhop(wiring(RING)))
    tables = updn(wiring(RING), roots=roots(tmp_path, RING, 0))
    assert tables.routing.refused == {}
    assert not credit_loops(tables)


def test_that_roots_that_name_nothing_are_an_error_and_no_fallback(tmp_path: Path) -> None:
    path = tmp_path / "roots"
    path.write_text("0xdead\n")
    with pytest.raises(ReadError, match="names no switch"):
        route(RING, routing=Choice("updn", {"roots": str(path)}))


def test_that_a_running_manager_keeps_what_is_still_on_a_way() -> None:
    fabric = tree2(4, 3, 3)
    cut = wiring(fabric, Scenario("", frozenset(), frozenset({0})))
    whole = updn(wiring(fabric))
    kept, fresh = updn(cut, whole), updn(cut)
    assert (kept.to_end != whole.to_end).sum() < (fresh.to_end != whole.to_end).sum()
