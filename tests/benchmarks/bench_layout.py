"""How long the layered layout takes: ``python tests/benchmarks/bench_layout.py``; goals of quiet processor time."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from crossing_count import count
from fabrics import fabric_of, tree2, tree3

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Scenario
from ibviz.core.structure import shape
from ibviz.core.wiring import Wiring, wiring
from ibviz.layouts.layered import layered

TREES: tuple[tuple[str, Callable[[], Fabric], tuple[float, ...], float], ...] = (
    ("648 hosts", lambda: tree2(36, 18, 18), (0, 1, 5, 0.05, 0.3), 400),
    ("tree2(120, 20, 10)", lambda: tree2(120, 20, 10), (0, 5, 0.125), 400),
    ("tree2(230, 40, 1)", lambda: tree2(230, 40, 1), (0, 5, 0.87), 500),
    ("11,664 hosts", lambda: tree3(36, 18, 18, 18, 18), (0, 5, 50, 0.05, 0.3), 150),
    ("65,536 hosts", lambda: tree3(64, 32, 32, 32, 32), (0, 5, 50, 0.05, 0.3), 700),
)
RANDOM: tuple[tuple[int, int, float, float], ...] = (
    (500, 10_000, 0.5, 1000),
    (500, 10_000, 0.1, 1000),
    (500, 10_000, 0.01, 1000),
    (5_000, 100_000, 0.5, 2000),
)


def holed(fabric: Fabric, holes: float) -> Wiring:
    """Return a fabric without some of its trunk cables: so many, or below 1 that share."""
    wires = wiring(fabric)
    trunks = wires.rows[wires.trunks]
    number = int(holes if holes >= 1 else holes * len(trunks))
    gone = np.random.default_rng(1).choice(trunks, number, replace=False)
    return wiring(fabric, Scenario("holes", frozenset(), frozenset(gone.tolist())))


def at_random(switches: int, cables: int, hosted: float) -> Wiring:
    """Return switches cabled at random, a host on a share of them."""
    ends = np.random.default_rng(0).integers(0, switches, (cables, 2))
    used = [1] * switches
    made = []
    for one, other in ends[ends[:, 0] != ends[:, 1]].tolist():
        used[one] += 1
        used[other] += 1
        made.append((one, used[one], other, used[other]))
    hosts = int(switches * hosted)
    made += [(switches + host, 1, host, 1) for host in range(hosts)]
    return wiring(fabric_of("S" * switches + "H" * hosts, made))


def cases() -> Iterator[tuple[str, str, Wiring, float]]:
    """Yield name, holes, wiring and goal (ms)."""
    for name, make, some, goal in TREES:
        fabric = make()
        for holes in some:
            yield name, f"{holes:.0%}" if 0 < holes < 1 else str(holes), holed(fabric, holes), goal
    for switches, cables, hosted, goal in RANDOM:
        yield (
            f"random {switches:,} x {cables:,}",
            f"{hosted:.0%} leaves",
            at_random(switches, cables, hosted),
            goal,
        )


def main() -> None:
    """Print the best of three times and the crossings of each fabric."""
    print(f"{'fabric':24} {'holes':>11} {'ms':>7} {'goal':>6} {'crossings':>15}")
    for name, holes, wires, goal in cases():
        structure = shape(wires)
        spent = []
        for _ in range(3):
            start = time.process_time()
            bands = layered(structure)
            spent.append((time.process_time() - start) * 1e3)
        print(f"{name:24} {holes:>11} {min(spent):7.1f} {goal:6.0f} {count(structure, bands.x):15,}")


if __name__ == "__main__":
    main()
