from __future__ import annotations

from fabrics import fabric_of

from ibviz.core.wiring import wiring
from ibviz.flow.onesubnet import one_subnet


def test_that_switches_of_many_come_first_and_routers_count_there_only() -> None:
    cables = [(0, 1, 1, 1), (2, 1, 0, 2), (3, 1, 1, 2), (4, 1, 1, 3), (5, 1, 6, 1)]
    wires = wiring(fabric_of("SSHHRSH", cables))
    part = one_subnet(wires, 0)
    assert wires.switches[part.switches].tolist() == [1, 0]
    assert wires.end_ports.node[part.hosts].tolist() == [3, 2]
    assert [int(part.ends[wires.place[row]]) for row in (0, 1, 5)] == [1, 2, 0]
    assert [int(part.sources[wires.place[row]]) for row in (0, 1, 5)] == [1, 1, 0]
    assert one_subnet(wires, 1).switches.tolist() == [int(wires.place[5])]
