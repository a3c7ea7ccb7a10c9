"""The notebook's door: read, build, simulate, render and save a fabric in one call each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ibviz.core.errors import OptionError
from ibviz.core.failing import scenario_of
from ibviz.core.files import save as save_bytes
from ibviz.core.options import values
from ibviz.core.progress import Progress, silent
from ibviz.core.reading import read_state
from ibviz.core.registry import Shelf, builders, painters, writers
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.state import State
from ibviz.core.text import shown

if TYPE_CHECKING:
    from ibviz.core.simulation import Simulation
    from ibviz.core.tables import Tables
    from ibviz.drawing.drawing import Drawing
    from ibviz.flow.whatif import Outcome

Zoom = Literal["fit", "mid", "close"]


def read(path: str | Path, *, node_name_map: str | Path | None = None) -> State:
    """Read a fabric from a file of any format that ibviz knows; ``-`` is standard input.

    Raises
    ------
    ReadError
        If the file cannot be read; says where and what was expected.
    """
    return read_state(path, node_name_map=node_name_map)


def build(kind: str, **options: Any) -> State:
    """Build a fabric from a few numbers, such as ``build("fat-tree", radix=36, levels=2, speed="HDR")``.

    Raises
    ------
    OptionError
        If the kind or an option is unknown, or no such fabric can be built.
    """
    builder = builders.get(kind)
    fabric = builder(**values(builder, {key: str(value) for key, value in options.items()}))
    return State(fabric, name=kind)


def simulate(
    state: State,
    traffic: str | Choice | None = None,
    routing: str | Choice | None = None,
    *,
    fail: Iterable[str] = (),
    scenario: str | None = None,
    reroute: Literal["keep", "fresh"] = "keep",
    of: str | None = None,
    congestion: Literal["ideal", "none"] | None = None,
    progress: Progress = silent,
) -> Simulation:
    """Lay traffic over a fabric and return what every cable carries and every flow gets.

    Parameters
    ----------
    state : State
    traffic, routing : str, Choice or None
        Such as ``"shift:k=1"`` and ``"minhop"``; None takes the scenario's, then the State's, then the default.
    fail : iterable of str
        Nodes and cables (``REF[PORT]``) that are down.
    scenario : str or None
        Name of a saved scenario to start from.
    reroute : {"keep", "fresh"}
        Tables after a failure: as a running subnet manager's re-sweep leaves them, or as after a restart.
    of : str or None
        Node whose flows are followed by themselves, for the overlay ``flows``.
    congestion : {"ideal", "none"} or None
        Tell both bounds, and who blocks whom, and return the rates of ideal congestion control or of none;
        None tells the first alone.
    progress : callable

    Raises
    ------
    OptionError, RoutingError
        If a reference, a pattern or an engine is not understood, or does not fit the fabric.
    """
    from ibviz.core.wiring import wiring
    from ibviz.flow.fitting import must_fit
    from ibviz.flow.routes import tables_for
    from ibviz.flow.simulate import simulate_tables

    what = scenario_of(state, scenario, fail)
    asked = _choice(routing)
    chosen = asked or what.routing or state.usual_routing
    tables = tables_for(wiring(state.fabric, what), chosen, reroute=reroute, progress=progress)
    must_fit(tables.routing, asked)
    laid = _choice(traffic) or what.traffic or state.traffic
    made = simulate_tables(tables, laid, progress=progress)
    if congestion is not None:
        from ibviz.flow.congestion import bounded

        made = bounded(tables, made, congestion, progress=progress)
    return made if of is None else _followed(state, made, tables, of, progress)


def whatif(
    state: State,
    traffic: str | Choice | None = None,
    routing: str | Choice | None = None,
    *,
    fail: Iterable[str] = (),
    scenario: str | None = None,
    reroute: Literal["keep", "fresh"] = "keep",
    progress: Progress = silent,
) -> Outcome:
    """Compare a traffic before and after something fails; parameters and errors as for `simulate`."""
    from ibviz.core.structure import shape
    from ibviz.core.wiring import wiring
    from ibviz.flow.fitting import must_fit
    from ibviz.flow.routes import tables_for
    from ibviz.flow.simulate import simulate_tables
    from ibviz.flow.whatif import compare

    what = scenario_of(state, scenario, fail)
    asked = _choice(routing)
    chosen = asked or what.routing or state.usual_routing
    structure = shape(wiring(state.fabric))
    before = tables_for(structure.wiring, chosen, progress=progress)
    must_fit(before.routing, asked)
    wires = wiring(state.fabric, what)
    after = tables_for(wires, chosen, before=before, reroute=reroute, progress=progress)
    laid = _choice(traffic) or what.traffic or state.traffic
    old = before, simulate_tables(before, laid, structure=structure, progress=progress)
    new = after, simulate_tables(after, laid, structure=structure, before=old, progress=progress)
    return compare(structure, old, new, progress=progress)


def _followed(state: State, made: Simulation, tables: Tables, of: str, progress: Progress) -> Simulation:
    from ibviz.core.references import References
    from ibviz.core.structure import shape
    from ibviz.core.wiring import wiring
    from ibviz.flow.following import part_of

    references = References(state.fabric)
    node = references.find_node(of)
    structure = shape(wiring(state.fabric))
    part = part_of(made, tables, node, references.text(node), structure=structure, progress=progress)
    return replace(made, part=part)


def _choice(given: str | Choice | None) -> Choice | None:
    return Choice.parse(given) if isinstance(given, str) else given


@dataclass(frozen=True)
class Look:
    """How a picture is to look; see ``ibviz render --help``. Without a view the one that suits is drawn."""

    zoom: Zoom = "fit"
    focus: str | None = None
    theme: str = "dark"
    overlay: str | None = None
    ramp: str = "default"
    size: tuple[int, int] = (1600, 1000)
    view: str = ""


def draw(
    state: State, look: Look, *, simulation: Simulation | None = None, scenario: Scenario | None = None
) -> Drawing:
    """Return the picture of a fabric as primitives, for a painter.

    Raises
    ------
    OptionError
        If the focus names nothing, or the theme or overlay is unknown.
    """
    from ibviz.core.references import References
    from ibviz.drawing.picture import picture

    focus = -1 if look.focus is None else References(state.fabric).find_node(look.focus)
    if scenario is not None:
        what_if = replace(scenario, name=scenario.name or "what if")
        state = replace(state, scenarios=(what_if,), active=what_if.name)
    return picture(
        state,
        simulation=simulation,
        kind=look.view,
        zoom=look.zoom,
        focus=focus,
        theme=look.theme,
        overlay=look.overlay or "",
        ramp=look.ramp,
        size=look.size,
    )


def render(
    state: State,
    path: str | Path,
    *,
    simulation: Simulation | None = None,
    scale: float = 1.0,
    to: str | None = None,
    **look: Any,
) -> None:
    """Write the picture of a fabric to a file: SVG, PNG, PDF or JSON by its suffix.

    Parameters
    ----------
    state : State
    path : path
    simulation : Simulation or None
        What colours the cables; None draws the fabric plain.
    scale : float
        Enlarges a PNG.
    to : str or None
        Name of the format where the suffix does not tell it.
    **look
        Fields of `Look`.

    Raises
    ------
    OptionError, WriteError
        If an option is not understood or the file cannot be written.
    """
    drawing = draw(state, Look(**look), simulation=simulation)
    save_bytes(path, paint(drawing, output_of(painters, path, to), scale=scale))


def paint(drawing: Drawing, to: str, *, scale: float = 1.0) -> bytes:
    """Return a picture in a format of the shelf of painters."""
    painter: Callable[..., bytes] = painters.get(to)
    return painter(drawing, scale=scale) if to == "png" else painter(drawing)


def save(state: State, path: str | Path, *, to: str | None = None) -> None:
    """Write a fabric to a file, in the format that its suffix names.

    Raises
    ------
    OptionError, WriteError
        If the format is not known or the file cannot be written.
    """
    save_bytes(path, converted(state, output_of(writers, path, to)))


def converted(state: State, to: str) -> bytes:
    """Return a fabric in a format of the shelves of writers and painters."""
    if to in writers.names:
        write: Callable[[State], bytes] = writers.get(to)
        return write(state)
    return paint(draw(state, Look()), to)


def output_of(shelf: Shelf, path: str | Path, to: str | None = None, *more: Shelf) -> str:
    """Return the name of the output format that a path's suffix, or `to`, names.

    Raises
    ------
    OptionError
        If neither names one; lists what there is.
    """
    marks: Mapping[str, tuple[str, ...]] = {
        entry.name: entry.marks for s in (*reversed(more), shelf) for entry in s.entries.values()
    }
    known = ", ".join(f"{name} ({' '.join(suffixes)})" for name, suffixes in marks.items())
    if to is not None:
        if to not in marks:
            raise OptionError(f"{shown(to)} is no output format; known are {known}")
        return to
    fits = [
        (len(suffix), name)
        for name, suffixes in marks.items()
        for suffix in suffixes
        if str(path).lower().endswith(suffix)
    ]
    if not fits:
        raise OptionError(f"{shown(str(path))} has no known suffix; name the format with --to: {known}")
    longest = max(length for length, _ in fits)
    return [name for length, name in fits if length == longest][-1]
