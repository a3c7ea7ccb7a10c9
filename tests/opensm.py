"""Runs the real OpenSM on a simulated fabric, and reads what it writes: the oracle for forwarding tables."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import numpy as np

from ibviz.core.fabric import Cables, Fabric, Kind, Nodes, Ports
from ibviz.core.tables import Tables

_LETTER = {Kind.SWITCH: "S", Kind.HCA: "H", Kind.ROUTER: "R", Kind.AGGREGATION: "H"}
_HEAD = {Kind.SWITCH: "Switch", Kind.HCA: "Ca", Kind.ROUTER: "Rt", Kind.AGGREGATION: "Ca"}
_KIND = {"Switch": Kind.SWITCH, "Ca": Kind.HCA, "Rt": Kind.ROUTER}
_PLUGINS = [str(path) for path in Path("/usr/lib").glob("*/umad2sim/libumad2sim.so")]
_NUMBERS = count()

CORPUS = Path(os.environ.get("IBVIZ_CORPUS", Path(__file__).resolve().parents[2] / "shared" / "corpus"))
"""The folder of real dumps; what OpenSM made of generated fabrics lies in ``opensm`` beside it."""

INSTALLED = bool(_PLUGINS) and shutil.which("ibsim") is not None and shutil.which("opensm") is not None

Rows = dict[tuple[int, int], dict[tuple[int, int], int]]
"""Port by (switch GUID, 0) and (node GUID, port) of the destination, 0 for port 0 of a switch."""


def net_of(fabric: Fabric) -> str:
    """Write a fabric as ibsim reads it; a node's name is its row, so that hostile names do no harm."""
    nodes, cables = fabric.nodes, fabric.cables
    alive = np.flatnonzero(cables.alive)
    lines: dict[int, list[tuple[int, str]]] = {row: [] for row in np.flatnonzero(nodes.alive).tolist()}
    for row in alive.tolist():
        for side in (0, 1):
            (a, p), (b, q) = ((int(cables.node[row, s]), int(cables.port[row, s])) for s in (side, 1 - side))
            mine = "" if nodes.kind[a] == Kind.SWITCH else f"({int(nodes.guid[a]) + p:x}) "
            theirs = "" if nodes.kind[b] == Kind.SWITCH else f"({int(nodes.guid[b]) + q:x})"
            text = f'[{p}]{mine}\t"{_LETTER[Kind(nodes.kind[b])]}-{nodes.guid[b]:016x}"[{q}]{theirs} \t\t# lid 0 4xHDR'
            lines[a].append((p, text))
    parts = []
    order = sorted((r for r in lines if lines[r]), key=lambda row: nodes.kind[row] != Kind.SWITCH)
    for row in order:
        kind = Kind(nodes.kind[row])
        guid = int(nodes.guid[row])
        ports = max([int(nodes.ports[row]), *(p for p, _ in lines[row])])
        tail = f'\t# "n{row}" enhanced port 0 lid 0 lmc 0' if kind == Kind.SWITCH else f'\t# "n{row}"'
        parts.append(
            f"vendid=0x2c9\ndevid=0x{0xCF09 if kind == Kind.AGGREGATION else 0xD2F0:x}\n"
            f"sysimgguid=0x{int(nodes.system_guid[row]) or guid:x}\n{_HEAD[kind].lower()}guid=0x{guid:x}\n"
            f'{_HEAD[kind]}\t{ports} "{_LETTER[kind]}-{guid:016x}"\t{tail}\n'
            + "".join(f"{text}\n" for _, text in sorted(lines[row]))
        )
    return "\n".join(parts)


def fabric_from(text: str) -> Fabric:
    """Read a clean ibnetdiscover or ibsim text; no more than the oracle's own files need."""
    text = text.replace("\r", "")
    heads = list(re.finditer(r'^(Switch|Ca|Rt)\s*(\d+)\s*"([SHR])-([0-9a-f]{16})"[^\n]*', text, re.MULTILINE))
    rows = {f"{m[3]}-{m[4]}": row for row, m in enumerate(heads)}
    kinds, found, ports = [], {}, []
    stops = [m.start() for m in heads[1:]] + [len(text)]
    starts = [0] + [m.end() for m in heads[:-1]]
    for row, (m, start, stop) in enumerate(zip(heads, starts, stops, strict=True)):
        sharp = re.search(r"devid=0xcf09\b", text[start : m.start()]) is not None
        kinds.append(Kind.AGGREGATION if sharp else _KIND[m[1]])
        if said := re.search(r"port 0 lid (\d+)", m[0]):
            ports.append((row, 0, 0, int(said[1])))
        body = text[m.end() : stop]
        for n in re.finditer(
            r'^\[(\d+)\](?:\(([0-9a-f]+)\))?\s*"([SHR]-[0-9a-f]{16})"\[(\d+)\][^\n]*', body, re.MULTILINE
        ):
            here, there = (row, int(n[1])), (rows[n[3]], int(n[4]))
            found[tuple(sorted((here, there)))] = 0
            lid = re.search(r"# lid (\d+) lmc", n[0])
            if kinds[row] != Kind.SWITCH:
                ports.append((*here, int(n[2] or "0", 16), int(lid[1]) if lid else 0))
    cables = np.array([[*a, *b] for a, b in found], np.int64).reshape(-1, 2, 2)
    lid0 = {row: lid for row, port, _, lid in ports if port == 0}
    listed = sorted(p for p in ports if p[1])
    return Fabric(
        Nodes.of(
            len(heads),
            kind=np.array(kinds, np.uint8),
            guid=np.array([int(m[4], 16) for m in heads], np.uint64),
            name=np.array([m[4] for m in heads], object),
            ports=np.array([int(m[2]) for m in heads], np.int16),
            lid=np.array([lid0.get(row, 0) for row in range(len(heads))], np.int32),
        ),
        Cables.of(len(cables), node=cables[:, :, 0], port=cables[:, :, 1]),
        Ports.of(
            len(listed),
            node=np.array([p[0] for p in listed], np.int32),
            port=np.array([p[1] for p in listed], np.int16),
            guid=np.array([p[2] for p in listed], np.uint64),
            lid=np.array([p[3] for p in listed], np.int32),
        ),
    )


def rows_of(dump: str, fabric: Fabric) -> Rows:
    """Read ``opensm-lfts.dump`` into node rows and ports; the simulator's port GUIDs are node GUID + port."""
    row_of = {int(g): row for row, g in enumerate(fabric.nodes.guid)}
    kind = fabric.nodes.kind
    target = {int(fabric.nodes.guid[row]): (row, 0) for row in np.flatnonzero(kind == Kind.SWITCH)}
    cables = fabric.cables
    for node, port in zip(cables.node.ravel().tolist(), cables.port.ravel().tolist(), strict=True):
        if kind[node] != Kind.SWITCH:
            target[int(fabric.nodes.guid[node]) + port] = (node, port)
    read: Rows = {}
    table: dict[tuple[int, int], int] = {}
    for line in dump.splitlines():
        if head := re.match(r"Unicast lids .* guid 0x([0-9a-f]{16}) ", line):
            table = read.setdefault((row_of[int(head[1], 16)], 0), {})
        elif entry := re.match(
            r"0x[0-9a-f]{4} (\d{3}) # (?:Channel Adapter|Switch|Router) portguid 0x([0-9a-f]{16})", line
        ):
            table[target[int(entry[2], 16)]] = int(entry[1])
    return read


def rows_in(tables: Tables) -> Rows:
    """Return our own tables in the same form."""
    wires = tables.wiring
    ends = list(zip(wires.end_ports.node.tolist(), wires.end_ports.port.tolist(), strict=True))
    heads = [(row, 0) for row in wires.switches.tolist()]
    made: Rows = {}
    for place, head in enumerate(heads):
        column = {end: int(p) for end, p in zip(ends, tables.to_end[:, place], strict=True) if p != 255}
        column |= {to: int(p) for to, p in zip(heads, tables.to_switch[:, place], strict=True) if p != 255}
        made[head] = column
    return made


def all_lids_of(dump: str, fabric: Fabric) -> list[Rows]:
    """Read ``opensm-lfts.dump`` as `rows_of` does, one for each offset from the base LIDs."""
    lines = [line for line in dump.splitlines() if " portguid " in line]
    lids: dict[str, set[int]] = {}
    for line in lines:
        lids.setdefault(line.partition(" portguid ")[2].partition(":")[0], set()).add(int(line[:6], 16))
    most = max(len(each) for each in lids.values())
    parts = []
    for offset in range(most):
        wanted = {min(each) + offset for each in lids.values() if len(each) > offset}
        kept = [
            line
            for line in dump.splitlines()
            if not line.startswith("0x") or " portguid " not in line or int(line[:6], 16) in wanted
        ]
        parts.append(rows_of("\n".join(kept), fabric))
    return parts


class Simulated:
    """ibsim with a fabric in it, and commands that talk to it."""

    def __init__(self, folder: Path, net: Path, fabric: Fabric) -> None:
        self.folder = folder
        self.name = f"ibviz-{os.getpid()}-{next(_NUMBERS)}"
        self.environment = {
            **os.environ,
            "IBSIM_SOCKNAME": self.name,
            "OSM_TMP_DIR": f"{folder}/",
            "OSM_CACHE_DIR": f"{folder}/",
        }
        kinds = fabric.nodes.kind
        ports = int(fabric.nodes.ports.sum()) + len(kinds) + 64
        limits = [
            "-N",
            str(len(kinds) + 8),
            "-S",
            str(int((kinds == Kind.SWITCH).sum()) + 8),
            "-P",
            str(ports),
        ]
        with (folder / "ibsim.log").open("w") as log:
            self.process = subprocess.Popen(
                ["ibsim", "-s", "-n", *limits, str(net)],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=self.environment,
            )

    def wait(self) -> None:
        """Wait until it listens."""
        end = time.monotonic() + 20
        while f"{self.name}:ctl" not in Path("/proc/net/unix").read_text():
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("ibsim refused: " + (self.folder / "ibsim.log").read_text()[-500:])
            time.sleep(0.02)

    def opensm(self, *options: str) -> str:
        """Let OpenSM configure once, and return its tables."""
        command = ["opensm", "-e", "-f", str(self.folder / "osm.log"), "-o", "-n", "64", "-D", "0x43"]
        subprocess.run(
            [*command, "--dump_files_dir", f"{self.folder}/", *options],
            env={**self.environment, "LD_PRELOAD": _PLUGINS[0]},
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=50,
            check=False,
        )
        return (self.folder / "opensm-lfts.dump").read_text(errors="replace")

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.communicate()


@contextmanager
def simulated(fabric: Fabric, net: str | None = None) -> Iterator[Simulated]:
    """Have a fabric simulated while the block runs."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "fabric.net"
        path.write_text(net_of(fabric) if net is None else net)
        simulation = Simulated(folder, path, fabric)
        try:
            simulation.wait()
            yield simulation
        finally:
            simulation.close()


def opensm_rows(fabric: Fabric, options: Sequence[str] = ()) -> Rows:
    """Return what the real OpenSM enters for a fabric, in the subnet of its first node."""
    with simulated(fabric) as simulation:
        return rows_of(simulation.opensm(*options), fabric)
