from __future__ import annotations

import pytest
from fabrics import tree2

from ibviz.core.scenario import Choice
from ibviz.flow.sweep import Damage, sweep_of
from ibviz.gui.models.fabric_facts import facts_of
from ibviz.gui.models.failures_listing import failures_listing
from ibviz.gui.models.listing import Listing, Wish, arranged
from ibviz.gui.models.rankings import Ranking, tried

FABRIC = tree2(4, 2, 3)
FACTS = facts_of(FABRIC)


def listed(kind: str, traffic: str = "shift:k=3") -> tuple[Ranking, Listing]:
    ranking = Ranking(kind, FABRIC)
    tried(sweep_of(FABRIC, Choice.parse(traffic), None), ranking, lambda share, what: None)
    return ranking, failures_listing(FACTS, ranking)


def texts(listing: Listing, name: str) -> list[str]:
    column = next(column for column in listing.columns if column.name == name)
    return column.texts(slice(None))


def test_that_the_worst_stands_first_with_what_it_costs() -> None:
    ranking, listing = listed("switches")
    rows = [ranking.failures[place][0][0] for place in sorted(ranking.done)]
    worst = min(ranking.done, key=lambda place: ranking.done[place].rank)
    assert set(listing.ids.tolist()) == set(rows)
    assert ranking.done[worst].rank[:3] == ranking.done[rows.index(listing.ids[0])].rank[:3]
    leaves = [at for at, layer in enumerate(texts(listing, "layer")) if layer == "Leaf"]
    assert {texts(listing, "hosts")[at] for at in leaves} == {"3"}


def test_that_cables_are_named_from_their_lower_end() -> None:
    ranking, listing = listed("cables")
    assert texts(listing, "from")[0] == FACTS.ends[listing.ids[0], 0]
    assert set(texts(listing, "to")) >= {FACTS.ends[0, 1]}
    assert len(listing) == len(ranking.failures) == 8


def test_that_equals_share_a_rank_and_stand_as_built() -> None:
    ranking = Ranking("cables", FABRIC, tuple(((), (row,)) for row in range(4)), prepared=True)
    for place, loss in enumerate([0.1, 0.2, 0.1, 0.0]):
        ranking.done[place] = Damage(f"{9 - place}", 1.0, loss, None, 0, None)
    listing = failures_listing(FACTS, ranking)
    assert listing.ids.tolist() == [1, 0, 2, 3]
    assert texts(listing, "rank") == ["1", "2", "2", "4"]
    assert texts(listing, "loss") == ["20\u2009%", "10\u2009%", "10\u2009%", "0\u2009%"]
    assert texts(listing, "slowest") == ["–"] * 4


def test_that_the_greatest_loss_fills_its_bar_and_sorts_by_value() -> None:
    _, listing = listed("host-links")
    at = [column.name for column in listing.columns].index("loss")
    values = listing.columns[at].values
    assert values.max() == pytest.approx(1.0)
    order = arranged(listing, Wish(at, True))
    assert (values[order][:-1] >= values[order][1:]).all()
