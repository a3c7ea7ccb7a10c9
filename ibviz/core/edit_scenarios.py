"""Edits of scenarios, traffic and routing: what if something failed, the fabric staying as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from ibviz.core.attached import Attached
from ibviz.core.edit_checks import live_rows
from ibviz.core.errors import EditError
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.state import State
from ibviz.core.text import is_clean, shown

FIRST_NAME = "what if"
"""Name of the scenario that is made when something fails while none is active."""

TABLES, ANEW = "tables", "anew"
"""What stands with a scenario in a file whose tables were made anew, for something came up on the way to it."""


def add_scenario(state: State, name: str) -> State:
    """Add a scenario in which nothing is down, and make it the active one.

    Raises
    ------
    EditError
        If the name is empty, taken, or may not stand in a file.
    """
    _check_new(state, name)
    return replace(state, scenarios=(*state.scenarios, Scenario(name)), active=name)


def remove_scenario(state: State, name: str) -> State:
    """Remove a scenario; if it was active, the fabric as built is.

    Raises
    ------
    EditError
        If there is no such scenario.
    """
    _check_known(state, name)
    kept = tuple(scenario for scenario in state.scenarios if scenario.name != name)
    return replace(
        state,
        scenarios=kept,
        active="" if state.active == name else state.active,
        extra=_extra(state, lambda rests: {key: rest for key, rest in rests.items() if key != name}),
    )


def duplicate_scenario(state: State, name: str) -> State:
    """Add a copy of a scenario under a free name, right behind it, and make it the active one.

    Raises
    ------
    EditError
        If there is no such scenario.
    """
    _check_known(state, name)
    at = [scenario.name for scenario in state.scenarios].index(name)
    copy = replace(state.scenarios[at], name=_free_name(state, f"{name} copy"))
    return replace(
        state,
        scenarios=(*state.scenarios[: at + 1], copy, *state.scenarios[at + 1 :]),
        active=copy.name,
        extra=_extra(state, lambda rests: {**rests, copy.name: rests[name]} if name in rests else {**rests}),
    )


def rename_scenario(state: State, name: str, new: str) -> State:
    """Give a scenario another name.

    Raises
    ------
    EditError
        If there is no such scenario, or the new name is empty, taken, or may not stand in a file.
    """
    _check_known(state, name)
    if new == name:
        return state
    _check_new(state, new)
    renamed = tuple(replace(s, name=new) if s.name == name else s for s in state.scenarios)
    return replace(
        state,
        scenarios=renamed,
        active=new if state.active == name else state.active,
        extra=_extra(state, lambda rests: {new if key == name else key: rest for key, rest in rests.items()}),
    )


def activate(state: State, name: str) -> State:
    """Make a scenario the active one; an empty name stands for the fabric as built.

    Raises
    ------
    EditError
        If there is no such scenario.
    """
    if name:
        _check_known(state, name)
    return replace(state, active=name)


def fail(state: State, cables: Iterable[int] = (), nodes: Iterable[int] = ()) -> State:
    """Take cables and nodes down in the active scenario; the fabric keeps them.

    If none is active, one is made and activated.

    Raises
    ------
    EditError
        If one of them is not there.
    """
    rows = live_rows(state.fabric.cables, cables, "cable"), live_rows(state.fabric.nodes, nodes, "node")
    down = [frozenset(found.tolist()) for found in rows]
    if not state.scenario.name:
        state = add_scenario(state, _free_name(state))
    after = _with_active(
        state,
        lambda scenario: replace(
            scenario,
            down_cables=scenario.down_cables | down[0],
            down_nodes=scenario.down_nodes | down[1],
        ),
    )
    return after if _down(after) == _down(state) else _noted(after, anew=False)


def repair(
    state: State, cables: Iterable[int] = (), nodes: Iterable[int] = (), *, anew: bool = False
) -> State:
    """Bring cables and nodes up again in the active scenario.

    Parameters
    ----------
    state : State
    cables, nodes : iterable of int
    anew : bool
        Whether a running subnet manager sees them come up, and makes all entries of its tables anew; else it is as
        if they had never failed. It is kept with the scenario until something else fails in it.

    Raises
    ------
    EditError
        If no scenario is active.
    """
    up = frozenset(cables), frozenset(nodes)
    if not state.scenario.name:
        raise EditError("nothing is down in the fabric as built; choose a scenario first")
    after = _with_active(
        state,
        lambda scenario: replace(
            scenario,
            down_cables=scenario.down_cables - up[0],
            down_nodes=scenario.down_nodes - up[1],
        ),
    )
    return _noted(after, anew=anew and any(_down(after)))


def is_anew(state: State, scenario: Scenario) -> bool:
    """Return whether all tables of a scenario were made anew, for something came up on the way to it."""
    rest = state.extra.get("scenarios", {}).get(scenario.name, {})
    return rest.get(TABLES) == ANEW and bool(scenario.down_nodes or scenario.down_cables)


def set_traffic(state: State, traffic: Choice | None, *, scenario: str = "") -> State:
    """Set the traffic of a scenario, or the common one where none is named; None for the default.

    Raises
    ------
    EditError
        If there is no such scenario.
    """
    if not scenario:
        return replace(state, traffic=traffic)
    _check_known(state, scenario)
    return _with(state, scenario, lambda s: replace(s, traffic=traffic))


def set_routing(state: State, routing: Choice | None, *, scenario: str = "") -> State:
    """Set the routing of a scenario, or the common one where none is named; None for the default.

    Raises
    ------
    EditError
        If there is no such scenario.
    """
    if not scenario:
        return replace(state, routing=routing)
    _check_known(state, scenario)
    return _with(state, scenario, lambda s: replace(s, routing=routing))


def set_attached(state: State, attached: Attached | None) -> State:
    """Attach a file by which the fabric is routed from now on, in the place of the common routing; None for none."""
    return replace(state, attached=attached, routing=None if attached else state.routing)


def _with_active(state: State, change: Callable[[Scenario], Scenario]) -> State:
    return _with(state, state.active, change)


def _with(state: State, name: str, change: Callable[[Scenario], Scenario]) -> State:
    return replace(state, scenarios=tuple(change(s) if s.name == name else s for s in state.scenarios))


def _down(state: State) -> tuple[frozenset[int], frozenset[int]]:
    return state.scenario.down_nodes, state.scenario.down_cables


def _noted(state: State, *, anew: bool) -> State:
    """Keep with the active scenario whether its tables were made anew."""
    rests = dict(state.extra.get("scenarios", {}))
    own = {key: value for key, value in rests.pop(state.active, {}).items() if key != TABLES}
    own |= {TABLES: ANEW} if anew else {}
    rests |= {state.active: own} if own else {}
    rest = {key: value for key, value in state.extra.items() if key != "scenarios"}
    return replace(state, extra=MappingProxyType(rest | ({"scenarios": rests} if rests else {})))


def _check_known(state: State, name: str) -> None:
    if name not in [scenario.name for scenario in state.scenarios]:
        raise EditError(f"there is no scenario {shown(name)}")


def _check_new(state: State, name: str) -> None:
    if not name or not is_clean(name):
        raise EditError(
            f"a scenario cannot be called {shown(name)}: expected a text without control characters"
        )
    if name in [scenario.name for scenario in state.scenarios]:
        raise EditError(f"there is a scenario {shown(name)} already; choose another name")


def _free_name(state: State, first: str = FIRST_NAME) -> str:
    taken = {scenario.name for scenario in state.scenarios}
    names = (first if n == 1 else f"{first} {n}" for n in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)


def _extra(state: State, change: Callable[[Mapping[str, Any]], dict[str, Any]]) -> Mapping[str, Any]:
    """Change what a file's scenarios hold that ibviz does not know, kept by name of scenario."""
    rests = state.extra.get("scenarios")
    if not rests:
        return state.extra
    changed = change(rests)
    rest = {key: value for key, value in state.extra.items() if key != "scenarios"}
    return MappingProxyType(rest | ({"scenarios": changed} if changed else {}))
