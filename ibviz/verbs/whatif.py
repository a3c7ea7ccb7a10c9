"""``ibviz whatif``: what a failure costs, or which single failure costs most."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from ibviz.verbs.common import (
    add_failures,
    add_input,
    add_jobs,
    add_json,
    add_reroute,
    add_tables,
    print_json,
    read_input,
    routing_asked,
    terminal_progress,
    traffic_asked,
)
from ibviz.verbs.sweep import add_sweep

if TYPE_CHECKING:
    from ibviz.core.state import State
    from ibviz.flow.draining import Draining
    from ibviz.flow.whatif import Outcome

TITLE = "say what a failure costs: traffic before and after, who is hurt, what changes in the tables"
EXAMPLE = 'ibviz whatif fat-tree-648.ibviz.yaml --fail "leaf-01[19]" --traffic all-to-all --json'


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    from ibviz.core.registry import engines, patterns

    add_input(parser)
    parser.add_argument(
        "--traffic", metavar="T", help=f"KIND[:key=value,…]; kinds: {', '.join(patterns.names)}"
    )
    add_jobs(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--routing", metavar="E", help=f"engine[:key=value,…]; engines: {', '.join(engines.names)}"
    )
    add_tables(how)
    add_failures(parser)
    parser.add_argument(
        "--drain",
        metavar="REF",
        action="append",
        default=[],
        help="like --fail, and say whether it is safe to take this out now: which jobs lose hosts, which slow "
        "down, which go on as before; may be repeated",
    )
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

    if not args.fail and not args.drain and args.scenario is None:
        from ibviz.core.errors import OptionError

        raise OptionError(
            "nothing has failed; name it with --fail, --drain or --scenario, or try all with --sweep"
        )
    started = time.perf_counter()
    outcome = whatif(
        state,
        traffic_asked(args),
        routing_asked(args, args.routing),
        fail=[*args.fail, *args.drain],
        scenario=args.scenario,
        reroute=args.reroute,
        progress=terminal_progress(),
    )
    from ibviz.verbs.whatif_text import outcome_figures, outcome_text

    answer = _answer(args, outcome)
    seconds = round(time.perf_counter() - started, 6)
    if args.json:
        told = {} if answer is None else {"drain": answer.figures}
        print_json({**outcome_figures(outcome), **told, "seconds": seconds})
    else:
        print(outcome_text(outcome, answer))
    return 0


def _answer(args: argparse.Namespace, outcome: Outcome) -> Draining | None:
    """Return whether it is safe to drain, where that was asked or jobs run."""
    if not args.drain and "jobs" not in outcome.before.summary:
        return None
    from ibviz.flow.draining import draining

    return draining(outcome)
