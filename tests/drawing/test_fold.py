from __future__ import annotations

import pytest

from ibviz.drawing.fold import Fold, ordered, parsed


def test_that_a_fold_is_written_and_read_as_a_word() -> None:
    folds = (Fold("pod", 3), Fold("plane", 0), Fold("rack", 12), Fold("chassis", 1), Fold("host", 7))
    assert [str(fold) for fold in folds] == ["pod:3", "plane:0", "rack:12", "chassis:1", "host:7"]
    assert parsed(map(str, folds)) == folds


def test_that_the_same_folds_are_equal_however_they_came() -> None:
    assert ordered({Fold("rack", 2), Fold("pod", 10), Fold("pod", 9)}) == parsed(
        ["pod:10", "rack:2", "pod:9"]
    )
    assert parsed(["pod:1", "pod:01"]) == (Fold("pod", 1),)


@pytest.mark.parametrize(
    "word", ["", "pod", "pod:", "pod:-1", "pod:1:2", "pod:²", "tent:1", "pod:99999999999", 3, None]
)
def test_that_what_names_no_fold_is_left_out(word: object) -> None:
    assert parsed([word]) == ()
