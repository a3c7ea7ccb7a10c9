from __future__ import annotations

import numpy as np
import pytest

from ibviz.drawing.labels import distinct, fitted, id_label, id_labels, switch_label, tails, unpadded

FONT = (11.0, 500)


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("MF0;ibsw-01:MQM8700/U1", "ibsw-01"),
        ("MF0;ib1:IS5600/L05/U1", "ib1 L05"),
        ("MF0;ib1:IS5600/S18", "ib1 S18"),
        ("leaf-1", "leaf-1"),
        ("MF0;", "MF0;"),
        ("", ""),
    ],
)
def test_that_a_managed_switch_is_labelled_by_its_host(name: str, label: str) -> None:
    assert switch_label(name) == label


def test_that_an_id_is_labelled_by_its_last_digits() -> None:
    assert id_label("S-0008f1050010851e") == "10851e"
    assert [id_label(name) for name in ("S-1", "leaf-1", "", "H-0008F1050010851E")] == [""] * 4


def test_that_ids_with_the_same_end_are_labelled_by_more_of_it() -> None:
    names = ["H-78e7d1030022977c", "H-78e7d1040022977c", "H-78e7d10300229780", "leaf-1"]
    six, nine, twelve = id_labels(names)
    assert six == ["", "", "229780", ""]
    assert nine == ["30022977c", "40022977c", "300229780", ""]
    assert twelve[:2] == ["d1030022977c", "d1040022977c"]


def test_that_names_numbered_alike_are_told_by_their_numbers() -> None:
    assert tails(["spine008", "spine009", "spine010"]) == ["008", "009", "010"]
    assert tails(["s1 L01", "s1 L02"]) == ["01", "02"]
    for others in (
        ["1", "2"],
        ["leaf-1", "leaf-x"],
        ["leaf-1", "leaf-1"],
        ["leaf", "leaf-1"],
        ["leaf-1"],
        [],
    ):
        assert tails(others) == [""] * len(others)


def test_that_numbers_lose_their_zeros_only_where_they_stay_distinct() -> None:
    assert unpadded(["00", "07", "10"]) == ["0", "7", "10"]
    assert unpadded(["07", "7"]) == unpadded(["1-2", "1-3"]) == ["", ""]


def test_that_what_stands_twice_tells_nothing() -> None:
    assert distinct(["a", "b", "a", ""]) == ["", "b", "", ""]
    assert distinct([]) == []


def test_that_a_name_is_whole_else_short_else_left_out_but_never_cut() -> None:
    names = np.array(["n1 HCA-1", "host-17 HCA-1", "H-78e7d1030022977c", "quite-a-long-name-17"], object)
    forms = [["n1", "host-17", "", ""], ["", "17", "22977c", ""]]
    texts = fitted(names, forms, FONT, np.array([80.0, 50.0, 70.0, 90.0]))
    assert texts.tolist() == ["n1 HCA-1", "host-17", "22977c", ""]
    assert fitted(names, forms, FONT, np.full(4, 20.0)).tolist() == ["n1", "17", "", ""]
    assert fitted(names[:0], [[], []], FONT, np.empty(0)).tolist() == []
