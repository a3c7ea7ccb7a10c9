"""Time of single edits on 65,536 hosts and 196,608 cables; run by hand."""

from __future__ import annotations

import numpy as np
from bench_project import SWITCHES, best, big_state

from ibviz.core.edit_scenarios import add_scenario, fail
from ibviz.core.edit_values import move, rename
from ibviz.core.edits import add_nodes, connect, cut, delete_nodes
from ibviz.core.fabric import Kind
from ibviz.core.wiring import wiring


def main() -> None:
    """Print milliseconds."""
    state = add_scenario(big_state(), "one")
    nodes = np.arange(1000)
    first = cut(state, [0])
    end = [int(state.fabric.cables.node[0, 0]), 1, int(state.fabric.cables.node[0, 1]), 1]
    edits = {
        "move 1000": lambda: move(state, nodes, np.zeros((1000, 2))),
        "fail": lambda: fail(state, [5]),
        "cut": lambda: cut(state, [7]),
        "connect": lambda: connect(first, end),
        "rename": lambda: rename(state, 7, "x"),
        "add node": lambda: add_nodes(state, Kind.SWITCH, ["x"], ports=64),
        "delete": lambda: delete_nodes(state, [SWITCHES + 1]),
        "wiring": lambda: wiring(state.fabric, state.scenario).rows,
    }
    for name, edit in edits.items():
        print(f"{name:10s} {best(edit, 5) * 1000:7.2f} ms")


if __name__ == "__main__":
    main()
