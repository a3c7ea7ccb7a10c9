from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabrics, scenarios, tree2, tree3, trees
from hypothesis import given
from hypothesis import strategies as st
from spreading import Spreading

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric
from ibviz.core.wiring import wiring
from ibviz.flow import parts as module
from ibviz.flow.engines.adaptive import adaptive
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.parts import Parts, parts_of
from ibviz.flow.paths import paths


def every_pair(count: int) -> tuple[np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    return np.repeat(np.arange(count), count), np.tile(np.arange(count), count)


@given(st.data(), fabrics() | trees())
def test_that_flows_are_spread_as_one_by_one(data: st.DataObject, fabric: Fabric) -> None:
    wires = wiring(fabric, data.draw(scenarios(fabric)))
    src, dst = every_pair(min(len(wires.endpoints), 12))
    found, plain = parts_of(adaptive(wires), src, dst), Spreading(wires)
    assert (np.diff(found.flow) >= 0).all()
    for flow, (a, b) in enumerate(zip(src.tolist(), dst.tolist(), strict=True)):
        mine = found.flow == flow
        ours = dict(zip(found.channel[mine].tolist(), found.part[mine].tolist(), strict=True))
        theirs = plain.parts(a, b)
        assert ours.keys() == theirs.keys()
        assert ours == pytest.approx({c: float(part) for c, part in theirs.items()}, rel=1e-12)


@given(fabrics() | trees())
def test_that_by_tables_every_flow_is_whole_on_its_path(fabric: Fabric) -> None:
    tables = minhop(wiring(fabric))
    src, dst = every_pair(len(tables.wiring.endpoints))
    found = parts_of(tables, src, dst)
    assert (found.part == 1).all()
    channels, _ = paths(tables, src, dst)
    assert found.channel.tolist() == channels[channels >= 0].tolist()


def test_that_pairs_of_many_leaves_are_the_same_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = adaptive(wiring(tree3(3, 2, 2, 2, 2)))
    src, dst = every_pair(len(tables.wiring.endpoints))
    whole = parts_of(tables, src, dst)
    monkeypatch.setattr(module, "_CELLS", 60)
    some = parts_of(tables, src, dst)
    for name in ("flow", "channel", "part"):
        np.testing.assert_array_equal(getattr(whole, name), getattr(some, name))


def test_that_a_sum_minds_the_parts() -> None:
    parts = Parts(np.array([0, 0, 1], np.int32), np.array([2, 0, 2], np.int32), np.array([0.5, 1.0, 0.25]))
    assert parts.summed(np.array([4.0, 8.0]), 3).tolist() == [4.0, 0.0, 4.0]


def test_that_too_many_parts_are_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = adaptive(wiring(tree2(4, 3, 3)))
    monkeypatch.setattr(module, "MOST_PARTS", 7)
    with pytest.raises(OptionError, match=r"takes \d+ parts, more than 7; pick fewer hosts"):
        parts_of(tables, *every_pair(12))
    monkeypatch.setattr(module, "MOST_PARTS", 80)
    with pytest.raises(OptionError, match="more than 80"):
        parts_of(tables, *every_pair(12))
