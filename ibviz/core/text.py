"""Text that comes from outside: what a fabric may hold, and how it is shown in a sentence."""

from __future__ import annotations

import re

_FORBIDDEN = "\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufdd0-\ufdef" + "".join(
    f"{chr(plane * 0x10000 + 0xFFFE)}{chr(plane * 0x10000 + 0xFFFF)}" for plane in range(17)
)
_BAD = re.compile(f"[{_FORBIDDEN}]")

_TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def is_clean(text: str) -> bool:
    """Tell whether a text may stand in a fabric.

    Control characters but TAB, U+2028, U+2029, surrogates and non-characters may not.
    """
    return (text.isascii() and text.isprintable()) or _BAD.search(text) is None


def clean(text: str) -> str:
    r"""Replace what may not stand in a fabric by U+FFFD.

    Examples
    --------
    >>> clean("node\x07 1") == "node\ufffd 1"
    True
    """
    return text if is_clean(text) else _BAD.sub("\ufffd", text)


def unturned(text: str) -> str:
    r"""Return a text without the marks that turn the direction of what stands around it.

    Examples
    --------
    >>> unturned("leaf\u202e-1")
    'leaf-1'
    """
    return text if text.isascii() else _TURNING.sub("", text)


def shown(text: str, limit: int = 60) -> str:
    """Return a text from outside as it may stand in a sentence: quoted, cleaned, cut to `limit` characters.

    Examples
    --------
    >>> shown("a" * 100, 5)
    "'aaaa…'"
    """
    text = clean(text)
    return repr(text if len(text) <= limit else text[: limit - 1] + "…")


def short(name: str, limit: int = 200) -> str:
    """Return the name of a file as it may stand before a sentence: cleaned, a long one without its middle.

    Examples
    --------
    >>> short("/very/long/folder/dump.txt", 18)
    '/very/…er/dump.txt'
    """
    name = clean(name)
    start = limit // 3
    return name if len(name) <= limit else f"{name[:start]}…{name[len(name) - (limit - start - 1) :]}"
