from __future__ import annotations

from fabrics import tree2
from scenes import scene_of

from ibviz.drawing.draw import compose
from ibviz.drawing.map.ground import MapGround
from ibviz.drawing.map.picture import MapPicture
from ibviz.drawing.map.places import areas
from ibviz.drawing.map.vista import VISTA
from ibviz.drawing.view import View
from ibviz.drawing.vistas import vista


def test_that_the_map_is_composed_by_its_kind() -> None:
    scene = scene_of(tree2(4, 2, 3))
    assert vista("map") is VISTA
    assert isinstance(compose(scene, View(kind="map")), MapPicture)
    assert isinstance(VISTA.ground(scene, View(kind="map")), MapGround)
    nodes = scene.nodes[:3]
    assert (
        VISTA.areas(scene, View(kind="map"), nodes, nodes[:0]).tolist()
        == areas(scene, nodes, nodes[:0]).tolist()
    )
