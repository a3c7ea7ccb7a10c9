from __future__ import annotations

import numpy as np
import pytest
from fabrics import tree2, trees
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.wiring import wiring
from ibviz.flow import dealt as dealt_
from ibviz.flow.dealt import choose_in_turn, dealt
from ibviz.flow.destinations import destinations
from ibviz.flow.hops import hops
from ibviz.flow.routes import tables_for


def test_that_destinations_are_in_the_order_of_the_walk() -> None:
    wires = wiring(tree2(3, 2, 4, missing=3, shuffle=5))
    tables = tables_for(wires)
    made = dealt(tables, 9)
    walked = [
        (end, switch) for switch, block in destinations(wires) for end in range(block.start, block.stop)
    ]
    assert list(zip(made.end.tolist(), made.target.tolist(), strict=True)) == walked
    for switch in range(5):
        mine = np.arange(made.first[switch], made.first[switch] + made.size[switch])
        assert np.array_equal(mine, np.flatnonzero(made.target == switch))
    assert np.array_equal(made.port, tables.to_end[made.end].T)
    key = 2 * len(made.end) + 5
    assert made.entry(np.array([key])).tolist() == [made.port[2, 5]]


@given(trees(), st.data())
def test_that_what_was_dealt_before_is_counted_but_for_the_entries_given(
    data_fabric: object, data: st.DataObject
) -> None:
    wires = wiring(data_fabric)  # type: ignore[arg-type]
    ports = hops(wires).neighbour.shape[1]
    made = dealt(tables_for(wires), ports)
    size = made.port.size
    if not size:
        return
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(dealt_, "_CELLS", data.draw(st.sampled_from([1, 1 << 25])))
        key = np.array(sorted(data.draw(st.sets(st.integers(0, size - 1), max_size=12))), np.int64)
        switch, place = np.divmod(key, len(made.end))
        found = made.before(switch, place)
    given_ = set(key.tolist())
    for row, (at, until) in enumerate(zip(switch.tolist(), place.tolist(), strict=True)):
        kept = [made.port[at, p] for p in range(until) if at * len(made.end) + p not in given_]
        assert found[row].tolist() == np.bincount(kept, minlength=256)[:ports].tolist()


@given(st.integers(0, 30), st.integers(1, 14), st.integers(0, 99))
def test_that_ports_are_chosen_one_after_the_other(rows: int, switches: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    switch = np.sort(rng.integers(0, switches, rows))
    count = rng.integers(0, 4, (rows, 5)).astype(np.int32)
    good = rng.random((rows, 5)) < 0.6
    good[:, 2] = True
    added: dict[int, list[int]] = {}
    expected = []
    for row in range(rows):
        own = added.setdefault(int(switch[row]), [0] * 5)
        port = min((int(count[row, p]) + own[p], p) for p in range(5) if good[row, p])[1]
        own[port] += 1
        expected.append(port)
    assert choose_in_turn(count, good, switch).tolist() == expected
