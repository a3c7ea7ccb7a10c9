"""How wide words are, without Qt: advance widths of Inter from a table that was made from the font."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import overload

import numpy as np
from numpy.typing import NDArray

from ibviz.core.order import distinct
from ibviz.core.resources import resource
from ibviz.core.table import Floats, Ints, Texts

ELLIPSIS = "…"
FOREIGN = 1.35
"""Width in em taken for a character that Inter lacks: more than common fallback fonts need for one."""

KNOWN = 2048
"""Of how many texts the width is remembered: a picture says most of what the one before said."""


@dataclass(frozen=True, eq=False)
class _Font:
    """Advances of one weight, in em.

    Attributes
    ----------
    codes : (n,) int64
        Code points, ascending, ended by one that no character has.
    advance : (n,) float64
        NaN at the end.
    kerned : (n,) int64
        Place in the kerning classes; 0 for what is not kerned.
    left, right : (k,) int64
        Class of each kerned character as the first and as the second of a pair.
    kern : (l, r) float64
    """

    codes: Ints
    advance: Floats
    kerned: Ints
    left: Ints
    right: Ints
    kern: Floats


@cache
def _table() -> tuple[dict[int, _Font], float, float]:
    """Return the fonts by weight, the cap height and the descent, in em."""
    data = json.loads(resource("widths", "inter.json").read_text(encoding="utf-8"))
    em = data["em"]
    codes = np.concatenate([np.arange(first, last + 1) for first, last in data["codes"]] + [[0x110000]])
    kerned = np.zeros(len(codes), np.int64)
    kerned[np.searchsorted(codes, [ord(c) for c in data["kerned"]])] = np.arange(1, len(data["kerned"]) + 1)
    fonts = {}
    for weight in (400, 500, 600):
        part = data[str(weight)]
        kern = np.pad(np.array(part["kern"], np.float64), ((1, 0), (1, 0))) / em
        left, right = (np.array([0, *(c + 1 for c in part[side])]) for side in ("left", "right"))
        advance = np.array([*part["advance"], np.nan]) / em
        fonts[weight] = _Font(codes, advance, kerned, left, right, kern)
    return fonts, data["cap"] / em, data["descent"] / em


def cap_height(px: float) -> float:
    """Return how far a capital rises above the baseline, pixels."""
    return _table()[1] * px


def descent(px: float) -> float:
    """Return how far the font reaches below the baseline, pixels."""
    return _table()[2] * px


@overload
def advance(text: str, px: float, weight: int = 400) -> float: ...


@overload
def advance(
    text: list[str] | Texts, px: NDArray[np.float64] | float, weight: NDArray[np.int64] | int = 400
) -> Floats: ...


def advance(
    text: str | list[str] | Texts,
    px: NDArray[np.float64] | float,
    weight: NDArray[np.int64] | int = 400,
) -> float | Floats:
    """Return how wide one text is, or each of many, as the painters set it.

    Parameters
    ----------
    text : str or (n,) str
    px : float or (n,) float64
        Font size in pixels.
    weight : int or (n,) int64
        400, 500 or 600.

    Returns
    -------
    float or (n,) float64, pixels
        A character that Inter lacks counts as 1.35 em, which is seldom less than it takes;
        the painters squeeze a word that turns out wider.

    Examples
    --------
    >>> round(advance("leaf-3[35]", 12, 500), 2)
    58.94
    >>> advance(["", "1"], 10).round(2).tolist()
    [0.0, 6.48]
    """
    if isinstance(text, str):
        return _em(text, int(weight)) * float(px)
    if len(text) == 1 and isinstance(weight, int):
        return np.array([_em(text[0], weight)]) * px
    made = np.zeros(len(text))
    weights = np.broadcast_to(np.asarray(weight), made.shape)
    for each in distinct(weights):
        mine = np.flatnonzero(weights == each)
        texts = [text[place] for place in mine.tolist()]
        lengths = np.array([len(t) for t in texts])
        ends = np.cumsum(lengths)
        steps = _em_steps("".join(texts), int(each), starts=ends[:-1])
        total = np.concatenate([[0.0], np.cumsum(steps)])
        made[mine] = total[ends] - total[ends - lengths]
    widths: Floats = made * px
    return widths


@lru_cache(KNOWN)
def _em(text: str, weight: int) -> float:
    """Return how wide a text is, in em."""
    return float(_em_steps(text, weight).sum())


def _em_steps(text: str, weight: int, starts: Ints | None = None) -> Floats:
    """Return the advance of each character in em, less what its pair with the one before takes off.

    Parameters
    ----------
    starts : (n,) int64
        Places where another text begins: no pair spans them.
    """
    font = _table()[0][weight]
    codes = np.frombuffer(text.replace("\t", " ").encode("utf-32-le", "surrogatepass"), np.uint32)
    codes = codes.astype(np.int64)
    place = np.searchsorted(font.codes, codes)
    known = font.codes[place] == codes
    steps = np.where(known, font.advance[place], FOREIGN)
    kerned = np.where(known, font.kerned[place], 0)
    pairs = font.kern[font.left[kerned[:-1]], font.right[kerned[1:]]]
    if starts is not None:
        pairs[starts[(starts > 0) & (starts < len(codes))] - 1] = 0
    steps[1:] += pairs
    return steps


def is_known(text: str) -> bool:
    """Tell whether Inter has every character of a text, so that its width is exact."""
    codes = _table()[0][400].codes
    wanted = np.array([ord(c) for c in text.replace("\t", " ")], np.int64)
    return bool((codes[np.searchsorted(codes, wanted)] == wanted).all())


def elide_middle(text: str, px: float, weight: int, room: float) -> str:
    """Return a text as it fits into a width: whole, or with its middle replaced by one ellipsis.

    Parameters
    ----------
    text : str
    px : float
        Font size in pixels.
    weight : int
        400, 500 or 600.
    room : float, pixels

    Returns
    -------
    str
        Empty where not even one character at each end fits beside the ellipsis. The head is at most one
        character longer than the tail; a combining mark stays with its letter.

    Examples
    --------
    >>> elide_middle("a long name of a leaf switch", 12, 400, 80)
    'a long…witch'
    """
    if advance(text, px, weight) <= room:
        return text
    letters = _letters(text)
    kept = min(_roughly(letters, px, weight, room), len(letters) - 1)
    while kept >= 2 and advance(_without_middle(letters, kept), px, weight) > room:
        kept -= 1
    return _without_middle(letters, kept) if kept >= 2 else ""


def _roughly(letters: list[str], px: float, weight: int, room: float) -> int:
    """Return about how many letters fit beside an ellipsis: the kerning at the joint is left out."""
    starts = np.cumsum([0, *(len(letter) for letter in letters[:-1])])
    steps = np.add.reduceat(_em_steps("".join(letters), weight), starts) * px
    head = np.concatenate([[0.0], np.cumsum(steps)])
    tail = np.concatenate([[0.0], np.cumsum(steps[::-1])])
    kept = np.arange(len(letters) + 1)
    total = head[(kept + 1) // 2] + tail[kept // 2] + advance(ELLIPSIS, px, weight)
    return int(np.searchsorted(total, room, side="right"))


def _letters(text: str) -> list[str]:
    """Split a text into letters with their combining marks."""
    found: list[str] = []
    for char in text:
        if found and (unicodedata.combining(char) or char in "\u200d\ufe0f" or found[-1].endswith("\u200d")):
            found[-1] += char
        else:
            found.append(char)
    return found


def _without_middle(letters: list[str], kept: int) -> str:
    head, tail = (kept + 1) // 2, kept // 2
    return "".join(letters[:head]).rstrip() + ELLIPSIS + "".join(letters[len(letters) - tail :]).lstrip()
