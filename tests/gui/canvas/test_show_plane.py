"""The kept picture of a plane, shown from elsewhere."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import tree2
from PySide6.QtGui import QColor, QImage, QPainter
from scenes import scene_of

from ibviz.drawing.draw import draw, view_for
from ibviz.drawing.map.ground import MapGround
from ibviz.drawing.png import picture as png_picture
from ibviz.drawing.view import View
from ibviz.gui.canvas.kept import Kept, keep
from ibviz.gui.canvas.show_plane import show_plane, show_whole
from ibviz.gui.canvas.slide import slide

SCENE = scene_of(tree2(12, 6, 6))
SIZE = (800, 600)
FIT = view_for(SCENE, View(kind="map", width=SIZE[0], height=SIZE[1]))


def kept_at(view: View, ratio: float = 1.0) -> Kept:
    return keep(SCENE, view, ratio, False, lambda: None)


def pixels(image: QImage) -> np.ndarray:
    whole = image.convertToFormat(QImage.Format.Format_RGB32)
    return np.array(whole.constBits()).reshape(whole.height(), whole.width(), 4)[:, :, :3].astype(int)


def shown(kept: Kept, view: View, whole: Kept | None = None, veil: QColor | None = None) -> np.ndarray:
    image = QImage(view.width, view.height, QImage.Format.Format_RGB32)
    image.fill(QColor(255, 0, 255))
    painter = QPainter(image)
    now = MapGround(SCENE, view)
    ground = kept.picture.ground
    assert isinstance(ground, MapGround)
    under = None if whole is None else (lambda: show_whole(painter, whole, now))
    show_plane(painter, kept, slide(ground, now), veil, under)
    painter.end()
    return pixels(image)


def differing(a: np.ndarray, b: np.ndarray) -> float:
    return float((np.abs(a - b) > 24).any(axis=2).mean())


@pytest.mark.parametrize("zoom", [FIT.zoom, 0.5, 1.0])
def test_that_a_picture_at_rest_is_what_an_export_paints(zoom: float) -> None:
    view = replace(FIT, zoom=zoom)
    kept = kept_at(replace(view, reach=0.0 if zoom == FIT.zoom else 150.0))
    exported = pixels(png_picture(draw(SCENE, view)))
    assert differing(shown(kept, view), exported) < 0.01


def test_that_a_panned_picture_is_like_a_fresh_one() -> None:
    view = replace(FIT, zoom=0.6)
    there = replace(view, center=view.center + 100, center_y=view.center_y - 100)
    kept, fresh = kept_at(replace(view, reach=150.0)), kept_at(there)
    panned, wanted = shown(kept, there), shown(fresh, there)
    assert differing(panned, wanted) < 0.1
    assert differing(panned, wanted) < differing(shown(fresh, view), wanted) / 1.5


def test_that_a_zoomed_picture_is_stretched_and_the_whole_lies_under_it() -> None:
    view = replace(FIT, zoom=1.0)
    kept, whole = kept_at(replace(view, reach=50.0)), kept_at(FIT)
    far = replace(view, zoom=0.4)
    bare, covered = shown(kept, far), shown(kept, far, whole)
    ground = bare[-2, 2]
    assert (covered != ground).any(axis=2).mean() > (bare != ground).any(axis=2).mean() + 0.02
    assert not (covered == (255, 0, 255)).all(axis=2).any()


def test_that_a_picture_out_of_sight_leaves_the_ground_and_a_wider_header_is_filled() -> None:
    kept = kept_at(replace(FIT, zoom=2.0))
    away = shown(kept, replace(FIT, zoom=2.1, center=1e6, width=900))
    assert len(np.unique(away[60:, :500].reshape(-1, 3), axis=0)) == 1
    assert not (away == (255, 0, 255)).all(axis=2).any()


def test_that_a_veil_dims_what_scrolls_alone() -> None:
    kept = kept_at(FIT)
    plain, dimmed = shown(kept, FIT), shown(kept, FIT, veil=QColor(0, 0, 0, 128))
    assert np.array_equal(plain[:40], dimmed[:40]) and dimmed[60:].sum() < plain[60:].sum()
