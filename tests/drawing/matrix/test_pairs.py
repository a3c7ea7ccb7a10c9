from __future__ import annotations

import numpy as np
from fabrics import fabric_of, tree3
from matrices import SCENES, leaf_pairs
from scenes import FABRICS, scene_of

from ibviz.drawing.matrix.pairs import level_word, level_words, pair_of, pair_title, pairs, switch_ends
from ibviz.drawing.view import View


def test_that_a_tree_has_a_pair_for_each_gap_from_below() -> None:
    scene = SCENES["pods"]()
    assert pairs(scene) == ((1, 2), (2, 3))
    assert [pair_title(scene, pair) for pair in pairs(scene)] == [
        "Leaf by aggregation",
        "Aggregation by core",
    ]
    assert pair_of(scene, View()) == (1, 2)


def test_that_cables_within_a_level_are_a_pair_behind_the_gaps() -> None:
    scene = leaf_pairs()
    assert pairs(scene) == ((1, 2), (1, 1))
    assert pair_title(scene, (1, 1)) == "Leaf by leaf"


def test_that_a_view_shows_the_pair_it_wants_and_else_the_first() -> None:
    scene = SCENES["pods"]()
    assert pair_of(scene, View(pair=(2, 3))) == (2, 3)
    assert pair_of(scene, View(pair=(3, 4))) == (1, 2)


def test_that_a_pair_of_a_few_stray_cables_is_not_shown_at_first() -> None:
    around = [(i, 2, (i + 1) % 8, 3) for i in range(8)]
    hosts = [(i, 1, 9 + i, 1) for i in range(8)]
    scene = scene_of(fabric_of("S" * 9 + "H" * 8, [*around, *hosts, (0, 9, 8, 1)]))
    assert pairs(scene)[0] == (1, 2)
    assert pair_of(scene, View()) == (1, 1)


def test_that_without_cables_between_switches_there_is_no_pair() -> None:
    scene = scene_of(FABRICS["one switch"]())
    assert pairs(scene) == ()
    assert pair_of(scene, View()) is None


def test_that_switches_of_one_level_are_called_switches() -> None:
    scene = SCENES["ring"]()
    assert pair_title(scene, (1, 1)) == "Switch by switch"
    assert level_words(scene, 1, 5) == "5 switches"


def test_that_levels_are_counted_in_words() -> None:
    scene = scene_of(tree3(2, 2, 2, 1, 1))
    assert [level_words(scene, 1, n) for n in (1, 1200)] == ["1 leaf", "1,200 leaves"]
    assert [level_words(scene, 3, n) for n in (1, 2)] == ["1 core switch", "2 core switches"]
    assert level_word(scene, 2) == "aggregation"


def test_that_an_aggregation_node_stands_for_its_switch() -> None:
    fabric = fabric_of("SSAHH", [(0, 1, 3, 1), (1, 1, 4, 1), (0, 8, 1, 8), (0, 9, 2, 1), (2, 2, 1, 9)])
    scene = scene_of(fabric)
    stray = scene.links.cable.tolist().index(4)
    assert sorted(switch_ends(scene)[stray].tolist()) == [0, 1]
    assert not np.isin(switch_ends(scene), [2]).any()
