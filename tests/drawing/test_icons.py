from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from ibviz.core.resources import resource

ICONS = sorted(resource("icons").glob("*.svg"))


@pytest.mark.parametrize("path", ICONS, ids=[path.stem for path in ICONS])
def test_that_an_icon_is_drawn_on_the_grid_in_the_colour_of_its_place(path: Path) -> None:
    root = ElementTree.parse(path).getroot()
    assert root.attrib["viewBox"] == "0 0 24 24"
    painted = {
        value
        for element in root.iter()
        for name, value in element.attrib.items()
        if name in ("fill", "stroke")
    }
    assert "currentColor" in painted
    assert painted <= {"currentColor", "none"}
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= {
        "svg",
        "g",
        "path",
        "circle",
        "ellipse",
        "line",
        "polyline",
        "rect",
    }


def test_that_there_are_icons() -> None:
    assert len(ICONS) > 80
