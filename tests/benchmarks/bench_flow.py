"""Prints what was aimed at in the flow model beside what is reached: ``python tests/benchmarks/bench_flow.py [--large]``.

Processor time, medians, once with numpy alone and once with the extra ``fast``, each size in a process of its own;
what was computed before, and machine code, is there already. ``--large`` adds 65,536 hosts, which takes minutes.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from statistics import median
from typing import Any

import numpy as np

from ibviz.core.registry import builders
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.flow.channels import channels_of
from ibviz.flow.exchange import exchange_flows
from ibviz.flow.fair_exchange import fair_rates
from ibviz.flow.maxmin import max_min
from ibviz.flow.paths import paths
from ibviz.flow.routes import tables_for
from ibviz.flow.simulate import simulate_tables

Row = tuple[str, float | None, float | None]
"""What is measured, and the goals for numpy and with `fast`: ms, or MB of memory."""

TREES: dict[int, tuple[dict[str, int], list[Row]]] = {
    648: ({"radix": 36, "levels": 2}, [("fail a cable, keep, permutation", 15, 3)]),
    2_048: ({"radix": 64, "levels": 2}, [("exact all-to-all max-min", 50, 8)]),
    11_664: (
        {"radix": 36, "levels": 3},
        [
            ("MinHop tables", 400, 150),
            ("fail a cable, keep, all-to-all", 500, 100),
            ("permutation rates", None, None),
            ("all-to-all loads", None, None),
        ],
    ),
    65_536: (
        {"radix": 64, "levels": 3},
        [
            ("D-mod-K tables", None, None),
            ("permutation rates", 100, 40),
            ("all-to-all loads", 15_000, 1_500),
            ("MinHop tables", None, None),
            ("peak memory, MB", 1_000, 1_000),
        ],
    ),
}


class Bench:
    """What there is to measure at one size."""

    def __init__(self, hosts: int) -> None:
        self.fabric = builders.get("fat-tree")(**TREES[hosts][0])
        self.wires = wiring(self.fabric)
        self.structure = shape(self.wires)
        self.tables = tables_for(
            self.wires, Choice("minhop" if hosts < 2_000 or hosts == 11_664 else "dmodk")
        )
        self.channels = channels_of(self.wires)
        self.every = np.arange(hosts)
        self.to = np.random.default_rng(1).permutation(self.every)

    def route(self, engine: str) -> None:
        """Make tables."""
        tables_for(self.wires, Choice(engine))

    def permutation(self) -> None:
        """Find paths and rates."""
        rows, hops = paths(self.tables, self.every, self.to)
        max_min(rows[hops > 0], self.channels.capacity)

    def loads(self) -> None:
        """Count an exchange among all."""
        exchange_flows(self.tables, self.channels, (self.every,), self.every)

    def fair(self) -> None:
        """Share an exchange among all."""
        fair_rates(self.tables, self.channels, (self.every,), self.every)

    def fail(self, traffic: str) -> None:
        """Lose the first cable between switches."""
        cable = int(np.flatnonzero(self.wires.trunks)[0])
        cut = wiring(self.fabric, Scenario("", frozenset(), frozenset({cable})))
        after = tables_for(cut, Choice("minhop"), before=self.tables)
        simulate_tables(after, Choice(traffic), structure=self.structure)

    def run(self, what: str) -> Callable[[], None]:
        """Return what a row measures."""
        if what.startswith("fail"):
            return lambda: self.fail(what.rpartition(" ")[2])
        return {
            "MinHop tables": lambda: self.route("minhop"),
            "D-mod-K tables": lambda: self.route("dmodk"),
            "permutation rates": self.permutation,
            "all-to-all loads": self.loads,
            "exact all-to-all max-min": self.fair,
        }[what]


def took(work: Callable[[], Any]) -> float:
    """Return the median processor time, ms, of five runs behind a first one; of one run where it takes long."""
    times: list[float] = []
    while len(times) < 6 and sum(times) < 5:
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return median(times[1:] or times) * 1e3


def measure(hosts: int, fast: bool) -> None:
    """Print what is reached at one size, as JSON."""
    if fast:
        __import__("numba")
    else:
        sys.modules["numba"] = None  # type: ignore[assignment]
    bench, reached = Bench(hosts), {}
    for what, _, _ in TREES[hosts][1]:
        if what.startswith("peak"):
            reached[what] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
        else:
            reached[what] = took(bench.run(what))
    print(json.dumps(reached))


def in_a_process(hosts: int, way: str) -> dict[str, float]:
    """Return what is reached at one size."""
    run = [sys.executable, __file__, way, str(hosts)]
    done = subprocess.run(run, stdout=subprocess.PIPE, text=True, check=True)
    reached: dict[str, float] = json.loads(done.stdout)
    return reached


def main() -> None:
    """Print the table."""
    print(f"{'':48}{'numpy alone':>18}{'with fast':>22}\n{'':46}" + f"{'goal':>11}{'reached':>11}" * 2)
    for hosts, (_, rows) in TREES.items():
        if hosts > 20_000 and "--large" not in sys.argv:
            continue
        plain = in_a_process(hosts, "--numpy")
        quick = in_a_process(hosts, "--fast") if find_spec("numba") else {}
        for what, *goals in rows:
            reached = [f"{made[what]:,.1f}" if what in made else "" for made in (plain, quick)]
            wanted = ["" if goal is None else f"{goal:,.0f}" for goal in goals]
            shown = "".join(f"{goal:>11}{got:>11}" for goal, got in zip(wanted, reached, strict=True))
            print(f"{hosts:>8,} hosts  {what:<30}{shown}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] in (["--numpy"], ["--fast"]):
        measure(int(sys.argv[2]), sys.argv[1] == "--fast")
    else:
        main()
