"""Forwarding tables: by which port each switch sends to each destination."""

from __future__ import annotations

from dataclasses import dataclass

from ibviz.core.simulation import Routing
from ibviz.core.table import Bytes
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
    """

    wiring: Wiring
    to_end: Bytes
    to_switch: Bytes
    routing: Routing
    lanes: Lanes | None = None
    higher: tuple[Bytes, ...] = ()
