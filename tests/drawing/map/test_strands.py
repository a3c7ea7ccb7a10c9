from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import tree3
from scenes import scene_of, words_of

from ibviz.drawing.board import Board, Shown
from ibviz.drawing.draw import compose, view_for
from ibviz.drawing.drawing import Boxes, Curves
from ibviz.drawing.map.bends import points
from ibviz.drawing.map.blocks import Blocks, blocks
from ibviz.drawing.map.picture import MapPicture
from ibviz.drawing.map.strands import ways
from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View

MAP = View(kind="map")


def pods(load: bool = True, **down: list[int]) -> Scene:
    return scene_of(tree3(8, 6, 4, 4, 12), load=load, **down)


def far(scene: Scene, **looks: object) -> MapPicture:
    view = view_for(scene, replace(MAP, **looks))  # type: ignore[arg-type]
    made = compose(scene, replace(view, zoom=min(view.zoom, 0.2)))
    assert isinstance(made, MapPicture)
    return made


def strands(made: MapPicture) -> list[Curves]:
    items = [i for layer in made.drawing.layers for i in layer.items if isinstance(i, Curves)]
    return [i for i in items if (i.row < -1).any()]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_that_from_afar_core_cables_are_strands_and_each_cable_is_shown_once(theme: str) -> None:
    scene = pods(down_cables=[0])
    made = far(scene, theme=theme)
    found = blocks(scene)
    assert found is not None
    (drawn,) = strands(made)
    assert len(drawn.row) == len(found.strand)
    count = made.drawing.cables
    assert sum(count.values()) == len(scene.cables) and count["hidden"] == 0
    assert len(found.cable) - 8 <= count["bundled"] <= len(found.cable)


def test_that_close_by_there_are_no_strands() -> None:
    made = compose(pods(), view_for(pods(), MAP, "close"))
    assert isinstance(made, MapPicture) and not strands(made)


def test_that_a_strand_under_the_pointer_tells_its_cables() -> None:
    scene = pods()
    made = far(scene)
    (drawn,) = strands(made)
    spot = points(drawn.xy[:1], np.array([0.2]))[0, 0]
    hit = made.find(*spot)
    assert hit.kind == "bundle" and len(hit.cables) > 0
    assert (scene.band[scene.ends[list(hit.cables)]].max(axis=1) == 3).all()


def test_that_pods_and_core_bear_names_that_do_not_overlap() -> None:
    made = far(pods())
    said = [text for words in words_of(made.drawing) for text in words.text.tolist()]
    assert {text.split(":")[0] for text in said if text.startswith("Pod")} == {
        f"Pod {n}" for n in range(1, 9)
    }
    assert sum(text.startswith("Core") for text in said) == 1


def test_that_pods_without_room_and_out_of_view_have_no_names() -> None:
    scene = pods()
    tiny = compose(scene, replace(view_for(scene, MAP), zoom=0.01))
    away = compose(scene, replace(view_for(scene, MAP), zoom=0.2, center=1e6))
    for made in (tiny, away):
        said = [text for words in words_of(made.drawing) for text in words.text.tolist()]
        assert not [text for text in said if text.startswith(("Pod", "Core"))]
    assert away.drawing.cables["bundled"] == 0


def test_that_without_values_strands_are_drawn_too() -> None:
    (drawn,) = strands(far(pods(load=False)))
    assert len(drawn.row)


@pytest.mark.parametrize("load", [True, False])
def test_that_strands_too_many_to_be_told_apart_are_one_for_each_pod(
    monkeypatch: pytest.MonkeyPatch, load: bool
) -> None:
    scene = pods(load)
    apart = far(pods(load)).drawing.cables
    monkeypatch.setattr("ibviz.drawing.map.strands.MOST", 3)
    made, found = far(scene), blocks(scene)
    assert found is not None
    (drawn,) = strands(made)
    assert len(drawn.row) == len(found.label) and made.drawing.cables == apart
    assert [len(made.bundle(row)) for row in drawn.row.tolist()] == [
        int(found.sizes[found.strand[:, 0] == pod].sum() - _alone(made, found, pod))
        for pod in ways(found).pod[-2 - drawn.row]
    ]
    ends = ways(found).joined
    for edge in np.unique(ends[:, 1]):
        x = np.sort(ends[ends[:, 1] == edge, 0])
        assert (np.diff(x) > 0).all() and found.core[0] < x[0] and x[-1] < found.core[2]


def _alone(made: MapPicture, found: Blocks, pod: int) -> int:
    """How many cables of a pod are drawn by themselves."""
    own = np.repeat(found.strand[:, 0] == pod, found.sizes)
    return int((made.shown[found.cable[own]] != Shown.BUNDLED).sum())


def test_that_the_strand_of_a_pod_bears_the_colour_of_its_hottest_cable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ibviz.drawing.map.strands.MOST", 3)
    scene = pods()
    made, found = far(scene), blocks(scene)
    assert found is not None
    board = Board(made.plane)
    marks = next(layer.items for layer in made.drawing.layers if layer.name == "marks")
    caps = next(item for item in marks if isinstance(item, Boxes) and len(item.fill) == len(found.label))
    (drawn,) = strands(made)
    for row, spot in zip(drawn.row.tolist(), drawn.xy[:, 6:], strict=True):
        pod = ways(found).pod[-2 - row]
        own = found.cable[np.repeat(found.strand[:, 0] == pod, found.sizes)]
        hottest = board.cell_colors(board.value[own].max(keepdims=True))[0]
        middle = caps.xywh[:, :2] + caps.xywh[:, 2:] / 2
        assert caps.fill[np.abs(middle - spot).sum(axis=1).argmin()] == hottest
