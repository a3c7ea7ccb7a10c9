from __future__ import annotations

import pytest
from patterns import drawn, star

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric


def _pairs(fabric: Fabric, text: str) -> list[tuple[int, int]]:
    made = drawn(fabric, text)
    return sorted(zip(made.src.tolist(), made.dst.tolist(), strict=True))


def _brute(sizes: tuple[int, ...], wrap: bool) -> list[tuple[int, int]]:
    cells = [()]
    for size in sizes:
        cells = [(*cell, at) for cell in cells for at in range(size)]
    number = {cell: at for at, cell in enumerate(cells)}
    found = set()
    for cell in cells:
        for axis, size in enumerate(sizes):
            for step in (-1, 1):
                to = list(cell)
                to[axis] = (cell[axis] + step) % size if wrap else cell[axis] + step
                if tuple(to) in number and tuple(to) != cell:
                    found.add((number[cell], number[tuple(to)]))
    return sorted(found)


@pytest.mark.parametrize(
    ("dims", "hosts", "sizes"),
    [
        ("3x4", 12, (3, 4)),
        ("2x3x4", 24, (2, 3, 4)),
        ("2", 12, (4, 3)),
        ("3", 24, (4, 3, 2)),
        ("2", 7, (7, 1)),
        ("1", 5, (5,)),
        ("2", 1, (1, 1)),
    ],
)
@pytest.mark.parametrize("wrap", [True, False])
def test_that_each_sends_to_all_its_neighbours(
    dims: str, hosts: int, sizes: tuple[int, ...], wrap: bool
) -> None:
    assert _pairs(star(hosts), f"stencil:dims={dims},wrap={int(wrap)}") == _brute(sizes, wrap)


@pytest.mark.parametrize(
    ("dims", "message"),
    [
        ("3x5", "dims is 3x5, which is 15 places for 12 endpoints"),
        ("4x", "dims is '4x'; expected sizes such as 8x9 or 4x4x4, or 2 or 3"),
        ("0x3", "dims is '0x3'"),
    ],
)
def test_that_the_grid_must_fit(dims: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        drawn(star(12), f"stencil:dims={dims}")
