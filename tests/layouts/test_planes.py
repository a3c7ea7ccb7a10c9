from __future__ import annotations

from fabrics import fabric_of, tree2

from ibviz.core.fabric import Fabric
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.layouts.layered import layered
from ibviz.layouts.map_layered import layered as arranged
from ibviz.layouts.planes import partners
from ibviz.layouts.tiles import Family


def planes(count: int) -> Fabric:
    """Return planes of two leaves and a spine each; four hosts with a port in every plane."""
    cables = []
    for plane in range(count):
        spine = 3 * plane + 2
        cables += [(3 * plane, 9, spine, 1), (3 * plane + 1, 9, spine, 2)]
        cables += [(3 * count + host, plane + 1, 3 * plane + host // 2, 1 + host % 2) for host in range(4)]
    return fabric_of("SSS" * count + "HHHH", cables)


def found(fabric: Fabric) -> list[int]:
    structure = shape(wiring(fabric))
    family = Family.of(layered(structure), structure.wiring.node_up)
    part = structure.subnet[family.switch]
    return partners(structure, family, part, structure.wiring.subnets).tolist()


def test_that_a_plane_that_reaches_the_hosts_of_another_is_its_partner() -> None:
    assert sorted(found(planes(2))) == [-1, 0]


def test_that_hosts_have_one_partner_and_lone_subnets_none() -> None:
    assert sorted(found(planes(3))) == [-1, -1, 0]
    assert found(tree2(2, 1, 1)) == [-1]
    assert found(fabric_of("SS", [])) == [-1, -1]
    assert found(fabric_of("", [])) == []


def test_that_the_second_plane_stands_upside_down_below_the_hosts() -> None:
    fabric = planes(2)
    structure = shape(wiring(fabric))
    y = arranged(structure, layered(structure))[:, 1]
    first, second = (0, 3) if structure.subnet[0] == 0 else (3, 0)
    assert y[first + 2] < y[first] < y[6:].min()
    assert y[6:].max() < y[second] < y[second + 2]
