"""The real ibnetdiscover on the real ibsim: what they make of a fabric's text."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
import uuid
from pathlib import Path

import pytest

LIBRARY = next(iter(sorted(Path("/usr/lib").glob("*/umad2sim/libumad2sim.so"))), None)

needs_ibsim = pytest.mark.skipif(
    LIBRARY is None or not shutil.which("ibsim") or not shutil.which("ibnetdiscover"),
    reason="needs ibsim, libumad2sim and ibnetdiscover (Debian: ibsim-utils libumad2sim0 infiniband-diags)",
)


def discovered(text: bytes, folder: Path, *options: str) -> bytes:
    """Return what ibnetdiscover prints of a fabric that ibsim plays from a text."""
    net = folder / "fabric.net"
    net.write_bytes(text)
    name = f"ibviz{uuid.uuid4().hex[:12]}"
    environment = {**os.environ, "IBSIM_SOCKNAME": name}
    log = folder / "ibsim.log"
    with log.open("wb") as out:
        limits = ["-N", "4096", "-S", "2048", "-P", "65536"]
        command = ["ibsim", "-s", "-n", *limits, str(net)]
        simulator = subprocess.Popen(command, env=environment, cwd=folder, stdout=out, stderr=out)
    try:
        _wait(name, simulator, log)
        run = subprocess.run(
            ["timeout", "-k", "2", "20", "ibnetdiscover", *options],
            env={**environment, "LD_PRELOAD": str(LIBRARY)},
            cwd=folder,
            capture_output=True,
            timeout=30,
            check=False,
        )
    finally:
        simulator.kill()
        simulator.wait(10)
    assert run.returncode == 0, run.stderr
    return run.stdout


def _wait(name: str, simulator: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 10
    while f"{name}:ctl" not in Path("/proc/net/unix").read_text():
        assert simulator.poll() is None, log.read_text(errors="replace")[-400:]
        assert time.monotonic() < end, "ibsim does not listen"
        time.sleep(0.02)
