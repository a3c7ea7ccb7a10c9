from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of, tree2

from ibviz.core.wiring import wiring
from ibviz.flow import steps
from ibviz.flow.engines.minhop import minhop


def test_that_steps_lead_from_switch_to_switch_and_are_delivered_at_the_last() -> None:
    tables = minhop(wiring(tree2(2, 1, 1)))
    (found,) = steps.to_ends(tables)
    place = tables.wiring.place
    assert found.delivered == 3
    assert found.onward[0].tolist() == [
        3 if s == place[0] else place[2] if s == place[1] else place[0] for s in tables.wiring.switches
    ] + [3, 4]
    (own,) = steps.to_switches(tables)
    assert np.diagonal(own.onward).tolist() == [3, 3, 3]


def test_that_an_end_port_at_no_switch_is_left_out() -> None:
    tables = minhop(wiring(fabric_of("SHHH", [(0, 1, 1, 1), (2, 1, 3, 1)])))
    (found,) = steps.to_ends(tables)
    assert found.target.tolist() == [0]


def test_that_blocks_cover_each_destination_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = minhop(wiring(tree2(4, 2, 3)))
    monkeypatch.setattr(steps, "CELLS", 20)
    parts = list(steps.to_ends(tables))
    assert len(parts) > 1
    assert np.concatenate([part.target for part in parts]).tolist() == list(range(12))
