from __future__ import annotations

import numpy as np
from fabrics import tree2
from flows import laid, rails

from ibviz.core.scenario import Choice
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.flow.pairs import Pairs
from ibviz.flow.traffic_of import traffic_of


def _made(hosts: int, **args: str) -> Pairs:
    (made,) = traffic_of(shape(wiring(tree2(1, 1, hosts))), Choice("bisection", args)).draws()
    return made


def test_that_both_of_a_pair_send() -> None:
    made = _made(8)
    partner = dict(zip(made.src.tolist(), made.dst.tolist(), strict=True))
    assert sorted(partner) == list(range(8))
    assert all(partner[partner[end]] == end != partner[end] for end in partner)


def test_that_of_an_odd_number_one_stays_idle() -> None:
    assert len(_made(7).src) == 6
    assert len(_made(1).src) == 0


def test_that_one_way_only_half_of_them_send() -> None:
    made = _made(8, ways="one")
    assert len(made.src) == 4
    assert not set(made.src.tolist()) & set(made.dst.tolist())


def test_that_seeds_differ() -> None:
    assert not np.array_equal(_made(8, seed="1").dst, _made(8, seed="2").dst)


def test_that_pairs_stay_on_their_rail() -> None:
    flows = laid(rails(), "bisection").flows
    assert (flows.src // 4 == flows.dst // 4).all()


def test_that_samples_on_648_hosts_have_the_mean_that_was_measured() -> None:
    found = laid(tree2(36, 18, 18), "bisection:count=100", "dmodk").summary["samples"]
    assert abs(found["mean"] / 200 - 0.66275) < 4 * (found["stderr"] / 200 + 0.00062)
