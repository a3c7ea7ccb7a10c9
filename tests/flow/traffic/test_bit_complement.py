from __future__ import annotations

from patterns import drawn, star


def test_that_all_bits_are_turned_over() -> None:
    assert drawn(star(8), "bit-complement").dst.tolist() == [place ^ 7 for place in range(8)]
    assert drawn(star(5), "bit-complement").dst.tolist() == [4, 3, 2, 1, 0]
