"""Time of saving and loading a project of 65,536 hosts and 196,608 cables; run by hand."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

import numpy as np

from ibviz.core.fabric import Cables, Fabric, Kind, Nodes, born_guid
from ibviz.core.source import Source
from ibviz.core.state import State
from ibviz.formats.project import read_project, write_project

HOSTS, SWITCHES, CABLES = 65536, 5120, 196608


def big_state() -> State:
    """Hosts on switches of 64 ports, the other cables between switches, a place for each node."""
    count = SWITCHES + HOSTS
    names = [f"leaf{row:04d}" if row < SWITCHES else f"node{row:05d} mlx5_0" for row in range(count)]
    kind = np.where(np.arange(count) < SWITCHES, Kind.SWITCH, Kind.HCA)
    ends = np.arange(SWITCHES * 64)
    trunk = ends[HOSTS : HOSTS + 2 * (CABLES - HOSTS)].reshape(-1, 2)
    node = np.concatenate([np.column_stack([SWITCHES + np.arange(HOSTS), ends[:HOSTS] // 64]), trunk // 64])
    port = np.concatenate([np.column_stack([np.ones(HOSTS, int), ends[:HOSTS] % 64 + 1]), trunk % 64 + 1])
    fabric = Fabric(
        Nodes.of(
            count,
            kind=kind,
            name=np.array(names, object),
            guid=np.array([born_guid(row) for row in range(count)], np.uint64),
            ports=np.where(kind == Kind.SWITCH, 64, 1),
        ),
        Cables.of(
            len(node),
            node=node,
            port=port,
            width=np.full((len(node), 2), 4),
            speed=np.full((len(node), 2), 8),
            length_m=np.round(np.linspace(1, 30, len(node)), 1),
        ),
    )
    return State(fabric, name="big", positions=np.random.default_rng(1).normal(0, 1000, (count, 2)).round(1))


def best(function: Callable[[], object], times: int = 3) -> float:
    """Return the least processor time of a few runs, seconds."""
    taken = []
    for _ in range(times):
        gc.collect()
        start = time.process_time()
        function()
        taken.append(time.process_time() - start)
    return min(taken)


def main() -> None:
    """Print the times."""
    state = big_state()
    data = write_project(state)
    source = Source("big.ibviz.yaml", data)
    print(f"{len(state.fabric.cables):,} cables, {len(data) / 1e6:.1f} MB")
    gc.disable()
    print(
        f"write {best(lambda: write_project(state)):.2f} s, read {best(lambda: read_project(source)):.2f} s"
    )


if __name__ == "__main__":
    main()
