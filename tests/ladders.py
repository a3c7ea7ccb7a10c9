"""Random ladders for tests: bands of nodes in parts, and cables between them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import strategies as st

from ibviz.layouts.ladder import Ladder, Rung


def random_ladder(seed: int, bands: list[int], parts: int = 1, density: float = 0.3) -> Ladder:
    random = np.random.default_rng(seed)
    rungs = [
        Rung.from_table((random.random(shape) < density) * random.integers(1, 3, shape))
        for shape in pairwise(bands)
    ]
    return Ladder(tuple(rungs), tuple(np.sort(random.integers(0, parts, size)) for size in bands))


seeds = st.integers(0, 2**32 - 1)
sizes = st.lists(st.integers(1, 7), min_size=2, max_size=4)
