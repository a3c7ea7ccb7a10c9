from __future__ import annotations

from itertools import pairwise

import numpy as np
from fabrics import tree2, tree3
from scenes import FABRICS, picture_of, scene_of, words_of

from ibviz.core.fabric import Fabric
from ibviz.drawing.drawing import Boxes, Cells
from ibviz.drawing.easel import Easel
from ibviz.drawing.frame import Frame
from ibviz.drawing.layered.picture import Picture
from ibviz.drawing.margins import band_names, gap_names, write_part
from ibviz.drawing.view import View


def texts_of(picture: Picture) -> list[str]:
    return [text for words in words_of(picture.drawing) for text in words.text.tolist()]


def test_that_bands_and_gaps_have_names_for_any_number_of_levels() -> None:
    for levels in range(9):
        assert len(band_names(levels)) == levels
        assert len(gap_names(levels)) == max(0, levels - 1)
    assert band_names(1) == ["Switches"]
    assert gap_names(4) == ["Leaf uplinks", "Level 2 uplinks", "Core cables"]


def test_that_the_gutter_names_each_part_with_its_count() -> None:
    texts = texts_of(picture_of(scene_of(tree2(5, 3, 4), load=False)))
    for name, count in (("Spine", "3"), ("Leaf", "5"), ("Uplinks", "15"), ("Hosts", "20")):
        assert name in texts
        assert count in texts


def test_that_the_gutter_counts_no_placeholder() -> None:
    fabric = tree2(5, 3, 4)
    described = np.ones(len(fabric.nodes), bool)
    described[[0, 5, 6, 8]] = False
    fabric = Fabric(fabric.nodes.with_columns(described=described), fabric.cables)
    words = words_of(picture_of(scene_of(fabric, load=False)).drawing)[-1].text.tolist()
    said = dict(pairwise(words))
    assert [said[name] for name in ("Leaf", "Spine", "Hosts", "Uplinks")] == ["4", "1", "19", "15"]


def test_that_a_count_without_room_beside_its_name_stands_below_it() -> None:
    easel = Easel(Frame(scene_of(FABRICS["tree"](), load=False), View()))
    write_part(easel, (100, 12), "Aggregation", 1_234_567)
    words = easel.chrome.words()
    assert words.text.tolist() == ["Aggregation", "1,234,567"]
    assert words.xy[1, 0] == words.xy[0, 0] < words.xy[1, 1]
    assert words.xy[1, 1] > words.xy[0, 1]


def test_that_cables_within_the_top_band_are_named() -> None:
    assert "Same level" in texts_of(picture_of(scene_of(FABRICS["ring"](), load=False)))


def test_that_pods_and_planes_are_numbered_from_one() -> None:
    picture = picture_of(scene_of(FABRICS["carpet"](), load=False))
    texts = texts_of(picture)
    assert {"Pod", "Plane", "Overview"} <= set(texts)
    assert {str(number) for number in range(1, 17)} <= set(texts)


def test_that_numbers_without_room_are_every_so_manyth() -> None:
    picture = picture_of(scene_of(tree3(64, 2, 2, 1, 1), load=False), size=(500, 500))
    numbers = [int(t) for words in words_of(picture.drawing)[:1] for t in words.text.tolist() if t.isdigit()]
    pods = sorted(n for n in numbers if n > 2)
    assert pods
    assert all(n % pods[0] == 0 for n in pods)


def test_that_the_overview_shows_what_part_is_in_view() -> None:
    scene = scene_of(FABRICS["carpet"]())
    for zoom in ("fit", "close"):
        picture = picture_of(scene, zoom)
        frame = picture.places.frame
        y, tall = frame.places["ruler"]
        items = [
            i for layer in picture.drawing.layers if layer.name in ("chrome", "lens") for i in layer.items
        ]
        strip = next(i for i in items if isinstance(i, Cells) and i.y > 500)
        assert strip.row.shape[1] == round(scene.bands.width)
        window = next(i for i in items if isinstance(i, Boxes) and i.xywh[0, 1] == y and i.xywh[0, 3] == tall)
        assert np.isclose(window.xywh[0, 2], max(6, frame.room / frame.view.zoom))


def test_that_pods_are_framed() -> None:
    picture = picture_of(scene_of(FABRICS["pods"](), load=False))
    ground = next(layer for layer in picture.drawing.layers if layer.name == "ground")
    frames = [i for i in ground.items if isinstance(i, Boxes)]
    assert len(frames[0].row) == 4


def test_that_counts_say_how_much_of_each_part_is_in_view() -> None:
    scene = scene_of(tree2(24, 6, 4), load=False)
    said = dict(pairwise(words_of(picture_of(scene, "close").drawing)[-1].text.tolist()))
    assert [said[name] for name in ("Leaf", "Spine", "Hosts")] == [
        "3 of 24 in view",
        "6",
        "12 of 96 in view",
    ]
    whole = dict(pairwise(words_of(picture_of(scene).drawing)[-1].text.tolist()))
    assert whole["Leaf"] == "24"


def test_that_a_count_too_long_for_the_gutter_leaves_out_what_goes_without_saying() -> None:
    easel = Easel(Frame(scene_of(FABRICS["tree"](), load=False), View()))
    write_part(easel, (100, 60), "Uplinks", 111_664, 5_832)
    write_part(easel, (200, 60), "Hosts", 1_234_567, 12_345)
    said = easel.chrome.words().text.tolist()
    assert said == ["Uplinks", "5,832 of 111,664", "Hosts", "12,345 in view"]
