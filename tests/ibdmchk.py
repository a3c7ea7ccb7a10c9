"""Runs ibdmchk of ibutils on a fabric and its tables: an independent judge of routes, loops and credit loops."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from ibviz.core.addresses import lids
from ibviz.core.fabric import Kind
from ibviz.core.tables import NO_PATH, Tables

INSTALLED = shutil.which("ibdmchk") is not None


@dataclass(frozen=True)
class Verdict:
    """What ibdmchk says.

    Attributes
    ----------
    missing : int
        Ordered pairs of CAs without a path.
    hops : dict
        Number of pairs by number of cables on their path.
    waits : bool or None
        Whether there is a credit loop; None where it did not look, as paths are missing.
    """

    missing: int
    hops: dict[int, int]
    waits: bool | None


def subnet_text(tables: Tables) -> str:
    """Write the cables as OpenSM's ``opensm-subnet.lst`` has them: each once from either end."""
    wires, known = tables.wiring, lids(tables.wiring)
    fabric = wires.fabric
    lid = {
        (row, 0): number for row, number in zip(wires.switches.tolist(), known.switch.tolist(), strict=True)
    }
    ends = wires.end_ports
    for row, port, number in zip(ends.node.tolist(), ends.port.tolist(), known.end.tolist(), strict=True):
        lid[row, port] = number

    def end(row: int, port: int) -> str:
        is_switch = fabric.nodes.kind[row] == Kind.SWITCH
        guid = int(fabric.nodes.guid[row])
        mine = guid if is_switch else guid + port
        return (
            f"{{ {'SW' if is_switch else 'CA'} Ports:{int(fabric.nodes.ports[row]):02X} SystemGUID:{guid:016x} "
            f"NodeGUID:{guid:016x} PortGUID:{mine:016x} VenID:000002C9 DevID:101B0000 Rev:000000A1 {{n{row}}} "
            f"LID:{lid[row, 0 if is_switch else port]:04X} PN:{port:02X} }}"
        )

    lines = []
    for nodes, ports in zip(wires.node.tolist(), wires.port.tolist(), strict=True):
        both = [end(row, port) for row, port in zip(nodes, ports, strict=True)]
        lines += [f"{a} {b} PHY=4x LOG=ACT SPD=50\n" for a, b in (both, both[::-1])]
    return "".join(lines)


def fdbs_text(tables: Tables) -> str:
    """Write tables as ``.fdbs``, which name no port GUIDs."""
    wires, known = tables.wiring, lids(tables.wiring)
    own = wires.subnet[wires.switches]
    of_ends = wires.end_ports.subnet
    lines = []
    for place, row in enumerate(wires.switches.tolist()):
        lines.append(f"dump_ucast_routes: Switch 0x{int(wires.fabric.nodes.guid[row]):016x}\n")
        lines.append("LID    : Port : Hops : Optimal\n")
        for all_, table, subnet in (
            (known.switch, tables.to_switch, own),
            (known.end, tables.to_end, of_ends),
        ):
            lines += [
                f"0x{lid:04X} : {port:03d}  : 01   : yes\n"
                if port != NO_PATH
                else f"0x{lid:04X} : UNREACHABLE\n"
                for lid, port, s in zip(all_.tolist(), table[:, place].tolist(), subnet.tolist(), strict=True)
                if s == own[place]
            ]
    return "".join(lines)


def verdict(tables: Tables, folder: Path) -> Verdict:
    """Let ibdmchk judge."""
    (folder / "subnet.lst").write_text(subnet_text(tables))
    (folder / "x.fdbs").write_text(fdbs_text(tables))
    (folder / "x.mcfdbs").write_text("")
    command = ["ibdmchk", "-s", "subnet.lst", "-f", "x.fdbs", "-m", "x.mcfdbs"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    text = done.stdout
    table = re.search(r"LFT ROUTE HOP HISTOGRAM.*?HOPS NUM-CA-CA-PAIRS\n(.*?)\n-", text, re.DOTALL)
    assert table is not None, text[-2000:] + done.stderr[-500:]
    hops = Counter({int(row.split()[0]): int(row.split()[1]) for row in table[1].splitlines() if row.strip()})
    missing = re.search(r"Found (\d+) missing paths", text)
    waits = "Found credit loop" in text if "credit loop check" in text else None
    return Verdict(int(missing[1]) if missing else 0, dict(hops), waits)
