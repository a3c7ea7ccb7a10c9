"""``ibviz simulate``: what every cable carries and every flow gets."""

from __future__ import annotations

import argparse
import time

from ibviz.verbs.common import (
    add_failures,
    add_input,
    add_jobs,
    add_json,
    add_reroute,
    add_tables,
    print_json,
    read_input,
    refuse_two_outputs,
    routing_asked,
    terminal_progress,
    traffic_asked,
    write_output,
)

TITLE = "lay traffic over a fabric: flow rates and cable utilization"
EXAMPLE = "ibviz simulate fat-tree-648.ibviz.yaml --traffic shift:k=18 --routing minhop --json"


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    from ibviz.core.registry import engines, patterns

    add_input(parser)
    parser.add_argument(
        "--traffic",
        metavar="T",
        help=f"KIND[:key=value,…]; kinds: {', '.join(patterns.names)}; every kind takes hosts=, rails= and local=",
    )
    add_jobs(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--routing", metavar="E", help=f"engine[:key=value,…]; engines: {', '.join(engines.names)}"
    )
    add_tables(how)
    add_failures(parser)
    add_reroute(parser)
    parser.add_argument(
        "--congestion",
        choices=("ideal", "none"),
        default="ideal",
        help="rates shown: those of ideal congestion control, or of none, where full cables block all behind; the other is told beside",
    )
    parser.add_argument("--flows-out", metavar="F.csv", help="write a row for each flow")
    parser.add_argument("--cables-out", metavar="F.csv", help="write a row for each cable")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Simulate, then print the figures and write the tables asked for."""
    from ibviz.door import simulate
    from ibviz.flow.flow_table import cables_csv, flows_csv

    refuse_two_outputs(args, args.flows_out, args.cables_out)
    state = read_input(args)
    started = time.perf_counter()
    simulation = simulate(
        state,
        traffic_asked(args),
        routing_asked(args, args.routing),
        fail=args.fail,
        scenario=args.scenario,
        reroute=args.reroute,
        congestion=args.congestion,
        progress=terminal_progress(),
    )
    figures = {**simulation.summary, "seconds": round(time.perf_counter() - started, 6)}
    if args.flows_out:
        write_output(args.flows_out, flows_csv(simulation))
    if args.cables_out:
        write_output(args.cables_out, cables_csv(simulation))
    if args.json:
        print_json(figures)
    elif "-" not in (args.flows_out, args.cables_out):
        from ibviz.flow.asked import gone_flows
        from ibviz.verbs.sentences import simulation_text

        print(simulation_text(figures, gone_flows(simulation)))
    return 0
