from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabrics, scenarios, trees
from hypothesis import assume, given
from hypothesis import strategies as st

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Choice
from ibviz.flow.exchange import exchange_pairs
from ibviz.flow.leafwise import leafwise
from ibviz.flow.parts import parts_of
from ibviz.flow.routes import route
from ibviz.flow.through import flows_through


@pytest.mark.parametrize("kind", ["smodk", "adaptive"])
@given(st.data(), fabrics() | trees())
def test_that_they_are_those_that_cross_one_by_one(kind: str, data: st.DataObject, fabric: Fabric) -> None:
    tables = route(fabric, data.draw(scenarios(fabric)), Choice(kind))
    assume(tables.by_source is not None or tables.groups is not None)
    ends = tables.wiring.endpoints
    group = np.flatnonzero(ends.switch >= 0)
    assume(len(group))
    apart = np.arange(len(ends)) // data.draw(st.integers(1, 3))
    part = leafwise(tables, group, apart)
    made = exchange_pairs((group,), apart)
    found = parts_of(tables, made.src, made.dst)
    own = set((2 * ends.cable + ends.side).tolist())
    for row in tables.wiring.rows[:6].tolist():
        for channel in {2 * row, 2 * row + 1} - own:
            crossing = np.unique(found.flow[found.channel == channel])
            theirs = np.bincount(made.src[crossing], minlength=len(ends))[group]
            assert flows_through(tables, part, channel).tolist() == theirs.tolist()
