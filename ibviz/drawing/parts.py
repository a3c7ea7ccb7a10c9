"""What a Scene is made of: tiles of hosts, chips of aggregation nodes, links between switches."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ibviz.core.bands import Bands
from ibviz.core.fabric import Fabric, Kind
from ibviz.core.table import Bools, Ints
from ibviz.drawing.folding import Folding


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


def end_bands(bands: Bands, band: Ints) -> Ints:
    """Return the band in which cables of each node end: that of its switch for an aggregation node."""
    inside = np.flatnonzero((band < 0) & (bands.block >= 0))
    ends = band.copy()
    ends[inside] = band[bands.block[inside]]
    return ends


def owners(bands: Bands, band: Ints) -> Ints:
    """Return the switch whose hosts stand in each column; -1 for none."""
    owner = np.full(max(1, round(bands.width)), -1)
    hosts = np.flatnonzero((band == 0) & (bands.column >= 0))
    owner[bands.column[hosts]] = bands.block[hosts]
    leaves = np.flatnonzero((band == 1) & (bands.column >= 0))
    owner[bands.column[leaves]] = leaves
    return owner


def make_chips(fabric: Fabric, bands: Bands, cables: Ints, folding: Folding) -> tuple[Chips, Ints]:
    """Return the aggregation nodes that stand in a switch, and their cables to it; those folded away left out."""
    shown = fabric.nodes.alive & (folding.group < 0)
    rows = np.flatnonzero((fabric.nodes.kind == Kind.AGGREGATION) & shown & (bands.block >= 0))
    switch = bands.block[rows]
    order = np.lexsort((rows, switch))
    rows, switch = rows[order], switch[order]
    place = rank_within(switch)
    at = np.full(len(fabric.nodes), -1)
    at[rows] = np.arange(len(rows))
    found = []
    for side in (0, 1):
        mine, other = folding.ends[cables, side], folding.ends[cables, 1 - side]
        inside = np.flatnonzero((at[mine] >= 0) & (bands.block[mine] == other))
        found.append(np.column_stack([cables[inside], at[mine[inside]]]))
    return Chips(rows, switch, place), np.concatenate(found)


def make_tiles(
    fabric: Fabric, bands: Bands, band: Ints, cables: Ints, folding: Folding, hanging: Bools
) -> Tiles:
    """Return the tiles of all hosts, column by column, by port of their switch.

    Parameters
    ----------
    fabric : Fabric
    bands : Bands
    band : (N,) int64
    cables : (c,) int64
        Those that may be shown by a tile.
    folding : Folding
        What is folded has one tile, which stands for no cable.
    hanging : (N,) bool
        Switches that stand right above the tiles of their column.
    """
    owner = owners(bands, band)
    loose = cables[~(folding.is_head[folding.ends[cables]] & (band[folding.ends[cables]] == 0)).any(axis=1)]
    nodes, cables_of, columns, rank = _tile_rows(fabric, bands, (band, owner), loose, folding.ends)
    primary = bands.column[nodes] == columns
    ranks = np.where(primary, bands.slot[nodes], rank)
    order = np.lexsort((rank, ranks, ~primary, columns))
    nodes, columns = nodes[order], columns[order]
    slot = rank_within(columns)
    first = np.full(len(fabric.nodes), -1)
    backwards = np.arange(len(nodes))[::-1]
    first[nodes[backwards]] = backwards
    own = np.flatnonzero(primary[order])[::-1]
    first[nodes[own]] = own
    cables_of = cables_of[order]
    under_leaf = np.append(hanging, False)[owner[columns]]
    return Tiles(
        node=nodes,
        cable=cables_of,
        stands=(cables_of >= 0) & under_leaf,
        column=columns,
        slot=slot,
        most=int(slot.max(initial=-1)) + 1,
        first=first,
    )


def _tile_rows(
    fabric: Fabric, bands: Bands, owned_by: tuple[Ints, Ints], cables: Ints, ends: Ints
) -> tuple[Ints, Ints, Ints, Ints]:
    """Return node, cable, column and port of the switch for each tile, unsorted."""
    band, owner = owned_by
    column_of = np.full(len(fabric.nodes) + 1, -1)
    owned = np.flatnonzero(owner >= 0)
    column_of[owner[owned]] = owned
    node, cable, column, rank = [], [], [], []
    for side in (0, 1):
        host, far = ends[cables, side], ends[cables, 1 - side]
        here = np.flatnonzero(
            (band[host] == 0) & (fabric.nodes.kind[far] == Kind.SWITCH) & (column_of[far] >= 0)
        )
        node.append(host[here].astype(np.int64))
        cable.append(cables[here])
        at = np.maximum(bands.column[host[here]], 0)
        own = (bands.column[host[here]] >= 0) & (owner[at] == far[here])
        column.append(np.where(own, at, column_of[far[here]]))
        rank.append(fabric.cables.port[cables[here], 1 - side].astype(np.int64))
    hosts = np.flatnonzero((band == 0) & (bands.column >= 0))
    alone = without(hosts, np.concatenate(node), len(fabric.nodes))
    node.append(alone)
    cable.append(np.full(len(alone), -1))
    column.append(bands.column[alone])
    rank.append(bands.slot[alone])
    return np.concatenate(node), np.concatenate(cable), np.concatenate(column), np.concatenate(rank)


def without(rows: Ints, gone: Ints, count: int) -> Ints:
    """Return those of some rows that are not among others, in their order.

    Parameters
    ----------
    rows, gone : (n,), (m,) int64
        Rows of a table.
    count : int
        Length of the table.
    """
    stays = np.ones(count, bool)
    stays[gone] = False
    return rows[stays[rows]]


def rank_within(keys: Ints) -> Ints:
    """Return the place of each entry among its equals, in sorted keys."""
    place = np.arange(len(keys))
    if not len(keys):
        return place
    begins = np.append(True, keys[1:] != keys[:-1])
    ranked: Ints = place - np.maximum.accumulate(np.where(begins, place, 0))
    return ranked


def make_links(fabric: Fabric, bands: Bands, band: Ints, cables: Ints, folding: Folding) -> Links:
    """Return cables as links, the lower end first, within a band the left one; a fold has no ports, but 0."""
    node = folding.ends[cables]
    port = np.where(folding.is_head[node], 0, fabric.cables.port[cables].astype(np.int64))
    level = end_bands(bands, band)[node]
    x = np.nan_to_num(bands.x[node], nan=-1.0)
    turned = (level[:, 0] > level[:, 1]) | ((level[:, 0] == level[:, 1]) & (x[:, 0] > x[:, 1]))
    for pair in (node, port, level):
        pair[turned] = pair[turned, ::-1]
    return Links(cables, node, port, level)
