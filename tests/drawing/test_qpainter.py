from __future__ import annotations

import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from qt_pixels import channels_of, painted, pixels_of
from sample_drawings import boxes, curves, drawing, everything, lines, marks, words

from ibviz.drawing import qpainter
from ibviz.drawing.drawing import Cells, Dash, Drawing, Layer, Shape
from ibviz.drawing.svg import svg
from ibviz.drawing.theme import theme
from ibviz.drawing.widths import cap_height

INK = 0xFF000000 | 0xFFFFFF
GROUND = theme("dark").canvas


def seen(made: Drawing, **how: Any) -> np.ndarray:
    return painted(made, **how) != GROUND


def test_that_a_hairline_is_one_full_pixel_wide() -> None:
    made = painted(drawing(lines([[10, 50, 300, 50], [40, 10, 40, 190]], INK)))
    assert (made[50, 10:300] == INK).all()
    assert (made[49, 60:300] == GROUND).all()
    assert (made[51, 60:300] == GROUND).all()
    assert (made[100, 38:43] == [GROUND, GROUND, INK, GROUND, GROUND]).all()


def test_that_at_scale_two_all_is_twice_as_fine() -> None:
    made = painted(drawing(lines([10, 50, 300, 50], INK)), scale=2)
    assert made.shape == (400, 640)
    assert (made[[100, 101], 100] == INK).all()
    assert (made[[99, 102], 100] == GROUND).all()


def test_that_cells_keep_their_colours_without_smoothing() -> None:
    colors = theme("dark").ramp()[[0, 90, 180, 255]].reshape(2, 2)
    made = painted(drawing(Cells(20, 30, 40, 20, colors, np.zeros((2, 2), np.int64), "cable")))
    assert np.array_equal(made[30:50, 20:60], np.repeat(np.repeat(colors, 10, axis=0), 20, axis=1))
    assert (made != GROUND).sum() == 800


def test_that_nothing_is_painted_outside_a_clip() -> None:
    many = lines(np.random.default_rng(1).uniform(-100, 400, (200, 4)), INK)
    layer = Layer("clipped", True, (50.0, 40.0, 100.0, 60.0), (many, boxes([0, 0, 320, 200], INK)))
    free = Layer("free", False, None, (boxes([300, 190, 500, 500], INK),))
    made = seen(Drawing(320, 200, GROUND, (layer, free), "", {}, {}))
    assert made[40:100, 50:150].all()
    assert made[190:, 300:].all()
    assert made.sum() == 6000 + 200


def test_that_a_border_lies_within_its_box() -> None:
    border = theme("dark").acc
    made = painted(drawing(boxes([10, 10, 30, 20], INK, border, 2)))
    assert (made[10:30, 10:40] != GROUND).all()
    assert (made != GROUND).sum() == 600
    assert (made[[10, 11, 28, 29], 25] == border).all()
    assert made[12, 25] == INK


def test_that_what_has_no_alpha_is_not_painted() -> None:
    none = 0x00FFFFFF
    made = drawing(
        lines([0, 0, 99, 99], none), boxes([0, 0, 50, 50], none, none), curves([0, 0, 0, 9, 9, 0, 9, 9], none)
    )
    assert not seen(made).any()


def test_that_dashes_leave_gaps_of_their_length() -> None:
    made = painted(drawing(lines([[10, 20.5, 300, 20.5]], INK, 1.0, Dash.DASHED)))[20, 10:300] == INK
    assert made[:14].tolist() == [True] * 4 + [False] * 3 + [True] * 4 + [False] * 3


def test_that_a_curve_passes_where_it_should_in_both_qualities() -> None:
    item = curves([[20, 20, 20, 180, 300, 20, 300, 180]], INK, 2.0)
    for fast in (False, True):
        made = seen(drawing(item), fast=fast)
        assert made[20:24, 18:23].any()
        assert made[98:103, 158:163].any()
        assert made[176:180, 298:303].any()
        assert made.sum() < 1500


def test_that_curves_of_a_crowd_show_no_joints() -> None:
    pale = (INK & 0xFFFFFF) | 0x60000000
    one, away = [20, 20, 20, 180, 300, 20, 300, 180], [-900.0, -900, -900, -800, -800, -900, -800, -800]
    alone = painted(drawing(curves([one], pale, 2.0)))
    crowd = painted(drawing(curves([one] + [away] * 2500, pale, 2.0)))
    assert (alone == crowd).all()


def test_that_thin_curves_in_a_crowd_are_one_pixel_wide() -> None:
    widths = np.array([0.5, 1.0, qpainter.THIN, 2.5])
    assert qpainter.thinner(widths).tolist() == [0.5, 1.0, 1.0, 2.5]
    crowd = drawing(curves([[20, 20, 20, 180, 300, 20, 300, 180]] * (qpainter.CROWD + 1), INK, qpainter.THIN))
    assert channels_of(painted(crowd)).shape[1] == crowd.width


@pytest.mark.parametrize(("crowd", "pixels"), [(0, 1.0), (300, 2.0)])
def test_that_thin_lines_in_a_crowd_are_one_pixel_of_the_screen_at_any_scale(
    crowd: int, pixels: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(qpainter, "CROWD", crowd)
    made = channels_of(painted(drawing(lines([10, 50, 300, 50], INK)), scale=2)).astype(float)
    ground = made[0, 0]
    strength = (made[:, 200] - ground) / (np.array([255.0, 255.0, 255.0]) - ground)
    assert np.allclose(strength.sum(axis=0), pixels, atol=0.1)


def test_that_each_colour_takes_one_call(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    monkeypatch.setattr(qpainter, "draw_lines", lambda painter, xy: calls.append(len(xy)))
    random = np.random.default_rng(1)
    colors = theme("dark").buckets()[np.sort(random.integers(0, 16, 34_992))]
    painted(drawing(lines(random.uniform(0, 200, (34_992, 4)), colors)), fast=True)
    assert len(calls) == 16
    assert sum(calls) == 34_992


def test_that_the_painter_is_clipped_so_that_one_pixel_lines_are_fast() -> None:
    from PySide6.QtGui import QImage, QPainter

    from ibviz.drawing.qtfonts import ready

    ready()
    image = QImage(320, 200, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    qpainter.paint(painter, everything())
    assert painter.hasClipping()
    assert painter.clipBoundingRect().size().toTuple() == (320.0, 200.0)
    painter.end()


@pytest.mark.parametrize("shape", list(Shape))
def test_that_each_mark_is_seen_about_its_centre(shape: Shape) -> None:
    made = np.argwhere(seen(drawing(marks([[100, 80]], 20, shape, INK))))
    assert (made.min(axis=0) + made.max(axis=0)) / 2 == pytest.approx([79.5, 99.5], abs=1.5)
    assert (np.ptp(made, axis=0) >= 16).all()
    assert (np.ptp(made, axis=0) <= 22).all()


def test_that_a_halo_parts_a_mark_from_what_is_under_it() -> None:
    white = boxes([0, 0, 320, 200], INK)
    red = 0xFF000000 | 0xFF0000
    bare = painted(drawing(white, marks([[100, 80]], 20, Shape.DIAMOND, red)))
    held = painted(drawing(white, marks([[100, 80]], 20, Shape.DIAMOND, red, GROUND)))
    assert (bare == GROUND).sum() == 0
    assert (held == GROUND).sum() > 30
    assert bare[80, 100] == held[80, 100] == red


def test_that_words_stand_in_their_box_upright_or_turned() -> None:
    for turned in (0, 1):
        item = words(["HEH"], [[100, 150]], INK, GROUND, 20, 600, turned)
        rows, columns = np.nonzero(seen(drawing(item)))
        cap, width = cap_height(20), float(item.width[0])
        if turned:
            assert columns.min() == pytest.approx(100 - cap, abs=1.5)
            assert columns.max() == pytest.approx(100, abs=1.5)
            assert rows.min() == pytest.approx(150 - width, abs=4)
            assert rows.max() == pytest.approx(150, abs=4)
        else:
            assert rows.min() == pytest.approx(150 - cap, abs=1.5)
            assert rows.max() == pytest.approx(150, abs=1.5)
            assert columns.min() == pytest.approx(100, abs=4)
            assert columns.max() == pytest.approx(100 + width, abs=4)


def test_that_a_word_is_squeezed_where_it_would_be_wider_than_planned() -> None:
    from dataclasses import replace

    item = words(["MMMMMMMM"], [[100, 100]], INK, GROUND, 20)
    narrow = replace(item, width=item.width / 2)
    columns = np.nonzero(seen(drawing(narrow)))[1]
    assert columns.max() <= 100 + item.width[0] / 2 + 1


def test_that_qt_measures_a_word_once() -> None:
    item = words(["a word that no other test sets"], [[9, 100]], INK, GROUND, 20)
    before = qpainter.measured.cache_info().misses
    seen(drawing(item))
    once = qpainter.measured.cache_info().misses
    seen(drawing(item))
    assert (once - before, qpainter.measured.cache_info().misses) == (1, once)


def test_that_sizes_between_whole_pixels_are_kept() -> None:
    wide = [
        np.ptp(np.nonzero(seen(drawing(words(["MMMMMMMM"], [[9, 100]], INK, GROUND, px))))[1])
        for px in (20, 20.4)
    ]
    assert wide[1] - wide[0] == pytest.approx(0.02 * wide[0], abs=2)


def test_that_what_is_no_primitive_is_refused() -> None:
    with pytest.raises(TypeError, match="str cannot be painted"):
        painted(drawing("no primitive"))


@pytest.mark.parametrize("name", ["dark", "light"])
def test_that_motion_and_rest_show_the_same(name: str) -> None:
    quick, fine = (channels_of(painted(everything(name), fast=fast)) for fast in (True, False))
    assert np.abs(quick - fine).mean() < 4


@pytest.mark.oracle
@pytest.mark.parametrize("name", ["dark", "light"])
@pytest.mark.parametrize("scale", [1, 3])
def test_that_svg_read_by_another_program_looks_the_same(name: str, scale: int, tmp_path: Path) -> None:
    from PySide6.QtGui import QImage

    if shutil.which("rsvg-convert") is None:
        pytest.skip("rsvg-convert is not installed")
    spec = find_spec("fontpkg_inter")
    assert spec is not None
    assert spec.origin is not None
    (tmp_path / "fonts.conf").write_text(
        f"<fontconfig><dir>{Path(spec.origin).parent / 'files'}</dir><cachedir>{tmp_path}</cachedir></fontconfig>"
    )
    made = everything(name)
    (tmp_path / "a.svg").write_bytes(svg(made))
    subprocess.run(
        ["rsvg-convert", "-z", str(scale), "a.svg", "-o", "a.png"],
        cwd=tmp_path,
        env={"FONTCONFIG_FILE": str(tmp_path / "fonts.conf"), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        check=True,
    )
    other = channels_of(pixels_of(QImage(str(tmp_path / "a.png"))))
    own = channels_of(painted(made, scale=scale))
    assert other.shape == own.shape
    apart = np.abs(other - own).max(axis=2)
    assert apart.mean() < 3
    assert (apart > 64).mean() < 0.012
