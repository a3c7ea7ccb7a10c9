"""Times of the flow model: ``python tests/benchmarks/bench_flow.py [--all]`` prints them in milliseconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ibviz.core.fabric import Fabric
from ibviz.core.registry import builders
from ibviz.core.scenario import Choice
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.flow.channels import channels_of
from ibviz.flow.exchange import exchange_flows
from ibviz.flow.maxmin import max_min
from ibviz.flow.paths import paths
from ibviz.flow.routes import tables_for
from ibviz.flow.simulate import simulate_tables

SIZES = {
    648: {"radix": 36, "levels": 2},
    11_664: {"radix": 36, "levels": 3},
    65_536: {"radix": 64, "levels": 3},
}


def timed(what: str, run: Callable[[], Any], times: int) -> Any:
    """Print the best time of a few."""
    best, result = float("inf"), None
    for _ in range(times):
        start = time.perf_counter()
        result = run()
        best = min(best, time.perf_counter() - start)
    print(f"  {what:<42} {best * 1e3:10.2f} ms")
    return result


def bench(hosts: int, options: dict[str, int]) -> None:
    """Print the times of one tree under D-mod-K."""
    times = 5 if hosts < 20_000 else 2
    fabric: Fabric = builders.get("fat-tree")(**options)
    print(f"{hosts:,} hosts, {len(fabric.cables):,} cables")
    wires = wiring(fabric)
    structure = shape(wires)
    tables = timed("tables (D-mod-K)", lambda: tables_for(wires, Choice("dmodk")), 1)
    channels = channels_of(wires)
    src = np.arange(hosts)
    dst = np.random.default_rng(1).permutation(src)
    rows, hops = timed("paths of a permutation", lambda: paths(tables, src, dst), times)
    timed("max-min of a permutation", lambda: max_min(rows[hops > 0], channels.capacity), times)
    timed("all-to-all loads", lambda: exchange_flows(tables, channels, (src,), src), min(times, 3))
    for text in ("permutation", "all-to-all"):
        choice = Choice.parse(text)
        timed(
            f"simulate {text}, tables ready",
            lambda choice=choice: simulate_tables(tables, choice, structure=structure),
            min(times, 2),
        )


if __name__ == "__main__":
    for size, given in SIZES.items():
        if size < 20_000 or "--all" in sys.argv:
            bench(size, given)
