from __future__ import annotations

import numpy as np
from gui_desks import small

from ibviz.flow.simulate import simulate
from ibviz.gui.models.fabric_facts import facts_of
from ibviz.gui.models.seen import Seen


def test_that_a_node_that_is_down_takes_its_cables_down() -> None:
    state = small(nodes=[4])
    seen = Seen(state, facts_of(state.fabric))
    assert seen.down_cables.tolist() == np.flatnonzero((state.fabric.cables.node == 4).any(axis=1)).tolist()


def test_that_the_hottest_come_first_and_trunks_before_hosts() -> None:
    state = small("shift:k=3")
    simulation = simulate(state.fabric, traffic=state.traffic)
    seen = Seen(state, facts_of(state.fabric), simulation)
    used = np.round(seen.used[seen.hottest], 9)
    assert (np.diff(used) <= 0).all()
    assert seen.hottest[0] < 8
    assert set(seen.hot.tolist()) == set(np.flatnonzero(seen.used >= 0.95).tolist())


def test_that_nothing_is_hot_without_traffic() -> None:
    state = small()
    seen = Seen(state, facts_of(state.fabric))
    assert np.isnan(seen.used).all()
    assert len(seen.hottest) == len(seen.hot) == 0
    assert seen.cable(8) == ("H6[1]", "S0[1]")
