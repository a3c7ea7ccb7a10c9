from __future__ import annotations

import numpy as np
from matrices import SCENES, sheet_of

from ibviz.drawing.draw import compose, view_for
from ibviz.drawing.matrix.ground import Matrix
from ibviz.drawing.matrix.picture import Picture
from ibviz.drawing.matrix.vista import VISTA
from ibviz.drawing.view import View
from ibviz.drawing.vistas import vista


def test_that_the_matrix_is_among_the_views() -> None:
    scene = SCENES["tree"]()
    view = view_for(scene, View(kind="matrix"), "mid")
    assert vista("matrix") is VISTA
    assert isinstance(compose(scene, view), Picture)
    assert isinstance(VISTA.ground(scene, view), Matrix)


def test_that_it_tells_where_a_switch_lies() -> None:
    scene = SCENES["tree"]()
    node, none = sheet_of(scene).rows.node[:1], np.empty(0, np.int64)
    assert np.isfinite(VISTA.areas(scene, View(), node, none)).all()


def test_that_where_a_switch_lies_depends_on_the_pair_of_levels() -> None:
    scene, none = SCENES["pods"](), np.empty(0, np.int64)
    core = scene.bands.levels[3][:1]
    assert np.isnan(VISTA.areas(scene, View(), core, none)).all()
    assert np.isfinite(VISTA.areas(scene, View(pair=(2, 3)), core, none)).all()
