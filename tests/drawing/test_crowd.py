from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import tree2
from scenes import picture_of, scene_of

from ibviz.core.fabric import Fabric
from ibviz.drawing.crowd import Crowd, common_kind, crowd_of, receding
from ibviz.drawing.easel import Easel
from ibviz.drawing.frame import Frame
from ibviz.drawing.theme import theme
from ibviz.drawing.view import View


def test_that_only_a_value_that_nearly_all_have_is_a_crowd() -> None:
    assert crowd_of(np.ones(1000)).depth > 0.5
    assert crowd_of(np.linspace(0, 1, 1000)) == Crowd(crowd_of(np.linspace(0, 1, 1000)).middle, 0.0)
    assert crowd_of(np.append(np.ones(300), np.zeros(700))).depth == 0
    assert crowd_of(np.full(5, np.nan)) == Crowd()


def test_that_the_more_have_a_value_the_more_it_recedes() -> None:
    depths = [crowd_of(np.append(np.ones(n), np.zeros(1000 - n))).depth for n in (550, 600, 650, 900)]
    assert depths == sorted(depths) and depths[0] > 0 and len(set(depths)) == 4


def test_that_a_few_cables_or_idle_ones_are_no_crowd() -> None:
    assert crowd_of(np.ones(30)).depth == 0
    assert crowd_of(np.full(1000, 0.1)).depth == 0


def test_that_colours_far_from_the_crowd_stay() -> None:
    ramp = theme("dark").ramp()
    faded = receding(ramp, Crowd(15.5 / 16, 0.5), theme("dark").canvas)
    assert (faded[:224] == ramp[:224]).all()
    assert faded[255] != ramp[255]
    red = (faded[255] >> 16) & 255
    assert red == round((((int(ramp[255]) >> 16) & 255) + ((theme("dark").canvas >> 16) & 255)) / 2)
    assert receding(ramp, Crowd(), 0) is ramp


def test_that_what_differs_from_a_crowd_is_the_stronger_and_the_legend_shows_the_same_colours() -> None:
    scene = scene_of(tree2(16, 16, 16))
    hosts = scene.tiles.cable[scene.tiles.stands]
    load = scene.overlay("utilization")
    value = np.where(np.arange(len(load.value)) % 3 == 0, 1.0, 0.2)
    value[hosts] = 1.0
    value[hosts[0]] = 0.7
    scene = replace(scene, overlays={"plain": load, "utilization": replace(load, value=value)}, memo={})
    easel, plain = Easel(Frame(scene, View())), theme("dark").ramp().tolist()
    common, other = easel.cell_colors(np.array([1.0, 0.7]), hosts=True).tolist()
    assert other in plain and common not in plain
    assert easel.cell_colors(np.array([1.0])).tolist() == plain[-1:]  # few of the trunks: no crowd of theirs
    chrome = next(layer for layer in picture_of(scene).drawing.layers if layer.name == "chrome")
    legend = next(item.pixels for item in chrome.items if getattr(item, "h", 0) == 8)
    assert legend[:, -1].tolist() == [plain[-1], common]


def test_that_ports_have_the_colours_of_what_is_plugged_in() -> None:
    easel = Easel(Frame(scene_of(tree2(3, 2, 4)), View()))
    trunks = easel.scene.links.cable
    assert easel.is_host[easel.scene.tiles.cable].all()
    assert not easel.is_host[trunks].any() and not easel.is_host[-1]


def test_that_the_kind_of_most_recedes_whole() -> None:
    value = np.append(np.full(900, 0.75), np.full(100, 0.25))
    crowd = common_kind(value, 2)
    assert crowd.middle == 0.75 and crowd.depth > 0.5
    assert common_kind(np.repeat([0.25, 0.75], 50), 2).depth == pytest.approx(
        common_kind(value[:0], 2).depth, abs=0.2
    )
    assert common_kind(np.full(9, np.nan), 3) == Crowd() == common_kind(value, 1)


def test_that_the_speed_of_nearly_all_cables_recedes_and_hues_stay() -> None:
    fabric = tree2(8, 8, 8)
    speed = fabric.cables.speed.copy()
    speed[:2] -= 1
    scene = scene_of(Fabric(fabric.nodes, fabric.cables.with_columns(speed=speed)))
    easel = Easel(Frame(scene, View(overlay="speed")))
    ramp = theme("dark").ramp().tolist()
    few, most = easel.cell_colors(np.array([0.25, 0.75])).tolist()
    assert few in ramp and most not in ramp
    ratios = Easel(Frame(scene, View(overlay="oversubscription")))
    assert ratios.cell_colors(np.array([0.1])).tolist() == [theme("dark").ok]
