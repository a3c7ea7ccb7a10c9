"""Flows spread over all shortest paths, pair by pair in exact fractions: slow, and apart from ibviz's."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import numpy as np
from plainrouting import Plain

from ibviz.core.table import Floats
from ibviz.core.wiring import Wiring
from ibviz.flow.maxmin import TOLERANCE
from ibviz.flow.parts import Parts


class Spreading:
    """Which part of a flow crosses which channel."""

    def __init__(self, wires: Wiring) -> None:
        self.wires, self.plain = wires, Plain(wires)
        fabric = wires.fabric
        self.channel = {
            (int(fabric.cables.node[row, side]), int(fabric.cables.port[row, side])): 2 * row + side
            for row in wires.rows.tolist()
            for side in (0, 1)
        }
        self.far = {s: self.plain.distances(s) for s in self.plain.switches}

    def parts(self, src: int, dst: int) -> dict[int, Fraction]:
        """Return the parts of a flow between two endpoints; empty without a route."""
        ends = self.wires.endpoints
        start, goal = int(ends.switch[src]), int(ends.switch[dst])
        if src == dst or start < 0 or goal < 0 or start not in self.far[goal]:
            return {}
        found: dict[int, Fraction] = defaultdict(Fraction)
        found[self.channel[int(ends.node[src]), int(ends.port[src])]] += Fraction(1)
        found[self.channel[goal, int(ends.switch_port[dst])]] += Fraction(1)
        at = {start: Fraction(1)}
        far = self.far[goal]
        while set(at) != {goal}:
            onward: dict[int, Fraction] = defaultdict(Fraction)
            for switch, share in at.items():
                ways = [
                    (p, to) for p, to, _ in self.plain.plugs(switch) if far.get(to, -2) == far[switch] - 1
                ]
                for port, to in ways:
                    found[self.channel[switch, port]] += share / len(ways)
                    onward[to] += share / len(ways)
            at = onward
        return dict(found)


def proven(parts: Parts, capacity: Floats, rate: Floats) -> bool:
    """Tell whether rates are max-min fair: feasible, and each flow has a full channel on which none is faster."""
    load = parts.summed(rate, len(capacity))
    full = load >= capacity * (1 - TOLERANCE)
    fastest = np.zeros(len(capacity))
    np.maximum.at(fastest, parts.channel, rate[parts.flow])
    fair = full[parts.channel] & (fastest[parts.channel] <= rate[parts.flow] * (1 + TOLERANCE))
    return set(parts.flow[fair].tolist()) == set(range(len(rate))) and bool(
        (load <= capacity * (1 + TOLERANCE)).all()
    )
