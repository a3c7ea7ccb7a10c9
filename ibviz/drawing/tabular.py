"""A font whose plain digits are its tabular ones, so that only digits are tabular, and copied text has them.

The font feature ``tnum`` of Inter also widens hyphens, brackets and points, which tears names such as
leaf-188 apart; and its glyphs have no character, so that digits would be missing in the text of a PDF.
"""

from __future__ import annotations

import struct

import numpy as np

from ibviz.core.table import Ints

_GROUPS = np.dtype([("first", ">u4"), ("last", ">u4"), ("glyph", ">u4")])


def with_digits(font: bytes, glyphs: list[int]) -> bytes:
    """Return a TrueType font in which the characters 0 to 9 have the glyphs given.

    Parameters
    ----------
    font : bytes
        A font with one table ``cmap`` that has a subtable of format 12.
    glyphs : list of int
        Ten glyph numbers.

    Returns
    -------
    bytes
        The font itself where its form is not as expected.

    Notes
    -----
    OpenType specification, table directory and ``cmap``. The new table stands at the end of the file.
    """
    at = _directory(font).get(b"cmap")
    if at is None or len(glyphs) != 10:
        return font
    mapping = _mapping(font, struct.unpack_from(">I", font, at + 8)[0])
    if mapping is None:
        return font
    codes, known = mapping
    known[np.searchsorted(codes, np.arange(48, 58))] = glyphs
    groups = np.zeros(len(codes), _GROUPS)
    groups["first"] = groups["last"] = codes
    groups["glyph"] = known
    length = 16 + groups.nbytes
    table = struct.pack(">HHHHIHHIII", 0, 1, 3, 10, 12, 12, 0, length, 0, len(groups)) + groups.tobytes()
    padded = font + bytes(-len(font) % 4)
    directory = bytearray(padded)
    struct.pack_into(">II", directory, at + 8, len(padded), len(table))
    return bytes(directory) + table


def renamed(font: bytes, old: str, new: str) -> bytes:
    """Return a TrueType font whose family is called otherwise, so that no installed one is mistaken for it.

    Parameters
    ----------
    font : bytes
    old, new : str
        Names of equal length; every ``old`` in the font's table of names becomes ``new``.

    Raises
    ------
    ValueError
        If the names are not equally long: the table could not stay in its place.
    """
    if len(old) != len(new):
        raise ValueError(f"{old} and {new} have different lengths")
    entry = _directory(font).get(b"name")
    if entry is None:
        return font
    start, length = struct.unpack_from(">II", font, entry + 8)
    names = font[start : start + length]
    for encoding in ("utf-16-be", "ascii"):
        names = names.replace(old.encode(encoding), new.encode(encoding))
    return font[:start] + names + font[start + length :]


def _directory(font: bytes) -> dict[bytes, int]:
    """Return where the entry of each table stands."""
    count = struct.unpack_from(">H", font, 4)[0]
    return {font[at : at + 4]: at for at in range(12, 12 + 16 * count, 16)}


def _mapping(font: bytes, offset: int) -> tuple[Ints, Ints] | None:
    """Return all characters of a ``cmap`` and their glyphs; None if it has no subtable of format 12."""
    for number in range(struct.unpack_from(">H", font, offset + 2)[0]):
        place = offset + struct.unpack_from(">I", font, offset + 8 + 8 * number)[0]
        if struct.unpack_from(">H", font, place)[0] == 12:
            count = struct.unpack_from(">I", font, place + 12)[0]
            groups = np.frombuffer(font, _GROUPS, count, place + 16)
            return _spread(*(groups[name].astype(np.int64) for name in ("first", "last", "glyph")))
    return None


def _spread(first: Ints, last: Ints, glyph: Ints) -> tuple[Ints, Ints]:
    """Return each character of ranges, and its glyph: those of a range follow one another."""
    sizes = last - first + 1
    begins = np.cumsum(sizes) - sizes
    within = np.arange(int(sizes.sum())) - np.repeat(begins, sizes)
    return np.repeat(first, sizes) + within, np.repeat(glyph, sizes) + within
