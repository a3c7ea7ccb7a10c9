"""Measures the reader of dumps: ``python tests/benchmarks/bench_reader.py [HOSTS ...]`` prints a table.

The dumps are three-level trees written here, so that neither a builder nor a writer is measured along.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from ibviz.core.source import Source
from ibviz.formats.ibnetdiscover import read_with

RUNS = 5


def three_level_dump(hosts: int, radix: int = 36, *, tail: str = "", tab: str = "\t") -> str:
    """Return the dump of a three-level tree of switches with as many hosts, non-blocking.

    Parameters
    ----------
    hosts : int
        A multiple of (radix / 2) squared: whole pods.
    radix : int
        Ports of a switch.
    tail, tab : str
        What stands at the end of port lines and for TABs, for other dresses of the same dump.
    """
    half = radix // 2
    pods = hosts // (half * half)
    assert pods * half * half == hosts
    cores = -(-hosts // radix)
    groups = -(-cores // half)
    leaf = [[0x2000000 + pod * half + i for i in range(half)] for pod in range(pods)]
    spine = [[0x3000000 + pod * half + i for i in range(half)] for pod in range(pods)]
    ports: dict[tuple[str, int], list[str]] = {}

    def name(kind: str, number: int) -> str:
        return f"node{number & 0xFFFFFF:06d} mlx5_0" if kind == "H" else f"MF0;switch{number:08x}:MQM8700/U1"

    def plug(a: tuple[str, int, int], b: tuple[str, int, int]) -> None:
        for (kind, own, port), (far_kind, far, far_port) in ((a, b), (b, a)):
            if kind == "H":
                line = f'[{port}]({0xC42A103000000000 + own + 1:x}) {tab}"S-{0xC42A103000000000 + far:016x}"[{far_port}]{tab}{tab}# lid {own % 48000 + 1} lmc 0 "{name("S", far)}" lid {far % 48000 + 1} 4xHDR{tail}'
            else:
                guid = f"({0xC42A103000000000 + far + 1:x}) {tab}{tab}" if far_kind == "H" else f"{tab}{tab}"
                line = f'[{port}]{tab}"{far_kind}-{0xC42A103000000000 + far:016x}"[{far_port}]{guid}# "{name(far_kind, far)}" lid {far % 48000 + 1} 4xHDR{tail}'
            ports.setdefault((kind, own), []).append(line)

    for pod in range(pods):
        for i in range(half):
            for j in range(half):
                plug(("S", leaf[pod][i], j + 1), ("H", 0x1000000 + (pod * half + i) * half + j, 1))
            for j in range(half):
                plug(("S", leaf[pod][i], half + j + 1), ("S", spine[pod][j], i + 1))
    used: dict[int, int] = {}
    for pod in range(pods):
        for j in range(half):
            for k in range(half):
                core = 0x4000000 + (j * half + k) * -(-pods // radix) + pod // radix
                used[core] = used.get(core, 0) + 1
                plug(("S", spine[pod][j], half + k + 1), ("S", core, used[core]))
    del groups
    out = ["#\n# Topology file: generated on Sun Nov 29 15:05:55 2026\n#\n# Initiated from node 1 port 1\n"]
    for kind, number in sorted(ports, key=lambda key: (key[0] == "H", key[1])):
        guid = 0xC42A103000000000 + number
        out.append(
            "\nvendid=0x2c9\n" + f"devid=0x{'101b' if kind == 'H' else 'd2f0'}\nsysimgguid=0x{guid:x}\n"
        )
        if kind == "H":
            out.append(f'caguid=0x{guid:x}\nCa{tab}1 "H-{guid:016x}"{tab}{tab}# "{name("H", number)}"\n')
        else:
            out.append(f"switchguid=0x{guid:x}({guid:x})\n")
            out.append(
                f'Switch{tab}{radix} "S-{guid:016x}"{tab}{tab}# "{name("S", number)}" enhanced port 0 lid {number % 48000 + 1} lmc 0\n'
            )
        out.append("\n".join(ports[kind, number]) + "\n")
    return "".join(out)


def best(run: Callable[[], object]) -> float:
    """Return the shortest of some runs, seconds."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def main(sizes: list[int]) -> None:
    """Print a row for each size and dress."""
    print(f"{'hosts':>8} {'dress':<12} {'MB':>7} {'lines':>9} {'cables':>8} {'ms':>7} {'MB/s':>6}")
    for hosts in sizes:
        radix = 36 if hosts % 324 == 0 else 64
        for dress, more in {
            "plain": {},
            "-f": {"tail": " s=32 w=2 v=4"},
            "TABs lost": {"tab": ""},
            "CRLF": {"tail": "\r"},
        }.items():
            data = three_level_dump(hosts, radix, **more).encode()
            source = Source("bench", data)
            state = read_with(source, {}, fast=True)
            assert not state.reading
            seconds = best(lambda source=source: read_with(source, {}, fast=True))
            megabytes, lines = len(data) / 1e6, data.count(b"\n")
            print(
                f"{hosts:>8} {dress:<12} {megabytes:>7.1f} {lines:>9} {len(state.fabric.cables):>8}"
                f" {seconds * 1e3:>7.0f} {megabytes / seconds:>6.0f}"
            )


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [11664, 65536])
