"""What the rows of inspector pages say, for tests."""

from __future__ import annotations

from ibviz.core.simulation import Simulation
from ibviz.core.state import State
from ibviz.core.wiring import wiring
from ibviz.flow.routes import tables_for
from ibviz.flow.simulate import simulate_tables
from ibviz.gui.models.fabric_facts import facts_of
from ibviz.gui.models.knowledge import Ways
from ibviz.gui.models.page import Fact, Gauge, Page, Section, Sentence
from ibviz.gui.models.seen import Seen


def seen_of(state: State, *, simulated: bool = True) -> tuple[Seen, Ways | None]:
    """Return a document as the panels see it, with the ways of its flows."""
    if not simulated:
        return Seen(state, facts_of(state.fabric)), None
    tables = tables_for(wiring(state.fabric, state.scenario))
    simulation: Simulation = simulate_tables(tables, state.traffic)
    return Seen(state, facts_of(state.fabric), simulation), Ways(simulation, tables, simulation.all_flows())


def section(page: Page, title: str) -> Section:
    """Return a section by its title."""
    return next(one for one in page.sections if one.title == title)


def said(page: Page) -> dict[str, str]:
    """Return all keys and values of a page."""
    rows = [row for one in page.sections for row in one.rows]
    return {row.key: row.value for row in rows if isinstance(row, Fact | Gauge)}


def sentences(page: Page) -> list[str]:
    """Return all sentences of a page."""
    return [row.text for one in page.sections for row in one.rows if isinstance(row, Sentence)]
