from __future__ import annotations

import numpy as np
import pytest
from fabrics import dragonfly, fabric_of, torus_of, tree2, tree3

from ibviz.core.fabric import Fabric
from ibviz.core.registry import arrangements
from ibviz.core.state import State
from ibviz.core.structure import Structure, shape
from ibviz.core.wiring import wiring
from ibviz.drawing.fold import Fold
from ibviz.drawing.picture import scene_of
from ibviz.drawing.scene import folded_scene
from ibviz.drawing.suiting import FORCED, kind_for, kind_of, suit, suited
from ibviz.layouts.layered import layered


def ring(count: int) -> Fabric:
    """Return a ring of switches with a host each."""
    cables = [(row, 2, (row + 1) % count, 3) for row in range(count)]
    cables += [(row, 1, count + row, 1) for row in range(count)]
    return fabric_of("S" * count + "H" * count, cables)


def structure_of(fabric: Fabric) -> Structure:
    return shape(wiring(fabric))


@pytest.mark.parametrize(
    ("fabric", "kind", "arrangement"),
    [
        (tree2(6, 3, 4), "layered", "layered"),
        (tree3(2, 3, 2, 2, 3), "layered", "layered"),
        (torus_of((4, 4)), "map", "torus"),
        (dragonfly(9, 4, 2), "map", "by-group"),
        (ring(5), "map", "force"),
        (ring(FORCED + 1), "map", "layered"),
        (fabric_of("SSHH", [(0, 1, 1, 1), (0, 2, 2, 1), (1, 2, 3, 1)]), "layered", "layered"),
        (fabric_of("SHH", [(0, 1, 1, 1), (0, 2, 2, 1)]), "layered", "layered"),
        (fabric_of("", []), "layered", "layered"),
    ],
    ids=["tree", "pods", "torus", "dragonfly", "ring", "long ring", "two", "one", "none"],
)
def test_that_the_view_is_taken_that_shows_the_structure(fabric: Fabric, kind: str, arrangement: str) -> None:
    structure = structure_of(fabric)
    bands = layered(structure)
    found = suited(structure, bands)
    assert (found.kind, found.arrangement) == (kind, arrangement)
    assert kind_for(structure) == kind
    expected = arrangements.get(arrangement)(structure, bands)
    assert np.array_equal(found.places, expected, equal_nan=True)


def test_that_cables_inside_a_level_are_to_be_more_than_all_others() -> None:
    tree = [(0, 1, 3, 1), (1, 1, 3, 2), (2, 1, 3, 3), *((row, 9, 4 + row, 1) for row in range(3))]
    same = [(0, 2, 1, 2), (1, 3, 2, 3), (2, 4, 0, 4), (0, 5, 1, 5)]
    assert kind_for(structure_of(fabric_of("SSSSHHH", tree + same[:3]))) == "layered"
    assert kind_for(structure_of(fabric_of("SSSSHHH", tree + same))) == "map"


def test_that_it_is_found_once_for_a_scene_and_what_is_folded_of_it() -> None:
    scene = scene_of(State(tree3(2, 3, 2, 2, 3)))
    folded = folded_scene(scene, (Fold("pod", 0),))
    assert folded is not scene and suit(folded) is suit(scene)


def test_that_the_view_of_a_scene_is_that_of_what_is_folded_of_it_too() -> None:
    scene = scene_of(State(torus_of((4, 4))))
    assert kind_of(scene) == kind_for(scene.structure) == "map"
    assert kind_of(folded_scene(scene, [])) == "map"
    assert "suit kind" in scene.memo
