"""Files that belong to a document without being part of it: forwarding tables, the subnet manager's settings."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from ibviz.core.scenario import Choice


@dataclass(frozen=True)
class Attached:
    """A file that says how the fabric is routed.

    Parameters
    ----------
    engine : str
        Engine that goes by it: ``lft`` for forwarding tables, ``site`` for an ``opensm.conf``.
    path : str
    digest : str
        SHA-256 of what the file held when it was attached, in hex.
    """

    engine: str
    path: str
    digest: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        """Name of the file without its folder."""
        return Path(self.path).name

    @property
    def choice(self) -> Choice:
        """The routing that it stands for."""
        return Choice(self.engine, MappingProxyType({"path": self.path}))
