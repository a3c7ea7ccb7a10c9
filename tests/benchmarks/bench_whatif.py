"""Times of what-if and sweeps: ``python tests/benchmarks/bench_whatif.py [--all]`` prints them beside the goals."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from ibviz.core.registry import builders
from ibviz.core.scenario import Choice
from ibviz.flow.simulate import simulate_tables
from ibviz.flow.sweep import Sweep, failures, sweep_of

TREES = {
    648: {"radix": 36, "levels": 2},
    3_456: {"radix": 24, "levels": 3},
    11_664: {"radix": 36, "levels": 3},
}
KEEP = {648: ("permutation", 15.0), 11_664: ("all-to-all", 500.0)}
"""Traffic and goal, ms, of a cable that fails, its re-sweep and the rates."""

SWEEP = {648: 0.5, 3_456: 30.0, 11_664: 300.0}
"""Goal, s, of all cables under all-to-all."""


def median(run: Callable[[], Any], times: int) -> float:
    """Return the median time of some runs, seconds."""
    took = []
    for _ in range(times):
        started = time.perf_counter()
        run()
        took.append(time.perf_counter() - started)
    return sorted(took)[times // 2]


def single(hosts: int, sweep: Sweep) -> None:
    """Print how long one cable takes, in full."""
    traffic, goal = KEEP[hosts]
    failure = failures(sweep.structure.wiring, "cables")[0]

    def run() -> None:
        simulate_tables(sweep.after(failure), Choice(traffic), structure=sweep.structure)

    run()
    took = median(run, 5) * 1e3
    print(f"  fail a cable, keep, {traffic:<22} {took:10.1f} ms (goal {goal:,.0f})")


def every(hosts: int, sweep: Sweep, tried: int) -> None:
    """Print how long all cables take, by some of them, evenly picked."""
    cables = failures(sweep.structure.wiring, "cables")
    some = cables[:: max(1, len(cables) // tried)]
    sweep.damage(cables[0])
    started = time.perf_counter()
    for failure in some:
        sweep.damage(failure)
    took = (time.perf_counter() - started) / len(some)
    print(
        f"  sweep of {len(cables):,} cables, by {len(some):,} of them {took * len(cables):10.1f} s "
        f"(goal {SWEEP[hosts]:,}); {took * 1e3:.1f} ms each"
    )


if __name__ == "__main__":
    for size, options in TREES.items():
        print(f"{size:,} hosts")
        made = sweep_of(builders.get("fat-tree")(**options), Choice("all-to-all"), None)
        if size in KEEP:
            single(size, made)
        every(size, made, 100_000 if "--all" in sys.argv else 100 if size < 1_000 else 12)
