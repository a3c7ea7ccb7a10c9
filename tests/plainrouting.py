"""MinHop once more, one destination and one port at a time: slow, short, and written apart from ibviz's."""

from __future__ import annotations

from collections import Counter, deque
from functools import cache

from ibviz.core.fabric import Kind
from ibviz.core.tables import Tables
from ibviz.core.wiring import Wiring

Entries = dict[tuple[int, tuple[int, int]], int]
"""Port by (switch row, (node, port) of the destination), port 0 for a switch."""


def entries_of(tables: Tables) -> Entries:
    """Return tables as a mapping; what has no path is left out."""
    wires = tables.wiring
    ends = list(zip(wires.end_ports.node.tolist(), wires.end_ports.port.tolist(), strict=True))
    heads = [(row, 0) for row in wires.switches.tolist()]
    found = {}
    for table, targets in ((tables.to_end, ends), (tables.to_switch, heads)):
        for target, row in zip(targets, table.tolist(), strict=True):
            found |= {(head[0], target): port for head, port in zip(heads, row, strict=True) if port != 255}
    return found


class Plain:
    """The live cables of a wiring, port by port."""

    def __init__(self, wires: Wiring) -> None:
        self.wires = wires
        self.switches: list[int] = wires.switches.tolist()
        self.peer: dict[tuple[int, int], tuple[int, int]] = {}
        for (a, b), (p, q) in zip(wires.node.tolist(), wires.port.tolist(), strict=True):
            self.peer[a, p], self.peer[b, q] = (b, q), (a, p)
        kinds = wires.fabric.nodes.kind
        self.is_switch = {row for row in self.switches if kinds[row] == Kind.SWITCH}

    @cache  # noqa: B019
    def plugs(self, switch: int) -> list[tuple[int, int, int]]:
        """Return (port, peer, its port) of a switch, ascending."""
        return sorted((p, *to) for (node, p), to in self.peer.items() if node == switch)

    def distances(self, target: int) -> dict[int, int]:
        """Return the hops from each switch to one."""
        found, queue = {target: 0}, deque([target])
        while queue:
            here = queue.popleft()
            for _, peer, _ in self.plugs(here):
                if peer in self.is_switch and peer not in found:
                    found[peer] = found[here] + 1
                    queue.append(peer)
        return found

    def order(self) -> list[tuple[tuple[int, int], int, int]]:
        """Return (destination, its switch, port there): busy switches first, switch LIDs last."""
        ends = {
            s: [((n, q), s, p) for p, n, q in self.plugs(s) if n not in self.is_switch] for s in self.switches
        }
        listed = [end for s in sorted(self.switches, key=lambda s: -len(ends[s])) for end in ends[s]]
        return listed + [((s, 0), s, 0) for s in self.switches]

    def minhop(self, old: Entries | None = None) -> Entries:
        """Route, keeping old entries that are still on a shortest path."""
        found: Entries = {}
        far = {s: self.distances(s) for s in self.switches}
        order = self.order()
        for switch in self.switches:
            load: Counter[int] = Counter()
            for target, at, last in order:
                if switch == at:
                    found[switch, target] = last
                    continue
                near = [
                    port
                    for port, peer, _ in self.plugs(switch)
                    if peer in far[at] and far[at][peer] + 1 == far[at].get(switch)
                ]
                if near:
                    kept = (old or {}).get((switch, target))
                    port = kept if kept in near else min(near, key=lambda p: (load[p], p))
                    found[switch, target] = port
                    load[port] += target[1] > 0
        return found
