"""How long something takes, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def duration(seconds: float) -> str:
    """Return a time with four figures of precision, in the unit that suits it.

    Examples
    --------
    >>> duration(0.035), duration(0.0000123456), duration(12.5), duration(123456.0)
    ('35 ms', '12.35 µs', '12.5 s', '123,456 s')
    """
    if seconds >= 1000:
        return f"{seconds:,.0f} s"
    for unit, factor in (("s", 1.0), ("ms", 1e3)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.4g} {unit}"
    return f"{seconds * 1e6:.4g} µs"


def seconds_text(found: Mapping[str, Any]) -> str:
    """Return how long a collective takes, in words.

    Examples
    --------
    >>> seconds_text({"seconds": 0.035, "ideal_seconds": 0.035})
    '35 ms, at best 35 ms'
    """
    if found["seconds"] is None:
        return "for ever, as flows have no route"
    return f"{duration(found['seconds'])}, at best {duration(found['ideal_seconds'])}"
