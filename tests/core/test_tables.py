from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest
from fabrics import fabric_of

from ibviz.core.registry import engines
from ibviz.core.simulation import Routing
from ibviz.core.tables import NO_PATH, Tables
from ibviz.core.wiring import wiring


def star() -> Tables:
    wires = wiring(fabric_of("SHH", [(0, 1, 1, 1), (0, 2, 2, 1)]))
    to_end = np.array([[1], [2]], np.uint8)
    return Tables(wires, to_end, np.zeros((1, 1), np.uint8), Routing("minhop", "minhop", "asked for"))


def test_that_no_path_is_a_byte_that_no_port_has() -> None:
    assert np.uint8(NO_PATH) == NO_PATH > 254


def test_that_tables_are_frozen_and_compared_by_identity() -> None:
    tables = star()
    assert tables == tables and tables != star()
    with pytest.raises(FrozenInstanceError):
        tables.to_end = tables.to_switch  # type: ignore[misc]


@pytest.mark.parametrize("engine", sorted(set(engines.entries) - {"lft", "site"}))
def test_that_every_engine_fills_rows_by_destination_and_columns_by_switch(engine: str) -> None:
    wires = wiring(fabric_of("SSSHH", [(0, 1, 3, 1), (1, 1, 4, 1), (0, 2, 2, 1), (1, 2, 2, 2)]))
    tables = engines.get(engine)(wires)
    assert tables.to_end.tolist() == [[1, 2, 1], [2, 1, 2]]
    assert tables.to_switch.tolist() == [[0, 2, 1], [2, 0, 2], [2, 2, 0]]
    assert (tables.routing.asked, tables.routing.used) == (engine, engine)


def test_that_lids_without_ways_of_their_own_go_as_the_base_one() -> None:
    plain = star()
    apart = replace(plain, higher=(plain.to_end + 1, plain.to_end + 2, plain.to_end + 3))
    assert (plain.lmc, apart.lmc) == (0, 2)
    assert plain.at_offset(5) is plain.to_end
    assert apart.at_offset(2) is apart.higher[1]
    assert apart.at_offset(0) is apart.to_end is apart.at_offset(4)
