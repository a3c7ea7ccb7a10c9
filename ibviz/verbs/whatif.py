"""``ibviz whatif``: what a failure costs, or which single failure costs most."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from ibviz.verbs.common import (
    add_failures,
    add_input,
    add_json,
    add_reroute,
    add_tables,
    print_json,
    read_input,
    routing_asked,
    terminal_progress,
)
from ibviz.verbs.sweep import add_sweep

if TYPE_CHECKING:
    from ibviz.core.state import State

TITLE = "say what a failure costs: traffic before and after, who is hurt, what changes in the tables"
EXAMPLE = 'ibviz whatif fat-tree-648.ibviz.yaml --fail "leaf-01[19]" --traffic all-to-all --json'


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    from ibviz.core.registry import engines, patterns

    add_input(parser)
    parser.add_argument(
        "--traffic", metavar="T", help=f"KIND[:key=value,…]; kinds: {', '.join(patterns.names)}"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--routing", metavar="E", help=f"engine[:key=value,…]; engines: {', '.join(engines.names)}"
    )
    add_tables(how)
    add_failures(parser)
    add_reroute(parser)
    add_sweep(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Compare before and after, or try every failure, and print what comes of it."""
    from ibviz.verbs.sweep import check_sweep, run_sweep

    check_sweep(args)
    state = read_input(args)
    return _one(args, state) if args.sweep is None else run_sweep(args, state)


def _one(args: argparse.Namespace, state: State) -> int:
    from ibviz.door import whatif

    if not args.fail and args.scenario is None:
        from ibviz.core.errors import OptionError

        raise OptionError("nothing has failed; name it with --fail or --scenario, or try all with --sweep")
    started = time.perf_counter()
    outcome = whatif(
        state,
        args.traffic,
        routing_asked(args, args.routing),
        fail=args.fail,
        scenario=args.scenario,
        reroute=args.reroute,
        progress=terminal_progress(),
    )
    from ibviz.verbs.whatif_text import outcome_figures, outcome_text

    seconds = round(time.perf_counter() - started, 6)
    if args.json:
        print_json({**outcome_figures(outcome), "seconds": seconds})
    else:
        print(outcome_text(outcome))
    return 0
