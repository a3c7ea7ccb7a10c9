from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of, tree2

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric
from ibviz.core.registry import arrangements
from ibviz.core.structure import shape
from ibviz.core.table import Floats
from ibviz.core.wiring import wiring
from ibviz.layouts import map_force
from ibviz.layouts.layered import layered
from ibviz.layouts.map_force import force


def arranged(fabric: Fabric) -> Floats:
    structure = shape(wiring(fabric))
    return force(structure, layered(structure))


def test_that_it_is_on_its_shelf() -> None:
    assert arrangements.get("force") is force


def test_that_a_chain_of_switches_is_a_line_in_its_order() -> None:
    chain = [(row, 2, row + 1, 1) for row in range(5)]
    places = arranged(fabric_of("SSSSSS", chain))
    assert (np.diff(places[:, 0]) > 150).all()
    assert np.ptp(places[:, 1]) < np.ptp(places[:, 0]) / 10


def test_that_hosts_stand_around_their_switch() -> None:
    places = arranged(tree2(3, 1, 5))
    for leaf in range(3):
        hosts = places[4 + 5 * leaf : 9 + 5 * leaf]
        assert np.allclose(hosts.mean(axis=0), places[leaf], atol=1)


def test_that_subnets_stand_beside_each_other_and_loose_hosts_below() -> None:
    places = arranged(fabric_of("SSSSHH", [(0, 1, 1, 1), (2, 1, 3, 1), (3, 2, 4, 1)]))
    assert abs(places[:2].mean(axis=0) - places[2:4].mean(axis=0)).max() > 200
    assert places[5, 1] > places[:5, 1].max() + 60


def test_that_too_many_switches_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(map_force, "MOST", 4)
    with pytest.raises(OptionError, match="5 switches are too many to arrange by force; 4 are the most"):
        arranged(tree2(3, 2, 1))
