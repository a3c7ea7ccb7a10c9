from __future__ import annotations

import numpy as np
import pytest

from ibviz.drawing.labels import fitted, switch_label
from ibviz.drawing.widths import advance

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


def test_that_a_name_is_whole_else_short_else_elided_else_left_out() -> None:
    names = np.array(["n1 HCA-1", "host-17 HCA-1", "quite-a-long-name-17", "quite-a-long-name-17"], object)
    short = ["n1", "host-17", names[2], names[2]]
    room = np.array([80.0, 50.0, 70.0, 20.0])
    texts = fitted(names, short, FONT, room)
    assert texts[0] == "n1 HCA-1"
    assert texts[1] == "host-17"
    assert "…" in texts[2] and texts[2].endswith("17")
    assert texts[3] == ""
    assert (np.asarray(advance(texts, *FONT)) <= room).all()
