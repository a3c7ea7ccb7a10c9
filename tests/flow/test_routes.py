from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of, tree2
from plainrouting import entries_of

from ibviz.core.errors import OptionError
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.simulation import Routing
from ibviz.core.wiring import wiring
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.routes import route, tables_for

CUT = Scenario("", frozenset(), frozenset({0}))
RING = fabric_of("SSSHHH", [(i, 1, (i + 1) % 3, 2) for i in range(3)] + [(3 + i, 1, i, 3) for i in range(3)])


def test_that_without_a_choice_minhop_is_assumed_and_said_so() -> None:
    assert route(tree2(2, 1, 1)).routing == Routing(
        "minhop", "minhop", "assumed; newer switches usually adapt", {}
    )


def test_that_an_engine_asked_for_is_named() -> None:
    assert route(tree2(2, 1, 1), routing=Choice("dmodk")).routing == Routing(
        "dmodk", "dmodk", "asked for", {}
    )


def test_that_a_refusal_falls_back_to_minhop_and_says_why() -> None:
    tables = route(RING, routing=Choice("dmodk"))
    assert (tables.routing.asked, tables.routing.used) == ("dmodk", "minhop")
    assert tables.routing.reason.startswith("dmodk refused: 'S")
    assert entries_of(tables) == entries_of(minhop(wiring(RING)))


def test_that_minhop_takes_over_with_the_options_that_it_has_too() -> None:
    torn = fabric_of("SHSH", [(1, 1, 0, 1), (3, 1, 2, 1)])
    ring = route(RING, routing=Choice("updn", {"lmc": "1", "scatter_ports": "3"}))
    assert ring.routing.used == "minhop"
    assert ring.routing.options["lmc"] == 1
    theirs = minhop(wiring(RING), lmc=1, scatter_ports=3)
    assert entries_of(ring) == entries_of(theirs)
    assert np.array_equal(ring.higher[0], theirs.higher[0])
    assert len(route(torn, routing=Choice("dnup", {"lmc": "2"})).higher) == 3


def test_that_a_refusal_after_a_failure_keeps_valid_entries() -> None:
    tables = route(RING, CUT, Choice("dmodk"))
    assert tables.routing.used == "minhop"
    assert entries_of(tables) == entries_of(minhop(wiring(RING, CUT), minhop(wiring(RING))))


def test_that_keeping_starts_from_the_whole_fabric_and_fresh_from_nothing() -> None:
    fabric = tree2(4, 3, 3)
    whole, kept, fresh = route(fabric), route(fabric, CUT), route(fabric, CUT, reroute="fresh")
    assert entries_of(kept) == entries_of(minhop(wiring(fabric, CUT), whole))
    assert entries_of(fresh) == entries_of(minhop(wiring(fabric, CUT)))
    assert entries_of(kept) != entries_of(fresh)


def test_that_tables_given_are_what_keeping_starts_from() -> None:
    fabric = tree2(4, 3, 3)
    first = minhop(wiring(fabric, CUT))
    both = wiring(fabric, Scenario("", frozenset(), frozenset({0, 1})))
    assert entries_of(tables_for(both, before=first)) == entries_of(minhop(both, first))
    assert entries_of(tables_for(both, before=first, reroute="fresh")) == entries_of(minhop(both))


def test_that_an_unknown_engine_or_option_is_an_error_that_lists_what_there_is() -> None:
    with pytest.raises(OptionError, match=r"'nope' is no engine; known are .*minhop"):
        route(tree2(2, 1, 1), routing=Choice("nope"))
    with pytest.raises(OptionError, match="no option 'x'"):
        route(tree2(2, 1, 1), routing=Choice("minhop", {"x": "1"}))


def test_that_what_is_down_carries_no_route() -> None:
    tables = route(tree2(4, 3, 3), CUT)
    channels = tables.wiring.switch_ports.channel
    assert not np.isin([0, 1], channels).any()
