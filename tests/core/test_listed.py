from __future__ import annotations

import dataclasses

import pytest

from ibviz.core.source import Source
from ibviz.formats.lft_read import read_lft


def test_that_what_a_file_lists_cannot_be_changed() -> None:
    listed = read_lft(
        Source("a.lft", b"Unicast lids [0x0-0x1] of switch Lid 1 guid 0x2 (a):\n0x0001 000 :\n")
    )
    with pytest.raises(dataclasses.FrozenInstanceError):
        listed.name = "b"  # type: ignore[misc]
