"""The engine, roots and options that a site's own ``opensm.conf`` names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ibviz.core.errors import RoutingError
from ibviz.core.options import options_of
from ibviz.core.progress import Progress, silent
from ibviz.core.registry import engines
from ibviz.core.tables import Tables
from ibviz.core.text import short
from ibviz.core.wiring import Wiring
from ibviz.flow.opensm_conf import Settings, settings_of
from ibviz.flow.refusals import refuses_all, with_others


@engines.add("site", "Site: the engines, roots and options that an opensm.conf names")
def site(wires: Wiring, before: Tables | None = None, *, path: Path, progress: Progress = silent) -> Tables:
    """Route as a subnet manager with these settings does.

    Parameters
    ----------
    wires : Wiring
    before : Tables or None
        As the engine takes it that the settings name.
    path : Path
        An ``opensm.conf``. Taken from it are ``routing_engine``, ``root_guid_file``,
        ``guid_routing_order_file``, ``lfts_file``, ``lmc``, ``scatter_ports`` and ``port_shifting``.
    progress : Progress

    Returns
    -------
    Tables
        Of the first engine named that does not refuse, subnet by subnet; at last of MinHop.

    Raises
    ------
    ReadError
        If the file, or one that it names, cannot be read.
    """
    settings = settings_of(path, lambda name: engines.has(name) and name != "site")
    made: Tables | None = None
    words = [f"as {short(path.name, 60)} says{_taken(settings)}"]
    for name in _tried(settings):
        try:
            tables = _routed(name, settings, wires, before, progress)
        except RoutingError as error:
            words.append(f"{name} refused: {error}")
            continue
        words += [f"{name} refused: {why}" for why in list(tables.routing.refused.values())[:1]]
        if made is None:
            made = None if refuses_all(tables) else tables
        else:
            still = {n: why for n, why in made.routing.refused.items() if n in tables.routing.refused}
            made = with_others(made, tables)
            made = replace(made, routing=replace(made.routing, refused=still))
        if made is not None and not made.routing.refused:
            break
    assert made is not None  # MinHop comes last and refuses nothing.
    return replace(made, routing=replace(made.routing, reason="; ".join(words)))


def _tried(settings: Settings) -> Iterator[str]:
    yield from dict.fromkeys((*settings.engines, "minhop"))


def _routed(
    name: str, settings: Settings, wires: Wiring, before: Tables | None, progress: Progress
) -> Tables:
    engine = engines.get(name)
    options = options_of(engine)
    given = {
        option.name: settings.options[option.name] for option in options if option.name in settings.options
    }
    lacking = [option.name for option in options if option.required and option.name not in given]
    if lacking:
        raise RoutingError("no file of tables is named, or it is not there")
    tables: Tables = engine(wires, before, **given, progress=progress)
    return tables


def _taken(settings: Settings) -> str:
    """Return what was taken from the settings, in words."""
    words = [f"roots of {p.name}" for key, p in settings.options.items() if key == "roots"]
    words += [f"order of {p.name}" for key, p in settings.options.items() if key == "order"]
    words += [f"tables of {p.name}" for key, p in settings.options.items() if key == "path"]
    words += [f"LMC {settings.options['lmc']}"] if "lmc" in settings.options else []
    words += ["port shifting"] if "port_shifting" in settings.options else []
    words += ["scattered ports"] if "scatter_ports" in settings.options else []
    words += [f"{name} is not known here" for name in settings.unknown]
    words += [f"{file} is not here" for file in settings.missing]
    return f" ({', '.join(short(word, 80) for word in words)})" if words else ""
