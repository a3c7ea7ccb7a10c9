from __future__ import annotations

import numpy as np
from fabrics import fabric_of, tree2
from scenes import odd, picture_of, scene_of, words_of

from ibviz.core.fabric import Fabric
from ibviz.drawing.drawing import Boxes, Dash
from ibviz.drawing.layered.picture import Picture
from ibviz.drawing.places import tile_ports
from ibviz.drawing.places import tiles_of as tiles_of_ports
from ibviz.drawing.sockets import UP
from ibviz.drawing.tiles import MANY


def texts_of(picture: Picture) -> list[str]:
    return [text for words in words_of(picture.drawing) for text in words.text.tolist()]


def tiles_of(picture: Picture) -> Boxes:
    hosts = set(picture.places.scene.tiles.node.tolist())
    items = [i for layer in picture.drawing.layers for i in layer.items if isinstance(i, Boxes)]
    return next(i for i in items if set(i.row.tolist()) & hosts)


def test_that_tiles_lie_where_the_frame_says() -> None:
    picture = picture_of(scene_of(tree2(3, 2, 4)))
    box = tiles_of(picture)
    assert np.allclose(box.xywh, picture.places.frame.tile_boxes(np.arange(12)))


def test_that_a_tile_says_name_and_utilization() -> None:
    scene = scene_of(tree2(3, 2, 4))
    texts = texts_of(picture_of(scene))
    value = scene.overlays["utilization"].value
    for node, cable in zip(scene.tiles.node.tolist(), scene.tiles.cable.tolist(), strict=True):
        assert f"H{node}" in texts
        assert f"{value[cable] * 100:.0f}\u2009%" in texts


def test_that_names_are_written_smaller_where_few_would_fit() -> None:
    fabric = tree2(6, 2, 24)
    names = np.array([f"stage{row}" for row in range(len(fabric.nodes))], object)
    scene = scene_of(Fabric(fabric.nodes.with_columns(name=names), fabric.cables))
    sizes = {}
    for width in (1600, 560):
        words = words_of(picture_of(scene, "close", size=(width, 900)).drawing)
        sizes[width] = {px for w in words for px, text in zip(w.px, w.text, strict=True) if text in names[8:]}
    assert sizes == {1600: {11.0}, 560: {10.0}}


def test_that_hosts_numbered_alike_bear_their_numbers_where_nothing_else_fits() -> None:
    fabric = tree2(6, 2, 24)
    names = np.array([f"long-name-of-a-host-{row:03}" for row in range(len(fabric.nodes))], object)
    scene = scene_of(Fabric(fabric.nodes.with_columns(name=names), fabric.cables))
    texts = texts_of(picture_of(scene, "close", size=(960, 900)))
    hosts = names[scene.tiles.node].tolist()
    assert len({name[-3:] for name in hosts} & set(texts)) == len(hosts) / 2  # the others are not in view
    assert not set(hosts) & set(texts)


def twice() -> Fabric:
    """A leaf with two hosts, and a host with two cables to the spine above."""
    cables = [(0, 1, 2, 1), (0, 2, 3, 1), (0, 3, 1, 1), (0, 4, 1, 2), (1, 3, 4, 2), (1, 4, 4, 1)]
    return fabric_of("SSHHH", cables, names=["leaf", "spine", "a", "b", "storage with a long name"])


def test_that_tiles_of_one_host_say_its_ports_and_each_cable_ends_at_its_own() -> None:
    scene = scene_of(twice())
    picture = picture_of(scene)
    mine = np.flatnonzero(scene.tiles.node == 4)
    ports = tile_ports(scene)[mine].tolist()
    assert sorted(ports) == [1, 2]
    assert {f"storage with a long name[{port}]" for port in ports} <= set(texts_of(picture))
    ends = picture.places.ends(np.array([4, 4]), np.array(ports), UP)
    assert ends[0, 0] < ends[1, 0]
    assert np.array_equal(tiles_of_ports(scene, np.array([4, 4]), np.array(ports)), mine)
    assert tiles_of_ports(scene, np.array([4]), np.array([9])).tolist() == [scene.tiles.first[4]]


def test_that_a_tile_says_the_rate_where_nothing_was_simulated() -> None:
    texts = texts_of(picture_of(scene_of(tree2(2, 1, 2), load=False)))
    assert texts.count("4xHDR") == 4
    unknown = fabric_of("SHH", [(0, 1, 1, 1), (0, 2, 2, 1)], rates=["", ""])
    assert not any("x" in text for text in texts_of(picture_of(scene_of(unknown, load=False))))


def test_that_a_dead_host_cable_is_dashed_and_says_so() -> None:
    scene = scene_of(tree2(2, 1, 2), down_cables=[2])
    picture = picture_of(scene)
    box, tile = tiles_of(picture), int(np.flatnonzero(scene.tiles.cable == 2)[0])
    assert box.dash[tile] == Dash.DASHED
    assert "down" in texts_of(picture)
    assert (np.delete(box.dash, tile) == Dash.SOLID).all()


def test_that_of_live_hosts_placeholders_alone_are_dashed() -> None:
    scene = scene_of(odd())
    box = tiles_of(picture_of(scene))
    assert set(box.row[box.dash == Dash.DASHED].tolist()) == {5}
    assert (~scene.fabric.cables.described[3]).any()


def test_that_an_uncabled_host_has_a_quiet_edge() -> None:
    box = tiles_of(picture_of(scene_of(odd())))
    edged = box.row[(box.border >> 24 > 0) & (box.dash == Dash.SOLID)]
    assert set(edged.tolist()) == {7, 11}


def test_that_a_name_too_long_gives_way_to_its_host() -> None:
    fabric = tree2(10, 1, 24)
    names = fabric.nodes.name.copy()
    names[11:] = [f"gpu-{i:03} mlx5_0" for i in range(len(names) - 11)]
    scene = scene_of(Fabric(fabric.nodes.with_columns(name=names), fabric.cables), load=False)
    texts = texts_of(picture_of(scene))
    assert all(f"gpu-{i:03}" in texts for i in range(240))


def test_that_the_only_host_of_a_column_gives_way_to_what_is_plugged() -> None:
    fabric = tree2(10, 1, 24)
    names = fabric.nodes.name.copy()
    names[11:] = [f"gpu-with-a-long-name-{i // 24} mlx5_{i % 24}" for i in range(len(names) - 11)]
    scene = scene_of(Fabric(fabric.nodes.with_columns(name=names), fabric.cables), load=False)
    texts = texts_of(picture_of(scene))
    assert all(texts.count(f"mlx5_{i}") == 10 for i in range(24))


def test_that_very_many_tiles_become_one_picture() -> None:
    scene = scene_of(tree2(180, 1, MANY // 180 + 2), load=False)
    counts = picture_of(scene, size=(3840, 2160)).drawing.nodes
    assert counts["cell"] > MANY


def test_that_dead_tiles_without_room_are_crossed_in_the_middle() -> None:
    scene = scene_of(tree2(60, 2, 8), down_nodes=[0])
    box = tiles_of(picture_of(scene))
    assert (box.dash == Dash.DASHED).sum() == 8
