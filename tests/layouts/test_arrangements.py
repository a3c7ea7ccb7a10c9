"""What holds for every arrangement of the free map."""

from __future__ import annotations

from itertools import product
from time import process_time

import numpy as np
import pytest
from fabrics import dragonfly, fabric_of, fabrics, killed, torus_of, tree2, tree3, trees
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.bands import Bands
from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric, Kind
from ibviz.core.registry import arrangements, builders
from ibviz.core.structure import Structure, shape
from ibviz.core.table import Floats
from ibviz.core.wiring import wiring
from ibviz.layouts.layered import layered as bands_of
from ibviz.layouts.tiles import HOST, SWITCH

NAMES = list(arrangements.entries)
SLOW = ("force",)
"""For small fabrics only; they refuse larger ones."""


def given_places(structure: Structure, bands: Bands, name: str) -> Floats | None:
    """Return the places; None where the arrangement says in one sentence that it does not suit."""
    try:
        places: Floats = arrangements.get(name)(structure, bands)
    except OptionError as error:
        assert str(error).strip() and "\n" not in str(error) and not str(error).endswith(".")
        return None
    return places


def placed(fabric: Fabric, name: str) -> Floats | None:
    structure = shape(wiring(fabric))
    return given_places(structure, bands_of(structure), name)


def overlaps(fabric: Fabric, places: Floats) -> int:
    """Count pairs of boxes that cover one another, by brute force along x."""
    rows = np.flatnonzero(np.isfinite(places[:, 0]))
    half = np.where((fabric.nodes.kind[rows] == Kind.SWITCH)[:, None], SWITCH, HOST) / 2
    at = places[rows]
    order = np.argsort(at[:, 0] - half[:, 0], kind="stable")
    at, half = at[order], half[order]
    found = 0
    for apart in range(1, len(at)):
        one, other = slice(0, len(at) - apart), slice(apart, len(at))
        near = at[other, 0] - half[other, 0] < at[one, 0] + half[one, 0] - 1e-6
        if not near.any():
            break
        touch = np.abs(at[other, 1] - at[one, 1]) < half[other, 1] + half[one, 1] - 1e-6
        found += int((near & touch).sum())
    return found


def dressed(fabric: Fabric, seed: int) -> Fabric:
    """Return the fabric with racks, units and rails that the file would state, in one of several measures."""
    rng = np.random.default_rng(seed)
    count = len(fabric.nodes)
    stated = {
        "rack": rng.choice(["", "R1", "R2", "R10"], count),
        "unit_u": rng.choice(["", "1", "U7"], count),
        "row": rng.choice(["", "A", "B"], count) if seed % 2 else np.full(count, ""),
        "rail": rng.choice(["", "1", "2"], count) if seed % 4 == 3 else np.full(count, ""),
    }
    columns = {name: texts.astype(object) for name, texts in stated.items()}
    return Fabric(fabric.nodes.with_columns(**columns), fabric.cables, fabric.ports)


WHOLE = (torus_of((4, 3)), torus_of((3, 3, 2)), dragonfly(4, 2, 1), tree3(3, 2, 2, 2, 3))


@st.composite
def damaged(draw: st.DrawFn) -> Fabric:
    """A regular fabric of which some nodes and cables are gone, so that parts and levels may be missing."""
    whole = draw(st.sampled_from(WHOLE))
    rows = [st.sets(st.integers(0, len(table) - 1), max_size=9) for table in (whole.nodes, whole.cables)]
    return killed(whole, *(sorted(draw(each)) for each in rows))


@given(st.one_of(fabrics(max_switches=9, max_others=16), trees(), damaged()), st.integers(0, 2**31))
def test_that_every_live_node_has_a_place_of_its_own(fabric: Fabric, seed: int) -> None:
    structure = shape(wiring(dressed(fabric, seed) if seed % 8 else fabric))
    bands = bands_of(structure)
    for name in NAMES:
        places = given_places(structure, bands, name)
        if places is not None:
            assert places.shape == (len(fabric.nodes), 2) and places.dtype == np.float64, name
            assert np.isfinite(places[fabric.nodes.alive]).all(), name
            assert np.isnan(places[~fabric.nodes.alive]).all(), name
            assert overlaps(fabric, places) == 0, name


@pytest.mark.parametrize("name", NAMES)
def test_that_nothing_is_arranged_where_there_is_nothing(name: str) -> None:
    places = placed(fabric_of("", []), name)
    assert places is None or places.shape == (0, 2)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("fabric", [tree2(6, 3, 4), killed(tree3(2, 3, 2, 2, 3), [0, 20])])
def test_that_it_is_the_same_every_time(name: str, fabric: Fabric) -> None:
    first, second = placed(fabric, name), placed(fabric, name)
    assert (first is None) == (second is None)
    assert first is None or second is None or np.array_equal(first, second, equal_nan=True)


@pytest.mark.parametrize("name", NAMES)
def test_that_the_order_of_rows_does_not_matter(name: str) -> None:
    fabric = tree3(3, 2, 2, 2, 3, shuffle=5)
    turn = np.random.default_rng(3).permutation(len(fabric.nodes))
    place = np.argsort(turn)
    cables = fabric.cables.with_columns(node=place[fabric.cables.node])
    other = placed(Fabric(fabric.nodes.take(turn), cables), name)
    mine = placed(fabric, name)
    assert (mine is None) == (other is None)
    assert mine is None or other is None or np.allclose(mine[turn], other)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in SLOW])
def test_that_a_fabric_of_many_hosts_is_arranged_while_one_waits(name: str) -> None:
    fabric = builders.get("fat-tree")(levels=3, radix=32)
    structure = shape(wiring(fabric))
    bands = bands_of(structure)
    start = process_time()
    try:
        places = arrangements.get(name)(structure, bands)
    except OptionError:
        places = None
    assert process_time() - start < 2
    assert places is None or overlaps(fabric, places) == 0


def test_that_the_cases_have_hosts_at_no_switch_and_aggregation_nodes() -> None:
    kinds = "SSHHHAAR"
    cables = [(0, 1, 1, 1), (0, 2, 2, 1), (0, 3, 5, 1), (1, 2, 3, 1), (1, 3, 6, 1)]
    fabric = fabric_of(kinds, cables)
    for name, (row, switch) in product(NAMES, ((5, 0), (6, 1))):
        places = placed(fabric, name)
        if places is not None:
            away = places[row] - places[switch]
            assert np.abs(away).max() <= 200, name
