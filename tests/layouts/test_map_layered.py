from __future__ import annotations

import numpy as np
from fabrics import tree2

from ibviz.core.registry import arrangements
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.layouts.layered import layered as bands_of
from ibviz.layouts.map_layered import layered
from ibviz.layouts.tiles import HANGING


def test_that_it_is_on_its_shelf_and_the_leaves_stand_in_order_above_their_hosts() -> None:
    assert arrangements.get("layered") is layered
    structure = shape(wiring(tree2(4, 2, 1)))
    places = layered(structure, bands_of(structure))
    assert (np.diff(places[:4, 0]) > 0).all()
    assert np.allclose(places[6:], places[:4] + np.array((0, HANGING)))
