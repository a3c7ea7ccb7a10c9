from __future__ import annotations

import numpy as np
import pytest
from dressed import dressed_fabrics
from fabrics import fabrics
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.fabric import Cables, Fabric, Nodes, Ports
from ibviz.core.table import frozen


def test_that_what_is_not_given_holds_its_default() -> None:
    cables = Cables.of(2, port=[[1, 2], [3, 4]])
    assert len(cables) == 2 and cables.port.dtype == np.int16
    assert cables.node.tolist() == [[-1, -1]] * 2 and np.isnan(cables.length_m).all()
    assert cables.medium.tolist() == ["", ""] and cables.described.all() and cables.alive.all()


def test_that_unknown_columns_and_wrong_lengths_are_our_own_faults() -> None:
    with pytest.raises(ValueError, match="no column"):
        Nodes.of(1, colour=["red"])
    with pytest.raises(ValueError, match="shape"):
        Nodes.of(2, lid=[1])
    with pytest.raises(ValueError, match="shape"):
        Cables.of(2, port=[1, 2])


@given(dressed_fabrics())
def test_that_no_column_can_be_written_to(fabric: Fabric) -> None:
    for table in (fabric.nodes, fabric.cables, fabric.ports):
        for values in (*(getattr(table, name) for name in table.columns()), *table.extra.values()):
            with pytest.raises(ValueError, match="read-only"):
                values[...] = 0
        with pytest.raises(TypeError):
            table.extra["x"] = np.empty(0)  # type: ignore[index]


def test_that_a_writeable_array_is_copied_and_a_frozen_one_shared() -> None:
    mine = np.zeros(3, np.int64)
    held = frozen(mine, np.int64)
    mine[0] = 5
    assert held.tolist() == [0, 0, 0] and frozen(held, np.int64) is held


@given(dressed_fabrics(), st.data())
def test_that_taking_and_appending_give_the_rows_back(fabric: Fabric, data: st.DataObject) -> None:
    table = data.draw(st.sampled_from((fabric.nodes, fabric.cables, fabric.ports)))
    at = data.draw(st.integers(0, len(table)))
    rows = np.arange(len(table))
    joined = table.take(rows[:at]).append(table.take(rows[at:]))
    assert joined.equals(table) and table.take(rows >= 0).equals(table)


def test_that_unknown_columns_are_filled_where_one_table_lacks_them() -> None:
    one = Nodes.of(1, extra={"floor": ["2"], "x": ["a"]})
    two = Nodes.of(2, extra={"color": ["red", "blue"], "x": ["b", "c"]})
    joined = one.append(two)
    assert {name: values.tolist() for name, values in joined.extra.items()} == {
        "floor": ["2", "", ""],
        "x": ["a", "b", "c"],
        "color": ["", "red", "blue"],
    }


@given(fabrics())
def test_that_changing_some_values_leaves_the_table_as_it_was(fabric: Fabric) -> None:
    nodes = fabric.nodes
    before = nodes.lid.copy()
    changed = nodes.with_values(np.arange(len(nodes)) % 2 == 0, lid=7)
    assert (
        changed.lid[::2].tolist() == [7] * len(changed.lid[::2]) and (changed.lid[1::2] == before[1::2]).all()
    )
    assert np.array_equal(nodes.lid, before) and changed.guid is nodes.guid


def test_that_tables_are_equal_by_value_and_nan_equals_nan() -> None:
    one = Cables.of(1, length_m=[np.nan], birth=[1], extra={"x": ["a"]})
    assert one.equals(Cables.of(1, length_m=[np.nan], birth=[1], extra={"x": ["a"]}))
    assert one.equals(Cables.of(1, birth=[2], extra={"x": ["a"]}), but=("birth",))
    assert one.equals(Cables.of(1, birth=[1], extra={"x": ["b"]}), but=("x",))
    others = [
        Cables.of(1, birth=[2], extra={"x": ["a"]}),
        Cables.of(1, length_m=[1.0], birth=[1], extra={"x": ["a"]}),
        Cables.of(1, birth=[1]),
        Cables.of(1, birth=[1], extra={"x": ["b"]}),
        Cables.of(0),
        Ports.of(1),
    ]
    assert not any(one.equals(other) for other in others)


def test_that_a_converted_array_is_frozen_and_its_origin_is_not() -> None:
    mine = np.zeros(3, np.int64)
    held = frozen(mine, np.int32)
    mine[0] = 1
    assert held.tolist() == [0, 0, 0] and held.dtype == np.int32
    assert not held.flags.writeable
