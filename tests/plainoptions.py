"""OpenSM's options once more, one switch, one destination and one port at a time: slow, and apart from ibviz's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, islice

from plainrouting import Plain

from ibviz.core.wiring import Wiring
from ibviz.flow.dealing import Manner

Target = tuple[int, int]
Entries = dict[tuple[int, Target, int], int]
"""Port by (switch row, (node, port) of the destination, offset of the LID)."""


def c_random(seed: int) -> list[int]:
    """Return the first thousands of glibc's random numbers, as its manual describes them."""
    words = [seed]
    for _ in range(30):
        words.append(16807 * words[-1] % 2147483647)
    words += words[:3]
    for n in range(34, 10_344):
        words.append((words[n - 31] + words[n - 3]) % 2**32)
    return [word >> 1 for word in islice(words, 344, None)]


class Optioned:
    """MinHop with options, as a walk over switches."""

    def __init__(self, wires: Wiring, manner: Manner, first: Sequence[Target] = ()) -> None:
        self.plain, self.manner, self.wires = Plain(wires), manner, wires
        named = {target: (target, at, last) for target, at, last in self.plain.order()}
        self.order = [named[target] for target in first]
        self.order += [entry for target, entry in named.items() if target not in first]
        self.far = {s: self.plain.distances(s) for s in self.plain.switches}
        self.system = wires.fabric.nodes.system_guid.tolist()

    def route(self, old: Entries | None = None) -> Entries:
        """Return all entries; old ones stay where they are on a shortest path."""
        found: Entries = {}
        streams = {subnet: iter(c_random(self.manner.scatter or 1)) for subnet in range(self.wires.subnets)}
        for switch in self.plain.switches:
            load: Counter[int] = Counter()
            draw = streams[int(self.wires.subnet[switch])]
            for offset in range(1 << self.manner.lmc):
                for target, at, last in self.order:
                    if offset and target[1] == 0:
                        continue
                    if switch == at:
                        found[switch, target, offset] = last
                        continue
                    near = self.near(switch, at)
                    if not near:
                        continue
                    kept = (old or {}).get((switch, target, offset))
                    before = [found[switch, target, k] for k in range(offset)]
                    port = kept if kept in near else self.choice(switch, near, load, before, draw)
                    found[switch, target, offset] = port
                    load[port] += target[1] > 0
        return found

    def near(self, switch: int, at: int) -> list[int]:
        """Return the ports on a shortest path."""
        far = self.far[at]
        return [
            p for p, peer, _ in self.plain.plugs(switch) if peer in far and far[peer] + 1 == far.get(switch)
        ]

    def peer(self, switch: int, port: int) -> int:
        """Return the node at a port."""
        return self.plain.peer[switch, port][0]

    def choice(
        self, switch: int, near: list[int], load: Counter[int], before: list[int], draw: object
    ) -> int:
        """Return the port for one more LID."""
        manner = self.manner
        if manner.one_way:
            near = [p for p in near if self.peer(switch, p) == self.peer(switch, near[0])]
        if manner.scatter and not before:
            few = [p for p in near if load[p] == min(load[q] for q in near)]
            return few[next(draw) % len(few)]  # type: ignore[call-overload]
        if before and not manner.one_way:
            near = [p for p in near if p > before[-1]] + [p for p in near if p <= before[-1]]
        if manner.shifting:
            by = sum(load[p] for p in near) // len(near) % len(near)
            near = near[by:] + near[:by]
        if not before or (manner.one_way and manner.shifting):
            return min(near, key=lambda p: load[p])
        if manner.one_way:
            return self.rarest(near, load, {p: before.count(p) for p in near})
        peers = [self.peer(switch, p) for p in before]
        systems = [self.system_of(peer) for peer in peers]
        for some in (
            [p for p in near if self.system_of(self.peer(switch, p)) not in systems],
            [p for p in near if self.peer(switch, p) not in peers],
        ):
            if some:
                return min(some, key=lambda p: load[p])
        return self.rarest(near, load, {p: peers.count(self.peer(switch, p)) for p in near})

    def system_of(self, node: int) -> int:
        """Return the system GUID of a node, its own where it has none."""
        return int(self.system[node] or self.wires.fabric.nodes.guid[node])

    @staticmethod
    def rarest(near: list[int], load: Counter[int], uses: dict[int, int]) -> int:
        """Return the least loaded port, ties to fewer uses than any port before it had when it was taken."""
        lowest = accumulate((load[p] for p in near), min)
        best, used = near[0], 10**9
        last = 10**9
        for port, low in zip(near, lowest, strict=True):
            if load[port] == low < last:
                best, used = port, min(used, uses[port])
            elif load[port] == last and uses[port] < used:
                best, used = port, uses[port]
            last = low
        return best
