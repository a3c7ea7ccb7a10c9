"""From what a user says has failed to a Scenario."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ibviz.core.errors import OptionError
from ibviz.core.references import References
from ibviz.core.scenario import AS_BUILT, Scenario
from ibviz.core.state import State
from ibviz.core.text import shown


def scenario_of(state: State, name: str | None = None, fail: Iterable[str] = ()) -> Scenario:
    """Return a scenario of a State by name, or the fabric as built, with some more nodes or cables down.

    Parameters
    ----------
    state : State
    name : str or None
        Name of a saved scenario; None starts from the fabric as built.
    fail : iterable of str
        Node references, or ``REF[PORT]`` for the cable that is plugged there.

    Raises
    ------
    OptionError
        If no scenario has that name, or a reference names nothing or more than one thing.
    """
    scenario = AS_BUILT if name is None else _named(state, name)
    nodes, cables = set(scenario.down_nodes), set(scenario.down_cables)
    references = References(state.fabric)
    for text in fail:
        if references.find_port(text) is None:
            nodes.add(references.find_node(text))
        else:
            cables.add(references.find_cable(text))
    return replace(scenario, down_nodes=frozenset(nodes), down_cables=frozenset(cables))


def _named(state: State, name: str) -> Scenario:
    for scenario in state.scenarios:
        if scenario.name == name:
            return scenario
    known = ", ".join(shown(s.name) for s in state.scenarios[:8])
    known = f"known are {known}" if known else "this file has none"
    raise OptionError(f"there is no scenario {shown(name)}; {known}")
