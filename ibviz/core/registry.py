"""Shelves: a reader, builder, engine … is one function in one new file, listed without importing it.

A shelf finds its entries by their decorators in the source files of its folders; an entry's module is
imported when the entry is first used. Other distributions add entries by entry points named after the
shelf (``ibviz.readers`` and so on); they come last, and a broken one is a warning, not a failure.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from ibviz.core.errors import OptionError
from ibviz.core.text import shown

F = TypeVar("F", bound=Callable[..., Any])
_PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Entry:
    """One entry of a shelf.

    Parameters
    ----------
    name, title : str
        What commands call it, and a short title.
    marks : tuple of str
        Of a writer or painter: the suffixes of its files. Of a reader: regular expressions, one of which
        matches a line (as bytes) near the head of each file that it reads, and of no other format.
    module : str
        The module that holds it.
    """

    name: str
    title: str
    marks: tuple[str, ...]
    module: str


@dataclass(eq=False)
class Shelf:
    """A set of named functions that live one a file.

    Parameters
    ----------
    name : str
        Name of the variable that holds the shelf; its decorator is ``@NAME.add``.
    folders : tuple of str
        Folders of the package whose files may hold entries.
    """

    name: str
    folders: tuple[str, ...]
    _loaded: dict[str, Callable[..., Any]] = field(default_factory=dict)

    def add(self, name: str, title: str, *marks: str) -> Callable[[F], F]:
        """Put a function on the shelf; all arguments must be literals, so that they are read unimported."""

        def put(function: F) -> F:
            self._loaded[name] = function
            return function

        return put

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        """All entries by name, found without importing them, in the order of their files."""
        found: dict[str, Entry] = {}
        for folder in self.folders:
            for path in sorted((_PACKAGE / folder).glob("*.py")):
                module = f"ibviz.{folder.replace('/', '.')}.{path.stem}"
                for name, title, *marks in self._declared(path):
                    found[name] = Entry(name, title, tuple(marks), module)
        return found

    def _declared(self, path: Path) -> list[tuple[str, ...]]:
        pattern = rf"^@{self.name}\.add(\(.*?\))\n(?=@|def )"
        text = path.read_text(encoding="utf-8")
        return [tuple(ast.literal_eval(m[1])) for m in re.finditer(pattern, text, re.DOTALL | re.MULTILINE)]

    @cached_property
    def _foreign(self) -> Mapping[str, Any]:
        from importlib.metadata import entry_points

        return {p.name: p for p in entry_points(group=f"ibviz.{self.name}") if p.name not in self.entries}

    @property
    def complete(self) -> bool:
        """Whether other distributions were looked at already, which takes a while."""
        return "_foreign" in vars(self)

    def look(self) -> None:
        """Look now at other distributions."""
        _ = self._foreign

    @property
    def names(self) -> list[str]:
        """Names of all entries, those of other distributions last."""
        return [*self.entries, *self._foreign]

    def has(self, name: str) -> bool:
        """Tell whether there is such an entry; other distributions are asked only where ibviz has none."""
        return name in self._loaded or name in self.entries or name in self._foreign

    def get(self, name: str) -> Callable[..., Any]:
        """Return an entry's function, importing its module if need be.

        Raises
        ------
        OptionError
            If the shelf has no such entry; lists what it has.
        """
        if name in self._loaded:
            return self._loaded[name]
        if name in self.entries:
            import_module(self.entries[name].module)
            return self._loaded[name]
        if name in self._foreign:
            return self._load_foreign(name)
        raise OptionError(f"{shown(name)} is no {self.name.rstrip('s')}; known are {', '.join(self.names)}")

    def _load_foreign(self, name: str) -> Callable[..., Any]:
        try:
            function: Callable[..., Any] = self._foreign[name].load()
        except Exception as error:
            warnings.warn(f"{self.name}: {name} of another package cannot be loaded: {error}", stacklevel=3)
            raise OptionError(
                f"{self.name.rstrip('s')} {name} of another package cannot be loaded"
            ) from error
        self._loaded[name] = function
        return function


readers = Shelf("readers", ("formats",))
writers = Shelf("writers", ("formats",))
table_writers = Shelf("table_writers", ("formats",))
"""Writers of forwarding tables: ``Tables -> bytes``."""

table_readers = Shelf("table_readers", ("formats",))
"""Readers of forwarding tables: ``Source -> Listed``; their marks are those of readers."""

painters = Shelf("painters", ("drawing",))
builders = Shelf("builders", ("builders",))
layouts = Shelf("layouts", ("layouts",))
arrangements = Shelf("arrangements", ("layouts",))
"""Where nodes stand on the free map: ``Structure, Bands -> (N, 2)``, the middle of each node's box."""

engines = Shelf("engines", ("flow/engines",))
patterns = Shelf("patterns", ("flow/traffic",))
overlays = Shelf("overlays", ("drawing/overlays",))
