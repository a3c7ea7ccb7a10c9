"""How the window starts: ``python tests/benchmarks/bench_start.py [hosts ...]``, from a dump, as a user would.

Each run is a process of its own on the display at hand (1600 x 1000 under Xvfb, 2 cores, no GPU, are what the
goals are for). The figures come from IBVIZ_TIMINGS: wall time, and in brackets what the process itself computed, which
does not change with what else the machine does. Bytecode is compiled before, as pip leaves it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from ibviz.core.registry import builders
from ibviz.core.state import State
from ibviz.door import save

TREES = {
    648: {"radix": 36, "levels": 2},
    11_664: {"radix": 36, "levels": 3},
    65_536: {"radix": 64, "levels": 3},
}
RUNS = 5
PROGRAM = Path(__file__).with_name("started.py")


def run(folder: Path, file: str) -> list[dict[str, Any]]:
    """Start the program once and return what it told."""
    told = folder / "timings.jsonl"
    told.unlink(missing_ok=True)
    here = {name: str(folder / name) for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "PYTHONPYCACHEPREFIX")}
    environment = os.environ | here | {"IBVIZ_TIMINGS": str(told)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    words = [sys.executable, str(PROGRAM), file, str(folder)]
    subprocess.run(words, env=environment, check=True, timeout=120)
    return [json.loads(line) for line in told.read_text().splitlines()]


def first(events: list[dict[str, Any]], name: str) -> dict[str, Any]:
    """Return the first event of a name."""
    return next(
        (event for event in events if event["event"] == name), {"ms": float("nan"), "cpu_ms": float("nan")}
    )


def by_doing(events: list[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """Return the longest occupation of the GUI thread while each thing was done, with what it computed itself."""
    longest: dict[str, dict[str, float]] = {}
    doing = "start"
    for event in events:
        doing = event["what"] if event["event"] == "doing" else doing
        if event["event"] == "busy" and event["cost_ms"] > longest.get(doing, {"cost_ms": 0.0})["cost_ms"]:
            longest[doing] = event
    return longest


def line(name: str, runs: list[list[dict[str, Any]]]) -> None:
    """Print the medians of some runs."""

    def of(event: str, key: str) -> float:
        return median(first(events, event).get(key, float("nan")) for events in runs)

    parts = [
        f"{part.replace('_', ' ')} {of(part, 'ms'):5.0f} ({of(part, 'cpu_ms'):4.0f})"
        for part in ("window", "first_paint")
    ]
    sizes = f"size {of('picture_size', 'mb'):4.0f} MB with the picture, {of('size', 'mb'):4.0f} MB with all that follows"
    print(f"{name}: {', '.join(parts)} ms; {sizes}")
    told = [by_doing(events) for events in runs]
    for doing in dict.fromkeys(doing for each in told for doing in each):
        costs = [each.get(doing, {}) for each in told]
        cost, own = (median(each.get(key, 0.0) for each in costs) for key in ("cost_ms", "own_ms"))
        print(f"  {doing:8} busy at once, longest {cost:4.0f} ({own:3.0f}) ms")
    print(f"  all      busy at once, p99 {of('beats', 'p99_ms'):3.0f} ms")


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory(prefix="ibviz-bench-") as name:
        folder = Path(name)
        run(folder, "")
        line("no file", [run(folder, "") for _ in range(RUNS)])
        for hosts in [int(text) for text in sys.argv[1:]] or list(TREES):
            dump = folder / f"{hosts}.ibnetdiscover"
            save(State(builders.get("fat-tree")(**TREES[hosts])), dump)
            run(folder, str(dump))
            line(f"{hosts:,}", [run(folder, str(dump)) for _ in range(RUNS)])


if __name__ == "__main__":
    main()
