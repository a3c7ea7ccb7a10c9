"""What the verbs share: their common options, and how they write."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ibviz.core.errors import OptionError
from ibviz.core.text import shown

if TYPE_CHECKING:
    from ibviz.core.progress import Progress
    from ibviz.core.scenario import Choice
    from ibviz.core.state import State


def add_input(parser: argparse.ArgumentParser) -> None:
    """Declare the input file and the map of node names."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a dump or project; its format is seen from its content; - is standard input",
    )
    parser.add_argument(
        "--node-name-map", metavar="FILE", help="names of nodes by GUID, as for ibnetdiscover"
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Declare ``--json``."""
    parser.add_argument("--json", action="store_true", help="print one JSON object on standard output")


def add_failures(parser: argparse.ArgumentParser) -> None:
    """Declare what is down, and how the tables follow."""
    parser.add_argument(
        "--fail",
        metavar="REF",
        action="append",
        default=[],
        help="a node, or REF[PORT] for the cable there, is down; may be repeated",
    )
    parser.add_argument("--scenario", metavar="NAME", help="start from a scenario saved in the project")


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Declare jobs that run at the same time."""
    parser.add_argument(
        "--job",
        metavar="J",
        action="append",
        default=[],
        help="a job, such as A:size=16,placement=by-leaf,pattern=allreduce-ring or A:hosts=n[001-016]; may be "
        "repeated; --traffic jobs:file=jobs.csv reads them from a table, or from what squeue prints",
    )


def traffic_asked(args: argparse.Namespace) -> Choice | None:
    """Return the traffic that was asked for, jobs added; None where none was.

    Raises
    ------
    OptionError
        If jobs are given beside another traffic, or the traffic is not understood.
    """
    from ibviz.core.scenario import Choice

    asked = Choice.parse(args.traffic) if args.traffic else None
    if not args.job:
        return asked
    if asked is not None and asked.kind != "jobs":
        raise OptionError(f"--job goes with --traffic jobs alone, not with {shown(asked.kind)}")
    given = dict(asked.args) if asked is not None else {}
    listed = ";".join([*([given["list"]] if "list" in given else []), *args.job])
    return Choice("jobs", {**given, "list": listed})


def add_reroute(parser: argparse.ArgumentParser) -> None:
    """Declare how forwarding tables follow a failure."""
    parser.add_argument(
        "--reroute",
        choices=("keep", "fresh"),
        default="keep",
        help="tables after a failure: as a running subnet manager leaves them (keep), or as after its restart (fresh)",
    )


def add_tables(parser: argparse._MutuallyExclusiveGroup | argparse.ArgumentParser) -> None:
    """Declare the files that say how the fabric is routed."""
    parser.add_argument(
        "--lft",
        metavar="F",
        help="take forwarding tables from a file: dump_lfts.sh, dump_fts, ibroute, opensm-lfts.dump, .fdbs, route -o",
    )
    parser.add_argument(
        "--opensm-conf", metavar="F", help="take engine, roots, order and LMC from the site's opensm.conf"
    )


def routing_asked(args: argparse.Namespace, engine: str | None) -> Choice | None:
    """Return the routing that was asked for, by an engine or by a file; None where it was not."""
    from ibviz.core.scenario import Choice

    for kind, path in (("lft", args.lft), ("site", args.opensm_conf)):
        if path is not None:
            return Choice(kind, {"path": path})
    return Choice.parse(engine) if engine else None


def read_input(args: argparse.Namespace) -> State:
    """Read the input file."""
    from ibviz.core.reading import read_state

    return read_state(args.file, node_name_map=args.node_name_map)


def write_output(path: str, data: bytes) -> None:
    """Write to a file, safely, or to standard output for ``-``."""
    if path == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    from ibviz.core.files import save

    save(path, data)


def print_json(values: Mapping[str, Any]) -> None:
    """Print one JSON object on a line, in ASCII, whatever the terminal's encoding."""
    print(json.dumps(values, allow_nan=False))


def refuse_two_outputs(args: argparse.Namespace, *outputs: str | None) -> None:
    """Refuse two things in one place.

    Raises
    ------
    OptionError
        If more than one output is ``-``, or one is and ``--json`` is given too, or two are the same file.
    """
    if sum(output == "-" for output in outputs) + bool(getattr(args, "json", False)) > 1:
        raise OptionError("only one output can go to standard output; give the other a file")
    files = [os.path.realpath(output) for output in outputs if output and output != "-"]
    if len(set(files)) < len(files):
        raise OptionError(f"{shown(files[0])} is named for two outputs; give the other another file")


def terminal_progress() -> Progress:
    """Return a progress function: one line on standard error if that is a terminal, else silent."""
    from ibviz.core.progress import silent

    if not sys.stderr.isatty():
        return silent
    started = time.monotonic()

    def show(done: float, what: str) -> None:
        if time.monotonic() - started > 0.3:
            end = "\r\x1b[K" if done >= 1 else ""
            sys.stderr.write(f"\r\x1b[K{what} {done:4.0%}{end}")
            sys.stderr.flush()

    return show
