"""Which endpoints a traffic is laid over, and which may be paired: the options that every pattern has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.options import values
from ibviz.core.references import References
from ibviz.core.structure import Structure
from ibviz.core.table import Bools, Ints
from ibviz.core.text import shown
from ibviz.core.wiring import Wiring
from ibviz.flow.hosts import picked
from ibviz.flow.pairs import Pairs, pairs
from ibviz.flow.placement import Placement


@dataclass(frozen=True)
class Common:
    """The options that every pattern has, None where not given; see `common`."""

    hosts: str | None = None
    rails: str | None = None
    local: bool | None = None
    placement: str | None = None


def common(
    *,
    placement: str | None = None,
    hosts: str | None = None,
    rails: Literal["same", "all"] | None = None,
    local: bool | None = None,
) -> Common:
    """Declare the options that every pattern has.

    Parameters
    ----------
    placement : str
        Order of the hosts: ``linear`` as they are cabled, ``random:SEED``, ``by-leaf``, ``by-rail``,
        or ``fragmented:SHARE`` for so many of each leaf. Linear if not given.
    hosts : str
        Endpoints, nodes or hosts by name, glob (``n1*``) or host list (``n[001-016]``); or ``@`` and a file
        of them. All endpoints if not given.
    rails : str
        ``same``: pairs only on one rail; ``all``: across rails too. ``same`` where rails are recognised.
    local : bool
        Whether the endpoints of one host send to each other, or to themselves. 0 where rails are recognised.
    """
    return Common(hosts, rails, local, placement)


@dataclass(frozen=True, eq=False)
class Selection:
    """The endpoints that a pattern pairs, in the order of the contract.

    Attributes
    ----------
    structure : Structure
        Of the fabric as built: what fails changes no traffic but that of its own endpoints.
    asked : Common
    selected : (E,) bool
        Which of ``wiring.endpoints`` are picked.
    rank : (E,) int64 or None
        Who comes first; None: by place.
    """

    structure: Structure
    asked: Common
    selected: Bools
    rank: Ints | None = None

    @property
    def wires(self) -> Wiring:
        """The wiring whose endpoints are meant."""
        return self.structure.wiring

    @cached_property
    def references(self) -> References:
        """How the fabric's nodes are written."""
        return References(self.wires.fabric)

    @property
    def rail(self) -> Ints:
        """Rail of each endpoint, (E,), -1 for none."""
        rail: Ints = self.structure.endpoint_rail
        return rail

    @cached_property
    def host(self) -> Ints:
        """A number for the host of each endpoint, (E,); an HCA of no known host is one of its own."""
        node = self.wires.endpoints.node
        known = self.structure.host.of[node]
        number: Ints = np.where(known >= 0, known, len(self.structure.host.names) + node)
        return number

    @property
    def same_rail(self) -> bool:
        """Whether only endpoints of one rail are paired."""
        return self.structure.has_rails if self.asked.rails is None else self.asked.rails == "same"

    @property
    def local(self) -> bool:
        """Whether endpoints of one host are paired, and an endpoint with itself."""
        return not self.structure.has_rails if self.asked.local is None else self.asked.local

    @cached_property
    def group(self) -> Ints:
        """Endpoints with the same number may be paired, (E,); -1 for one at no switch."""
        subnet = self.wires.endpoints.subnet
        rail = self.rail + 1 if self.same_rail else np.zeros(len(subnet), np.int64)
        number: Ints = np.where(subnet < 0, -1, subnet * (rail.max(initial=0) + 1) + rail)
        return number

    @cached_property
    def groups(self) -> tuple[Ints, ...]:
        """The places of the selected endpoints, in their order, one array for each subnet and rail."""
        places = np.flatnonzero(self.selected & (self.group >= 0))
        rank = places if self.rank is None else self.rank[places]
        order = places[np.lexsort((rank, self.group[places]))]
        cuts = np.flatnonzero(np.diff(self.group[order])) + 1
        return tuple(np.split(order, cuts)) if len(order) else ()

    def each(self, pair: Callable[[Ints], tuple[Ints, Ints]]) -> Pairs:
        """Pair the endpoints of each group by a function that returns sources and destinations."""
        made = [pair(group) for group in self.groups]
        none = [np.empty(0, np.int64)]
        return pairs(
            np.concatenate([src for src, _ in made] or none), np.concatenate([dst for _, dst in made] or none)
        )

    def one(self, text: str) -> int:
        """Return the place of the endpoint that a reference names, be it selected or not.

        Raises
        ------
        OptionError
            If it names none, or one that is at no switch.
        """
        place = self.references.find_endpoint(text, self.wires)
        if self.group[place] < 0:
            raise OptionError(f"{shown(text)} is at no switch: nothing is routed to it")
        return place

    def led_by(self, place: int) -> Selection:
        """Return the same with one endpoint picked too, and first of all."""
        rank = np.arange(len(self.selected)) if self.rank is None else self.rank.copy()
        rank[place] = -1
        selected = self.selected.copy()
        selected[place] = True
        return replace(self, selected=selected, rank=rank)

    def only(self, mask: Bools) -> Selection:
        """Return the same with those picked that a mask has, (E,), and no others."""
        return replace(self, selected=mask)

    def less(self, mask: Bools) -> Selection:
        """Return the same without those that a mask has, (E,)."""
        return replace(self, selected=self.selected & ~mask)

    def named(self, text: str, option: str = "hosts") -> Bools:
        """Return which endpoints a text names, (E,): names, globs, host lists, or ``@`` and a file of them.

        Raises
        ------
        OptionError, ReadError
            If a name fits no endpoint, or the file cannot be read; `option` is what the text was given for.
        """
        return picked(text, self._names, option)

    @cached_property
    def _names(self) -> tuple[list[str], list[str], list[str]]:
        nodes = self.wires.endpoints.node
        host = self.structure.host
        return (
            self.references.endpoint_texts(self.wires.endpoints),
            self.wires.fabric.nodes.name[nodes].tolist(),
            [host.names[h] if h >= 0 else "" for h in host.of[nodes].tolist()],
        )

    def placed(self, placement: Placement, most: int | None = None) -> Selection:
        """Return the same with the hosts in another order, and at most so many of them."""
        picked_ = np.flatnonzero(self.selected)
        _, first, which = np.unique(self.host[picked_], return_index=True, return_inverse=True)
        linear = np.argsort(np.argsort(first))[which.reshape(-1)]
        leaf = self.wires.endpoints.switch[picked_[np.sort(first)]]
        order = placement.order(leaf)[:most]
        turn = np.full(len(first), -1)
        turn[order] = np.arange(len(order))
        turn = turn[linear]
        across = placement.kind == "by-rail" and self.structure.has_rails
        place = np.lexsort((picked_, turn, self.rail[picked_] if across else turn))
        rank = np.empty(len(self.selected), np.int64)
        rank[picked_[place]] = np.arange(len(place))
        selected = np.zeros(len(self.selected), bool)
        selected[picked_[turn >= 0]] = True
        return replace(self, selected=selected, rank=rank)

    def mates(self, place: int) -> Ints:
        """Return the selected endpoints that may be paired with one, itself left out."""
        mate = self.selected & (self.group == self.group[place])
        mate[place] = False
        return np.flatnonzero(mate)

    def allowed(self, made: Pairs) -> Pairs:
        """Return those of the pairs that the options let pass; see `passes`."""
        return made.take(self.passes(made))

    def passes(self, made: Pairs) -> Bools:
        """Tell which of the pairs the options let pass, (F,).

        Pairs that the user named one by one are dropped only by options that were given.
        """
        src, dst = made.src, made.dst
        kept = np.ones(len(src), bool)
        if not self.local and not (made.stated and self.asked.local is None):
            kept &= self.host[src] != self.host[dst]
        if made.stated:
            kept &= self.selected[src] & self.selected[dst]
            if self.asked.rails == "same":
                kept &= self.rail[src] == self.rail[dst]
        return kept


def select(structure: Structure, given: Mapping[str, str]) -> Selection:
    """Pick endpoints by the options that every pattern has.

    Raises
    ------
    OptionError, ReadError
        If an option does not fit, a file cannot be read, or a name matches no endpoint.
    """
    asked: Common = common(**values(common, given))
    ends = Selection(structure, asked, np.ones(len(structure.wiring.endpoints), bool))
    if asked.hosts is not None:
        ends = replace(ends, selected=ends.named(asked.hosts))
    return ends if asked.placement is None else ends.placed(Placement.parse(asked.placement))
