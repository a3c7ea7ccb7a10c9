from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import fabric_of, tree3
from grouped import of_kind
from scenes import FABRICS, picture_of, scene_of

from ibviz.core.fabric import Fabric
from ibviz.drawing.bundles import bundled, folds_bundled
from ibviz.drawing.drawing import Curves, Dash, Marks
from ibviz.drawing.layered.picture import Picture
from ibviz.drawing.scene import Scene, folded_scene

SCENE = scene_of(FABRICS["carpet"](), down_cables=[4, 300])
UPPER = np.flatnonzero(SCENE.links.band[:, 0] == 2)


@pytest.mark.parametrize("fine", [False, True])
def test_that_each_link_is_in_one_bundle_and_dead_ones_are_apart(fine: bool) -> None:
    sheaf = bundled(SCENE, UPPER, fine=fine)
    assert sorted(sheaf.cable.tolist()) == sorted(SCENE.links.cable[UPPER].tolist())
    assert sheaf.sizes.sum() == len(sheaf.cable)
    of = np.repeat(np.arange(len(sheaf.sizes)), sheaf.sizes)
    assert (sheaf.failed[of] == SCENE.failed[sheaf.cable]).all()


def test_that_a_bundle_joins_one_pod_and_one_plane() -> None:
    sheaf = bundled(SCENE, UPPER, fine=False)
    ends = SCENE.fabric.cables.node
    for begin, size in zip(sheaf.begins, sheaf.sizes, strict=True):
        node = ends[sheaf.cable[begin : begin + size]]
        top = np.where(SCENE.band[node[:, 0]] == 3, node[:, 0], node[:, 1])
        low = node.sum(axis=1) - top
        assert len(set(SCENE.structure.plane[top].tolist())) == 1
        assert len(set(SCENE.structure.pod[low].tolist())) == 1


def test_that_a_fine_bundle_is_of_one_switch() -> None:
    sheaf = bundled(SCENE, UPPER, fine=True)
    ends = SCENE.fabric.cables.node
    for begin, size in zip(sheaf.begins, sheaf.sizes, strict=True):
        node = ends[sheaf.cable[begin : begin + size]]
        low = node[SCENE.band[node] == 2]
        assert len(set(low.tolist())) == 1


def test_that_a_bundle_remembers_its_cables() -> None:
    picture = picture_of(SCENE)
    curves = [i for layer in picture.drawing.layers for i in layer.items if isinstance(i, Curves)]
    rows = [row for item in curves for row in item.row.tolist() if row < -1]
    cables = [cable for row in rows for cable in picture.bundle(row).tolist()]
    assert len(cables) == len(set(cables)) == picture.drawing.cables["bundled"]
    with pytest.raises(IndexError):
        picture.bundle(-2 - 10_000)


def test_that_bundles_of_dead_cables_are_dashed() -> None:
    scene = scene_of(FABRICS["carpet"](), down_nodes=SCENE.bands.levels[3][:3].tolist())
    drawing = picture_of(scene).drawing
    hot = [i for layer in drawing.layers if layer.name == "hot" for i in layer.items if isinstance(i, Curves)]
    assert any((item.dash == Dash.DASHED).all() and (item.row < -1).any() for item in hot)


def dead_curves(picture: Picture) -> list[Curves]:
    items = [i for layer in picture.drawing.layers for i in layer.items if isinstance(i, Curves)]
    return [i for i in items if len(i.row) and (i.dash == Dash.DASHED).all()]


def test_that_what_failed_with_a_node_is_thin_and_has_no_cross() -> None:
    for fabric in (FABRICS["tree"](), FABRICS["carpet"]()):
        top = len(scene_of(fabric).bands.levels) - 1
        spine = int(scene_of(fabric).bands.levels[top][0])
        link = scene_of(fabric).links
        cable = int(link.cable[(link.band[:, 1] == top) & (link.node[:, 1] != spine)][0])
        with_node, alone = (
            picture_of(scene_of(fabric, down_nodes=nodes, down_cables=cables))
            for nodes, cables in (([spine], []), ([], [cable]))
        )
        assert {w for item in dead_curves(with_node) for w in item.width.tolist()} == {1.0}
        assert {w for item in dead_curves(alone) for w in item.width.tolist()} == {1.8}
        crosses = [
            sum(len(m.row) for layer in each.drawing.layers for m in layer.items if isinstance(m, Marks))
            for each in (with_node, alone)
        ]
        assert crosses == [3, 3]  # one of them in the legend, one in the header


def test_that_arcs_and_tall_links_are_bundled_far_off() -> None:
    scene = scene_of(odd_and_wide(), load=False)
    counts = picture_of(scene).drawing.cables
    assert sum(counts.values()) == len(scene.cables)
    assert counts["hidden"] == 0
    assert counts["bundled"] + counts["single"] >= 4


def odd_and_wide() -> Fabric:
    """Many leaves, with a cable between two, one to itself, one to a band above the next, hosts wired together."""
    leaves = 230
    cables = [(leaf, 1, leaves + 2 + leaf, 1) for leaf in range(leaves)]
    cables += [(leaf, 2, leaves, leaf + 1) for leaf in range(leaves)]
    cables += [(0, 5, 1, 5), (2, 5, 200, 5), (3, 6, 3, 7), (0, 8, leaves + 1, 1)]
    cables += [(leaves, 240, leaves + 1, 2), (leaves + 2, 2, leaves + 3, 2)]
    return fabric_of("S" * (leaves + 2) + "H" * leaves, cables)


def test_that_cables_of_a_fold_are_bundled_by_plane_and_more_coarsely_if_there_are_too_many() -> None:
    scene = scene_of(tree3(4, 3, 2, 40, 2), load=False)
    folded = folded_scene(scene, of_kind(scene, "pod"))
    links = np.arange(len(folded.links))
    assert len(folds_bundled(folded, links, 2500, fine=True).sizes) == 4 * 2
    single = folded_scene(scene, [*of_kind(scene, "pod")[:1], *of_kind(scene, "plane")])
    tied = np.flatnonzero(single.folding.is_head[single.links.node].any(axis=1))
    sizes = [len(folds_bundled(single, tied, most, fine=True).sizes) for most in (2500, 1)]
    assert sizes[0] >= sizes[1]
    sheaf = folds_bundled(folded, links, 2500, fine=False)
    assert plots_of(folded) == sorted(set(sheaf.room.tolist()))
    assert (sheaf.reach[:, 1] - sheaf.reach[:, 0] == sheaf.room).all()


def plots_of(scene: Scene) -> list[float]:
    assert scene.plots is not None
    return sorted(set((scene.plots.right - scene.plots.left).tolist()))


@pytest.mark.parametrize(("cold", "hot", "strands"), [(0.1, 1.0, True), (0.1, 0.3, False), (0.9, 1.0, False)])
def test_that_a_hot_cable_shows_in_a_bundle_that_is_not(
    cold: float, hot: float, strands: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ibviz.drawing.bundles.STRAND_BELOW", 0.6)  # the bundles are of two cables here
    scene = scene_of(FABRICS["carpet"]())
    sheaf = bundled(scene, UPPER, fine=False)
    value = np.full(len(scene.failed), cold)
    value[sheaf.cable[sheaf.begins]] = hot
    known = replace(scene.overlays["utilization"], value=value)
    shown = replace(scene, overlays={**scene.overlays, "utilization": known}, memo={})
    layer = next(each for each in picture_of(shown).drawing.layers if each.name == "cables")
    lines = [item for item in layer.items if isinstance(item, Curves) and (item.row == -1).all()]
    assert sum(len(item.row) for item in lines) == (len(sheaf.sizes) if strands else 0)
