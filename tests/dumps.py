"""A clean dump for tests, and the cables that a few lines of plain code find in a dump."""

from __future__ import annotations

import re

from ibviz.core.source import Source
from ibviz.core.state import State
from ibviz.formats.ibnetdiscover import read_with

CLEAN = (
    "#\n# Topology file: generated on Sun Nov 29 15:05:55 2026\n#\n"
    "# Initiated from node 0002c90300000a00 port 0002c90300000a01\n"
    """
vendid=0x2c9
devid=0xcf08
sysimgguid=0x2c90300000100
switchguid=0x2c90300000100(2c90300000100)
Switch\t37 "S-0002c90300000100"\t\t# "MF0;leaf1:MSB7800/U1" enhanced port 0 lid 1 lmc 0
[1]\t"H-0002c90300000a00"[1](2c90300000a01) \t\t# "n1 HCA-1" lid 11 4xEDR
[2]\t"H-0002c90300000b00"[1](2c90300000b00) \t\t# "node lid 7 lmc 0" lid 12 4xEDR
[17]\t"S-0002c90300000300"[1]\t\t# "spine # 1" lid 3 4xEDR
[18]\t"S-0002c90300000300"[2]\t\t# "spine # 1" lid 3 4xEDR
[37]\t"H-0002c90300000c00"[1](2c90300000c00) \t\t# "Mellanox Technologies Aggregation Node" lid 13 4xEDR

vendid=0x2c9
devid=0xbd36
switchguid=0x2c90300000200(2c90300000200)
Switch\t36 "S-0002c90300000200"\t\t# "say "leaf 2" " base port 0 lid 2 lmc 0
[36]\t"S-0002c90300000300"[3]\t\t# "spine # 1" lid 3 4xFDR10
[5]\t"H-0002c90300000a00"[2](2c90300000a02) \t\t# "n1 HCA-1" lid 14 1xQDR
[7]\t"S-0002c90300000200"[8]\t\t# "say "leaf 2" " lid 2 4xFDR
[8]\t"S-0002c90300000200"[7]\t\t# "say "leaf 2" " lid 2 4xFDR
[9]\t"R-0002c90300000d00"[1](2c90300000d01) \t\t# "router" lid 15 12xSDR

vendid=0x2c9
devid=0xcb20
sysimgguid=0x2c90300000300
switchguid=0x2c90300000300(2c90300000300)
Switch\t36 "S-0002c90300000300"\t\t# "spine # 1" enhanced port 0 lid 3 lmc 0
[1]\t"S-0002c90300000100"[17]\t\t# "MF0;leaf1:MSB7800/U1" lid 1 4xEDR
[2]\t"S-0002c90300000100"[18]\t\t# "MF0;leaf1:MSB7800/U1" lid 1 4xEDR
[3]\t"S-0002c90300000200"[36]\t\t# "say "leaf 2" " lid 2 4xFDR10

vendid=0x2c9
devid=0x1003
sysimgguid=0x2c90300000a03
caguid=0x2c90300000a00
Ca\t2 "H-0002c90300000a00"\t\t# "n1 HCA-1"
[1](2c90300000a01) \t"S-0002c90300000100"[1]\t\t# lid 11 lmc 1 "MF0;leaf1:MSB7800/U1" lid 1 4xEDR
[2](2c90300000a02) \t"S-0002c90300000200"[5]\t\t# lid 14 lmc 1 "say "leaf 2" " lid 2 4xQDR

vendid=0x2c9
devid=0x1013
sysimgguid=0x2c90300000b00
caguid=0x2c90300000b00
Ca\t1 "H-0002c90300000b00"\t\t# "node lid 7 lmc 0"
[1](2c90300000b00) \t"S-0002c90300000100"[2]\t\t# lid 12 lmc 0 "MF0;leaf1:MSB7800/U1" lid 1 4xEDR

vendid=0x2c9
devid=0xcf09
sysimgguid=0x2c90300000100
caguid=0x2c90300000c00
Ca\t1 "H-0002c90300000c00"\t\t# "Mellanox Technologies Aggregation Node"
[1](2c90300000c00) \t"S-0002c90300000100"[37]\t\t# lid 13 lmc 0 "MF0;leaf1:MSB7800/U1" lid 1 4xEDR

vendid=0x2c9
devid=0xc839
sysimgguid=0x2c90300000d00
rtguid=0x2c90300000d00
Rt\t2 "R-0002c90300000d00"\t\t# "router"
[1](2c90300000d01) \t"S-0002c90300000200"[9]\t\t# lid 15 lmc 0 "say "leaf 2" " lid 2 12xSDR
"""
)

Cable = frozenset[tuple[str, int]]

_HEAD = re.compile(r'(?:Switch|Ca|Rt)\s*\d+\s*"([SHR]-[0-9a-f]{16})"')
_PORT = re.compile(r'\[(\d+)\][^"]*"([SHR]-[0-9a-f]{16})"\[(\d+)\]')


def read(text: str | bytes, *, fast: bool = True, names: dict[int, str] | None = None) -> State:
    """Read a dump from a text."""
    data = text if isinstance(text, bytes) else text.encode()
    return read_with(Source("dump.txt", data), names or {}, fast=fast)


def port_lines(text: str) -> dict[int, Cable]:
    """Return the cable that each port line describes, by line number, where it is clear whose line it is."""
    found: dict[int, Cable] = {}
    owner = ""
    for number, line in enumerate(text.split("\n"), 1):
        if "guid=" in line and "sysimg" not in line:
            owner = ""
        elif line[:2] in ("Sw", "Ca", "Rt"):
            head = _HEAD.match(line)
            owner = head[1] if head else ""
        elif owner and (port := _PORT.match(line)):
            found[number] = frozenset({(owner, int(port[1])), (port[2], int(port[3]))})
    return found


def cables(state: State) -> set[Cable]:
    """Return the cables of a fabric as pairs of node id and port."""
    from ibviz.core.references import node_id

    ids = [node_id(state.fabric, row) for row in range(len(state.fabric.nodes))]
    table = state.fabric.cables
    return {
        frozenset((ids[node], port) for node, port in zip(nodes, ports, strict=True))
        for nodes, ports in zip(table.node.tolist(), table.port.tolist(), strict=True)
    }


def same(one: State, other: State) -> bool:
    """Tell whether two readings gave the same fabric and the same notes."""
    tables = ("nodes", "cables", "ports")
    alike = all(getattr(one.fabric, t).equals(getattr(other.fabric, t), but=["birth"]) for t in tables)
    return alike and one.reading == other.reading and one.format == other.format
