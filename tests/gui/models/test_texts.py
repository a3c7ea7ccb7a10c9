from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ibviz.gui.models.texts import NOTHING, figure, guid, rate, several, share, whole_share


def test_that_units_stand_behind_a_thin_space() -> None:
    assert rate(200) == "200\u2009Gbit/s"
    assert rate(1500) == "1.5\u2009Tbit/s"
    assert share(0.5) == "50\u2009%"


def test_that_what_is_not_there_is_a_dash() -> None:
    assert {
        figure(float("nan")),
        rate(float("inf")),
        share(float("nan")),
        whole_share(float("nan")),
        guid(0),
    } == {NOTHING}


def test_that_one_and_many_have_their_own_words() -> None:
    assert [several(1, "leaf", "leaves"), several(0, "flow"), several(2500, "flow")] == [
        "1 leaf",
        "0 flows",
        "2,500 flows",
    ]


@given(st.floats(0, 1 - 1e-6))
def test_that_only_a_full_cable_reads_as_full(value: float) -> None:
    assert not share(value).startswith("100")
    assert not whole_share(value).startswith("100")
