from __future__ import annotations

import numpy as np
import pytest
from dumps import CLEAN

from ibviz.formats import ibnetdiscover_fast
from ibviz.formats.ibnetdiscover_fast import lines_of, read_fast
from ibviz.formats.ibnetdiscover_records import dump_of


def left(text: str) -> list[str]:
    """Return the lines that the fast parser leaves."""
    dump = dump_of(text.encode())
    *_, rest = read_fast(dump)
    return [dump.text(start, end) for start, end in rest.tolist()]


@pytest.mark.parametrize("change", [str, lambda t: t.replace("\t", ""), lambda t: t.replace("\n", "\r\n")])
def test_that_of_a_clean_dump_only_comments_are_left(change) -> None:
    assert all(line.startswith("#") for line in left(change(CLEAN)))


def test_that_codes_of_the_f_option_are_fast_too() -> None:
    text = CLEAN.replace("EDR\n", "EDR s=32 w=2 v=4\n").replace("FDR10\n", "FDR10 s=1 w=2 v=4\n")
    assert all(line.startswith("#") for line in left(text))


@pytest.mark.parametrize(
    "line",
    [
        'Switch\t36 "S-000000000000010"\t\t# "x" base port 0 lid 1 lmc 0',
        'Switch\t36 "H-0000000000000100"\t\t# "x" base port 0 lid 1 lmc 0',
        'Switch\t36 "S-0000000000000100"\t\t# "x" base port 0 lid 49152 lmc 0',
        'Switch\t36 "S-0000000000000100"\t\t# "x" base port 0 lid 1 lmc 8',
        'Switch\t36 "S-0000000000000100"\t\t# " base port 0 lid 1 lmc 0',
        'Ca\t1 "H-0000000000000100"',
        'Ca\t255 "H-0000000000000100"\t\t# "x"',
        '[0]\t"S-0000000000000200"[2]\t\t# "x" lid 6 4xHDR',
        '[1]\t"S-0000000000000200"[255]\t\t# "x" lid 6 4xHDR',
        '[1]\t"X-0000000000000200"[2]\t\t# "x" lid 6 4xHDR',
        '[1]\t"S-0000000000000000"[2]\t\t# "x" lid 6 4xHDR',
        '[1]\t"S-0000000000000200"[2]\t\t# "x" lid 6 4xHDR s=4 w=2',
        '[1]\t"S-0000000000000200"[2]\t\t# x" lid 6 4xHDR',
        '[1]\t"S-0000000000000200"[2]\t\t# " lid 6 4xHDR',
        '[1]\t"S-0000000000000200"[2]\t\t# "x\r" lid 6 4xHDR',
        "switchguid=0x0(0)",
        "sysimgguid=0x100\t\t# Chassis 1",
        "vendid=0x2c9 ",
        "vendor",
        " ",
    ],
)
def test_that_whatever_differs_is_left_to_the_tolerant_parser(line) -> None:
    assert left(f"vendid=0x1\n{line}\n\nvendid=0x1") == [line]


def test_that_blocks_join_without_a_seam(monkeypatch) -> None:
    whole = read_fast(dump_of(CLEAN.encode()))
    monkeypatch.setattr(ibnetdiscover_fast, "_BLOCK", 3)
    for one, other in zip(whole, read_fast(dump_of(CLEAN.encode())), strict=True):
        assert np.array_equal(one, other)


def test_that_lines_end_before_lf_and_cr_lf() -> None:
    starts, ends, odd = lines_of(dump_of(b"a\r\nb\n\r\nc\rd\n" + b"e" * 5000))
    assert starts.tolist() == [0, 3, 5, 7, 11]
    assert ends.tolist() == [1, 4, 5, 10, 5011]
    assert odd.tolist() == [False, False, False, True, True]
