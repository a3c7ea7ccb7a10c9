from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from ibviz.core.table import Ints, Texts
from ibviz.layouts.lattice import Lattice, find_lattice

SHAPES = [(4, 4), (8, 5), (3, 6), (4, 7), (3, 3, 3), (4, 5, 2), (5, 4, 6)]


def grid(
    sizes: tuple[int, ...], *, wraps: bool = True, shuffle: int | None = None, missing: int = 0
) -> tuple[Texts, Ints, Ints]:
    """Return names, pairs and true coordinates of a torus or mesh; shuffled ones have names that tell nothing."""
    rng = np.random.default_rng(shuffle or 0)
    cells = np.array(list(product(*map(range, sizes))))
    turn = rng.permutation(len(cells)) if shuffle is not None else np.arange(len(cells))
    place = {tuple(cell): int(turn[row]) for row, cell in enumerate(cells.tolist())}
    joined = []
    for cell in place:
        for axis, size in enumerate(sizes):
            if cell[axis] + 1 < size or (wraps and size > 2):
                other = (*cell[:axis], (cell[axis] + 1) % size, *cell[axis + 1 :])
                joined.append((place[cell], place[other]))
    kept = rng.permutation(np.array(joined))[missing:]
    both = np.unique(np.concatenate([kept, kept[:, ::-1]]), axis=0)
    at = np.empty_like(cells)
    at[turn] = cells
    names = (
        ["s"] * len(at) if shuffle is not None else ["sw-" + "-".join(map(str, c)) for c in cells.tolist()]
    )
    return np.array(names, object), both, at


def check(lattice: Lattice | None, sizes: tuple[int, ...], pairs: Ints, *, share: float = 1.0) -> None:
    """Check that coordinates fill the sizes, and that cables join neighbours."""
    assert lattice is not None
    assert sorted(lattice.sizes) == sorted(sizes)
    assert len(np.unique(lattice.at, axis=0)) == np.prod(sizes)
    apart = np.abs(lattice.at[pairs[:, 0]] - lattice.at[pairs[:, 1]])
    apart = np.minimum(apart, np.array(lattice.sizes) - apart)
    assert (apart.sum(axis=1) == 1).mean() >= share


@pytest.mark.parametrize("sizes", SHAPES)
@pytest.mark.parametrize("seed", [1, 2])
def test_that_a_torus_is_found_by_its_cables_alone(sizes: tuple[int, ...], seed: int) -> None:
    names, pairs, _ = grid(sizes, shuffle=seed)
    lattice = find_lattice(names, pairs)
    check(lattice, sizes, pairs)
    assert lattice is not None and all(
        w == (s > 2) for w, s in zip(lattice.wraps, lattice.sizes, strict=True)
    )


@pytest.mark.parametrize("sizes", [(6, 4), (5, 3), (4, 3, 5), (2, 5)])
def test_that_a_mesh_is_found_by_its_cables_alone(sizes: tuple[int, ...]) -> None:
    names, pairs, _ = grid(sizes, wraps=False, shuffle=3)
    lattice = find_lattice(names, pairs)
    check(lattice, sizes, pairs)
    assert lattice is not None and not any(lattice.wraps)


@pytest.mark.parametrize(("sizes", "missing"), [((6, 5), 3), ((8, 8), 5), ((4, 6), 2), ((5, 5, 5), 8)])
def test_that_missing_cables_do_not_hide_a_torus(sizes: tuple[int, ...], missing: int) -> None:
    names, pairs, _ = grid(sizes, shuffle=1, missing=missing)
    check(find_lattice(names, pairs), sizes, pairs, share=0.9)


def test_that_names_decide_where_they_fit_the_cables() -> None:
    names, pairs, at = grid((4, 4))
    lattice = find_lattice(names, pairs)
    assert lattice is not None and np.array_equal(lattice.at, at)
    wrong = names[np.random.default_rng(1).permutation(16)]
    check(find_lattice(wrong, pairs), (4, 4), pairs)


def test_that_rings_trees_and_full_meshes_are_no_lattice() -> None:
    ring = grid((9,), shuffle=1)[:2]
    full = np.array([(a, b) for a in range(6) for b in range(6) if a != b])
    tree = np.array([(a, b) for a in range(8) for b in range(8) if (a < 4) != (b < 4)])
    star = np.array([(a, b) for a in range(9) for b in range(9) if (a == 4) != (b == 4)])
    square = grid((2, 2), shuffle=1)[:2]
    wide = np.array([(a, b) for a in range(30) for b in range(30) if (a < 15) != (b < 15)])
    names = np.array(["s"] * 30, object)
    none = np.empty((0, 2), np.int64)
    for given in (
        ring,
        square,
        (names[:6], full),
        (names[:8], tree),
        (names[:9], star),
        (names, wide),
        (names[:0], none),
        (names, none),
    ):
        assert find_lattice(*given) is None


def test_that_the_largest_dimension_comes_first_and_of_equal_ones_the_last() -> None:
    turned = Lattice(np.array([[1, 2, 3]]), (4, 9, 4), (True, False, True)).turned()
    assert turned.sizes == (9, 4, 4) and turned.at.tolist() == [[2, 3, 1]]
    assert turned.wraps == (False, True, True)
