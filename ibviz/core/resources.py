"""Where themes, icons and samples lie, in a wheel and in a source tree."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def _roots(file: str) -> tuple[Path, Path]:
    package = Path(file).resolve().parent.parent
    return package / "resources", package.parent / "resources"


def resource(*parts: str) -> Path:
    """Return the path of a resource, such as ``resource("themes", "dark.yaml")``.

    A wheel holds the resources inside the package, a source tree beside it.

    Raises
    ------
    FileNotFoundError
        If the installation is incomplete.
    """
    for root in _roots(__file__):
        if root.joinpath(*parts).exists():
            return root.joinpath(*parts)
    raise FileNotFoundError(f"ibviz is not installed whole: resource {'/'.join(parts)} is missing")
