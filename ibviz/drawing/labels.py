"""Labels: shorter forms of names that still tell nodes apart; a name without a form that fits is left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import takewhile

import numpy as np

from ibviz.core.table import Floats, Texts
from ibviz.drawing.widths import advance

DIGITS = (6, 9, 12)
"""How many last digits of an id are its shorter forms: six mostly tell the devices of one maker apart."""

_ID = re.compile(r"[SHR]-[0-9a-f]{16}")
_MANAGED = re.compile(r"MF0;([^:;]+):[^/]*(?:/(?!U1$)([A-Za-z]+\d+))?(?:/U1)?")
"""Description of a managed switch: ``MF0;host:model/U1``, in a director ``MF0;host:model/L05/U1``."""


def switch_label(name: str) -> str:
    """Return the part of a managed switch's description that tells it apart; other names stay.

    Examples
    --------
    >>> switch_label("MF0;SLG01-14:MQM8700/U1"), switch_label("MF0;ib1:IS5600/L05/U1"), switch_label("leaf-1")
    ('SLG01-14', 'ib1 L05', 'leaf-1')
    """
    match = _MANAGED.fullmatch(name)
    return " ".join(part for part in match.groups() if part) if match else name


def id_label(name: str, digits: int = DIGITS[0]) -> str:
    """Return the last digits of an id; empty for what is none.

    Examples
    --------
    >>> id_label("H-78e7d1030022977c"), id_label("leaf-1")
    ('22977c', '')
    """
    return name[-digits:] if _ID.fullmatch(name) else ""


def id_labels(names: Iterable[str]) -> list[list[str]]:
    """Return shorter forms of names that are ids, the shortest first, each as long as it needs to be distinct."""
    every = list(names)
    if not any(map(_ID.fullmatch, every)):
        return [[""] * len(every) for _ in DIGITS]
    return [distinct([id_label(name, digits) for name in every]) for digits in DIGITS]


def tails(names: Sequence[str]) -> list[str]:
    """Return what differs at the end of names that are numbered alike; empty for all where they are not.

    Examples
    --------
    >>> tails(["spine-01", "spine-02", "spine-11"]), tails(["leaf-1", "core"]), tails(["leaf-1"])
    (['01', '02', '11'], ['', ''], [''])
    """
    first, last = min(names, default=""), max(names, default="")
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False)))
    start = re.sub(r"\d+$", "", first[:alike])
    ends = [name[len(start) :] for name in names]
    numbered = bool(start) and len(ends) > 1 and all(re.match(r"\d", end) for end in ends)
    return ends if numbered and len(set(ends)) == len(ends) else [""] * len(ends)


def unpadded(numbers: Sequence[str]) -> list[str]:
    """Return numbers without leading zeros; empty for all where they are none, or not told apart so.

    Examples
    --------
    >>> unpadded(["001", "010"]), unpadded(["01", "1"]), unpadded(["1a"])
    (['1', '10'], ['', ''], [''])
    """
    plain = [number.lstrip("0") or "0" for number in numbers]
    told = all(re.fullmatch(r"\d+", number) for number in numbers) and len(set(plain)) == len(plain)
    return plain if told else [""] * len(plain)


def distinct(texts: Sequence[str]) -> list[str]:
    """Return texts, those empty that stand more than once: they would not tell what they name.

    Examples
    --------
    >>> distinct(["a", "b", "a"])
    ['', 'b', '']
    """
    counts = Counter(texts)
    return [text if counts[text] == 1 else "" for text in texts]


def fitted(names: Texts, forms: Sequence[Sequence[str]], font: tuple[float, int], room: Floats) -> Texts:
    """Return names as they fit: whole, else the first of their shorter forms that does, else empty; none is cut.

    Parameters
    ----------
    names : (n,) str
    forms : sequence of sequences of str
        Shorter forms, the best first, each for all names; empty where a name has none.
    font : (float, int)
        Pixels and weight.
    room : (n,) float64, pixels
    """
    texts: Texts = np.full(len(names), "", object)
    for form in (names, *forms):
        if form is not names and not any(form):
            continue
        told: Texts = np.array([*form, None], object)[:-1]
        fits = (np.asarray(advance(told, *font)) <= room) & (texts == "")
        texts[fits] = told[fits]
    return texts
