from __future__ import annotations

from ibviz.gui.models.page import Fact, Page, Section, Sentence


def test_that_equal_pages_are_equal_so_that_they_are_not_built_twice() -> None:
    first, second = (
        Page("a", "b", "cable", (Section("s", (Fact("k", "v"), Sentence("w"))),)) for _ in range(2)
    )
    assert first == second
    assert first != Page("a", "b", "cable")
