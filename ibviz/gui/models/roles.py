"""What a flow or cable has to do with congestion, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ibviz.core.simulation import Congestion, Flows, Role, Root
from ibviz.core.table import Texts
from ibviz.gui.models.page import Fact, Pick, Row, Section, Sentence
from ibviz.gui.models.texts import rate, several
from ibviz.gui.selection import Selection

if TYPE_CHECKING:
    from ibviz.gui.models.seen import Seen

WORDS = {Role.FREE: "", Role.CONTRIBUTOR: "contributor", Role.VICTIM: "victim"}
TITLE = "Without congestion control"
KINDS = {
    "incast": "an incast: its receiver is full",
    "in-network": "in the network, between switches",
    "edge": "at the edge: a sender's own port or PCIe slot is full",
}


def congestion_seen(seen: Seen, flows: Flows) -> Congestion | None:
    """Return who blocks whom among the flows listed, where that was worked out."""
    found = None if seen.simulation is None else seen.simulation.congestion
    return found if found is not None and len(found.role) == len(flows) else None


def role_words(found: Congestion) -> Texts:
    """Return the role of each flow in a word, (F,); empty for a free one."""
    words: Texts = np.array([WORDS[role] for role in Role], object)[found.role]
    return words


def role_section(seen: Seen, flows: Flows, flow: int) -> Section | None:
    """Return what a flow gets without congestion control, and behind which root it stands."""
    found = congestion_seen(seen, flows)
    if found is None or flows.hops[flow] <= 0:
        return None
    got, place = float(found.rate[flow]), int(found.root[flow])
    if place < 0:
        return Section(TITLE, (Sentence(f"Nothing blocks this flow: it gets {rate(got)}."),))
    root = found.roots[place]
    name, role = _name(seen, root), Role(int(found.role[flow]))
    if role == Role.VICTIM:
        says = f"This flow is a victim of {name}: it does not go there, but stands behind flows that do, and gets {rate(got)}."
    else:
        says = f"This flow is one of {several(root.contributors, 'contributor')} that fill {name}, and gets {rate(got)}."
    rows: list[Row] = [
        Sentence(says),
        Fact("Root", name, Pick(_selected(root)), "warn", hint=f"It is {KINDS[root.kind]}"),
        Fact("Behind it", several(root.victims, "victim")),
    ]
    return Section(TITLE, tuple(rows))


def root_sections(seen: Seen, cable: int) -> list[Section]:
    """Return what is said of a cable that is a root of congestion; nothing of others."""
    found = None if seen.simulation is None else seen.simulation.congestion
    roots = [root for root in (found.roots if found else ()) if root.channel // 2 == cable]
    if not roots:
        return []
    says = (
        f"{_name(seen, root)} is a root, {KINDS[root.kind]}. {several(root.contributors, 'flow')} fill it at "
        f"{rate(root.rate)} each and stand still in {several(len(root.tree), 'cable direction')} behind it; "
        f"{several(root.victims, 'victim')} there."
        for root in roots
    )
    return [Section(TITLE, tuple(Sentence(text) for text in says))]


def _name(seen: Seen, root: Root) -> str:
    if root.channel < 0:
        return f"PCIe of {seen.facts.names[root.slot]}"
    return str(seen.facts.ends[root.channel // 2, root.channel % 2])


def _selected(root: Root) -> Selection:
    if root.channel < 0:
        return Selection(nodes=frozenset([root.slot]))
    return Selection(cables=frozenset([root.channel // 2]))
