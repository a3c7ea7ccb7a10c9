"""How long painting takes: ``python tests/benchmarks/bench_paint.py``; goals of a 2-core machine at 1600 x 1000."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
from PySide6.QtGui import QImage, QPainter
from sample_drawings import curves, drawing, lines

from ibviz.drawing.drawing import Drawing
from ibviz.drawing.png import picture, png
from ibviz.drawing.qpainter import paint
from ibviz.drawing.qtfonts import ready
from ibviz.drawing.svg import svg
from ibviz.drawing.theme import theme

CABLES = 34_992
SIZE = (1600, 1000)


def many_lines(count: int = CABLES) -> Drawing:
    """Lines in 16 colours, coldest first, of the mean length of an 11,664-host tree at fit (338 pixels)."""
    random = np.random.default_rng(1)
    ends = random.uniform(0, 1, (count, 2)) * [1600, 600]
    across = random.normal(0, 200, count)
    xy = np.column_stack([ends, ends[:, 0] + across, ends[:, 1] + 270])
    colors = theme("dark").buckets()[np.sort(random.integers(0, 16, count))]
    return drawing(lines(xy, colors), size=SIZE)


def many_curves(count: int, alpha: int) -> Drawing:
    """Curves in 16 colours with an alpha, coldest first."""
    random = np.random.default_rng(1)
    x = random.uniform(0, 1600, (count, 2))
    xy = np.column_stack(
        [
            x[:, 0],
            np.full(count, 100),
            x[:, 0],
            np.full(count, 250),
            x[:, 1],
            np.full(count, 250),
            x[:, 1],
            np.full(count, 400),
        ]
    )
    colors = theme("dark").buckets()[np.sort(random.integers(0, 16, count))]
    return drawing(curves(xy, (colors & 0xFFFFFF) | (alpha << 24), 1.4), size=SIZE)


def milliseconds(work: Callable[[], Any], times: int = 7) -> float:
    """Median of several calls."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(1000 * (time.perf_counter() - start))
    return float(np.median(taken))


def onto(made: Drawing, fast: bool) -> Callable[[], None]:
    """Painting onto a picture that is there already, as a canvas does."""
    image = QImage(*SIZE, QImage.Format.Format_RGB32)

    def work() -> None:
        painter = QPainter(image)
        paint(painter, made, fast=fast)
        painter.end()

    return work


def main() -> None:
    """Measure and print."""
    ready()
    straight = many_lines()
    print(f"{CABLES:,} lines, in motion (goal 50)   {milliseconds(onto(straight, True)):7.1f} ms")
    print(f"{CABLES:,} lines, full quality          {milliseconds(onto(straight, False)):7.1f} ms")
    for count, alpha in ((1_000, 180), (11_664, 255), (11_664, 180)):
        bent = many_curves(count, alpha)
        print(f"{count:6,} curves, alpha {alpha}, in motion {milliseconds(onto(bent, True), 3):7.1f} ms")
        print(f"{count:6,} curves, alpha {alpha}, quality   {milliseconds(onto(bent, False), 3):7.1f} ms")
    print(f"{CABLES:,} lines, SVG                   {milliseconds(lambda: svg(straight), 3):7.1f} ms")
    print(f"{CABLES:,} lines, PNG file              {milliseconds(lambda: png(straight), 3):7.1f} ms")
    print(
        f"{CABLES:,} lines, picture at scale 2    {milliseconds(lambda: picture(straight, scale=2), 3):7.1f} ms"
    )


if __name__ == "__main__":
    main()
