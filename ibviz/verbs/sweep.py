"""``ibviz whatif --sweep``: every single failure, or a sample of double ones, worst first."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ibviz.core.errors import OptionError
from ibviz.core.text import clean, shown
from ibviz.verbs.common import print_json, routing_asked, terminal_progress, traffic_asked
from ibviz.verbs.sentences import figure

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ibviz.core.state import State
    from ibviz.flow.sweep import Damage, Failure, Sweep

SHOWN = 20
"""Failures that are printed for people."""

SAVED = 5.0
"""Seconds after which what is done is saved again."""


def add_sweep(parser: argparse.ArgumentParser) -> None:
    """Declare how all failures are tried."""
    group = parser.add_argument_group("every failure")
    group.add_argument(
        "--sweep",
        choices=("cables", "switches", "host-links"),
        help="try every single failure, worst first; cables: those between switches",
    )
    group.add_argument(
        "--pairs", metavar="N", type=int, help="try N double failures instead, drawn by --seed"
    )
    group.add_argument("--seed", metavar="N", type=int, default=1, help="of the draw of --pairs (default 1)")
    group.add_argument(
        "--resume", metavar="FILE", help="go on from this file if it is there, and keep there what is done"
    )
    group.add_argument("--workers", metavar="N", type=int, help="processes that share the work (default 1)")
    group.add_argument(
        "--dask", metavar="ADDRESS", help="address of a Dask scheduler whose workers share the work"
    )


def check_sweep(args: argparse.Namespace) -> None:
    """Refuse options that do not go together.

    Raises
    ------
    OptionError
        If one needs another, or forbids it, or is out of range.
    """
    if args.sweep is None:
        for name in ("pairs", "resume", "workers", "dask"):
            if getattr(args, name) is not None:
                raise OptionError(f"--{name} needs --sweep")
        return
    if args.fail or args.scenario is not None:
        raise OptionError("--sweep starts from the fabric as built; leave out --fail and --scenario")
    if args.workers is not None and args.dask is not None:
        raise OptionError("--workers and --dask exclude each other")
    for name in ("pairs", "workers"):
        if getattr(args, name) is not None and getattr(args, name) < 1:
            raise OptionError(f"--{name} is {getattr(args, name)}; expected 1 or more")
    if args.seed < 0:
        raise OptionError(f"--seed is {args.seed}; expected 0 or more")


def run_sweep(args: argparse.Namespace, state: State) -> int:
    """Try all failures, then print them, worst first; when stopped, print and keep what is done."""
    from ibviz.flow.sweep import doubles, failures

    started = time.perf_counter()
    sweep = _prepared(args, state)
    every = failures(sweep.structure.wiring, args.sweep)
    if args.pairs is not None:
        every = doubles(every, args.pairs, args.seed)
    done, kept = _tried(args, sweep, every)
    ranked = sorted(done.values(), key=lambda damage: damage.rank)
    stopped = len(done) < len(every)
    _print(args, sweep, ranked, len(every), round(time.perf_counter() - started, 6))
    if stopped:
        sys.stderr.write(f"ibviz: stopped; go on with --resume {clean(kept)}\n")
    return 130 if stopped else 0


def _prepared(args: argparse.Namespace, state: State) -> Sweep:
    from ibviz.flow.fitting import must_fit
    from ibviz.flow.sweep import sweep_of

    asked = routing_asked(args, args.routing)
    traffic = traffic_asked(args) or state.traffic
    sweep = sweep_of(state.fabric, traffic, asked or state.usual_routing, args.reroute)
    must_fit(sweep.tables.routing, asked)
    return sweep


def _tried(args: argparse.Namespace, sweep: Sweep, every: list[Failure]) -> tuple[dict[int, Damage], str]:
    """Return what is done, all or until stopped, by number, and the file where it is kept."""
    from ibviz.core.files import save
    from ibviz.flow.sweep_run import damages, fingerprint, read_done, state_bytes

    mark = fingerprint(sweep, every)
    path = args.resume or f"{Path(args.file).name.split('.')[0] or 'fabric'}.sweep.json"
    done = read_done(path, mark, len(every)) if args.resume and Path(path).exists() else {}
    todo = [(number, failure) for number, failure in enumerate(every) if number not in done]
    saved = time.monotonic()
    try:
        with _executor(args) as (executor, workers):
            for number, damage in damages(
                sweep, todo, executor=executor, workers=workers, progress=terminal_progress()
            ):
                done[number] = damage
                if args.resume and time.monotonic() - saved > SAVED:
                    save(path, state_bytes(mark, done))
                    saved = time.monotonic()
    except KeyboardInterrupt:
        save(path, state_bytes(mark, done))
        return done, path
    if args.resume:
        save(path, state_bytes(mark, done))
    return done, path


@contextmanager
def _executor(args: argparse.Namespace) -> Iterator[tuple[Executor | None, int]]:
    """Give what does the work, and how many it is; work that has not begun is dropped at the end."""
    if args.dask is not None:
        with _dask(args.dask) as (executor, count):
            yield executor, count
    elif args.workers is None or args.workers == 1:
        yield None, 1
    else:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        pool = ProcessPoolExecutor(args.workers, get_context("spawn"), initializer=_deaf)
        try:
            yield pool, args.workers
        finally:
            pool.shutdown(cancel_futures=True)


def _deaf() -> None:
    """Leave Ctrl-C to the process that gave the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _dask(address: str) -> Iterator[tuple[Executor, int]]:
    try:
        client_of: Any = import_module("distributed").Client
    except ImportError:
        raise OptionError("--dask needs Dask; install ibviz[cluster]") from None
    try:
        client = client_of(address, timeout=10)
    except (OSError, ValueError) as error:
        raise OptionError(f"no Dask scheduler answers at {shown(address)}: {error}") from None
    with client:
        yield client.get_executor(), max(1, sum(client.ncores().values()))


def _print(args: argparse.Namespace, sweep: Sweep, ranked: list[Damage], count: int, seconds: float) -> None:
    from ibviz.flow.sweep import plain

    if args.json:
        figures: dict[str, Any] = {
            "sweep": args.sweep,
            "before": dict(sweep.before.summary),
            "failures": count,
            "done": len(ranked),
            "results": [plain(damage) for damage in ranked],
            "seconds": seconds,
        }
        print_json(figures)
    else:
        print(sweep_text(ranked, count, sweep.before.summary["total_gbps"]))


def sweep_text(ranked: list[Damage], count: int, total: float) -> str:
    """Return a ranking for a terminal: what it holds in words, then the worst as a table."""
    harmless = sum(damage.loss <= 1e-9 and not damage.disconnected_pairs for damage in ranked)
    cutting = sum(damage.disconnected_pairs > 0 for damage in ranked)
    losing = sum(bool(damage.lost_hosts) for damage in ranked)
    tried = f"{len(ranked):,} of {count:,}" if len(ranked) < count else f"All {count:,}"
    head = (
        f"{tried} failures tried, from {figure(total)} Gbit/s: {harmless:,} cost no throughput, "
        f"{losing:,} lose hosts, {cutting:,} cut pairs off."
    )
    titles = ("failed", "Gbit/s", "loss", "completion", "pairs cut off", "slowest flow", "hosts lost")
    cells = [titles, *(_row(damage) for damage in ranked[:SHOWN])]
    wide = [max(len(row[column]) for row in cells) for column in range(len(titles))]
    lines = [
        "  ".join([row[0].ljust(wide[0]), *(c.rjust(w) for c, w in zip(row[1:], wide[1:], strict=True))])
        for row in cells
    ]
    more = [f"… and {len(ranked) - SHOWN:,} more; --json lists all"] if len(ranked) > SHOWN else []
    return "\n".join([head, *(lines if ranked else []), *more])


def _row(damage: Damage) -> tuple[str, ...]:
    return (
        clean(damage.failed),
        figure(damage.total_gbps),
        f"{damage.loss:.1%}",
        figure(damage.completion_efficiency),
        f"{damage.disconnected_pairs:,}",
        figure(damage.worst_flow_gbps),
        f"{len(damage.lost_hosts):,}",
    )
