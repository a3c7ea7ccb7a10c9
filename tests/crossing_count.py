"""Crossings counted without ibviz, and the order that Graphviz finds, to compare with."""

from __future__ import annotations

import shutil
import subprocess
from typing import Any

import numpy as np
import pytest

from ibviz.core.structure import Structure

Array = np.ndarray[Any, Any]


def rungs(structure: Structure) -> list[Array]:
    """Lower and upper switch of each cable between two neighbouring levels."""
    wires = structure.wiring
    pairs = wires.node[wires.trunks]
    level = structure.level[pairs]
    turned = np.where((level[:, 0] > level[:, 1])[:, None], pairs[:, ::-1], pairs)
    climbing = np.abs(level[:, 0] - level[:, 1]) == 1
    low = level.min(axis=1)
    return [turned[climbing & (low == band)] for band in range(1, structure.levels - 1)]


def inversions(values: Array) -> int:
    """Pairs out of order, equal ones not counted: by halves, each merged with numpy."""
    if len(values) < 2:
        return 0
    half = len(values) // 2
    left, right = values[:half], values[half:]
    between = len(left) * len(right) - int(np.searchsorted(np.sort(left), right, side="right").sum())
    return inversions(left) + inversions(right) + between


def count(structure: Structure, x: Array) -> int:
    """Crossings of all cables between neighbouring bands, nodes at x."""
    total = 0
    for pairs in rungs(structure):
        low, high = x[pairs[:, 0]], x[pairs[:, 1]]
        total += inversions(high[np.lexsort((high, low))])
    return total


def dot_count(structure: Structure, *, pods: bool = False) -> int:
    """Crossings in the order that ``dot`` finds; with `pods`, each pod is a cluster that it keeps together."""
    if shutil.which("dot") is None:
        pytest.skip("graphviz is not installed")
    switches = structure.wiring.switches
    lines = ["digraph{rankdir=BT;edge[dir=none];node[shape=point];"]
    if pods:
        parts = [structure.pod[switches] == pod for pod in range(int(structure.pod.max()) + 1)]
        heads = [f"subgraph cluster_{pod}{{" for pod in range(len(parts))]
    else:
        parts = [structure.level[switches] == band for band in range(1, structure.levels)]
        heads = ["{rank=same;"] * len(parts)
    lines += [
        head + ";".join(f"n{s}" for s in switches[part]) + "}"
        for head, part in zip(heads, parts, strict=True)
    ]
    lines += [f"n{a}->n{b};" for pairs in rungs(structure) for a, b in pairs]
    made = subprocess.run(
        ["dot", "-Tplain"],
        input="\n".join([*lines, "}"]),
        capture_output=True,
        text=True,
        check=True,
        timeout=50,
    )
    x = np.full(len(structure.level), np.nan)
    for line in made.stdout.splitlines():
        cells = line.split()
        if cells[0] == "node":
            x[int(cells[1][1:])] = float(cells[2])
    return count(structure, x)
