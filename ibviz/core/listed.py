"""Forwarding tables as a file lists them: LIDs, ports and GUIDs, not yet joined to any fabric."""

from __future__ import annotations

from dataclasses import dataclass

from ibviz.core.state import Note
from ibviz.core.table import Bytes, Guids, Ints


@dataclass(frozen=True, eq=False)
class Listed:
    """The rows of a file of forwarding tables, one table for each switch.

    Attributes
    ----------
    name : str
        The file.
    switch_guid : (T,) uint64
        GUID of each table's switch, 0 where it has none.
    switch_lid : (T,) int64
        Its LID as the heading says, 0 where it does not.
    table : (R,) int64
        Which table each row belongs to.
    lid : (R,) int64
        LID of the destination.
    port : (R,) uint8
        Port that leads there; `NO_PATH` where the row says that there is none.
    guid : (R,) uint64
        Port GUID of the destination, 0 where the row does not say.
    notes : tuple of Note
        What was odd in the file.
    """

    name: str
    switch_guid: Guids
    switch_lid: Ints
    table: Ints
    lid: Ints
    port: Bytes
    guid: Guids
    notes: tuple[Note, ...] = ()
