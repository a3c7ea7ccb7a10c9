from __future__ import annotations

import struct
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from ibviz.drawing.tabular import _mapping, renamed, with_digits


def inter() -> bytes:
    spec = find_spec("fontpkg_inter")
    assert spec is not None
    assert spec.origin is not None
    return (Path(spec.origin).parent / "files" / "Inter[opsz,wght].ttf").read_bytes()


def characters(font: bytes) -> dict[int, int]:
    count = struct.unpack_from(">H", font, 4)[0]
    at = next(at for at in range(12, 12 + 16 * count, 16) if font[at : at + 4] == b"cmap")
    found = _mapping(font, struct.unpack_from(">I", font, at + 8)[0])
    assert found is not None
    return dict(zip(found[0].tolist(), found[1].tolist(), strict=True))


def test_that_digits_change_and_nothing_else_does() -> None:
    plain = characters(inter())
    made = characters(with_digits(inter(), list(range(100, 110))))
    assert [made[code] for code in range(48, 58)] == list(range(100, 110))
    assert len(made) > 2_800
    assert {c: g for c, g in made.items() if not 48 <= c < 58} == {
        c: g for c, g in plain.items() if not 48 <= c < 58
    }


def test_that_the_outlines_stay_as_they_are() -> None:
    font = inter()
    made = with_digits(font, list(range(100, 110)))
    changed = np.flatnonzero(np.frombuffer(font, np.uint8) != np.frombuffer(made[: len(font)], np.uint8))
    assert 0 < len(changed) <= 8


@pytest.mark.parametrize("glyphs", [[], [1, 2, 3]])
def test_that_a_font_without_ten_tabular_digits_stays_as_it_is(glyphs: list[int]) -> None:
    assert with_digits(inter(), glyphs) == inter()


def test_that_a_font_of_another_form_stays_as_it_is() -> None:
    no_map = struct.pack(">IHHHH", 0x10000, 1, 0, 0, 0) + b"glyf" + struct.pack(">III", 0, 28, 0)
    assert with_digits(no_map, list(range(10))) == no_map
    old_map = struct.pack(">IHHHH", 0x10000, 1, 0, 0, 0) + b"cmap" + struct.pack(">III", 0, 28, 20)
    old_map += struct.pack(">HHHHI", 0, 1, 3, 1, 12) + struct.pack(">HHHH", 4, 8, 0, 0)
    assert with_digits(old_map, list(range(10))) == old_map


def test_that_a_renamed_font_keeps_all_but_its_name() -> None:
    font = inter()
    made = renamed(font, "Inter", "Ibviz")
    assert len(made) == len(font)
    assert "Ibviz".encode("utf-16-be") in made
    assert characters(made) == characters(font)
    assert renamed(made, "Ibviz", "Inter") == font
    with pytest.raises(ValueError, match="different lengths"):
        renamed(font, "Inter", "Inter 2")


def test_that_a_font_without_names_stays_as_it_is() -> None:
    nameless = struct.pack(">IHHHH", 0x10000, 0, 0, 0, 0)
    assert renamed(nameless, "Inter", "Ibviz") == nameless
