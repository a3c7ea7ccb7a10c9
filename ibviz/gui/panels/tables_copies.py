"""What of a table's rows goes into a shell: host lists, and the lines for a port."""

from __future__ import annotations

import numpy as np

from ibviz.core.host_names import host_list
from ibviz.gui.models.fabric_facts import Facts
from ibviz.gui.models.knowledge import Knowledge
from ibviz.gui.models.shell import commands
from ibviz.gui.models.table_model import TableModel
from ibviz.gui.models.texts import several

Copies = list[tuple[str, str]]


def copies(table: str, knowledge: Knowledge, model: TableModel, current: int) -> Copies:
    """Return what can be copied of the selected rows beside the rows themselves: its name and its text.

    Parameters
    ----------
    table : str
        ``nodes``, ``ports`` or ``flows``; other tables have nothing.
    knowledge : Knowledge
    model : TableModel
    current : int
        The row, as shown, that the keys are at; -1 for none.
    """
    facts, rows = knowledge.facts, np.flatnonzero(model.marked)
    if facts is None or not len(rows):
        return []
    if table == "nodes":
        hosts = facts.hosts_of(model.ids_at(rows))
        return [(f"{several(len(hosts), 'host')} as a host list", host_list(hosts))] if hosts else []
    if table == "ports" and current >= 0:
        at = int(model.order[current])
        said = commands(facts, int(facts.ports.node[at]), int(facts.ports.port[at]))
        return [(word if word.isupper() else f"{word} line", text) for word, text in said]
    return senders(facts, knowledge, model) if table == "flows" else []


def senders(facts: Facts, knowledge: Knowledge, model: TableModel) -> Copies:
    """Return the hosts that send the flows shown."""
    simulation = knowledge.simulation
    flows = None if simulation is None else knowledge.flows(simulation)
    if simulation is None or flows is None:
        return []
    nodes = simulation.wiring.endpoints.node[flows.src[model.listing.ids[model.order]]]
    hosts = facts.hosts_of(nodes)
    return [(f"{several(len(hosts), 'sending host')} of all rows as a host list", host_list(hosts))]
