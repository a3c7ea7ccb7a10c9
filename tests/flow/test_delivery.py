from __future__ import annotations

import numpy as np
from fabrics import fabric_of

from ibviz.core.tables import NO_PATH
from ibviz.core.wiring import wiring
from ibviz.flow.delivery import deliver


def test_that_each_end_port_is_delivered_at_its_own_switch_only() -> None:
    wires = wiring(fabric_of("SSHHHH", [(0, 1, 2, 1), (0, 9, 3, 1), (4, 1, 5, 1)]))
    table = np.full((4, 2), NO_PATH, np.uint8)
    deliver(table, wires)
    assert table[:, wires.place[0]].tolist() == [1, 9, NO_PATH, NO_PATH]
    assert (table[:, wires.place[1]] == NO_PATH).all()
