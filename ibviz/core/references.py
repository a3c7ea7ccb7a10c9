"""How nodes, ports and cables are written and found: names where unique, else ids."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TypeVar

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.fabric import KIND_LETTERS, Fabric, Kind
from ibviz.core.table import Ints
from ibviz.core.text import shown
from ibviz.core.wiring import EndPorts, Wiring


def node_id(fabric: Fabric, row: int) -> str:
    """Return a node's id: ``S-``, ``H-``, ``R-`` and 16 hex digits, or the input's own text."""
    nodes = fabric.nodes
    own = nodes.id[row]
    return own if own else f"{KIND_LETTERS[Kind(int(nodes.kind[row]))]}-{int(nodes.guid[row]):016x}"


def split_port(text: str) -> tuple[str, int] | None:
    """Split ``REF[PORT]`` at its last bracket; None if it has no such end."""
    ref, bracket, rest = text.rpartition("[")
    digits = rest[:-1]
    if bracket and ref and rest.endswith("]") and digits.isascii() and digits.isdigit() and len(digits) <= 5:
        return ref, int(digits)
    return None


_LETTERS = {int(kind): letter for kind, letter in KIND_LETTERS.items()}
T = TypeVar("T")


def _grouped(keys: list[T], rows: list[int]) -> dict[T, list[int]]:
    """Return the rows of each key."""
    found: dict[T, list[int]] = {}
    for row in rows:
        found.setdefault(keys[row], []).append(row)
    return found


@dataclass(frozen=True, eq=False)
class References:
    """The references of one fabric: built once, then each look-up is a dictionary's."""

    fabric: Fabric

    @cached_property
    def _live(self) -> list[int]:
        rows: list[int] = np.flatnonzero(self.fabric.nodes.alive).tolist()
        return rows

    @cached_property
    def _by_name(self) -> dict[str, list[int]]:
        return _grouped(self.fabric.nodes.name.tolist(), self._live)

    @cached_property
    def _by_id(self) -> dict[str, list[int]]:
        """Rows by id in small letters."""
        return _grouped([text.lower() for text in self._ids], self._live)

    def _numbered(self, text: str, lower: str) -> list[int]:
        """Return the rows that an id names: in any case, but as it is written where ids differ by case alone."""
        rows = self._by_id.get(lower, [])
        exact = [row for row in rows if self._ids[row] == text] if len(rows) > 1 else []
        return exact or rows

    @cached_property
    def _ids(self) -> list[str]:
        """The id of every row, as `node_id` gives it."""
        nodes = self.fabric.nodes
        letters = [_LETTERS[code] for code in nodes.kind.tolist()]
        own = zip(nodes.id.tolist(), letters, nodes.guid.tolist(), strict=True)
        return [text or f"{letter}-{guid:016x}" for text, letter, guid in own]

    @cached_property
    def _by_guid(self) -> dict[int, list[int]]:
        guids = self.fabric.nodes.guid.tolist()
        return _grouped(guids, [row for row in self._live if guids[row]])

    @cached_property
    def _cabled_ports(self) -> dict[int, list[int]]:
        """Cabled ports of each HCA, whatever is down: a name does not change when a cable fails."""
        cables = self.fabric.cables
        found: dict[int, list[int]] = defaultdict(list)
        live = cables.alive & self.fabric.nodes.alive[cables.node].all(axis=1)
        hca = (self.fabric.nodes.kind[cables.node] == Kind.HCA) & live[:, None]
        for node, port in zip(cables.node[hca].tolist(), cables.port[hca].tolist(), strict=True):
            found[node].append(port)
        return {node: sorted(ports) for node, ports in found.items()}

    @cached_property
    def texts(self) -> list[str]:
        """The reference of every row: its name where that is unique, else its id."""
        names = enumerate(self.fabric.nodes.name.tolist())
        sure = self.by_unique_name
        return [
            name if sure.get(name) == row or (name and self._names(name, row)) else self._by_number(row)
            for row, name in names
        ]

    @cached_property
    def by_unique_name(self) -> dict[str, int]:
        """Row of each node that its name alone tells apart from all names, ids and GUIDs: for long tables."""
        ids = self._by_id
        return {
            name: rows[0]
            for name, rows in self._by_name.items()
            if len(rows) == 1 and name and name.lower() not in ids and name[:2] not in ("0x", "0X")
        }

    def _by_number(self, row: int) -> str:
        """Return the id of a node or, where another node is called like that, a form of its GUID."""
        return next((form for form in self._forms(row) if self._names(form, row)), self._ids[row])

    def _forms(self, row: int) -> Iterator[str]:
        """Yield the id in its own, small and capital letters, then the GUID with ever more zeros."""
        own, guid = self._ids[row], int(self.fabric.nodes.guid[row])
        yield from (own, own.lower(), own.upper())
        yield from (f"0x{guid:0{digits}x}" for digits in range(16, 17 + len(self.fabric.nodes)))

    def text(self, row: int) -> str:
        """Return the reference of a node."""
        return self.texts[row]

    def port_text(self, row: int, port: int) -> str:
        """Return the reference of a port, ``REF[PORT]``, by id where a node has that text as its name."""
        every = chain((self.texts[row],), self._forms(row))
        forms = (f"{form}[{port}]" for form in every if self._names(form, row))
        return next((text for text in forms if not self._matches(text)), f"{self.texts[row]}[{port}]")

    def _names(self, form: str, row: int) -> bool:
        """Tell whether a text names this node and no other."""
        return self._matches(form) in ([row], [])

    def endpoint_texts(self, ends: EndPorts) -> list[str]:
        """Return how endpoints are written: the node alone where its HCA has one cabled port."""
        return [
            self.texts[node] if len(self._cabled_ports.get(node, ())) <= 1 else self.port_text(node, port)
            for node, port in zip(ends.node.tolist(), ends.port.tolist(), strict=True)
        ]

    def find_node(self, text: str) -> int:
        """Return the row of the node that a reference names.

        Raises
        ------
        OptionError
            If none or more than one matches; two matches are shown.
        """
        found = self._matches(text)
        if len(found) == 1:
            return found[0]
        if not found:
            raise OptionError(
                f"no node is called {shown(text)}; expected a name, an id such as S-0002c903007b78b0, or 0x and a GUID"
            )
        both = " and ".join(self._ids[row] for row in found[:2])
        more = f" and {len(found) - 2} more" if len(found) > 2 else ""
        raise OptionError(f"{shown(text)} names {len(found)} nodes: {both}{more}; write the id of one")

    def _matches(self, text: str) -> list[int]:
        lower = text.lower()
        named = self._by_name.get(text, []) if text else []
        numbered = self._numbered(text, lower)
        if lower.startswith("0x"):
            with suppress(ValueError):
                numbered = [*numbered, *self._by_guid.get(int(text, 16), ())]
        return sorted({*named, *numbered}) if numbered else named

    def find_port(self, text: str) -> tuple[int, int] | None:
        """Return node row and port of ``REF[PORT]``; None if the text names a node as a whole or no port.

        Raises
        ------
        OptionError
            As `find_node`.
        """
        if self._matches(text):
            return None
        split = split_port(text)
        return None if split is None else (self.find_node(split[0]), split[1])

    def find_cable(self, text: str) -> int:
        """Return the row of the cable at ``REF[PORT]``, either end.

        Raises
        ------
        OptionError
            If the text is no port, or no cable is plugged there.
        """
        place = self.find_port(text)
        if place is None:
            self.find_node(text)
            raise OptionError(
                f"{shown(text)} is a node; a cable is named by one of its ports, such as leaf1[36]"
            )
        cables = self.fabric.cables
        here = (cables.node == place[0]) & (cables.port == place[1]) & cables.alive[:, None]
        rows = np.flatnonzero(here.any(axis=1))
        if not len(rows):
            raise OptionError(f"no cable is plugged into {shown(text)}")
        return int(rows[0])

    def find_endpoint(self, text: str, wires: Wiring) -> int:
        """Return the place in ``wires.endpoints`` that a reference names.

        Raises
        ------
        OptionError
            If it names no live endpoint, or an HCA with several cabled ports without saying which.
        """
        ends = wires.endpoints
        place = self.find_port(text)
        row = self.find_node(text) if place is None else place[0]
        mine: Ints = np.flatnonzero(ends.node == row)
        ports = self._cabled_ports.get(row, [])
        if place is None and len(ports) > 1:
            listed = ", ".join(f"{self.texts[row]}[{p}]" for p in ports[:8])
            raise OptionError(f"{shown(text)} has several cabled ports; write one of {listed}")
        if place is not None:
            mine = mine[ends.port[mine] == place[1]]
        if not len(mine):
            raise OptionError(f"{shown(text)} is no endpoint: expected a cabled HCA port that is up")
        return int(mine[0])
