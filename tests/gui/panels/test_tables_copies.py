from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from gui_desks import close, desk_of, settle, small
from PySide6.QtWidgets import QApplication

from ibviz.gui.desk import Desk
from ibviz.gui.models.knowledge import knowledge_of
from ibviz.gui.models.listings import flows_listing, nodes_listing
from ibviz.gui.models.table_model import TableModel
from ibviz.gui.panels.tables_copies import copies


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    made = desk_of(small(), tmp_path)
    knowledge_of(made)
    settle(made)
    yield made
    close(made)


def test_that_nothing_selected_gives_nothing(desk: Desk) -> None:
    known = knowledge_of(desk)
    model = TableModel("nodes", desk.jobs)
    model.show(nodes_listing(known.facts, desk.document.state.scenario, None))
    assert copies("nodes", known, model, -1) == []
    model.mark(np.array([6, 8]))
    assert copies("nodes", known, model, -1) == [("2 hosts as a host list", "H[6,8]")]
    assert copies("cables", known, model, 0) == copies("ports", known, model, -1) == []


def test_that_senders_are_those_of_all_rows_shown(desk: Desk) -> None:
    known = knowledge_of(desk)
    model = TableModel("flows", desk.jobs)
    simulation = known.simulation
    assert simulation is not None
    model.show(flows_listing(known.facts, simulation, simulation.flows))
    model.mark(np.array([0]))
    assert copies("flows", known, model, 0) == [("12 sending hosts of all rows as a host list", "H[6-17]")]
    desk.results._show(None)
    assert copies("flows", known, model, 0) == []
