"""What kind of fabric it is, with the figures that say so."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ibviz.core.grids import grid_name
from ibviz.core.grouping import find_groups
from ibviz.core.levels import both_ways, hosts_on
from ibviz.core.natural import natural_rank
from ibviz.core.order import distinct
from ibviz.core.rails import Rails
from ibviz.core.table import Ints
from ibviz.core.wiring import Wiring, components

ODD_SHARE = 50
"""A tree may have one cable that joins no neighbouring levels in so many, and is still called one."""


@dataclass(frozen=True, eq=False)
class Shape:
    """What `kind_of` looks at.

    Attributes
    ----------
    wiring : Wiring
    level : (N,) int64
    rails : Rails
    """

    wiring: Wiring
    level: Ints
    rails: Rails

    @cached_property
    def climbs(self) -> Ints:
        """How many levels each switch-to-switch cable climbs, (T,)."""
        ends = self.level[self.wiring.node[self.wiring.trunks]]
        climbs: Ints = np.abs(ends[:, 0] - ends[:, 1])
        return climbs

    @cached_property
    def main_subnet(self) -> int:
        """The subnet with most cables inside a level."""
        flat = self.wiring.node[self.wiring.trunks][self.climbs == 0]
        return int(np.bincount(self.wiring.subnet[flat[:, 0]]).argmax())

    @cached_property
    def odd(self) -> int:
        """Number of switch-to-switch cables that join no neighbouring levels."""
        return int((self.climbs != 1).sum())

    @cached_property
    def switches(self) -> Ints:
        """Number of switches of each level, from the leaves up; placeholders are in no count."""
        switches = self.wiring.switches
        described = self.wiring.fabric.nodes.described[switches]
        levels = int(self.level[switches].max(initial=1)) + 1
        return np.bincount(self.level[switches[described]], minlength=levels)[1:]


def kind_of(shape: Shape) -> tuple[str, str]:
    """Return the kind of a fabric and a sentence that says why.

    Returns
    -------
    kind : str
        ``fat-tree``, ``multi-rail``, ``dragonfly+``, ``dragonfly``, ``torus``, ``mesh``, ``ring``, ``full-mesh``,
        ``single-switch`` or ``irregular``.
    reason : str
    """
    if not len(shape.wiring.switches):
        return "irregular", "It has no switch."
    layered = not len(shape.climbs) or shape.odd * ODD_SHARE <= len(shape.climbs)
    if layered and (rails := _rail_sentence(shape)):
        return "multi-rail", f"{rails}; {_tree_sentence(shape)}."
    if not len(shape.climbs):
        return "single-switch", _capital(f"{_tree_sentence(shape)}.")
    if not layered:
        return _flat_kind(shape)
    if len(shape.switches) > 2 and (np.diff(shape.switches) > 0).all():
        return "irregular", _capital(
            f"{_tree_sentence(shape)}, but each has more switches than the one below."
        )
    return "fat-tree", _capital(f"{_tree_sentence(shape)}.")


def _flat_kind(shape: Shape) -> tuple[str, str]:
    """Name a fabric with cables inside a level, by its subnet with most of them."""
    wires = shape.wiring
    rest = f", in the most cabled of {wires.subnets} subnets" if wires.subnets > 1 else ""
    if groups := _dragonfly_sentence(shape):
        return "dragonfly+", _capital(f"{groups}{rest}.")
    pairs = both_ways(wires, wires.subnet == shape.main_subnet)
    named = grid_name(wires.place, pairs)
    if named:
        return named[0], _capital(f"{named[1]}{rest}.")
    if groups := _groups_sentence(shape, pairs):
        return "dragonfly", _capital(f"{groups}{rest}.")
    same = int((shape.climbs == 0).sum())
    total = len(shape.climbs)
    return (
        "irregular",
        f"{same:,} of {total:,} cables between switches join switches of one level, and no known pattern fits.",
    )


def _rail_sentence(shape: Shape) -> str:
    """Say how hosts reach several leaves; empty where most of those with several ports do not."""
    if not shape.rails.recognised:
        return ""
    ends = shape.wiring.endpoints
    cabled = ends.switch >= 0
    owner = _owners(shape.rails, len(shape.level))[ends.node[cabled]]
    ports = np.bincount(owner)
    code = distinct(owner * len(shape.level) + ends.switch[cabled])
    reached = np.bincount(code // len(shape.level), minlength=len(ports))
    several = ports > 1
    apart = several & (reached == ports)
    if not several.any() or int(apart.sum()) * 2 <= int(several.sum()):
        return ""
    usual = int(np.bincount(ports[apart]).argmax())
    number = int((apart & (ports == usual)).sum())
    return f"{_count(number, 'host')} of {int((ports > 0).sum()):,} reach {usual} leaves, one by each port"


def _owners(rails: Rails, count: int) -> Ints:
    owner = np.full(count, -1)
    owner[rails.node] = rails.host
    return owner


def _tree_sentence(shape: Shape) -> str:
    """Say how many switches each level has, and what does not fit."""
    subnets = shape.wiring.subnets
    parts = f", in {subnets} subnets" if subnets > 1 else ""
    if not len(shape.climbs):
        number = len(shape.wiring.switches)
        return "there is one switch" if number == 1 else f"{number:,} switches, none cabled to another"
    levels = ", ".join(f"{number:,}" for number in shape.switches.tolist())
    said = f"{len(shape.switches)} levels of switches ({levels}) from the leaves up{parts}"
    service = int(hosts_on(shape.wiring)[shape.wiring.is_switch & (shape.level > 1)].sum())
    if service:
        said += f", {_count(service, 'host')} above the leaves"
    if shape.odd:
        return f"{said}; {shape.odd:,} of {len(shape.climbs):,} cables join switches of one level"
    return f"{said}; cables between switches join neighbouring levels only"


def _dragonfly_sentence(shape: Shape) -> str:
    """Say what groups there are, if spines of all of them are cabled to each other, else nothing."""
    wires = shape.wiring
    pairs = wires.node[wires.trunks]
    pairs = pairs[wires.subnet[pairs[:, 0]] == shape.main_subnet]
    ends = shape.level[pairs]
    across = ends[:, 0] == ends[:, 1]
    if (ends > 2).any() or (ends[across] != 2).any() or not (~across).any():
        return ""
    label = components(len(shape.level), pairs[~across])
    joined = label[pairs[across]]
    names, number = np.unique(joined, return_inverse=True)
    number = number.reshape(-1, 2)
    count = len(names)
    met = np.zeros((count, count), bool)
    met[number[:, 0], number[:, 1]] = met[number[:, 1], number[:, 0]] = True
    if count < 3 or not (met | np.eye(count, dtype=bool)).all():
        return ""
    return f"{count} groups of leaves and spines, every two groups joined by cables between spines{_sizes(shape, label, names)}"


def _groups_sentence(shape: Shape, pairs: Ints) -> str:
    """Say what groups of switches there are that are cabled much among themselves, if every two of them are joined."""
    rows = np.unique(pairs)
    names = shape.wiring.fabric.nodes.name[rows]
    rows = rows[np.argsort(natural_rank(names, np.arange(len(rows))))]
    place = np.zeros(len(shape.level), np.int64)
    place[rows] = np.arange(len(rows))
    group = find_groups(shape.wiring.fabric.nodes.name[rows], place[pairs])
    if group is None:
        return ""
    ends = group[place[pairs]]
    met = np.eye(int(group.max()) + 1, dtype=bool)
    met[ends[:, 0], ends[:, 1]] = True
    if not met.all():
        return ""
    return f"{len(met)} groups of {_span(np.bincount(group))} switches, every two groups joined by cables"


def _sizes(shape: Shape, label: Ints, names: Ints) -> str:
    chosen = shape.wiring.switches
    chosen = chosen[np.isin(label[chosen], names)]
    place = np.searchsorted(names, label[chosen])
    leaf, spine = (np.bincount(place[shape.level[chosen] == k], minlength=len(names)) for k in (1, 2))
    return f" ({_span(leaf)} leaves and {_span(spine)} spines each)"


def _span(numbers: Ints) -> str:
    low, high = int(numbers.min()), int(numbers.max())
    return f"{low}" if low == high else f"{low} to {high}"


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}" + ("" if number == 1 else "s")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
