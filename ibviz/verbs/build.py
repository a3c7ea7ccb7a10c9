"""``ibviz build``: a fabric from a few numbers."""

from __future__ import annotations

import argparse

from ibviz.verbs.common import print_json, refuse_two_outputs, write_output

TITLE = "build a fabric from a few numbers"
EXAMPLE = "ibviz build fat-tree --radix 36 --levels 2 --speed HDR --json"


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare a parser for each kind on the shelf of builders; only the kind that is asked for is imported."""
    from ibviz.core.registry import builders

    kinds = parser.add_subparsers(dest="kind", metavar="KIND", required=True)
    for entry in builders.entries.values():
        one = kinds.add_parser(entry.name, help=entry.title, description=entry.title + ".")
        one.set_defaults(builder=entry.name)
        one.declare_later = declare_kind  # type: ignore[attr-defined]


def declare_kind(parser: argparse.ArgumentParser, kind: str) -> None:
    """Declare the options of one kind: the keyword-only parameters of its builder."""
    from ibviz.core.options import options_of
    from ibviz.core.registry import builders

    for option in options_of(builders.get(kind)):
        shown = "" if option.required or option.default is None else f" (default {option.default})"
        parser.add_argument(
            "--" + option.name.replace("_", "-"),
            dest=f"option_{option.name}",
            metavar="|".join(option.choices) or option.type.__name__.upper(),
            required=option.required,
            help=(option.help + shown).replace("%", "%%"),
        )
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        help="file to write; its suffix names the format; - is standard output",
    )
    parser.add_argument("--to", metavar="FORMAT", help="output format, where the suffix does not tell it")
    parser.add_argument("--json", action="store_true", help="print what info says of the result")


def run(args: argparse.Namespace) -> int:
    """Build, then write the result, or what info says of it."""
    from ibviz.core.info import info
    from ibviz.core.registry import painters, writers
    from ibviz.door import build, converted, output_of

    given = {
        key.removeprefix("option_"): value
        for key, value in vars(args).items()
        if key.startswith("option_") and value is not None
    }
    output = args.output or (None if args.json else "-")
    refuse_two_outputs(args, output)
    to = None
    if output is not None:
        to = "ibviz" if output == "-" and args.to is None else output_of(writers, output, args.to, painters)
    state = build(args.kind, **given)
    if output is not None and to is not None:
        write_output(output, converted(state, to))
    if args.json:
        print_json(info(state))
    return 0
