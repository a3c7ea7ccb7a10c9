"""Rings, tori, meshes and full meshes, known by their degrees and distances."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ibviz.core.table import Ints

SAMPLES = 8
"""Switches whose distances to all others are compared with the pattern's."""
DIMENSIONS = 6


def grid_name(place: Ints, pairs: Ints) -> tuple[str, str] | None:
    """Return kind and reason of a connected graph that looks like a ring, torus, mesh or full mesh.

    Parameters
    ----------
    place : (N,) int64
        Place of each node in routing order; the samples are taken by it.
    pairs : (2 M, 2) int64
        Each edge once in both directions.

    Returns
    -------
    (kind, reason), or None where no pattern fits

    Notes
    -----
    A torus of sizes a, b, c … has the number of switches, the degree at every switch and, from every
    switch, the numbers of switches at distance 0, 1, 2 … that the product of cycles of these sizes has; a
    mesh the same from each of its corners, with paths for cycles. Distances are taken from `SAMPLES`
    switches, so that the sentence says "as in a torus".
    """
    nodes, flat = np.unique(pairs, return_inverse=True)
    edges = flat.reshape(-1, 2)
    order = np.argsort(place[nodes], kind="stable")
    degree = np.bincount(edges[:, 0], minlength=len(nodes))
    count, low, high = len(nodes), int(degree.min()), int(degree.max())
    if low == count - 1:
        return "full-mesh", f"each of {count:,} switches is cabled to every other"
    if low == high:
        found = _torus(count, low, _histograms(edges, order))
        if found == (count,):
            return "ring", f"{count:,} switches in a ring"
        return ("torus", _sentence(found, "torus", low)) if found else None
    corners = order[degree[order] == low]
    found = _mesh(count, degree, _histograms(edges, corners))
    return ("mesh", _sentence(found, "mesh", high)) if found else None


def _sentence(sizes: tuple[int, ...], word: str, degree: int) -> str:
    text = "x".join(map(str, sizes))
    most = "" if word == "torus" else "up to "
    return f"neighbours ({most}{degree} of each switch) and distances are as in a {text} {word}"


def _torus(count: int, degree: int, seen: list[list[int]]) -> tuple[int, ...] | None:
    for sizes in _factorings(count):
        if sum(2 if size > 2 else 1 for size in sizes) == degree:
            wanted = _product([_cycle(size) for size in sizes])
            if all(histogram == wanted for histogram in seen):
                return sizes
    return None


def _mesh(count: int, degree: Ints, seen: list[list[int]]) -> tuple[int, ...] | None:
    for sizes in _factorings(count):
        edges = sum(count // size * (size - 1) for size in sizes)
        wanted = _product([[1] * size for size in sizes])
        if edges * 2 == int(degree.sum()) and int(degree.min()) == len(sizes):
            corners = int((degree == degree.min()).sum())
            if corners == 2 ** len(sizes) and all(histogram == wanted for histogram in seen):
                return sizes
    return None


def _cycle(size: int) -> list[int]:
    return [1] + [2] * ((size - 1) // 2) + [1] * (size % 2 == 0)


def _product(histograms: list[list[int]]) -> list[int]:
    total = np.ones(1, np.int64)
    for histogram in histograms:
        total = np.convolve(total, np.array(histogram, np.int64))
    return [int(number) for number in total]


def _factorings(number: int, most: int | None = None, deep: int = DIMENSIONS) -> Iterator[tuple[int, ...]]:
    """Yield all ways to write a number as a product of at most `deep` sizes from 2, largest first.

    Examples
    --------
    >>> list(_factorings(12))
    [(12,), (6, 2), (4, 3), (3, 2, 2)]
    """
    most = number if most is None else most
    if number == 1:
        yield ()
        return
    if not deep:
        return
    for size in range(min(number, most), 1, -1):
        if number % size == 0:
            for rest in _factorings(number // size, size, deep - 1):
                yield (size, *rest)


def _histograms(edges: Ints, order: Ints) -> list[list[int]]:
    """Return how many nodes are at each distance from some of the nodes given, evenly chosen."""
    chosen = order[np.unique(np.linspace(0, len(order) - 1, SAMPLES).astype(np.int64))]
    return [_histogram(edges, int(start), int(edges.max()) + 1) for start in chosen]


def _histogram(edges: Ints, start: int, count: int) -> list[int]:
    distance = np.full(count, -1)
    distance[start] = 0
    numbers = [1]
    while numbers[-1]:
        here = edges[distance[edges[:, 0]] == len(numbers) - 1, 1]
        fresh = np.unique(here[distance[here] < 0])
        distance[fresh] = len(numbers)
        numbers.append(len(fresh))
    return numbers[:-1]
