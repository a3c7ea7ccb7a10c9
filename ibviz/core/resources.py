"""Where themes, icons and samples lie, in a wheel and in a source tree."""

from __future__ import annotations

from pathlib import Path


def resource(*parts: str) -> Path:
    """Return the path of a resource, such as ``resource("themes", "dark.yaml")``.

    A wheel holds the resources inside the package, a source tree beside it.

    Raises
    ------
    FileNotFoundError
        If the installation is incomplete.
    """
    package = Path(__file__).resolve().parent.parent
    for root in (package / "resources", package.parent / "resources"):
        if root.joinpath(*parts).exists():
            return root.joinpath(*parts)
    raise FileNotFoundError(f"ibviz is not installed whole: resource {'/'.join(parts)} is missing")
