"""Traffic between neighbours on a grid."""

from __future__ import annotations

import re
from math import prod

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.registry import patterns
from ibviz.core.table import Ints
from ibviz.core.text import shown
from ibviz.flow.pairs import Pairs
from ibviz.flow.selection import Selection


@patterns.add(
    "stencil", "Stencil: each endpoint sends to its neighbours on a grid of two or three dimensions"
)
def stencil(ends: Selection, *, dims: str = "2", wrap: bool = True) -> Pairs:
    """Lay the endpoints row by row on a grid; each sends to the next and the one before in each dimension.

    Parameters
    ----------
    dims : str
        Such as ``8x9`` or ``4x4x4``; or just ``2`` or ``3`` for as near to a square or a cube as it goes.
    wrap : bool
        Whether the grid closes at its edges.

    Raises
    ------
    OptionError
        If the grid has more or fewer places than there are endpoints.
    """
    return ends.each(lambda group: _neighbours(group, _sizes(dims, len(group)), wrap))


def _sizes(dims: str, count: int) -> tuple[int, ...]:
    if dims in ("1", "2", "3"):
        return balanced(count, int(dims))
    if not re.fullmatch(r"[1-9]\d{0,5}(x[1-9]\d{0,5}){0,2}", dims, re.ASCII):
        raise OptionError(f"dims is {shown(dims)}; expected sizes such as 8x9 or 4x4x4, or 2 or 3")
    sizes = tuple(int(part) for part in dims.split("x"))
    if prod(sizes) != count:
        raise OptionError(f"dims is {dims}, which is {prod(sizes):,} places for {count:,} endpoints")
    return sizes


def balanced(count: int, dims: int) -> tuple[int, ...]:
    """Return the factors of a number, as near to each other as it goes, the greatest first.

    Examples
    --------
    >>> balanced(72, 2), balanced(72, 3), balanced(7, 2)
    ((9, 8), (6, 4, 3), (7, 1))
    """
    if dims == 1:
        return (count,)
    root = round(count ** (1 / dims))
    least = next(
        size for size in range(min(root + 1, count), 0, -1) if size**dims <= count and not count % size
    )
    return tuple(sorted((*balanced(count // least, dims - 1), least), reverse=True))


def _neighbours(group: Ints, sizes: tuple[int, ...], wrap: bool) -> tuple[Ints, Ints]:
    place = np.arange(len(group)).reshape(sizes)
    found: list[tuple[Ints, Ints]] = []
    for axis, size in enumerate(sizes):
        if size < 2:
            continue
        src, dst = place, np.roll(place, -1, axis)
        if not wrap or size == 2:
            keep = np.arange(size - 1)
            src, dst = src.take(keep, axis), dst.take(keep, axis)
        found += [(src.ravel(), dst.ravel()), (dst.ravel(), src.ravel())]
    none = [np.empty(0, np.int64)]
    src, dst = (np.concatenate([pair[side] for pair in found] or none) for side in (0, 1))
    return group[src], group[dst]
