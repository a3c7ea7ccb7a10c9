from __future__ import annotations

from dataclasses import replace

import numpy as np
from fabrics import fabric_of, tree2, tree3
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.fabric import Fabric
from ibviz.core.registry import arrangements
from ibviz.core.structure import shape
from ibviz.core.table import Floats
from ibviz.core.wiring import wiring
from ibviz.layouts.layered import layered
from ibviz.layouts.map_radial import _apart, radial
from ibviz.layouts.wheels import SQUASH, ring_of


def radii(fabric: Fabric) -> tuple[Floats, Floats]:
    """Return where nodes stand on the round wheel, and how far from its middle."""
    structure = shape(wiring(fabric))
    places = radial(structure, layered(structure)) / (1, SQUASH)
    middle = (places.min(axis=0) + places.max(axis=0)) / 2
    return places - middle, np.hypot(*(places - middle).T)


def test_that_it_is_on_its_shelf() -> None:
    assert arrangements.get("radial") is radial


def test_that_spines_are_inside_leaves_and_hosts_outside() -> None:
    _, radius = radii(tree2(12, 4, 6))
    assert radius[12:16].max() < radius[:12].min()
    assert radius[16:].min() > radius[:12].max()


def test_that_hosts_stand_outwards_of_their_own_leaf() -> None:
    places, _ = radii(tree2(12, 4, 2))
    direction = np.arctan2(*places.T[::-1])
    for leaf in range(12):
        turned = direction[16 + 2 * leaf : 18 + 2 * leaf] - direction[leaf]
        assert np.abs((turned + np.pi) % (2 * np.pi) - np.pi).max() < np.pi / 12


def test_that_middle_switches_are_between_in_the_sector_of_their_pod() -> None:
    places, radius = radii(tree3(4, 4, 2, 2, 2))
    assert radius[24:28].max() < radius[16:24].min() and radius[16:24].max() < radius[:16].min()
    for pod in range(4):
        leaves, mids = places[4 * pod : 4 * pod + 4].sum(axis=0), places[16 + 2 * pod : 18 + 2 * pod]
        assert (mids @ leaves > 0).all()


def test_that_each_subnet_has_a_wheel_and_a_lone_switch_its_hosts_around_it() -> None:
    cables = [(0, 1, 2, 1), (0, 2, 3, 1), (0, 3, 4, 1), (1, 1, 5, 1)]
    fabric = fabric_of("SSHHHH", cables)
    structure = shape(wiring(fabric))
    places = radial(structure, layered(structure))
    assert np.allclose(places[2:5].mean(axis=0), places[0], atol=30)
    assert abs(places[1, 0] - places[0, 0]) > 200


def test_that_hosts_of_spines_have_spokes_of_their_own() -> None:
    cables = [(0, 1, 2, 1), (1, 1, 2, 2), (2, 3, 3, 1)]
    hosts = [(leaf, 2 + host, 4 + 4 * leaf + host, 1) for leaf in range(2) for host in range(4)]
    fabric = fabric_of("SSSH" + "H" * 8, [*cables, *hosts])
    _, radius = radii(fabric)
    assert radius[3] > radius[:2].max()


def test_that_a_level_that_a_subnet_lacks_takes_no_place() -> None:
    fabric = tree2(6, 3, 2)
    structure = shape(wiring(fabric))
    lacking = replace(structure, level=np.where(structure.level == 2, 4, structure.level))
    bands = layered(structure)
    assert np.array_equal(radial(lacking, replace(bands, structure=lacking)), radial(structure, bands))


@given(st.lists(st.floats(-0.5, 8), min_size=1, max_size=30), st.integers(0, 9))
def test_that_no_two_switches_of_a_ring_stand_in_one_direction(places: list[float], count: int) -> None:
    here, place = _apart(np.arange(len(places)), np.array(places), count)
    gaps = np.diff(np.append(place, place[0] + max(count, 1)))
    assert sorted(here.tolist()) == list(range(len(places)))
    assert gaps.min() >= 0.2 * max(count, 1) / len(places)
    radius, _ = ring_of(place * 2 * np.pi / max(count, 1), 0.0, 100.0)
    assert np.isfinite(radius).all()


def test_that_switches_well_apart_stay_where_they_are() -> None:
    here, place = _apart(np.array([7, 5, 6]), np.array([4.0, 0.0, 2.0]), 6)
    assert here.tolist() == [5, 6, 7] and place.tolist() == [0.0, 2.0, 4.0]
