from __future__ import annotations

from fabrics import tree2
from scenes import scene_of

from ibviz.drawing.frame import Frame
from ibviz.drawing.ground import Ground
from ibviz.drawing.plane import Plane
from ibviz.drawing.view import View


def test_that_frame_and_plane_say_what_they_show_and_where_they_paint() -> None:
    scene, view = scene_of(tree2(4, 2, 3)), View(width=640, height=480)
    grounds: list[Ground] = [Frame(scene, view), Plane(scene, view)]
    for ground in grounds:
        assert ground.scene is scene and ground.view is view
        assert len(ground.clip) == 4 and min(ground.clip[2:]) > 0
        assert all(isinstance(level, int) for level in ground.levels)


def test_that_bands_show_all_until_they_are_zoomed() -> None:
    scene = scene_of(tree2(4, 2, 3))
    assert Frame(scene, View()).shows_all and not Frame(scene, View(zoom=2.0)).shows_all
