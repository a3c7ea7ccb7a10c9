"""Different values and the middle one, against numpy."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
from fabrics import tree3
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.order import distinct, median
from ibviz.core.state import State
from ibviz.door import save

numbers = st.lists(st.integers(-9, 9))

FIRST_PICTURE = """
import sys
from pathlib import Path
from ibviz.drawing.draw import compose
from ibviz.drawing.view import View
from ibviz.gui.ahead import read_and_staged
state, scene = read_and_staged(Path(sys.argv[1]))
compose(scene, View(width=1280, height=800))
print(*(name for name in ("numpy.ma", "importlib.metadata", "networkx", "PySide6") if name in sys.modules))
"""


@given(numbers)
def test_that_different_values_are_those_of_numpy(values: list[int]) -> None:
    array = np.array(values, np.int64)
    assert distinct(array).tolist() == np.unique(array).tolist()


@given(numbers.filter(bool))
def test_that_the_middle_is_that_of_numpy(values: list[int]) -> None:
    array = np.array(values, np.float64)
    assert median(array) == np.median(array)


def test_that_a_first_picture_needs_nothing_heavy(tmp_path_factory: object) -> None:
    file = tmp_path_factory.mktemp("first") / "tree.ibnetdiscover"  # type: ignore[attr-defined]
    save(State(tree3(4, 4, 4, 3, 4)), file)
    done = subprocess.run(
        [sys.executable, "-c", FIRST_PICTURE, str(file)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""
