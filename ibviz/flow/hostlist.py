"""Lists of hosts as batch systems write them: ``n[001-016,020],login1``."""

from __future__ import annotations

import re
from itertools import product

from ibviz.core.errors import OptionError
from ibviz.core.text import shown

LIMIT = 200_000
"""Names that one list may stand for."""

_NUMBERS = re.compile(r"\[(\d{1,9}(?:-\d{1,9})?(?:,\d{1,9}(?:-\d{1,9})?)*)\]", re.ASCII)


def expanded(text: str, *, limit: int = LIMIT) -> list[str]:
    """Return the names that a host list stands for, in its order.

    Brackets that hold anything but numbers and ranges stay as they are, as the classes of a glob do.

    Raises
    ------
    OptionError
        If a range runs backwards or the list stands for more than `limit` names.

    Examples
    --------
    >>> expanded("n[08-10,20],login1")
    ['n08', 'n09', 'n10', 'n20', 'login1']
    >>> expanded("r[1-2]n[a-c]*")
    ['r1n[a-c]*', 'r2n[a-c]*']
    """
    names: list[str] = []
    for part in parts(text):
        pieces = _NUMBERS.split(part)
        choices = [_numbers(piece, limit) if at % 2 else [piece] for at, piece in enumerate(pieces)]
        count = len(names)
        size = 1
        for choice in choices:
            size *= len(choice)
        if count + size > limit:
            raise OptionError(f"host list {shown(text)} stands for more than {limit:,} names")
        names += ["".join(chosen) for chosen in product(*choices)]
    return names


def parts(text: str) -> list[str]:
    """Split a host list at its commas, but not at those in brackets.

    Examples
    --------
    >>> parts("n[001-016,020], login1")
    ['n[001-016,020]', 'login1']
    """
    found, depth, start = [], 0, 0
    for at, char in enumerate(text):
        depth += (char == "[") - (char == "]" and depth > 0)
        if char == "," and not depth:
            found.append(text[start:at])
            start = at + 1
    found.append(text[start:])
    return [part.strip() for part in found if part.strip()]


def _numbers(text: str, limit: int) -> list[str]:
    """Return the numbers of ``001-016,020``, as wide as the first of each range is written."""
    numbers: list[str] = []
    for item in text.split(","):
        low, _, high = item.partition("-")
        first, last = int(low), int(high or low)
        if last < first:
            raise OptionError(f"range {item} in a host list runs backwards")
        if len(numbers) + last - first >= limit:
            raise OptionError(f"range {item} in a host list stands for more than {limit:,} names")
        numbers += [f"{number:0{len(low)}d}" for number in range(first, last + 1)]
    return numbers
