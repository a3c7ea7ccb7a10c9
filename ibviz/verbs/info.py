"""``ibviz info``: counts and shape of a fabric."""

from __future__ import annotations

import argparse

from ibviz.verbs.common import add_input, add_json, print_json, read_input

TITLE = "counts and shape of a fabric"
EXAMPLE = "ibviz info quirks.ibnetdiscover --json"


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_input(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print what a fabric holds."""
    from ibviz.core.info import info, info_text

    figures = info(read_input(args))
    if args.json:
        print_json(figures)
    else:
        print(info_text(figures))
    return 0
