"""A Scene: what there is to draw, in band coordinates; made when State, load or folding change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from ibviz.core.bands import Bands
from ibviz.core.fabric import Fabric, Kind
from ibviz.core.references import node_id
from ibviz.core.simulation import Simulation
from ibviz.core.state import State
from ibviz.core.structure import Structure
from ibviz.core.table import Bools, Ints, Texts
from ibviz.core.wiring import wiring
from ibviz.drawing.overlaid import Overlaid
from ibviz.drawing.overlay import Overlay


@dataclass(frozen=True, eq=False)
class Tiles:
    """Hosts in their columns: one tile for each cable to the switch of a column, one for each other host.

    Attributes
    ----------
    node : (t,) int64
        The host. A host with cables to several leaves has a tile under each.
    cable : (t,) int64
        The cable whose value the tile shows; -1 where a host has none to the switch of its column.
    stands : (t,) bool
        Whether the tile stands for that cable; where there is no leaf above, the cable is a link.
    column, slot : (t,) int64
        Column of the bands, and place in it from 0.
    most : int
        Tiles of the fullest column.
    first : (N,) int64
        The first tile of each node; -1 for none.
    """

    node: Ints
    cable: Ints
    stands: Bools
    column: Ints
    slot: Ints
    most: int
    first: Ints

    @cached_property
    def counts(self) -> Ints:
        """How many tiles stand in the column of each tile, (t,)."""
        counts: Ints = np.bincount(self.column)[self.column]
        return counts


@dataclass(frozen=True, eq=False)
class Chips:
    """Aggregation nodes, which stand in their switch.

    Attributes
    ----------
    node, switch : (a,) int64
        The aggregation node and its switch.
    place : (a,) int64
        Which of its switch's it is, from 0.
    """

    node: Ints
    switch: Ints
    place: Ints


@dataclass(frozen=True, eq=False)
class Links:
    """Cables that are drawn from node to node, the lower end first.

    Attributes
    ----------
    cable : (k,) int64
    node, port : (k, 2) int64
        Lower and upper end; within one band the left end comes first.
    band : (k, 2) int64
    """

    cable: Ints
    node: Ints
    port: Ints
    band: Ints

    def __len__(self) -> int:
        return len(self.cable)

    @cached_property
    def rise(self) -> Ints:
        """How many bands a cable rises: 0 within a band."""
        rise: Ints = self.band[:, 1] - self.band[:, 0]
        return rise


@dataclass(frozen=True, eq=False)
class Scene:
    """What there is to draw.

    Attributes
    ----------
    state : State
    bands : Bands
    failed_node : (N,) bool
        Nodes that are down in the scenario.
    failed : (C,) bool
        Cables that are down in the scenario, by themselves or with a node.
    cables, nodes : (c,), (n,) int64
        Rows of all live cables and nodes, those that failed included.
    band : (N,) int64
        Band of each node, 0 for hosts; -1 for what stands in none.
    tiles, chips, links : Tiles, Chips, Links
        A cable is in a tile, in a chip or in a link.
    chip_cable : (h, 2) int64
        Row of a cable between an aggregation node and its switch, and place of the node in `chips`.
    overlays : mapping of str to Overlay
        Those that can be drawn; ``plain`` always.
    memo : dict
        What is made of the scene once, whatever the view.
    """

    state: State
    bands: Bands
    failed_node: Bools
    failed: Bools
    cables: Ints
    nodes: Ints
    band: Ints
    tiles: Tiles
    chips: Chips
    chip_cable: Ints
    links: Links
    overlays: Mapping[str, Overlay]
    memo: dict[str, Any] = field(default_factory=dict)

    @property
    def fabric(self) -> Fabric:
        """The fabric that is drawn."""
        return self.state.fabric

    @property
    def structure(self) -> Structure:
        """The structure that the bands were made from."""
        return self.bands.structure

    def is_failed(self, cable: Ints) -> Bools:
        """Tell which cables are down; the row -1 is not."""
        down: Bools = np.append(self.failed, False)[cable]
        return down

    def once(self, name: str, make: Callable[[], Any]) -> Any:
        """Return what was made under a name, made at the first call."""
        if name not in self.memo:
            self.memo[name] = make()
        return self.memo[name]

    def overlay(self, name: str) -> Overlay:
        """Return an overlay; where it has nothing to say, the utilization, or the plain one."""
        for wish in (name, "utilization"):
            if name != "plain" and (found := self.overlays.get(wish)) is not None:
                return found
        return self.overlays["plain"]

    @cached_property
    def owner(self) -> Ints:
        """Switch whose hosts stand in each column of the bands; -1 for none."""
        return _owners(self.bands, self.band)

    @cached_property
    def end_band(self) -> Ints:
        """Band in which the cables of each node end: that of its switch for an aggregation node."""
        return _end_bands(self.bands, self.band)

    def names(self, rows: Ints) -> Texts:
        """Return what nodes are called on the picture: their names where unique, else their ids."""
        counts = self.once("names", lambda: Counter(self.fabric.nodes.name[self.nodes].tolist()))
        own = self.fabric.nodes.name
        told = [
            own[row] if own[row].strip() and counts[own[row]] == 1 else node_id(self.fabric, row)
            for row in rows.tolist()
        ]
        texts: Texts = np.array([*told, None], object)[:-1]
        return texts

    @cached_property
    def cabled(self) -> Bools:
        """Nodes with a live cable, (N,)."""
        found = np.zeros(len(self.band), bool)
        found[self.fabric.cables.node[self.cables]] = True
        return found

    @cached_property
    def placeholder(self) -> Bools:
        """Nodes that the input only names as a peer, (N,)."""
        named: Bools = ~self.fabric.nodes.described
        return named


def make_scene(
    state: State, structure: Structure, bands: Bands, simulation: Simulation | None = None
) -> Scene:
    """Return what there is to draw of a State.

    Parameters
    ----------
    state : State
        Its active scenario says what failed.
    structure : Structure
        That of the fabric as built, so that what fails keeps its place.
    bands : Bands
        The layout made from it.
    simulation : Simulation or None
        The load; None for wiring only.
    """
    fabric = state.fabric
    failed_node, failed = _failures(state, simulation)
    band = np.full(len(fabric.nodes), -1)
    for number, rows in enumerate(bands.levels):
        band[rows] = number
    cables = np.flatnonzero(fabric.cables.alive & fabric.nodes.alive[fabric.cables.node].all(axis=1))
    chips, chip_cable = _chips(fabric, structure, bands, cables)
    free = np.setdiff1d(cables, chip_cable[:, 0], assume_unique=True)
    tiles = _tiles(fabric, bands, band, free)
    free = np.setdiff1d(free, tiles.cable[tiles.stands])
    return Scene(
        state=state,
        bands=bands,
        failed_node=failed_node,
        failed=failed,
        cables=cables,
        nodes=np.flatnonzero(fabric.nodes.alive),
        band=band,
        tiles=tiles,
        chips=chips,
        chip_cable=chip_cable,
        links=_links(fabric, bands, band, free),
        overlays=Overlaid(state, simulation, structure),
    )


LASTING = ("names", "sockets", "uplink rows", "woven", "placed", "gap counts", "counts", "box widths")
"""What is made of a scene's wiring alone, by the beginning of its name in the memo."""


def restaged(scene: Scene, state: State, simulation: Simulation | None) -> Scene:
    """Return a scene of the same fabric in the same order, with other failures and another load.

    Parameters
    ----------
    scene : Scene
    state : State
        Has the fabric and the order of the scene's own.
    simulation : Simulation or None
    """
    failed_node, failed = _failures(state, simulation)
    memo = {name: made for name, made in scene.memo.copy().items() if name.startswith(LASTING)}
    shown = Overlaid(state, simulation, scene.structure)
    return replace(scene, state=state, failed_node=failed_node, failed=failed, overlays=shown, memo=memo)


def _failures(state: State, simulation: Simulation | None) -> tuple[Bools, Bools]:
    """Return which live nodes and cables are down, (N,) and (C,)."""
    fabric = state.fabric
    up = wiring(fabric, state.scenario) if simulation is None else simulation.wiring
    failed = fabric.cables.alive & fabric.nodes.alive[fabric.cables.node].all(axis=1)
    failed[up.rows] = False
    return fabric.nodes.alive & ~up.node_up, failed


def _end_bands(bands: Bands, band: Ints) -> Ints:
    inside = np.flatnonzero((band < 0) & (bands.block >= 0))
    ends = band.copy()
    ends[inside] = band[bands.block[inside]]
    return ends


def _owners(bands: Bands, band: Ints) -> Ints:
    owner = np.full(max(1, round(bands.width)), -1)
    hosts = np.flatnonzero((band == 0) & (bands.column >= 0))
    owner[bands.column[hosts]] = bands.block[hosts]
    leaves = np.flatnonzero((band == 1) & (bands.column >= 0))
    owner[bands.column[leaves]] = leaves
    return owner


def _chips(fabric: Fabric, structure: Structure, bands: Bands, cables: Ints) -> tuple[Chips, Ints]:
    """Return the aggregation nodes that stand in a switch, and their cables to it."""
    rows = np.flatnonzero((fabric.nodes.kind == Kind.AGGREGATION) & fabric.nodes.alive & (bands.block >= 0))
    switch = bands.block[rows]
    order = np.lexsort((rows, switch))
    rows, switch = rows[order], switch[order]
    place = rank_within(switch)
    at = np.full(len(fabric.nodes), -1)
    at[rows] = np.arange(len(rows))
    found = []
    for side in (0, 1):
        mine, other = fabric.cables.node[cables, side], fabric.cables.node[cables, 1 - side]
        inside = np.flatnonzero((at[mine] >= 0) & (bands.block[mine] == other))
        found.append(np.column_stack([cables[inside], at[mine[inside]]]))
    return Chips(rows, switch, place), np.concatenate(found)


def _tiles(fabric: Fabric, bands: Bands, band: Ints, cables: Ints) -> Tiles:
    owner = _owners(bands, band)
    column_of = np.full(len(fabric.nodes) + 1, -1)
    owned = np.flatnonzero(owner >= 0)
    column_of[owner[owned]] = owned
    node, cable, column, rank = [], [], [], []
    for side in (0, 1):
        host, far = fabric.cables.node[cables, side], fabric.cables.node[cables, 1 - side]
        here = np.flatnonzero(
            (band[host] == 0) & (fabric.nodes.kind[far] == Kind.SWITCH) & (column_of[far] >= 0)
        )
        node.append(host[here].astype(np.int64))
        cable.append(cables[here])
        column.append(column_of[far[here]])
        rank.append(fabric.cables.port[cables[here], 1 - side].astype(np.int64))
    hosts = np.flatnonzero((band == 0) & (bands.column >= 0))
    alone = np.setdiff1d(hosts, np.concatenate(node))
    node.append(alone)
    cable.append(np.full(len(alone), -1))
    column.append(bands.column[alone])
    rank.append(bands.slot[alone])
    nodes, columns = np.concatenate(node), np.concatenate(column)
    primary = bands.column[nodes] == columns
    ranks = np.where(primary, bands.slot[nodes], np.concatenate(rank))
    order = np.lexsort((np.concatenate(rank), ranks, ~primary, columns))
    nodes, columns = nodes[order], columns[order]
    slot = rank_within(columns)
    first = np.full(len(fabric.nodes), -1)
    backwards = np.arange(len(nodes))[::-1]
    first[nodes[backwards]] = backwards
    own = np.flatnonzero(primary[order])[::-1]
    first[nodes[own]] = own
    cables_of = np.concatenate(cable)[order]
    under_leaf = np.append(band, -1)[owner[columns]] == 1
    return Tiles(
        node=nodes,
        cable=cables_of,
        stands=(cables_of >= 0) & under_leaf,
        column=columns,
        slot=slot,
        most=int(slot.max(initial=-1)) + 1,
        first=first,
    )


def rank_within(keys: Ints) -> Ints:
    """Return the place of each entry among its equals, in sorted keys."""
    place = np.arange(len(keys))
    if not len(keys):
        return place
    begins = np.append(True, keys[1:] != keys[:-1])
    ranked: Ints = place - np.maximum.accumulate(np.where(begins, place, 0))
    return ranked


def _links(fabric: Fabric, bands: Bands, band: Ints, cables: Ints) -> Links:
    node = fabric.cables.node[cables].astype(np.int64)
    port = fabric.cables.port[cables].astype(np.int64)
    level = _end_bands(bands, band)[node]
    x = np.nan_to_num(bands.x[node], nan=-1.0)
    turned = (level[:, 0] > level[:, 1]) | ((level[:, 0] == level[:, 1]) & (x[:, 0] > x[:, 1]))
    for pair in (node, port, level):
        pair[turned] = pair[turned, ::-1]
    return Links(cables, node, port, level)
