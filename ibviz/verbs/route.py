"""``ibviz route``: forwarding tables as the subnet manager would set them."""

from __future__ import annotations

import argparse

from ibviz.verbs.common import (
    add_failures,
    add_input,
    add_json,
    add_reroute,
    add_tables,
    print_json,
    read_input,
    refuse_two_outputs,
    routing_asked,
    terminal_progress,
    write_output,
)

TITLE = "compute forwarding tables"
EXAMPLE = "ibviz route two-rail.ibviz.yaml --engine minhop -o two-rail.lft --json"


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    from ibviz.core.registry import engines

    add_input(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--engine",
        metavar="E",
        default=None,
        help=f"engine[:key=value,…] (default minhop); engines: {', '.join(engines.names)}",
    )
    add_tables(how)
    add_failures(parser)
    add_reroute(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT.lft",
        help="write the tables in the form of dump_lfts.sh; - is standard output",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Route, then write the tables and say what they are like."""
    from ibviz.core.failing import scenario_of
    from ibviz.core.registry import table_writers
    from ibviz.flow.faults import faults
    from ibviz.flow.fitting import must_fit
    from ibviz.flow.routes import report, route

    refuse_two_outputs(args, args.output)
    state = read_input(args)
    scenario = scenario_of(state, args.scenario, args.fail)
    asked = routing_asked(args, args.engine)
    engine = asked or scenario.routing or state.usual_routing
    tables = route(state.fabric, scenario, engine, reroute=args.reroute, progress=terminal_progress())
    must_fit(tables.routing, asked)
    if args.output:
        write_output(args.output, table_writers.get("lft")(tables))
    if args.json or args.output != "-":
        findings = [fault.plain() for fault in faults(tables)]
        if args.json:
            print_json({**report(tables), "findings": findings})
        else:
            from ibviz.verbs.sentences import routing_text

            print(routing_text(report(tables), findings))
    return 0
