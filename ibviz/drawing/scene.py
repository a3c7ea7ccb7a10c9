"""A Scene: what there is to draw, in band coordinates; made when State, load or folding change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from ibviz.core.bands import Bands
from ibviz.core.fabric import Fabric
from ibviz.core.references import node_id
from ibviz.core.simulation import Simulation
from ibviz.core.state import State
from ibviz.core.structure import Structure
from ibviz.core.table import Bools, Ints, Texts
from ibviz.core.wiring import wiring
from ibviz.drawing.contracting import Plots, contracted
from ibviz.drawing.fold import Fold
from ibviz.drawing.folding import Folding, band_of, contraction, folded, name_of
from ibviz.drawing.overlaid import Overlaid
from ibviz.drawing.overlay import Overlay
from ibviz.drawing.parts import (
    Chips,
    Links,
    Tiles,
    end_bands,
    make_chips,
    make_links,
    make_tiles,
    owners,
    without,
)


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
        Rows of all live cables and nodes, those that failed included; without what is hidden in a fold: of its
        nodes the head stays, of its cables those that leave it.
    band : (N,) int64
        Band of each node, 0 for hosts; -1 for what stands in none.
    tiles, chips, links : Tiles, Chips, Links
        A cable is in a tile, in a chip or in a link.
    chip_cable : (h, 2) int64
        Row of a cable between an aggregation node and its switch, and place of the node in `chips`.
    overlays : mapping of str to Overlay
        Those that can be drawn; ``plain`` always.
    folding : Folding
        What is shown as one; a fold is its head in all that the scene says of nodes.
    plots : Plots or None
        Where folds stand; None without any.
    plain : Scene or None
        The scene with nothing folded; None if this is it.
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
    folding: Folding
    plots: Plots | None = None
    plain: Scene | None = None
    memo: dict[str, Any] = field(default_factory=dict)

    @property
    def fabric(self) -> Fabric:
        """The fabric that is drawn."""
        return self.state.fabric

    @property
    def structure(self) -> Structure:
        """The structure that the bands were made from."""
        return self.bands.structure

    @property
    def whole(self) -> Scene:
        """The scene with nothing folded, for what is said of all nodes and cables."""
        return self.plain or self

    @property
    def ends(self) -> Ints:
        """Where each cable ends, (C, 2): at the head of a fold where its node is in one."""
        return self.folding.ends

    def shown_by(self, node: int) -> Ints:
        """Return what a node stands for in the picture: itself, or the switches of the fold whose head it is."""
        if not self.folding.is_head[node]:
            return np.array([node])
        return self.folding.standing_for(self.fabric, self.folding.of(node))

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
        return owners(self.bands, self.band)

    @cached_property
    def end_band(self) -> Ints:
        """Band in which the cables of each node end: that of its switch for an aggregation node."""
        return end_bands(self.bands, self.band)

    def names(self, rows: Ints) -> Texts:
        """Return what nodes are called on the picture: their names where unique, else their ids; a head as its fold."""
        counts = self.once("names", lambda: Counter(self.fabric.nodes.name[self.whole.nodes].tolist()))
        own = self.fabric.nodes.name
        told = [
            own[row] if own[row].strip() and counts[own[row]] == 1 else node_id(self.fabric, row)
            for row in rows.tolist()
        ]
        texts: Texts = np.array([*told, None], object)[:-1]
        for place in np.flatnonzero(self.folding.is_head[rows]).tolist():
            fold = self.folding.folds[self.folding.of(int(rows[place]))]
            texts[place] = name_of(self.structure, self.whole.bands, fold)
        return texts

    @cached_property
    def cabled(self) -> Bools:
        """Nodes with a live cable, (N,)."""
        found = np.zeros(len(self.band), bool)
        found[self.ends[self.cables]] = True
        return found

    @cached_property
    def placeholder(self) -> Bools:
        """Nodes that the input only names as a peer, (N,)."""
        named: Bools = ~self.fabric.nodes.described
        return named


def make_scene(
    state: State,
    structure: Structure,
    bands: Bands,
    simulation: Simulation | None = None,
    folds: Iterable[Fold] = (),
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
    folds : iterable of Fold
        Groups that are shown as one.
    """
    fabric = state.fabric
    failed_node, failed = _failures(state, simulation)
    plain = _assembled(
        state,
        bands,
        (failed_node, failed),
        Overlaid(state, simulation, structure),
        contraction(state, ((), ()), np.empty(0, np.int64), np.full(len(fabric.nodes), -1)),
    )
    return folded_scene(plain, folds)


def folded_scene(scene: Scene, folds: Iterable[Fold]) -> Scene:
    """Return a scene with some groups folded, and with no others; the plain one where none of them is there."""
    plain = scene.whole
    folding = folded(plain.state, plain.structure, plain.bands, folds)
    if not folding:
        return plain
    bands, plots = contracted(plain.bands, folding)
    made = _assembled(plain.state, bands, (plain.failed_node, plain.failed), plain.overlays, folding, plots)
    return replace(made, plots=plots, plain=plain)


def _assembled(
    state: State,
    bands: Bands,
    failures: tuple[Bools, Bools],
    shown: Mapping[str, Overlay],
    folding: Folding,
    plots: Plots | None = None,
) -> Scene:
    """Return the scene of bands: what is in them is parted into tiles, chips and links."""
    fabric = state.fabric
    band = band_of(bands, len(fabric.nodes))
    if plots is not None:
        band[folding.heads] = plots.high
    cables = np.flatnonzero(_live(fabric) & ~folding.inside)
    nodes = np.flatnonzero(fabric.nodes.alive & ((folding.group < 0) | folding.is_head))
    chips, chip_cable = make_chips(fabric, bands, cables, folding)
    free = without(cables, chip_cable[:, 0], len(fabric.cables))
    tiles = make_tiles(fabric, bands, band, free, folding, _hanging(band, folding, plots))
    free = without(free, tiles.cable[tiles.stands], len(fabric.cables))
    return Scene(
        state=state,
        bands=bands,
        failed_node=failures[0],
        failed=failures[1],
        cables=cables,
        nodes=nodes,
        band=band,
        tiles=tiles,
        chips=chips,
        chip_cable=chip_cable,
        links=make_links(fabric, bands, band, free, folding),
        overlays=shown,
        folding=folding,
    )


def _hanging(band: Ints, folding: Folding, plots: Plots | None) -> Bools:
    """Tell under which nodes hosts hang, so that a tile can stand for the cable: leaves, and folds with leaves."""
    found: Bools = np.equal(band, 1)
    if plots is not None:
        found[folding.heads] = plots.low == 1
    return found


LASTING = (
    "names",
    "sockets",
    "uplink rows",
    "woven",
    "placed",
    "gap counts",
    "counts",
    "box widths",
    "of folds",
    "bare gaps",
    "fold counts",
    "suit",
    "matrix pairs",
    "matrix counts",
    "matrix sheet",
)
"""What is made of a scene's wiring alone, by the beginning of its name in the memo."""

OF_FAILURES = ("bundles", "fine", "folds ", "layout")
"""What is made of the wiring and of what failed: it lasts until something else fails."""


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
    shown = Overlaid(state, simulation, scene.structure)
    changed: dict[str, Any] = {
        "state": state,
        "failed_node": failed_node,
        "failed": failed,
        "overlays": shown,
    }
    same = np.array_equal(failed, scene.failed) and np.array_equal(failed_node, scene.failed_node)
    lasting = LASTING + OF_FAILURES if same else LASTING
    plain = scene.plain and replace(scene.plain, **changed, memo=_lasting(scene.plain, lasting))
    return replace(scene, **changed, plain=plain, memo=_lasting(scene, lasting))


def overlaid(scene: Scene, overlays: Mapping[str, Overlay]) -> Scene:
    """Return a scene with other overlays."""
    plain = scene.plain and replace(scene.plain, overlays=overlays)
    return replace(scene, overlays=overlays, plain=plain)


def _lasting(scene: Scene, names: tuple[str, ...]) -> dict[str, Any]:
    """Return what of a memo lasts, by the beginnings of its names."""
    return {name: made for name, made in scene.memo.copy().items() if name.startswith(names)}


def _failures(state: State, simulation: Simulation | None) -> tuple[Bools, Bools]:
    """Return which live nodes and cables are down, (N,) and (C,)."""
    fabric = state.fabric
    up = wiring(fabric, state.scenario) if simulation is None else simulation.wiring
    failed = _live(fabric)
    failed[up.rows] = False
    return fabric.nodes.alive & ~up.node_up, failed


def _live(fabric: Fabric) -> Bools:
    """Tell which cables are there at both ends, (C,)."""
    one, other = fabric.cables.node.T  # by columns, as short rows are slow
    alive = fabric.nodes.alive
    found: Bools = fabric.cables.alive & alive[one] & alive[other]
    return found
