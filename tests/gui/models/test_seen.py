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
    assert set(seen.hot.tolist()) == set(np.flatnonzero(seen.used > 0.95).tolist())


def test_that_what_is_just_at_95_percent_is_not_above_it() -> None:
    state = small("shift:k=3")
    simulation = simulate(state.fabric, traffic=state.traffic)
    both = np.zeros((len(state.fabric.cables), 2))
    both[0], both[1], both[2] = (0.95, 0.1), (0.2, 0.951), (0.7 + 0.25 + 1e-12, 0.0)
    seen = Seen(state, facts_of(state.fabric), simulation)
    seen.__dict__["used"] = both.max(axis=1)
    assert seen.hot.tolist() == [1]


def test_that_nothing_is_hot_without_traffic() -> None:
    state = small()
    seen = Seen(state, facts_of(state.fabric))
    assert np.isnan(seen.used).all()
    assert len(seen.hottest) == len(seen.hot) == 0
    assert seen.cable(8) == ("H6[1]", "S0[1]")
