"""What the panels know of a fabric: structure, names, ports and addresses, computed once off the GUI thread."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ibviz.core.addresses import lids, port_guids
from ibviz.core.bands import Bands
from ibviz.core.fabric import Cables, Fabric, Kind
from ibviz.core.info import links_by_rate, oversubscription
from ibviz.core.natural import natural_rank
from ibviz.core.order import distinct
from ibviz.core.progress import Progress, silent
from ibviz.core.references import References
from ibviz.core.registry import layouts
from ibviz.core.structure import Structure, shape
from ibviz.core.table import Bools, Guids, Ints, Ints16, Ints32, Texts
from ibviz.core.units import SPEEDS
from ibviz.core.wiring import Wiring, wiring
from ibviz.drawing.margins import band_names, gap_names

KIND_WORDS = {
    Kind.SWITCH: "Switch",
    Kind.HCA: "HCA",
    Kind.ROUTER: "Router",
    Kind.AGGREGATION: "Aggregation node",
}


@dataclass(frozen=True, eq=False)
class PortRows:
    """The ports that have a cable or something to say, by node, then number.

    Attributes
    ----------
    node, port : (P,) int64
    cable, side : (P,) int64
        Row of the cable and which of its ends; -1 and 0 without one.
    row : (P,) int64
        Row in the fabric's table of ports; -1 where it says nothing of the port.
    """

    node: Ints
    port: Ints
    cable: Ints
    side: Ints
    row: Ints

    def __len__(self) -> int:
        return len(self.node)


@dataclass(frozen=True, eq=False)
class EndTexts:
    """How ends of cables are written, such as ``leaf-3[35]``: when they are asked for, since all take 30 MB.

    Attributes
    ----------
    names : (N,) str
        How each node is written.
    cables : Cables
    """

    names: Texts
    cables: Cables

    def __getitem__(self, place: tuple[Any, Any]) -> Any:
        """Return the text of one end, by row and side, or an array of texts for arrays of them."""
        names, ports = self.names[self.cables.node[place]], self.cables.port[place]
        if not isinstance(names, np.ndarray):
            return f"{names}[{ports}]"
        flat = zip(names.ravel().tolist(), ports.ravel().tolist(), strict=True)
        return _texts([f"{name}[{port}]" for name, port in flat]).reshape(names.shape)


@dataclass(frozen=True, eq=False)
class Facts:
    """What the panels know of one fabric as it is built.

    Attributes
    ----------
    fabric : Fabric
    structure : Structure
    references : References
    """

    fabric: Fabric
    structure: Structure
    references: References

    @property
    def wires(self) -> Wiring:
        """The fabric as built."""
        return self.structure.wiring

    @cached_property
    def names(self) -> Texts:
        """How each node is written, (N,)."""
        return _texts(self.references.texts)

    @cached_property
    def name_rank(self) -> Ints:
        """Place of each node among all by its name, as people sort names, (N,)."""
        return natural_rank(self.names, np.arange(len(self.names)))

    def port_rank(self, node: Ints | Ints32, port: Ints | Ints16) -> Ints:
        """Return what ports are sorted by: name of the node, then number."""
        rank: Ints = self.name_rank[node] * (1 << 16) + port
        return rank

    @cached_property
    def pod(self) -> Ints:
        """Number of the pod of each node as the picture counts them from left to right, (N,); 0 for none."""
        return self._as_drawn("pods", self.structure.pod)

    @cached_property
    def plane(self) -> Ints:
        """Number of the plane of each node as the picture counts them, (N,); 0 for none."""
        return self._as_drawn("planes", self.structure.plane)

    def _as_drawn(self, strips: str, part: Ints) -> Ints:
        number = np.zeros(int(part.max(initial=-1)) + 2, np.int64)
        for strip in getattr(self._bands, strips):
            number[strip.index] = int(strip.label)
        found: Ints = number[part]
        return found

    @cached_property
    def _bands(self) -> Bands:
        made: Bands = layouts.get("layered")(self.structure)
        return made

    @cached_property
    def used(self) -> Ints:
        """How many ports of each node have a cable, (N,)."""
        return np.bincount(self.wires.node.ravel(), minlength=len(self.fabric.nodes))

    @cached_property
    def layers(self) -> Texts:
        """What each node is by its place, (N,): ``Host``, ``Leaf``, ``Spine``, else its kind."""
        words = [
            "Host",
            *(name.replace("Switches", "Switch") for name in band_names(self.structure.levels - 1)),
        ]
        level, kind = self.structure.level, self.fabric.nodes.kind
        made: Texts = _texts([*words, ""])[level]
        for code, word in KIND_WORDS.items():
            if code in (Kind.ROUTER, Kind.AGGREGATION):
                made[kind == code] = word
        return made

    @cached_property
    def cable_layers(self) -> Texts:
        """Between which bands each cable runs, (C,), such as ``Leaf uplinks``."""
        between = _texts(
            ["Host cable", *(name.removesuffix("s") for name in gap_names(self.structure.levels - 1)), ""]
        )
        ends = self.structure.level[self.fabric.cables.node]
        low, climb = ends.min(axis=1), ends.max(axis=1) - ends.min(axis=1)
        low = np.clip(low, -1, len(between) - 2)
        made: Texts = between[low]
        made[(climb == 0) & (low >= 0)] = "Same level"
        made[(climb > 1) & (low >= 0)] = "Skips a level"
        made[low < 0] = "Inside a switch"
        return made

    @cached_property
    def ends(self) -> EndTexts:
        """How both ends of each cable are written, by row and side."""
        return EndTexts(self.names, self.fabric.cables)

    @cached_property
    def rates(self) -> Texts:
        """Speed and width of each cable, (C,), such as ``HDR 4x``; both ends where they differ."""
        cables = self.fabric.cables
        codes = np.column_stack([cables.width, cables.speed]).astype(np.int64) @ 256 ** np.arange(4)
        different, which = np.unique(codes, return_inverse=True)
        made: Texts = _texts([_rate_words(int(code)) for code in different.tolist()])[which.reshape(-1)]
        return made

    @cached_property
    def ports(self) -> PortRows:
        """The ports that have a cable or something to say."""
        cables, ports = self.fabric.cables, self.fabric.ports
        rows, stride = self.wires.rows, 1 << 16
        cabled = (cables.node[rows].astype(np.int64) * stride + cables.port[rows]).ravel()
        said = ports.node.astype(np.int64) * stride + ports.port
        said_alive = self.fabric.nodes.alive[ports.node] if len(ports) else np.empty(0, bool)
        keys = distinct(np.concatenate([cabled, said[said_alive]]))
        cable, side, row = np.full(len(keys), -1), np.zeros(len(keys), np.int64), np.full(len(keys), -1)
        at = np.searchsorted(keys, cabled)
        cable[at], side[at] = np.repeat(rows, 2), np.tile([0, 1], len(rows))
        row[np.searchsorted(keys, said[said_alive])] = np.flatnonzero(said_alive)
        return PortRows(keys // stride, keys % stride, cable, side, row)

    @cached_property
    def _addresses(self) -> tuple[Ints, Guids, Bools]:
        """LID and GUID of every port of `ports`, and whether the file states the LID."""
        ports, wires, nodes = self.ports, self.wires, self.fabric.nodes
        known, ends = lids(wires), wires.end_ports
        by_node = np.zeros(len(nodes), np.int64)
        given = np.ones(len(nodes), bool)
        by_node[wires.switches], given[wires.switches] = known.switch, known.switch_given
        lid, stated = by_node[ports.node], ~given[ports.node]
        guid = nodes.guid[ports.node].copy()
        at = np.searchsorted(ports.node * (1 << 16) + ports.port, ends.node * (1 << 16) + ends.port)
        lid[at], stated[at], guid[at] = known.end, ~known.end_given, port_guids(wires)
        said = np.append(self.fabric.ports.guid, np.uint64(0))[ports.row]
        return lid, np.where(said != 0, said, guid), stated

    @property
    def port_lids(self) -> Ints:
        """LID of each port of `ports`, (P,): of a switch that of its port 0; 0 for unknown."""
        return self._addresses[0]

    @property
    def port_guids(self) -> Guids:
        """GUID of each port of `ports`, (P,): of a switch's port without one that of the switch."""
        return self._addresses[1]

    @property
    def lid_stated(self) -> Bools:
        """Whether the file states the LID of each port of `ports`, (P,); others were given in order."""
        return self._addresses[2]

    @cached_property
    def node_lids(self) -> Ints:
        """LID of each node, (N,): of a switch that of port 0, else that of its first cabled port; 0 for none."""
        first = np.zeros(len(self.fabric.nodes), np.int64)
        first[self.ports.node[::-1]] = self.port_lids[::-1]
        known = lids(self.wires)
        first[self.wires.switches] = known.switch
        return first

    @cached_property
    def lids_used(self) -> int:
        """LIDs in use, over all subnets."""
        return lids(self.wires).used

    @cached_property
    def oversubscription(self) -> float | None:
        """The largest ratio of host to uplink capacity of a leaf; None without uplinks."""
        return oversubscription(self.structure)

    @cached_property
    def links_by_rate(self) -> dict[str, int]:
        """How many cables run at each rate, the commonest first."""
        return links_by_rate(self.wires)

    @cached_property
    def subnets(self) -> int:
        """Number of subnets."""
        return self.wires.subnets

    def count(self, kind: Kind) -> int:
        """Return how many nodes of a kind there are, placeholders left out."""
        nodes = self.fabric.nodes
        return int(((nodes.kind == kind) & nodes.alive & nodes.described).sum())

    def port_at(self, node: int, port: int) -> int:
        """Return the place of a port in `ports`, -1 if it is not there."""
        keys = self.ports.node * (1 << 16) + self.ports.port
        at = int(np.searchsorted(keys, node * (1 << 16) + port))
        return at if at < len(keys) and keys[at] == node * (1 << 16) + port else -1

    def ports_of(self, node: int) -> slice:
        """Return which rows of `ports` are those of a node."""
        first, last = np.searchsorted(self.ports.node, [node, node + 1]).tolist()
        return slice(first, last)

    def hosts_of(self, nodes: Ints) -> list[str]:
        """Return the names of the hosts that some nodes belong to, each once, in the order of the nodes."""
        group = self.structure.host
        numbers = group.of[nodes]
        return list(dict.fromkeys(group.names[numbers[numbers >= 0]].tolist()))


def facts_of(fabric: Fabric, structure: Structure | None = None, progress: Progress = silent) -> Facts:
    """Look at a fabric: all that the first page and the tables need is computed here, not when it is shown.

    Parameters
    ----------
    fabric : Fabric
    structure : Structure or None
        Where it is known already.
    progress : Progress
    """
    progress(0.0, "Reading the structure")
    known = structure if structure is not None and structure.wiring.fabric is fabric else None
    facts = Facts(fabric, known or shape(wiring(fabric)), References(fabric))
    for share, what in enumerate(_FIRST):
        progress((1 + share) / (len(_FIRST) + 1), "Reading the structure")
        getattr(facts, what)
    facts.structure.kind, facts.structure.has_rails, facts.structure.chassis, facts.structure.rack  # noqa: B018
    return facts


_FIRST = (
    "names",
    "used",
    "layers",
    "cable_layers",
    "rates",
    "node_lids",
    "lids_used",
    "oversubscription",
    "links_by_rate",
    "subnets",
)


def _rate_words(code: int) -> str:
    *width, speed_a, speed_b = code.to_bytes(4, "little")
    pairs = dict.fromkeys(zip(width, (speed_a, speed_b), strict=True))
    return ", ".join(f"{SPEEDS[speed]} {lanes}x" for lanes, speed in pairs if speed and lanes) or "unknown"


def _texts(values: list[str]) -> Texts:
    made = np.empty(len(values), object)
    made[:] = values
    return made
