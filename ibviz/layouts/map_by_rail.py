"""The arrangement by rail: a block for each rail, shared switches between the blocks."""

from __future__ import annotations

import numpy as np

from ibviz.core.bands import Bands
from ibviz.core.errors import OptionError
from ibviz.core.registry import arrangements
from ibviz.core.structure import Structure
from ibviz.core.table import Floats, Ints
from ibviz.layouts.ordering import links_between
from ibviz.layouts.stacking import stacked
from ibviz.layouts.tiles import Family

APART = 0.75
"""Share of the host ports that must be at a leaf of their own rail."""


@arrangements.add("by-rail", "By rail")
def by_rail(structure: Structure, bands: Bands) -> Floats:
    """Return a block for each rail with its leaves, its hosts and what spines are its own.

    Switches that several rails share stand above or between them, leaves without rails are a block of their
    own in each subnet.

    Raises
    ------
    OptionError
        If no rails are recognised, or leaves are not parted by rail.
    """
    if not structure.has_rails:
        raise OptionError("no rails are recognised in this fabric")
    places = np.full((len(structure.level), 2), np.nan)
    family = Family.of(bands, structure.wiring.node_up)
    unit = rails_of_switches(structure)[family.switch]
    stacked(bands, family, np.zeros_like(unit), unit).put(places)
    return places


def rails_of_switches(structure: Structure) -> Ints:
    """Return the rail of each switch, (N,): most of its host ports', or that of all switches below it.

    Those without a rail have numbers above all rails, one for each subnet; -1 for what several share.
    """
    rails = max(len(structure.rail.names), int(structure.endpoint_rail.max(initial=-1)) + 1)
    leaf_rail = _leaf_rails(structure, rails)
    unit = np.where(structure.level == 1, np.where(leaf_rail < 0, rails + structure.subnet, leaf_rail), -1)
    for lower, upper in links_between(structure):
        least, most = np.full(len(unit), len(unit) + rails), np.full(len(unit), -1)
        np.minimum.at(least, upper, unit[lower])
        np.maximum.at(most, upper, unit[lower])
        one = (least == most) & (least >= 0)
        unit[one] = least[one]
    return unit


def _leaf_rails(structure: Structure, rails: int) -> Ints:
    """Return the rail of most host ports at each leaf, (N,), -1 without; a host's only port has none by guess."""
    ends, rail = structure.wiring.endpoints, structure.endpoint_rail
    owner = structure.host.of[ends.node]
    stated = structure.rail.source[ends.node] == "file"
    known = (ends.switch >= 0) & (rail >= 0) & (stated | (np.bincount(owner)[owner] > 1))
    code = ends.switch[known] * rails + rail[known]
    number = np.bincount(code, minlength=len(structure.level) * rails).reshape(-1, rails)
    own = number.max(axis=1)
    if own.sum() < APART * number.sum():
        raise OptionError("leaves are not parted by rail in this fabric")
    return np.where(own > 0, number.argmax(axis=1), -1)
