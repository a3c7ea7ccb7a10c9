"""How long drawing takes: ``python tests/benchmarks/bench_draw.py``; goals of a 2-core machine at 1600 x 1000."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from fabrics import tree2, tree3
from scenes import scene_of

from ibviz.core.fabric import Fabric
from ibviz.drawing.draw import draw, view_for
from ibviz.drawing.hit import hit
from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View

FABRICS: tuple[tuple[str, Callable[[], Fabric], tuple[float, float, float]], ...] = (
    ("648 hosts", lambda: tree2(36, 18, 18), (30, 30, 30)),
    ("11,664 hosts", lambda: tree3(36, 18, 18, 18, 18), (30, 40, 40)),
    ("65,536 hosts", lambda: tree3(64, 32, 32, 32, 32), (120, 120, 120)),
)


def best(what: Callable[[], Any], times: int = 7) -> float:
    """Return the least of some times, milliseconds."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        what()
        taken.append((time.perf_counter() - start) * 1e3)
    return min(taken)


def drawn_afresh(scene: Scene, view: View) -> None:
    """Draw a scene whose last picture was forgotten."""
    scene.memo.pop("picture", None)
    draw(scene, view)


def main() -> None:
    """Print scene, first picture, later pictures and a hit for each fabric."""
    print(f"{'fabric':14} {'zoom':6} {'draw':>8} {'goal':>6}   first picture, one hit (ms)")
    for name, make, goals in FABRICS:
        fabric = make()
        for zoom, goal in zip(("fit", "mid", "close"), goals, strict=True):
            scene = scene_of(fabric)
            view = view_for(scene, View(), zoom)
            first = best(lambda scene=scene, view=view: draw(scene, view), 1)
            spent = best(lambda scene=scene, view=view: drawn_afresh(scene, view))
            found = best(lambda scene=scene, view=view: hit(scene, view, 800, 300))
            print(f"{name:14} {zoom:6} {spent:8.1f} {goal:6.0f}   {first:.1f}, {found:.2f}")


if __name__ == "__main__":
    main()
