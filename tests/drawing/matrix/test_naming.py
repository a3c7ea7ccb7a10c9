from __future__ import annotations

import numpy as np

from ibviz.drawing.matrix.naming import FONT, LONGEST, Naming
from ibviz.drawing.widths import advance

NAMES = ["lf01.cn.a0103.qm8790.krskp", "lf02.cn.a0103.qm8790.krskp", "lf03.cn.a0103.qm8790.krskp"]


def naming(*names: str) -> Naming:
    return Naming(np.array([*names, None], object)[:-1])


def test_that_names_are_whole_where_there_is_room() -> None:
    made = naming(*NAMES)
    assert made.fitted(np.array([2, 0]), 400.0).tolist() == [NAMES[2], NAMES[0]]


def test_that_names_are_shortened_to_what_tells_them_apart() -> None:
    assert naming(*NAMES).fitted(np.arange(3), 60.0).tolist() == ["lf01", "lf02", "lf03"]
    assert naming("MF0;ib1:IS5600/L05/U1", "MF0;ib1:IS5600/L06/U1").fitted(np.arange(2), 60.0).tolist() == [
        "ib1 L05",
        "ib1 L06",
    ]
    assert naming("a.x.long.name", "a.y.long.name").fitted(np.arange(2), 30.0).tolist() == ["", ""]


def test_that_names_that_are_ids_keep_as_many_digits_as_fit() -> None:
    made = naming("S-98039b0300876981", "S-98039b0300876982")
    assert made.fitted(np.arange(2), 68.0).tolist() == ["300876981", "300876982"]
    assert made.fitted(np.arange(2), 48.0).tolist() == ["876981", "876982"]


def test_that_the_room_taken_is_that_of_the_widest_that_fits() -> None:
    made = naming(*NAMES)
    assert made.widest(60.0) == float(np.asarray(advance(["lf01", "lf02", "lf03"], *FONT)).max())
    assert made.widest(60.4) == made.widest(60.0)
    assert made.widest(-3.0) == 0.0


def test_that_the_longest_name_takes_a_room_with_an_end() -> None:
    assert naming("leaf").longest == advance("leaf", *FONT)
    assert naming("x" * 200).longest == LONGEST
    assert naming().longest == 0.0
