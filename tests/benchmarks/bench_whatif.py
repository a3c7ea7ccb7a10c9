"""Times of what-if and sweeps: ``python tests/benchmarks/bench_whatif.py [--all]`` prints them beside the goals.

All are processor time, so that other work on the machine counts little.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from ibviz.core.registry import builders
from ibviz.core.scenario import Choice
from ibviz.core.simulation import Simulation
from ibviz.core.tables import Tables
from ibviz.flow.simulate import simulate_tables
from ibviz.flow.sweep import Sweep, failures, sweep_of
from ibviz.flow.whatif import compare

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
        started = time.process_time()
        run()
        took.append(time.process_time() - started)
    return sorted(took)[times // 2]


def single(hosts: int, sweep: Sweep) -> None:
    """Print how long one cable takes: the re-sweep's tables, rates and load; then the comparison with before."""
    traffic, goal = KEEP[hosts]
    failure = failures(sweep.structure.wiring, "cables")[0]

    before = sweep.tables, simulate_tables(sweep.tables, Choice(traffic), structure=sweep.structure)

    def run() -> tuple[Tables, Simulation]:
        after = sweep.after(failure)
        return after, simulate_tables(after, Choice(traffic), structure=sweep.structure, before=before)

    made = run()
    took = median(run, 5) * 1e3
    print(f"  fail a cable, keep, {traffic:<22} {took:10.1f} ms (goal {goal:,.0f})")
    took = median(lambda: compare(sweep.structure, before, made), 5) * 1e3
    print(f"  the same beside before {traffic:<19} {took:10.1f} ms")


def every(hosts: int, sweep: Sweep, tried: int) -> None:
    """Print how long all cables take, by some of them, evenly picked."""
    cables = failures(sweep.structure.wiring, "cables")
    some = cables[:: max(1, len(cables) // tried)]
    started = time.process_time()
    sweep.damage(cables[0])
    first = time.process_time() - started
    started = time.process_time()
    list(sweep.damages(some))
    took = (time.process_time() - started) / len(some)
    print(
        f"  sweep of {len(cables):,} cables, by {len(some):,} of them {first + took * len(cables):10.2f} s "
        f"(goal {SWEEP[hosts]:,}); {first:.2f} s to prepare, {took * 1e3:.2f} ms each"
    )


if __name__ == "__main__":
    for size, options in TREES.items():
        print(f"{size:,} hosts")
        made = sweep_of(builders.get("fat-tree")(**options), Choice("all-to-all"), None)
        if size in KEEP:
            single(size, made)
        every(size, made, 100_000 if "--all" in sys.argv else 648 if size < 1_000 else 100)
