"""Parcels hold what was packed, sealed."""

from __future__ import annotations

from io import BytesIO
from types import MappingProxyType
from typing import Any

import numpy as np
from fabrics import fabrics, tree3
from hypothesis import given

from ibviz.core.fabric import Fabric
from ibviz.core.parcel import ALIGNED, pack, unpack
from ibviz.core.state import State
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring


def sent(thing: Any) -> Any:
    """Return an object as another process gets it."""
    file = BytesIO()
    pack(thing, file)
    return unpack(memoryview(file.getvalue()))


@given(fabrics())
def test_that_a_fabric_arrives_as_it_was(fabric: Fabric) -> None:
    got = sent(fabric)
    assert got.nodes.equals(fabric.nodes)
    assert got.cables.equals(fabric.cables)
    assert got.ports.equals(fabric.ports)


def test_that_columns_cannot_be_written_to() -> None:
    got = sent(tree3(4, 4, 4, 3, 4))
    for table in (got.nodes, got.cables, got.ports):
        for name in table.columns():
            assert not getattr(table, name).flags.writeable, name


def test_that_what_is_one_object_stays_one() -> None:
    state = State(tree3(4, 4, 4, 3, 4))
    structure = shape(wiring(state.fabric))
    got_state, got = sent((state, structure))
    assert got.wiring.fabric is got_state.fabric
    assert got.kind == structure.kind


def test_that_columns_lie_where_they_were_packed() -> None:
    numbers = np.arange(1000)
    file = BytesIO()
    pack({"numbers": numbers}, file)
    data = np.frombuffer(file.getvalue(), np.uint8)
    got = unpack(memoryview(data))["numbers"]
    assert np.shares_memory(got, data)
    assert (got == numbers).all()
    assert (got.ctypes.data - data.ctypes.data) % ALIGNED == 0


def test_that_sealed_mappings_and_texts_are_sealed_again() -> None:
    texts = np.array([["a", None], ["ö", "d"]], object)
    open_texts = texts.copy()
    texts.flags.writeable = False
    given_ = MappingProxyType({"texts": texts, "again": texts, "open": open_texts})
    got = sent(given_)
    assert isinstance(got, MappingProxyType)
    assert got["texts"] is got["again"]
    assert got["texts"].tolist() == texts.tolist()
    assert not got["texts"].flags.writeable
    assert got["open"].flags.writeable
