from __future__ import annotations

import numpy as np
import pytest

from ibviz.core.table import Floats
from ibviz.layouts.petals import HEART, Petal, best_petal
from ibviz.layouts.wheels import HOST_REACH, polar

REACH = 90.0


def ring(petal: Petal, groups: int) -> tuple[Floats, Floats]:
    """Return middles and reaches of all that stands on a ring of full petals."""
    spots, reaches = [], []
    for arc, count in enumerate((petal.inner, petal.outer)):
        radius, angle = petal.switch_at(np.arange(count), np.full(count, count), np.full(count, arc))
        spots.append(polar(radius, angle))
        reaches.append(np.full(count, petal.reach))
    turn, of = np.tile(np.arange(petal.hosts), petal.outer), np.repeat(angle, petal.hosts)
    spots.append(petal.host_at(of, turn, np.full(len(of), petal.hosts)))
    reaches.append(np.full(len(of), HOST_REACH))
    here, reach = np.concatenate(spots) + np.array((petal.base, 0.0)), np.concatenate(reaches)
    out = np.arange(groups) * 2 * np.pi / groups
    turned = [np.column_stack([here @ (np.cos(a), -np.sin(a)), here @ (np.sin(a), np.cos(a))]) for a in out]
    return np.concatenate(turned), np.tile(reach, groups)


@pytest.mark.parametrize(
    ("inner", "outer", "hosts", "groups"),
    [(0, 4, 2, 9), (0, 1, 0, 3), (3, 1, 1, 3), (2, 6, 12, 5), (0, 16, 1, 4), (0, 4, 0, 30), (1, 2, 30, 3)],
)
def test_that_nothing_on_a_ring_meets_and_its_middle_is_free(
    inner: int, outer: int, hosts: int, groups: int
) -> None:
    petal = best_petal(inner, outer, hosts, REACH, groups)
    spots, reach = ring(petal, groups)
    apart = np.hypot(*(spots[:, None] - spots[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    assert (apart >= reach[:, None] + reach[None] - 1e-6).all()
    assert np.hypot(*spots.T).max() <= petal.base + petal.size + HOST_REACH + REACH
    assert petal.base >= HEART * petal.size


def test_that_hosts_stand_outwards_of_their_switch_and_the_last_line_in_the_middle() -> None:
    petal = Petal(0, 4, 3, REACH, columns=2)
    at = petal.host_at(np.zeros(3), np.arange(3), np.full(3, 3))
    assert (at[:, 0] > petal.radii[1] + REACH).all()
    assert at[0, 1] == pytest.approx(-at[1, 1]) and at[2, 1] == pytest.approx(0)


def test_that_a_smaller_group_is_in_the_middle_of_its_petal() -> None:
    _, angle = Petal(0, 5, 0, REACH).switch_at(np.arange(3), np.full(3, 3), np.full(3, 1))
    assert angle.tolist() == pytest.approx([-np.pi / 4, 0, np.pi / 4])
