"""``ibviz render``: the picture of a fabric."""

from __future__ import annotations

import argparse
import re

from ibviz.core.errors import OptionError
from ibviz.verbs.common import (
    add_failures,
    add_input,
    add_reroute,
    add_tables,
    read_input,
    routing_asked,
    terminal_progress,
    write_output,
)

TITLE = "draw a fabric: SVG, PNG, PDF, or the drawing itself as JSON"
EXAMPLE = (
    "ibviz render fat-tree-648.ibviz.yaml -o tree.svg --traffic shift:k=18 --fail spine-05 --theme light"
)


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_input(parser)
    parser.add_argument(
        "-o", "--output", metavar="OUT", required=True, help=".svg, .png, .pdf or .json; - is standard output"
    )
    parser.add_argument(
        "--to", metavar="FORMAT", help="svg, png, pdf or json, where the suffix does not tell it"
    )
    parser.add_argument(
        "--view",
        choices=("layered", "map", "matrix"),
        default="",
        help="bands of switches over their hosts, a free map, or two levels of switches crossed "
        "(default: layered, but map for a torus, a dragonfly and other fabrics without levels)",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--zoom", choices=("fit", "mid", "close"), default=None, help="how near (default fit)")
    where.add_argument("--focus", metavar="REF", help="show a node, close up but for --overlay flows")
    parser.add_argument("--theme", choices=("dark", "light"), default="dark")
    parser.add_argument(
        "--overlay",
        choices=("utilization", "flows", "congestion", "plain"),
        help="what colours show (default: utilization where traffic is given, else plain); "
        "congestion: who blocks whom where nothing holds senders back; "
        "flows: the utilization that the flows of the node in focus make by themselves",
    )
    parser.add_argument(
        "--ramp", choices=("default", "viridis", "cividis"), default="default", help="colours of the load"
    )
    parser.add_argument("--traffic", metavar="T", help="traffic to lay over it, as for simulate")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--routing", metavar="E", help="routing engine, as for simulate")
    add_tables(how)
    add_failures(parser)
    add_reroute(parser)
    parser.add_argument(
        "--size", metavar="WxH", default="1600x1000", help="size in pixels at scale 1 (default 1600x1000)"
    )
    parser.add_argument("--scale", metavar="N", type=float, default=1.0, help="enlarges a PNG (default 1)")


def run(args: argparse.Namespace) -> int:
    """Draw, then paint."""
    from ibviz.core.failing import scenario_of
    from ibviz.core.registry import painters
    from ibviz.door import Look, draw, output_of, paint, simulate

    to = output_of(painters, args.output, args.to)
    size = parse_size(args.size)
    if not 0.1 <= args.scale <= 8:
        raise OptionError(f"--scale is {args.scale:g}; expected a number from 0.1 to 8")
    state = read_input(args)
    scenario = scenario_of(state, args.scenario, args.fail)
    wanted = args.traffic or scenario.traffic or state.traffic
    simulation, by_flows = None, args.overlay == "flows"
    if by_flows and not args.focus:
        raise OptionError("--overlay flows needs --focus and the node whose flows are meant")
    if args.overlay in ("utilization", "flows", "congestion") or (args.overlay is None and wanted):
        simulation = simulate(
            state,
            args.traffic,
            routing_asked(args, args.routing),
            fail=args.fail,
            scenario=args.scenario,
            reroute=args.reroute,
            of=args.focus if by_flows else None,
            congestion="ideal" if args.overlay == "congestion" else None,
            progress=terminal_progress(),
        )
    look = Look(
        args.zoom or ("close" if args.focus and not by_flows else "fit"),
        args.focus,
        args.theme,
        args.overlay,
        args.ramp,
        size,
        args.view,
    )
    drawing = draw(state, look, simulation=simulation, scenario=scenario)
    write_output(args.output, paint(drawing, to, scale=args.scale))
    return 0


def parse_size(text: str) -> tuple[int, int]:
    """Read ``1600x1000``.

    Raises
    ------
    OptionError
        If it is no size from 400x320 to 10000x10000.
    """
    match = re.fullmatch(r"(\d{1,5})x(\d{1,5})", text, re.ASCII)
    if match and 400 <= int(match[1]) <= 10000 and 320 <= int(match[2]) <= 10000:
        return int(match[1]), int(match[2])
    raise OptionError(
        f"--size is {text!r}; expected width x height from 400x320 to 10000x10000, such as 1600x1000"
    )
