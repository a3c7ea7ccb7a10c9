from __future__ import annotations

from ibviz.core.attached import Attached


def test_that_a_file_stands_for_a_routing() -> None:
    attached = Attached("lft", "/data/plane a/opensm-lfts.dump", "00")
    assert str(attached.choice) == "lft:path=/data/plane a/opensm-lfts.dump"
    assert attached.name == "opensm-lfts.dump"


def test_that_a_file_stays_the_same_when_its_content_changes() -> None:
    assert Attached("lft", "a.lft", "00") == Attached("lft", "a.lft", "11") != Attached("lft", "b.lft", "00")
