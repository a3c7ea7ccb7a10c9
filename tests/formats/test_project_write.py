from __future__ import annotations

import numpy as np
from fabrics import fabric_of, killed

from ibviz.core.fabric import Fabric, Ports
from ibviz.core.scenario import Scenario
from ibviz.core.state import State
from ibviz.formats.project_write import written


def test_that_an_empty_document_is_two_headers() -> None:
    assert written(State(Fabric(), name="new")) == (
        "ibviz: 1\nname: new\nnodes: |\n  name,kind,ports,guid\ncables: |\n  a,a_port,b,b_port\n"
    )


def test_that_only_columns_that_say_something_are_written() -> None:
    fabric = fabric_of("SH", [(1, 1, 0, 1)], rates=["2xNDR"])
    fabric = Fabric(
        fabric.nodes.with_columns(rack=["", "R1"], described=[True, False]),
        fabric.cables.with_columns(width=[[2, 0]], described=[[True, False]]),
        Ports.of(1, node=[1], port=[1], lid=[4]),
    )
    text = written(State(fabric, positions=np.array([[0.5, 2], [np.nan] * 2]), text="one\ntwo\n"))
    assert (
        text
        == """\
ibviz: 1
name: ""
notes: |
  one
  two
nodes: |
  name,kind,ports,guid,rack,described,x,y
  S0,switch,1,0x0000000000000002,,,0.5,2
  H1,hca,1,0x1000000000000002,R1,no,,
cables: |
  a,a_port,b,b_port,width,speed,b_width,described
  H1,1,S0,1,2x,NDR,?,a
ports: |
  node,port,lid
  H1,1,4
"""
    )


def test_that_dead_rows_are_not_written_and_scenarios_follow() -> None:
    fabric = killed(fabric_of("SHH", [(1, 1, 0, 1), (2, 1, 0, 2)]), [1])
    state = State(fabric, scenarios=(Scenario("a", frozenset({1, 2}), frozenset({0, 1})),), active="a")
    text = written(state)
    assert "H1" not in text
    assert text.endswith(
        'scenarios:\n  - name: a\n    fail: ["H2", "H2[1]"]\nactive: a\n'.replace('"H2",', "H2,")
    )


def test_that_names_that_repeat_are_written_as_ids() -> None:
    text = written(State(fabric_of("SS", [(0, 1, 1, 1)], names=["x", "x"])))
    assert "  x,switch,1,0x0000000000000002\n" in text
    assert "  S-0000000000000002,1,S-1000000000000002,1,4x,HDR\n" in text
