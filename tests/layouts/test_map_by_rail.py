from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of, tree2

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric
from ibviz.core.registry import arrangements
from ibviz.core.structure import Structure, shape
from ibviz.core.table import Floats
from ibviz.core.wiring import wiring
from ibviz.layouts.layered import layered
from ibviz.layouts.map_by_rail import by_rail, rails_of_switches


def two_rails(*, own_spines: bool, storage: bool = False, crossed: bool = False) -> Fabric:
    """Four leaves, two of each rail, two spines; four hosts with two HCAs each, and perhaps a storage leaf."""
    names = ["leaf1", "leaf2", "leaf3", "leaf4", "spine1", "spine2"]
    cables = [
        (leaf, 10 + spine, 4 + spine, 1 + leaf)
        for leaf in range(4)
        for spine in ([leaf % 2] if own_spines else [0, 1])
    ]
    kinds = "SSSSSS"
    for host in range(4):
        for rail in range(2):
            leaf = host // 2 * 2 + (rail if not crossed else 0)
            cables.append((len(kinds), 1, leaf, 1 + host % 2 + 2 * rail * crossed))
            kinds += "H"
            names.append(f"node{host} mlx5_{rail}")
    if storage:
        cables += [(14, 10, 4, 9), (14, 1, 15, 1)]
        kinds += "SH"
        names += ["leaf5", "storage mlx5_0"]
    return fabric_of(kinds, cables, names=names)


def arranged(fabric: Fabric) -> tuple[Floats, Structure]:
    structure = shape(wiring(fabric))
    return by_rail(structure, layered(structure)), structure


def test_that_it_is_on_its_shelf() -> None:
    assert arrangements.get("by-rail") is by_rail


def test_that_a_rail_is_a_block_and_shared_spines_stand_outside_of_both() -> None:
    places, structure = arranged(two_rails(own_spines=False))
    one = places[structure.rail.of == 0]
    other = places[structure.rail.of == 1]
    assert one[:, 0].max() < other[:, 0].min() or one[:, 1].max() < other[:, 1].min()
    assert rails_of_switches(structure)[:6].tolist() == [0, 1, 0, 1, -1, -1]


def test_that_spines_of_one_rail_belong_to_its_block() -> None:
    places, structure = arranged(two_rails(own_spines=True))
    assert rails_of_switches(structure)[:6].tolist() == [0, 1, 0, 1, 0, 1]
    assert np.abs(places[4] - places[[0, 2]].mean(axis=0))[0] < 1


def test_that_leaves_without_a_rail_are_a_block_of_their_own() -> None:
    _, structure = arranged(two_rails(own_spines=False, storage=True))
    assert rails_of_switches(structure)[14] == 2


def test_that_a_fabric_without_rails_is_refused() -> None:
    with pytest.raises(OptionError, match="no rails are recognised"):
        arranged(tree2(2, 2, 2))


def test_that_a_fabric_whose_rails_share_leaves_is_refused() -> None:
    with pytest.raises(OptionError, match="leaves are not parted by rail"):
        arranged(two_rails(own_spines=False, crossed=True))
