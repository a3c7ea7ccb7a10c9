from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from qt_pixels import channels_of, painted, pixels_of
from sample_drawings import HOSTILE, drawing, everything, words

from ibviz.drawing import qpainter
from ibviz.drawing.pdf import pdf, settled

WHITE, BLACK = 0xFF000000 | 0xFFFFFF, 0xFF000000


def run(tmp_path: Path, data: bytes, *command: str) -> str:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    (tmp_path / "a.pdf").write_bytes(data)
    return subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout


def test_that_equal_drawings_give_equal_bytes_and_others_do_not() -> None:
    first, second = pdf(everything()), pdf(everything())
    assert first == second
    assert first != pdf(everything("light"))


def test_that_curves_stay_curves_however_many(monkeypatch: pytest.MonkeyPatch) -> None:
    few = pdf(everything())
    monkeypatch.setattr(qpainter, "CROWD", 0)
    assert pdf(everything()) == few


def test_that_no_date_is_left_and_the_identifier_is_made_from_the_content() -> None:
    dark, light = pdf(everything()), pdf(everything("light"))
    uuids = [re.findall(rb"uuid:([0-9a-f-]{36})", data) for data in (dark, light)]
    assert len(uuids[0]) == len(uuids[1]) == 1
    assert uuids[0] != uuids[1]
    assert uuids[0][0].hex().encode() in dark
    assert not re.search(rb"CreationDate|ModDate|CreateDate|ModifyDate", dark)


def test_that_a_file_without_an_identifier_only_loses_its_dates() -> None:
    assert settled(b"a /CreationDate (D:20000101Z) b") == b"a " + b" " * 27 + b" b"


@pytest.mark.oracle
def test_that_another_program_finds_no_fault(tmp_path: Path) -> None:
    assert "No syntax or stream encoding errors" in run(
        tmp_path, pdf(everything()), "qpdf", "--check", "a.pdf"
    )


@pytest.mark.oracle
def test_that_words_are_text_digits_and_all(tmp_path: Path) -> None:
    names = ["leaf-353[36]", "sw_hdr.01:7", "Übung 1,296", "3x4 -> 5"]
    made = drawing(words(names, [[20, 30 + 30 * k] for k in range(4)], WHITE, BLACK, 13, 500))
    text = run(tmp_path, pdf(made), "pdftotext", "-layout", "a.pdf", "-")
    for name in names:
        assert name in text
    assert "leaf-188" in run(tmp_path, pdf(everything()), "pdftotext", "a.pdf", "-")


@pytest.mark.oracle
def test_that_hostile_names_are_text_too(tmp_path: Path) -> None:
    made = drawing(words([HOSTILE.replace("\ud800", "")], [[10, 30]], WHITE, BLACK), title=HOSTILE)
    assert '<img src=x onerror="alert(1)">' in run(tmp_path, pdf(made), "pdftotext", "a.pdf", "-")


@pytest.mark.oracle
def test_that_the_page_has_the_size_of_the_drawing_and_fonts_are_inside(tmp_path: Path) -> None:
    assert "240 x 150 pts" in run(tmp_path, pdf(everything()), "pdfinfo", "a.pdf")
    fonts = run(tmp_path, pdf(everything()), "pdffonts", "a.pdf").splitlines()[2:]
    assert len(fonts) == 2
    assert all(re.search(r"TrueType\s+Identity-H\s+yes", line) for line in fonts)


@pytest.mark.oracle
def test_that_the_page_looks_like_the_picture(tmp_path: Path) -> None:
    from PySide6.QtGui import QImage

    made = everything()
    run(tmp_path, pdf(made), "pdftoppm", "-r", "192", "-png", "-singlefile", "a.pdf", "a")
    other = channels_of(pixels_of(QImage(str(tmp_path / "a.png"))))
    apart = np.abs(other - channels_of(painted(made, scale=2))).max(axis=2)
    assert apart.mean() < 3
    assert (apart > 64).mean() < 0.012
    cells = np.s_[242:300:8, 44:320:12]
    assert apart[cells].max() < 8
