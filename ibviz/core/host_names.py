"""Lists of hosts as batch systems take them: ``n[001-016,020],login1``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_NUMBERED = re.compile(r"(.*?)(\d{1,9})", re.ASCII | re.DOTALL)


def host_list(names: Iterable[str]) -> str:
    """Return names as one host list, each once, numbers in a row as ranges.

    Numbers written with leading zeros stay apart by their width, so that expanding gives back the same names. A
    name that holds a comma or a bracket cannot be told from a list and stands as it is.

    Examples
    --------
    >>> host_list(["n003", "n001", "n002", "n20", "login1"])
    'login1,n20,n[001-003]'
    >>> host_list(["n9", "n10", "n100", "n11"])
    'n[9-11,100]'
    >>> host_list([])
    ''
    """
    plain: list[str] = []
    found: list[tuple[str, str]] = []
    for name in sorted(set(names)):
        match = None if set(name) & set(",[]") else _NUMBERED.fullmatch(name)
        if match is None:
            plain.append(name)
        else:
            found.append((match[1], match[2]))
    padded = {(stem, len(number)) for stem, number in found if _is_padded(number)}
    numbered: dict[tuple[str, int], list[int]] = {}
    for stem, number in found:
        width = len(number) if (stem, len(number)) in padded else 0
        numbered.setdefault((stem, width), []).append(int(number))
    parts = [(stem, _bracket(stem, width, sorted(numbers))) for (stem, width), numbers in numbered.items()]
    return ",".join(text for _, text in sorted([*parts, *((name, name) for name in plain)]))


def _is_padded(number: str) -> bool:
    return len(number) > 1 and number.startswith("0")


def _bracket(stem: str, width: int, numbers: list[int]) -> str:
    if len(numbers) == 1:
        return f"{stem}{numbers[0]:0{width}d}"
    return f"{stem}[{','.join(_ranges(width, numbers))}]"


def _ranges(width: int, numbers: list[int]) -> Iterator[str]:
    first = last = numbers[0]
    for number in [*numbers[1:], -1]:
        if number != last + 1:
            yield f"{first:0{width}d}" if first == last else f"{first:0{width}d}-{last:0{width}d}"
            first = number
        last = number
