from __future__ import annotations

import numpy as np
from fabrics import tree2
from scenes import scene_of

from ibviz.drawing.draw import compose
from ibviz.drawing.frame import Frame
from ibviz.drawing.layered.picture import Picture
from ibviz.drawing.layered.vista import VISTA
from ibviz.drawing.view import View


def test_that_the_layered_view_has_bands_and_no_plane() -> None:
    scene = scene_of(tree2(4, 2, 3))
    assert isinstance(compose(scene, View()), Picture)
    assert isinstance(VISTA.ground(scene, View()), Frame)
    areas = VISTA.areas(scene, View(), scene.nodes, scene.cables)
    assert areas.shape == (len(scene.nodes) + len(scene.cables), 4)
    assert np.isnan(areas).all()


def test_that_the_ground_knows_what_the_picture_knows() -> None:
    scene = scene_of(tree2(4, 2, 3))
    made = compose(scene, View())
    ground = VISTA.ground(scene, View(theme="light"))
    assert isinstance(ground, Frame) and isinstance(made, Picture)
    assert ground.places is made.ground.places
