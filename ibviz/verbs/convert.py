"""``ibviz convert``: the same fabric in another format."""

from __future__ import annotations

import argparse

from ibviz.verbs.common import add_input, read_input, write_output

TITLE = "write a fabric in another format"
EXAMPLE = "ibviz convert quirks.ibnetdiscover -o quirks.ibviz.yaml"


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_input(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        required=True,
        help="file to write; its suffix names the format; - is standard output",
    )
    parser.add_argument("--to", metavar="FORMAT", help="output format, where the suffix does not tell it")


def run(args: argparse.Namespace) -> int:
    """Read, then write."""
    from ibviz.core.registry import painters, writers
    from ibviz.door import converted, output_of

    to = output_of(writers, args.output, args.to, painters)
    write_output(args.output, converted(read_input(args), to))
    return 0
