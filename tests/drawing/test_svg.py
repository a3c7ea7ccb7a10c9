from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_drawings import HOSTILE, boxes, curves, drawing, everything, lines, marks, words

from ibviz.drawing.drawing import Cells, Dash, Drawing
from ibviz.drawing.svg import escaped, svg
from ibviz.drawing.theme import theme

SPACE = "{http://www.w3.org/2000/svg}"
INK = 0xFF000000 | 0x123456


def parsed(made: Drawing) -> ElementTree.Element:
    return ElementTree.fromstring(svg(made).decode("utf-8"))


def found(made: Drawing, tag: str) -> list[ElementTree.Element]:
    return list(parsed(made).iter(SPACE + tag))


def test_that_every_primitive_is_in_the_file_with_its_row() -> None:
    root = parsed(everything())
    cables = [int(e.attrib["data-cable"]) for e in root.iter() if "data-cable" in e.attrib]
    nodes = [int(e.attrib["data-node"]) for e in root.iter() if "data-node" in e.attrib]
    assert cables == [*range(8), 9, 10]
    assert nodes == [0, 0, 0, 1]
    assert len(list(root.iter(SPACE + "image"))) == 1
    assert len(list(root.iter(SPACE + "text"))) == 3
    assert (root.attrib["width"], root.attrib["viewBox"]) == ("320", "0 0 320 200")


def test_that_the_same_drawing_gives_the_same_bytes_without_dates() -> None:
    assert svg(everything()) == svg(everything())
    assert not re.search(rb"\d{4}-\d{2}-\d{2}|:\d{2}:\d{2}", svg(everything()))


def test_that_ids_are_unique_and_layers_are_clipped() -> None:
    root = parsed(everything())
    ids = [e.attrib["id"] for e in root.iter() if "id" in e.attrib]
    assert len(ids) == len(set(ids)) == 3
    groups = [e for e in root if e.tag == SPACE + "g"]
    assert [g.attrib.get("clip-path") for g in groups] == ["url(#clip-0)", None]
    assert [g.attrib["class"] for g in groups] == ["ground", "top"]


@given(st.text())
def test_that_any_text_becomes_xml_that_gives_it_back(text: str) -> None:
    made = drawing(words([text], [[10, 20]], INK, INK), title=text)
    root = parsed(made)
    kept = escaped(text)
    again = ElementTree.fromstring(f"<t>{kept}</t>").text or ""
    title = root.find(SPACE + "title")
    assert title is not None
    assert (title.text or "") == again
    assert set(again) <= set(text) | {"\n"}


def test_that_hostile_names_stay_words() -> None:
    made = drawing(words([HOSTILE], [[10, 20]], INK, INK), title=HOSTILE)
    root = parsed(made)
    assert [e.tag for e in root.iter() if e.tag.endswith(("img", "script"))] == []
    text = next(root.iter(SPACE + "text")).text
    assert text is not None
    assert text.startswith('<img src=x onerror="alert(1)"> & \']]> ')
    assert not any(char in text for char in "\x01\x0b\ufffe\ud800")


def test_that_words_hold_their_width_without_our_font() -> None:
    made = drawing(words(["leaf-1\tx", " "], [[10, 20], [0, 0]], INK, INK, 13, 600))
    (text,) = found(made, "text")
    item = made.layers[0].items[0]
    assert float(text.attrib["textLength"]) == pytest.approx(item.width[0], abs=0.01)  # type: ignore[union-attr]
    assert text.attrib["lengthAdjust"] == "spacingAndGlyphs"
    assert text.text == "leaf-1 x"
    assert (text.attrib["font-size"], text.attrib["font-weight"]) == ("13", "600")


def test_that_turned_words_read_upwards() -> None:
    (text,) = found(drawing(words(["up"], [[30, 90]], INK, INK, turned=1)), "text")
    assert text.attrib["transform"] == "rotate(-90 30.00 90.00)"


def test_that_colours_with_alpha_keep_it_and_those_without_paint_nothing() -> None:
    half, none = 0x80123456, 0x00123456
    made = drawing(lines([0, 0, 9, 9], half, 2), boxes([1, 1, 5, 5], half, none))
    stroke, box = (e for e in found(made, "g") if "class" not in e.attrib)
    assert (stroke.attrib["stroke"], stroke.attrib["stroke-opacity"]) == ("#123456", "0.502")
    assert box.attrib == {"fill": "#123456", "fill-opacity": "0.502"}


def test_that_dashes_are_in_pixels() -> None:
    made = drawing(lines([[0, 0, 9, 9], [0, 1, 9, 9]], INK, 1.8, [Dash.DASHED, Dash.DOTTED]))
    assert [e.attrib.get("stroke-dasharray") for e in found(made, "g")][1:] == ["4 3", "1.5 3"]


def test_that_a_border_lies_within_its_box() -> None:
    (group,) = (e for e in found(drawing(boxes([10, 10, 30, 20], INK, INK, 2, 5)), "g") if "fill" in e.attrib)
    (box,) = group
    assert [box.attrib[name] for name in ("x", "y", "width", "height", "rx")] == ["11", "11", "28", "18", "4"]


def test_that_lines_of_one_style_share_a_group_in_order_of_painting() -> None:
    colors = np.array([1, 1, 2, 1], np.uint32) | np.uint32(0xFF000000)
    made = drawing(lines([[0, k, 9, k + 3] for k in range(4)], colors, row=range(4)))
    groups = [e for e in found(made, "g") if "stroke" in e.attrib]
    assert [[p.attrib["data-cable"] for p in g] for g in groups] == [["0", "1"], ["2"], ["3"]]


def test_that_curves_stay_curves() -> None:
    made = drawing(curves([0, 0, 0, 50.25, 9.123, 50, 9, 99], INK))
    assert [p.attrib["d"] for p in found(made, "path")] == ["M0 0C0 50.25 9.12 50 9 99"]


def test_that_a_mark_has_its_halo_under_it() -> None:
    made = drawing(marks([[20, 20]], 10, 3, INK, 0xFF000000), marks([[20, 20]], 10, 3, INK))
    under, over, alone = found(made, "path")
    assert under.attrib["stroke"] == "#000000"
    assert over.attrib["fill"] == alone.attrib["fill"] == "#123456"


def test_that_cells_without_pixels_and_empty_drawings_are_fine() -> None:
    empty = np.empty((0, 0), np.uint32)
    made = drawing(Cells(0, 0, 9, 9, empty, empty.astype(np.int64), "cable"), cables={})
    assert found(made, "image") == []
    assert parsed(made).findtext(SPACE + "desc") == "Cables: none"


def test_that_svg_and_json_need_no_qt() -> None:
    code = (
        "from sample_drawings import everything\n"
        "from ibviz.core.registry import painters\n"
        "painters.get('svg')(everything()); painters.get('json')(everything())\n"
        "import sys; print([m for m in sys.modules if 'PySide' in m or 'shiboken' in m or m == 'yaml'])"
    )
    folder = str(Path(__file__).resolve().parents[1])
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": folder}, capture_output=True, check=True, text=True
    )
    assert done.stdout == "[]\n"


def test_that_both_themes_paint_their_ground() -> None:
    for name in ("dark", "light"):
        ground = found(everything(name), "rect")[0].attrib["fill"]
        assert ground == f"#{theme(name).canvas & 0xFFFFFF:06x}"
