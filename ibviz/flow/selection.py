"""Which endpoints a traffic is laid over, and which may be paired: the options that every pattern has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Common:
    """The options that every pattern has, None where not given; see `common`."""

    hosts: str | None = None
    rails: str | None = None
    local: bool | None = None


def common(
    *, hosts: str | None = None, rails: Literal["same", "all"] | None = None, local: bool | None = None
) -> Common:
    """Declare the options that every pattern has.

    Parameters
    ----------
    hosts : str
        Endpoints, nodes or hosts by name, glob (``n1*``) or host list (``n[001-016]``); or ``@`` and a file
        of them. All endpoints if not given.
    rails : str
        ``same``: pairs only on one rail; ``all``: across rails too. ``same`` where rails are recognised.
    local : bool
        Whether the endpoints of one host send to each other, or to themselves. 0 where rails are recognised.
    """
    return Common(hosts, rails, local)


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
    """

    structure: Structure
    asked: Common
    selected: Bools

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
        """The places of the selected endpoints, one array for each subnet and rail."""
        places = np.flatnonzero(self.selected & (self.group >= 0))
        order = places[np.argsort(self.group[places], kind="stable")]
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

    def mates(self, place: int) -> Ints:
        """Return the selected endpoints that may be paired with one, itself left out."""
        mate = self.selected & (self.group == self.group[place])
        mate[place] = False
        return np.flatnonzero(mate)

    def allowed(self, made: Pairs) -> Pairs:
        """Return those of the pairs that the options let pass.

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
        return made.take(kept)


def select(structure: Structure, given: Mapping[str, str]) -> Selection:
    """Pick endpoints by the options that every pattern has.

    Raises
    ------
    OptionError, ReadError
        If an option does not fit, a file cannot be read, or a name matches no endpoint.
    """
    asked: Common = common(**values(common, given))
    endpoints = structure.wiring.endpoints
    bare = Selection(structure, asked, np.ones(len(endpoints), bool))
    if asked.hosts is None:
        return bare
    nodes = endpoints.node
    host = structure.host.of[nodes]
    names = (
        bare.references.endpoint_texts(endpoints),
        structure.wiring.fabric.nodes.name[nodes].tolist(),
        [structure.host.names[h] if h >= 0 else "" for h in host.tolist()],
    )
    return Selection(structure, asked, picked(asked.hosts, names))
