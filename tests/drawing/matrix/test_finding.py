from __future__ import annotations

import numpy as np
import pytest
from matrices import SCENES, matrix_of, panned, view_of
from scenes import FABRICS, scene_of

from ibviz.drawing.hit import Hit
from ibviz.drawing.matrix.finding import areas
from ibviz.drawing.matrix.ground import Detail, Matrix
from ibviz.drawing.matrix.picture import Picture, compose
from ibviz.drawing.matrix.side import sides
from ibviz.drawing.trace import NOWHERE
from ibviz.drawing.view import View

NONE = np.empty(0, np.int64)


def free_cells(picture: Picture) -> tuple[np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    """Return the entries in view that no head covers, with their middles."""
    ground, made = picture.ground, picture.ground.sheet
    assert made is not None
    seen = ground.seen
    box = ground.boxes(seen)
    middle = box[:, :2] + box[:, 2:] / 2
    front = ground.front[made.rows.block[made.entries.row[seen]]]
    left, top, wide, tall = ground.clip
    kept = (middle >= front + 1).all(axis=1) & (middle[:, 0] < left + wide) & (middle[:, 1] < top + tall)
    return seen[kept], middle[kept]


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("zoom", ["fit", "mid", "close"])
def test_that_the_middle_of_every_cell_is_its_cable(name: str, zoom: str) -> None:
    picture = matrix_of(SCENES[name](), zoom)
    made = picture.ground.sheet
    assert made is not None
    which, middle = free_cells(picture)
    assert len(which)
    for entry, (x, y) in zip(which.tolist()[:400], middle.tolist(), strict=False):
        cable = int(made.entries.cable[entry])
        found = picture.find(x, y)
        if picture.ground.cell >= 3:
            assert found == (Hit("cable", cable=cable) if cable >= 0 else Hit())
        else:  # the last one of a row may end within its pixel
            around = [picture.find(x - left, y - up).kind for left in (0, 1) for up in (0, 1)]
            assert "cable" in around


@pytest.mark.parametrize("zoom", ["fit", "mid", "close"])
def test_that_any_point_finds_what_a_scan_of_all_cells_finds(zoom: str) -> None:
    scene = SCENES["parallel"]()
    picture = matrix_of(scene, zoom)
    ground, made = picture.ground, picture.ground.sheet
    assert made is not None
    box = ground.boxes(np.arange(len(made.entries)))
    rng = np.random.default_rng(4)
    heads = [side.boxes(side.seen) for side in sides(ground)]
    for x, y in (ground.box[0, :2] - 40 + rng.uniform(0, 300, (300, 2))).tolist():
        if y < 80 or y >= 640 or x < 0 or x >= 900:
            continue
        inside = (
            (box[:, 0] <= x) & (x < box[:, 0] + box[:, 2]) & (box[:, 1] <= y) & (y < box[:, 1] + box[:, 3])
        )
        cables = made.entries.cable[inside]
        found = picture.find(x, y)
        on_head = any(
            bool(((h[:, 0] <= x) & (x < h[:, 0] + h[:, 2]) & (h[:, 1] <= y) & (y < h[:, 1] + h[:, 3])).any())
            for h in heads
        )
        if on_head:
            assert found.kind == "node"
        else:
            assert found.cable == (cables[0] if len(cables) else -1)


@pytest.mark.parametrize("zoom", ["fit", "mid", "close"])
def test_that_names_and_strips_are_their_switch(zoom: str) -> None:
    scene = SCENES["pods"]()
    picture = panned(scene, view_of(scene, zoom), 30, 20)
    for side in sides(picture.ground):
        assert len(side.seen)
        for place, (x, y, wide, tall) in zip(side.seen.tolist(), side.boxes(side.seen).tolist(), strict=True):
            if 0 < x + wide / 2 < 900 and 80 < y + tall / 2 < 640:
                found = picture.find(x + wide / 2, y + tall / 2)
                assert (found.kind, found.node) == ("node", int(side.axis.node[place]))


def test_that_the_name_of_a_block_is_its_pod() -> None:
    picture = matrix_of(SCENES["pods"]())
    ground = picture.ground
    for block in range(4):
        x, y = ground.front[block] + np.array([4.0, -ground.heads[1] - 6])
        assert picture.find(float(x), float(y)) == Hit(
            "group", group="pod", number=int(picture.ground.sheet.blocks.pod[block])
        )  # type: ignore[union-attr]


def test_that_the_name_of_a_plane_is_no_group() -> None:
    picture = matrix_of(SCENES["pods"](), pair=(2, 3))
    x, y = picture.ground.front[0] + np.array([4.0, -picture.ground.heads[1] - 6])
    assert picture.find(float(x), float(y)) == Hit()


def test_that_beside_all_and_outside_there_is_nothing() -> None:
    picture = matrix_of(SCENES["tree"]())
    for spot in ((-5.0, 100.0), (450.0, 10.0), (890.0, 630.0), (5.0, 630.0)):
        assert picture.find(*spot) == Hit()
    empty = compose(scene_of(FABRICS["one switch"]()), View(kind="matrix"))
    assert empty.find(100.0, 100.0) == Hit()
    assert empty.trace(np.array([0]), NONE) is NOWHERE


def test_that_a_cable_is_lit_with_its_row_and_column() -> None:
    picture = matrix_of(SCENES["tree"]())
    made, ground = picture.ground.sheet, picture.ground
    assert made is not None
    entry = int(np.flatnonzero(made.entries.cable == 5)[0])
    ends = picture.ground.scene.fabric.cables.node[5].astype(np.int64)
    found = picture.trace(ends, np.array([5]))
    assert len(found.boxes) == 5 and not len(found.cells)
    assert np.allclose(found.boxes[4], ground.boxes(np.array([entry]))[0])
    assert np.allclose(found.boxes[0, 1], ground.row_y[made.entries.row[entry]])
    assert np.allclose(found.boxes[1, 0], ground.column_x[made.entries.column[entry]])


def test_that_a_cable_alone_is_lit_with_the_names_of_its_ends() -> None:
    picture = matrix_of(SCENES["tree"]())
    ends = picture.ground.scene.fabric.cables.node[5].astype(np.int64)
    found, names = picture.trace(NONE, np.array([5])), picture.trace(np.sort(ends), NONE)
    assert np.allclose(found.boxes[:2], names.boxes[:2])


def test_that_a_cell_under_a_head_is_not_lit() -> None:
    scene = SCENES["tall"]()
    view = view_of(scene, "mid", focus=0)
    first = panned(scene, view, 0, 0)
    made = first.ground.sheet
    assert made is not None
    hidden = int(made.entries.cable[made.entries.row == 5][0])
    assert len(first.trace(NONE, np.array([hidden])).boxes) == 3
    gone = float(first.ground.row_y[5] - first.ground.front[0, 1] + 30)
    moved = panned(scene, view, 0, gone)
    assert moved.ground.seen_rows[5] and len(moved.trace(NONE, np.array([hidden])).boxes) == 1


def test_that_a_small_cell_is_lit_by_its_middle() -> None:
    picture = matrix_of(SCENES["tall"]())
    assert picture.ground.detail == Detail.PICTURE
    found = picture.trace(NONE, np.array([50]))
    made = picture.ground.sheet
    assert made is not None
    box = picture.ground.boxes(np.flatnonzero(made.entries.cable == 50))
    assert np.allclose(found.cells, box[:, :2] + box[:, 2:] / 2) and len(found.boxes) == 2
    assert not len(picture.trace(NONE, np.arange(50, 60)).boxes)
    assert not picture.trace(NONE, NONE)


@pytest.mark.parametrize("zoom", ["fit", "mid", "close"])
def test_that_a_rectangle_takes_the_cells_and_heads_it_touches(zoom: str) -> None:
    picture = matrix_of(SCENES["parallel"](), zoom)
    ground, made = picture.ground, picture.ground.sheet
    assert made is not None
    rng = np.random.default_rng(7)
    box = ground.boxes(np.arange(len(made.entries)))
    for _ in range(20):
        x, y = ground.front[0] + rng.uniform(0, 60, 2)
        wide, tall = rng.uniform(5, 80, 2)
        inside = (box[:, 0] <= x + wide) & (box[:, 0] + box[:, 2] >= x)
        inside &= (box[:, 1] <= y + tall) & (box[:, 1] + box[:, 3] >= y) & (made.entries.cable >= 0)
        nodes, cables = picture.within((x, y, wide, tall))
        assert (nodes.tolist(), cables.tolist()) == ([], sorted(set(made.entries.cable[inside].tolist())))
    rows = sides(ground)[0]
    x, y, wide, tall = rows.boxes(rows.seen[1:2])[0].tolist()
    nodes, cables = picture.within((x + wide / 2, y + tall / 2, 2.0, tall))
    assert nodes.tolist() == sorted(rows.axis.node[rows.seen[1:3]].tolist()) and not len(cables)


def test_that_a_rectangle_takes_nothing_under_heads_and_of_no_matrix() -> None:
    scene = SCENES["tall"]()
    picture = panned(scene, view_of(scene, "mid", focus=0), 0, 300)
    x, y = picture.ground.front[0] - np.array([0.0, 20.0])
    assert [len(part) for part in picture.within((x + 30, y, 5.0, 5.0))] == [1, 0]
    empty = compose(scene_of(FABRICS["one switch"]()), View(kind="matrix"))
    assert [len(part) for part in empty.within((0, 0, 900, 900))] == [0, 0]


def test_that_a_sheet_tells_where_nodes_and_cables_lie() -> None:
    scene = SCENES["tree"]()
    ground = Matrix(scene, View(kind="matrix"))
    made = ground.sheet
    assert made is not None
    host = int(scene.bands.levels[0][0])
    found = areas(ground, np.array([made.rows.node[2], host]), np.array([5, scene.tiles.cable[0]]))
    assert np.allclose(found[0], [0, made.rows.place[2], made.extent[2], made.rows.place[2] + 24])
    assert np.isnan(found[[1, 3]]).all()
    entry = int(np.flatnonzero(made.entries.cable == 5)[0])
    assert np.allclose(found[2, :2], made.boxes[entry, :2])
    empty = Matrix(scene_of(FABRICS["one switch"]()), View(kind="matrix"))
    assert np.isnan(areas(empty, np.array([0]), NONE)).all()
