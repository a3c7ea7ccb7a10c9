from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gui_desks import desk_of, settle, small

from ibviz.core.state import State
from ibviz.gui.models.fabric_facts import facts_of
from ibviz.gui.models.page_cause import Moved, _why, cause_words, hottest, moved_onto
from ibviz.gui.results import Load

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # the offscreen one


def load_of(qtbot: Any, state: State, folder: Path) -> Load:
    desk = desk_of(state, folder)
    settle(desk)
    load = desk.results.load
    assert load is not None and load.outcome is not None
    assert desk.jobs.close()
    return load


@pytest.fixture(params=[4, 5])
def load(qtbot: Any, tmp_path: Path, request: Any) -> Load:
    return load_of(qtbot, small("shift:k=1", nodes=[request.param]), tmp_path)


def test_that_the_fullest_of_those_that_take_over_is_named_with_what_it_carried(load: Load) -> None:
    outcome, fabric = load.outcome, load.structure.wiring.fabric
    assert outcome is not None
    found, words = hottest(outcome), cause_words(facts_of(fabric), outcome, (load.tables_before, load.tables))
    if found is None:
        assert words == ""
        return
    old, new = (each.utilization[found] for each in (outcome.before, outcome.after))
    rising = outcome.after.utilization > outcome.before.utilization + 1e-6
    assert new > old and new == pytest.approx(np.nanmax(outcome.after.utilization[rising]))
    assert str(facts_of(fabric).ends[found]) in words
    bare = cause_words(facts_of(fabric), outcome, None)
    assert words.startswith(bare) and len(bare) < len(words)


def test_that_entries_that_moved_are_those_counted_one_by_one(load: Load) -> None:
    before, after = load.tables_before, load.tables
    fabric = after.wiring.fabric
    ports = [each.wiring.end_ports for each in (before, after)]
    ends = [list(zip(each.node.tolist(), each.port.tolist(), strict=True)) for each in ports]
    for node in after.wiring.switches.tolist():
        old_at, new_at = (t.wiring.switches.tolist().index(node) for t in (before, after))
        rows = after.wiring.rows
        alive = fabric.cables.port[rows][fabric.cables.node[rows] == node].tolist()
        for port in range(1, 9):
            moved, forced = 0, 0
            for place, end in enumerate(ends[1]):
                was = int(before.to_end[ends[0].index(end), old_at])
                if after.to_end[place, new_at] == port and was != port:
                    moved, forced = moved + 1, forced + (was not in alive)
            found = moved_onto(before, after, node, port)
            assert found is not None and (found.entries, found.forced) == (moved, forced)


def test_that_a_host_and_a_switch_that_is_down_have_no_entries(load: Load) -> None:
    host = int(load.tables.wiring.end_ports.node[0])
    down = int(np.flatnonzero(~load.tables.wiring.node_up)[0])
    assert moved_onto(load.tables_before, load.tables, host, 1) is None
    assert moved_onto(load.tables_before, load.tables, down, 1) is None


@pytest.mark.parametrize(
    ("entries", "forced", "said"),
    [
        (0, 0, "No entry of leaf1 moved"),
        (1, 1, "1 entry of leaf1 moved onto it, for its former port has lost the cable."),
        (3, 3, "3 entries of leaf1 moved onto it, for their former ports have lost the cable."),
        (2, 0, "chose its ports anew"),
        (3, 1, "3 entries of leaf1 moved onto it, 1 of them"),
    ],
)
def test_that_the_reason_is_told_in_words(entries: int, forced: int, said: str) -> None:
    assert said in _why("leaf1", Moved(entries, forced))
