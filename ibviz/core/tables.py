"""Forwarding tables: by which port each switch sends to each destination."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ibviz.core.simulation import Routing
from ibviz.core.table import Bools, Bytes, Ints
from ibviz.core.wiring import Wiring

NO_PATH = 255
"""Entry of a table for a destination that is not reached."""


@dataclass(frozen=True, eq=False)
class Lanes:
    """The virtual lane of each route, by destination and by the switch at which the sending host sits.

    Attributes
    ----------
    to_end, to_switch : (E, S), (S, S) uint8
        0 where no host sends.
    """

    to_end: Bytes
    to_switch: Bytes

    @property
    def needed(self) -> int:
        """How many lanes are in use."""
        return 1 + max(int(table.max(initial=0)) for table in (self.to_end, self.to_switch))


class BySource(Protocol):
    """Routes that depend on who sends."""

    def ports(self, source: Ints, target: Ints, at: Ints) -> Ints:
        """Return by which port each flow, between end ports, leaves the switch `at`, (F,); `NO_PATH` for none."""


class Groups(Protocol):
    """Ports among which switches choose by load: all on shortest paths.

    Attributes
    ----------
    count : (S + 1, S + 1) uint8
        ``count[t, s]``: hops from switch s to switch t, 255 where it is not reached; the last row and column
        stand for "no switch".
    """

    @property
    def count(self) -> Bytes:
        """Hops between switches."""

    def minimal(self, target: int) -> Bools:
        """Return which ports of each switch may send to switch `target`, (S, P + 1)."""


@dataclass(frozen=True, eq=False)
class Tables:
    """The forwarding tables of all live switches of one wiring, destination by destination.

    Attributes
    ----------
    wiring : Wiring
        Switch s is ``wiring.switches[s]``, end port e is place e of ``wiring.end_ports``.
    to_end : (E, S) uint8
        Port by which switch s sends to end port e; `NO_PATH` where it does not reach it.
    to_switch : (S, S) uint8
        ``to_switch[d, s]``: port by which switch s sends to port 0 of switch d; 0 on itself, `NO_PATH`.
    routing : Routing
    lanes : Lanes or None
        Where the engine uses several, such that no deadlock is possible; None: all is on one lane.
    higher : tuple of (E, S) uint8
        As `to_end`, for the LIDs base + 1, base + 2 and so on of each end port, where the engine routes them
        apart; empty: all LIDs of an end port go as the base one. Flows are sent to base LIDs.
    by_source : BySource or None
        Routes of flows between end ports where the sender decides, in subnets that are not refused; the
        entries of tables count for nothing there.
    groups : Groups or None
        Where switches spread each flow over several ports, evenly; the entries of tables are what they start
        from.
    """

    wiring: Wiring
    to_end: Bytes
    to_switch: Bytes
    routing: Routing
    lanes: Lanes | None = None
    higher: tuple[Bytes, ...] = ()
    by_source: BySource | None = None
    groups: Groups | None = None

    @property
    def lmc(self) -> int:
        """Least LMC with which every LID has a table of its own."""
        return len(self.higher).bit_length()

    def at_offset(self, offset: int) -> Bytes:
        """Return the entries for the LIDs base + offset of the end ports, (E, S)."""
        return self.higher[offset - 1] if 0 < offset <= len(self.higher) else self.to_end
