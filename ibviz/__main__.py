"""Lets ``python -m ibviz`` stand for ``ibviz``."""

from __future__ import annotations

import sys

from ibviz.cli import main

if __name__ == "__main__":
    sys.exit(main())
