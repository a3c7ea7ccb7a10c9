"""Stacking: parts of a picture one below the other, sharing the height that is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Part:
    """One part of a stack.

    Parameters
    ----------
    name : str
        Empty for air.
    least : float, pixels
    share : float
        Its share of the height that is left over; 0 for what does not grow.
    most : float, pixels
    """

    name: str
    least: float
    share: float = 0.0
    most: float = float("inf")


def stack(parts: Sequence[Part], top: float, bottom: float) -> dict[str, tuple[float, float]]:
    """Return top and height of each named part between two heights; what cannot be filled is left evenly.

    Examples
    --------
    >>> stack([Part("a", 10), Part("b", 10, 1)], 0, 100)
    {'a': (0.0, 10.0), 'b': (10.0, 90.0)}
    """
    tall = _grown(parts, bottom - top)
    y = top + max(0.0, (bottom - top - sum(tall)) * 0.4)
    placed = {}
    for part, height in zip(parts, tall, strict=True):
        if part.name:
            placed[part.name] = (round(y), round(y + height) - float(round(y)))
        y += height
    return {name: (float(a), float(b)) for name, (a, b) in placed.items()}


def _grown(parts: Sequence[Part], room: float) -> list[float]:
    needed = sum(part.least for part in parts)
    if needed > room:
        return [part.least * max(room, 1.0) / needed for part in parts]
    tall = [part.least for part in parts]
    open_ = {i for i, part in enumerate(parts) if part.share > 0}
    while open_:
        left = room - sum(tall)
        shares = sum(parts[i].share for i in open_)
        if left <= 0.5:
            break
        full = {i for i in open_ if tall[i] + left * parts[i].share / shares >= parts[i].most}
        for i in full or open_:
            tall[i] = parts[i].most if i in full else tall[i] + left * parts[i].share / shares
        open_ = open_ - full if full else set()
    return tall
