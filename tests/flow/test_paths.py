from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
from fabrics import fabric_of, fabrics, tree2
from hypothesis import given

from ibviz.core.fabric import Fabric
from ibviz.core.tables import NO_PATH
from ibviz.core.wiring import wiring
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.hops import UNREACHED, hops
from ibviz.flow.paths import paths


def pairs(count: int) -> tuple[np.ndarray, np.ndarray]:
    return np.repeat(np.arange(count), count), np.tile(np.arange(count), count)


@given(fabrics())
def test_that_a_path_joins_its_ends_and_is_as_long_as_the_distance(fabric: Fabric) -> None:
    tables = minhop(wiring(fabric))
    wires, ends, near = tables.wiring, tables.wiring.endpoints, hops(tables.wiring)
    src, dst = pairs(len(ends))
    channels, count = paths(tables, src, dst)
    for s, d, path, length in zip(src, dst, channels, count, strict=True):
        crossed = [(int(c) // 2, int(c) % 2) for c in path if c >= 0]
        a, b = ends.switch[s], ends.switch[d]
        if s == d:
            assert (length, crossed) == (0, [])
            continue
        apart = UNREACHED if a < 0 or b < 0 else near.count[wires.place[a], wires.place[b]]
        if apart == UNREACHED:
            assert (length, crossed) == (-1, [])
            continue
        assert length == apart + 2 == len(crossed)
        stops = [[fabric.cables.node[c, e] for e in (side, 1 - side)] for c, side in crossed]
        assert stops[0][0] == ends.node[s]
        assert stops[-1][1] == ends.node[d]
        assert all(left[1] == right[0] for left, right in pairwise(stops))
        assert crossed[-1][0] == ends.cable[d]


def test_that_no_flows_have_no_paths() -> None:
    channels, count = paths(minhop(wiring(tree2(2, 1, 1))), np.array([], int), np.array([], int))
    assert channels.shape == (0, 1)
    assert len(count) == 0


def test_that_a_loop_and_a_dead_end_are_no_route() -> None:
    fabric = fabric_of("SSHH", [(0, 1, 1, 1), (2, 1, 0, 2), (3, 1, 1, 2)])
    tables = minhop(wiring(fabric))
    back = tables.to_end.copy()
    end = int(np.flatnonzero(tables.wiring.end_ports.node == 3)[0])
    for entry in (1, NO_PATH, 77):
        back[end, tables.wiring.place[1]] = entry
        _, count = paths(replace(tables, to_end=back), np.array([0]), np.array([1]))
        assert count.tolist() == [-1]


def test_that_a_wrong_host_port_is_no_route() -> None:
    fabric = tree2(1, 1, 2)
    tables = minhop(wiring(fabric))
    wrong = tables.to_end.copy()
    wrong[1, tables.wiring.place[0]] = 1
    _, count = paths(replace(tables, to_end=wrong), np.array([0]), np.array([1]))
    assert count.tolist() == [-1]
