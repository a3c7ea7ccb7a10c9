"""What transport can do to a dump: both parsers agree, and no line is lost without a word."""

from __future__ import annotations

import dumps
import numpy as np
import pytest
from dumps import CLEAN, grouped, labelled
from mangling import mangled

from ibviz.core.errors import ReadError
from ibviz.formats import ibnetdiscover_records as records
from ibviz.formats.ibnetdiscover import parsed


def test_that_a_clean_dump_is_read_whole_and_without_a_word() -> None:
    state = dumps.read(CLEAN)
    assert dumps.cables(state) == set(dumps.port_lines(CLEAN).values())
    assert len(dumps.cables(state)) == 9
    assert state.reading == ()
    assert state.fabric.cables.described.all()


def test_that_both_parsers_make_the_same_of_2000_mangled_dumps(many) -> None:
    texts = [mangled(seed) for seed in range(many(2000, 40000))]
    for start in range(0, len(texts), 100):
        data = "\n".join(texts[start : start + 100]).encode()
        quick, slow = records.dump_of(data), records.dump_of(data)
        for one, other in zip(parsed(quick, fast=True), parsed(slow, fast=False), strict=True):
            assert np.array_equal(one, other), start
        assert sorted(quick.notes.shown) == sorted(slow.notes.shown)
        assert quick.texts == slow.texts


@pytest.mark.parametrize("dress", [grouped, labelled])
def test_that_both_parsers_make_the_same_of_mangled_dumps_in_other_dresses(dress, many) -> None:
    clean = dress(CLEAN)
    for start in range(0, many(1000, 20000), 100):
        # One header for all: whether brackets hold labels is read from the beginning.
        texts = [clean, *(mangled(seed, clean) for seed in range(start, start + 100))]
        data = "\n".join(texts).encode()
        quick, slow = records.dump_of(data), records.dump_of(data)
        for one, other in zip(parsed(quick, fast=True), parsed(slow, fast=False), strict=True):
            assert np.array_equal(one, other), start
        assert sorted(quick.notes.shown) == sorted(slow.notes.shown)
        assert quick.texts == slow.texts


@pytest.mark.parametrize("seed", range(40))
def test_that_both_parsers_give_the_same_fabric_and_the_same_notes(seed: int) -> None:
    text = mangled(seed)
    try:
        state = dumps.read(text)
    except ReadError:
        with pytest.raises(ReadError):
            dumps.read(text, fast=False)
    else:
        assert dumps.same(state, dumps.read(text, fast=False))


@pytest.mark.parametrize("tenth", range(10))
def test_that_no_line_of_2000_mangled_dumps_is_lost_without_a_word(tenth: int, many) -> None:
    clean = set(dumps.port_lines(CLEAN).values())
    for seed in range(tenth, many(2000, 40000), 10):
        text = mangled(seed)
        try:
            state = dumps.read(text, fast=False)
        except ReadError:
            continue
        found = dumps.cables(state)
        noted = {note.line for note in state.reading}
        for number, cable in dumps.port_lines(text).items():
            intact = cable in clean
            assert not intact or cable in found or number in noted, (seed, number, cable)
        assert found >= clean or state.reading or _trace_is_gone(text, clean - found), (seed, clean - found)


def _trace_is_gone(text: str, lost: set[dumps.Cable]) -> bool:
    """Tell whether the lines of lost cables are not in the text any more, so that nobody could note them."""
    return not lost & set(dumps.port_lines(text).values())
