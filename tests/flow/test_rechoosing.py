from __future__ import annotations

import numpy as np
import pytest
from fabrics import scenarios, trees
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.wiring import wiring
from ibviz.flow import resweep
from ibviz.flow.rechoosing import are_few
from ibviz.flow.routes import tables_for


@given(st.data())
def test_that_going_by_switch_finds_what_going_by_destination_finds(data: st.DataObject) -> None:
    fabric = data.draw(trees())
    before = tables_for(wiring(fabric))
    wires = wiring(fabric, data.draw(scenarios(fabric)))
    found = []
    for few in (True, False):
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(resweep, "are_few", lambda lost, few=few: few)
            found.append(tables_for(wires, before=before))
    assert np.array_equal(found[0].to_end, found[1].to_end)
    assert np.array_equal(found[0].to_switch, found[1].to_switch)


def test_that_a_cable_loses_few_and_a_dead_spine_many() -> None:
    one, many = np.zeros((18, 36), bool), np.ones((18, 36), bool)
    one[:, 3] = True
    assert are_few({}) and are_few({0: one}) and not are_few({0: many})
