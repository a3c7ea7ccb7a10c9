"""Lines for a shell: what an operator types to look at a port."""

from __future__ import annotations

from ibviz.core.fabric import Kind
from ibviz.gui.models.fabric_facts import Facts
from ibviz.gui.models.texts import guid


def commands(facts: Facts, node: int, port: int) -> list[tuple[str, str]]:
    """Return GUID and LID of a port, and the lines that ask for its state and its counters.

    Tools are told the LID where the file states it, else the GUID: a LID that was given here is not the
    fabric's own.

    Returns
    -------
    list of (str, str)
        What it is, and its text.
    """
    at = facts.port_at(node, port)
    if at < 0:
        return []
    number, lid = guid(int(facts.port_guids[at])), int(facts.port_lids[at])
    if facts.fabric.nodes.kind[node] == Kind.SWITCH:
        number = guid(int(facts.fabric.nodes.guid[node]))
    stated = bool(facts.lid_stated[at]) and lid > 0
    whom = str(lid) if stated else f"-G {number}"
    made = [("GUID", number)]
    if stated:
        made.append(("LID", str(lid)))
    return [*made, ("ibportstate", f"ibportstate {whom} {port}"), ("perfquery", f"perfquery {whom} {port}")]
