from __future__ import annotations

import numpy as np
import pytest
from grouped import GROUPED, every_fold, leaf_racks, of_kind, two_rails
from hypothesis import given
from hypothesis import strategies as st
from scenes import FABRICS, scene_of

from ibviz.core.fabric import Kind
from ibviz.drawing.fold import Fold
from ibviz.drawing.folding import Folding, band_of, folded, group_rows, lowest, strip_of
from ibviz.drawing.scene import Scene, folded_scene

SCENES = {name: scene_of(make(), load=False) for name, make in GROUPED.items()}


def folding_of(scene: Scene, *folds: Fold) -> Folding:
    return folded(scene.state, scene.structure, scene.bands, folds)


@st.composite
def choices(draw: st.DrawFn) -> tuple[Scene, list[Fold]]:
    scene = SCENES[draw(st.sampled_from(sorted(SCENES)))]
    return scene, draw(st.lists(st.sampled_from(every_fold(scene)), unique=True))


@given(choices())
def test_that_each_node_is_in_one_fold_at_most_and_its_head_stands_for_it(
    chosen: tuple[Scene, list[Fold]],
) -> None:
    scene, folds = chosen
    found = folding_of(scene, *folds)
    assert set(found.folds) <= set(folds)
    alone = found.group < 0
    assert (found.heading[alone] == np.flatnonzero(alone)).all()
    for place, head in enumerate(found.heads.tolist()):
        members = found.members(place)
        assert head in members
        assert found.of(head) == place
        assert (found.heading[members] == head).all()
        assert len(members[scene.fabric.nodes.kind[members] != Kind.AGGREGATION]) > 1


@given(choices())
def test_that_cables_end_at_heads_and_those_within_a_fold_are_inside(
    chosen: tuple[Scene, list[Fold]],
) -> None:
    scene, folds = chosen
    found = folding_of(scene, *folds)
    for cable, (a, b) in enumerate(scene.fabric.cables.node.tolist()):
        assert found.ends[cable].tolist() == [found.heading[a], found.heading[b]]
        assert found.inside[cable] == (found.of(a) >= 0 and found.of(a) == found.of(b))


@given(choices(), st.randoms())
def test_that_the_order_in_which_groups_were_folded_does_not_matter(
    chosen: tuple[Scene, list[Fold]], random: object
) -> None:
    scene, folds = chosen
    shuffled = sorted(folds, key=lambda fold: random.random())  # type: ignore[attr-defined]
    one, other = folding_of(scene, *folds), folding_of(scene, *shuffled, *shuffled)
    assert one.folds == other.folds
    assert (one.group == other.group).all()
    assert (one.heads == other.heads).all()


def test_that_the_outermost_fold_takes_all() -> None:
    scene = SCENES["leaf racks"]
    pod = int(scene.structure.pod[0])
    rack = Fold("rack", int(scene.structure.rack.of[0]))
    found = folding_of(scene, rack, Fold("pod", pod))
    assert found.folds == (Fold("pod", pod),)
    assert (found.group == 0).sum() == (scene.structure.pod == pod).sum()
    assert folding_of(scene, rack).folds == (rack,)


def test_that_a_group_keeps_what_another_one_leaves_of_it() -> None:
    scene = SCENES["chance"]
    pod = of_kind(scene, "pod")[0]
    racks = of_kind(scene, "rack")
    found = folding_of(scene, pod, *racks)
    place = found.folds.index(racks[0])
    whole = group_rows(scene.structure, scene.bands, racks[0])
    left = whole[scene.structure.pod[whole] != pod.number]
    assert found.members(place).tolist() == left.tolist()


@pytest.mark.parametrize(
    "fold",
    [
        Fold("pod", 99),
        Fold("pod", -1),
        Fold("rack", 99),
        Fold("rack", -1),
        Fold("plane", 99),
        Fold("host", 0),
    ],
)
def test_that_a_fold_of_nothing_is_dropped(fold: Fold) -> None:
    assert not folding_of(scene_of(leaf_racks(), load=False), fold)


def test_that_the_only_plane_and_leaves_as_pods_do_not_fold() -> None:
    scene = scene_of(FABRICS["tree"](), load=False)
    assert not folding_of(scene, Fold("plane", 0), Fold("pod", 0))
    assert strip_of(scene.bands, Fold("pod", 0)) is None


def test_that_aggregation_nodes_follow_their_switch() -> None:
    fabric = FABRICS["tree"]()
    chassis = np.where(np.arange(len(fabric.nodes)) < 18, "box", "").astype(object)
    scene = scene_of(type(fabric)(fabric.nodes.with_columns(chassis=chassis), fabric.cables), load=False)
    found = folding_of(scene, Fold("chassis", 0))
    assert (found.group[fabric.nodes.kind == Kind.AGGREGATION] == 0).all()
    assert found.of(len(fabric.nodes)) == found.of(-1) == -1


def test_that_a_pod_has_its_head_at_its_top_and_a_rack_among_its_leaves() -> None:
    scene = SCENES["leaf racks"]
    band = band_of(scene.bands, len(scene.fabric.nodes))
    assert band[folding_of(scene, Fold("pod", 0)).heads].tolist() == [2]
    assert band[folding_of(scene, Fold("rack", 0)).heads].tolist() == [1]
    rails = scene_of(two_rails(), load=False)
    hosts = of_kind(rails, "host")
    assert len(hosts) == 5
    assert (rails.band[folding_of(rails, *hosts).heads] == 0).all()
    assert (rails.structure.leaf[folding_of(rails, *hosts).heads] == rails.bands.levels[1][0]).all()


def test_that_the_lowest_band_is_that_of_leaves_where_there_are_any() -> None:
    assert [lowest(np.array(levels)) for levels in ([0, 1, 2], [0, 2], [3, 2], [0])] == [1, 0, 2, 0]


@given(choices())
def test_that_a_head_opens_to_what_its_fold_means(chosen: tuple[Scene, list[Fold]]) -> None:
    scene, folds = chosen
    found, fabric = folding_of(scene, *folds), scene.fabric
    every = found.opened(fabric, np.flatnonzero(found.heading == np.arange(len(found.heading))))
    meant = [found.standing_for(fabric, place) for place in range(len(found.heads))]
    alone = np.flatnonzero(found.group < 0)
    assert every.tolist() == np.unique(np.concatenate([alone, *meant])).tolist()


def test_that_a_node_shows_itself_and_a_head_the_switches_of_its_fold() -> None:
    for whole in SCENES.values():
        assert whole.shown_by(0).tolist() == [0]
        for fold in every_fold(whole)[::5]:
            shut = folded_scene(whole, (fold,))
            head = int(shut.folding.heads[0])
            assert shut.shown_by(head).tolist() == shut.folding.standing_for(shut.fabric, 0).tolist()
