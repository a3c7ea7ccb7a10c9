from __future__ import annotations

import numpy as np
from fabrics import fabric_of, tree2
from scenes import odd, scene_of

from ibviz.core.fabric import Fabric
from ibviz.drawing.counts import Counts, counts, host_row, told


def with_names(fabric: Fabric, names: list[str]) -> Fabric:
    return Fabric(fabric.nodes.with_columns(name=np.array(names, object)), fabric.cables)


def test_that_placeholders_are_in_no_count() -> None:
    scene = scene_of(odd(), load=False)
    assert counts(scene) == Counts(hosts=7, hcas=7, switches=4, routers=1, aggregation=2)
    assert 5 in scene.nodes.tolist()
    assert 5 not in told(scene, scene.nodes).tolist()


def test_that_the_row_of_hosts_counts_what_it_says() -> None:
    names = ["leaf", "node1 mlx5_0", "node1 mlx5_1", "node2 mlx5_0", "node2 mlx5_1"]
    rails = with_names(fabric_of("SHHHH", [(0, port, port, 1) for port in range(1, 5)]), names)
    assert host_row(scene_of(rails, load=False)) == ("HCAs", 4)
    assert counts(scene_of(rails, load=False)).hosts == 2
    assert host_row(scene_of(tree2(2, 1, 3), load=False)) == ("Hosts", 6)
    assert host_row(scene_of(odd(), load=False)) == ("Hosts", 7)


def test_that_routers_alone_are_called_so() -> None:
    scene = scene_of(fabric_of("SRR", [(0, 1, 1, 1), (0, 2, 2, 1)]), load=False)
    assert host_row(scene) == ("Routers", 2)
    assert host_row(scene_of(fabric_of("S", []), load=False)) == ("Hosts", 0)
