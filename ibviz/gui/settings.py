"""Settings that outlive the program, in an ini file that a person can read; every value checked on reading."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

RECENT = 12
THEMES = ("system", "dark", "light")
LAYOUT_VERSION = 1
COLUMN = range(24, 2001)
"""Widths that a column of a table may have, pixels."""


class Settings:
    """Typed access to the settings; what is broken counts as not set.

    Parameters
    ----------
    path : Path or None
        The ini file; None is the user's own.
    """

    def __init__(self, path: Path | None = None) -> None:
        if path is None:
            self._store = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "ibviz", "ibviz")
        else:
            self._store = QSettings(str(path), QSettings.Format.IniFormat)

    @property
    def theme(self) -> str:
        """``system``, ``dark`` or ``light``."""
        wish = self._store.value("look/theme", "system")
        return wish if wish in THEMES else "system"

    @theme.setter
    def theme(self, wish: str) -> None:
        self._store.setValue("look/theme", wish)

    @property
    def reduce_motion(self) -> bool:
        """Whether nothing is to be animated."""
        return self._store.value("look/reduce_motion", "false") in (True, "true")

    @reduce_motion.setter
    def reduce_motion(self, wish: bool) -> None:
        self._store.setValue("look/reduce_motion", "true" if wish else "false")

    @property
    def tables_open(self) -> bool:
        """Whether the dock at the bottom shows more than its tabs."""
        return self._store.value("window/tables_open", "false") in (True, "true")

    @tables_open.setter
    def tables_open(self, wish: bool) -> None:
        self._store.setValue("window/tables_open", "true" if wish else "false")

    @property
    def recent(self) -> list[Path]:
        """Files opened last, newest first; files that are gone are among them."""
        stored = self._store.value("files/recent", [])
        listed = [stored] if isinstance(stored, str) else stored if isinstance(stored, Sequence) else []
        return [Path(text) for text in listed if isinstance(text, str) and text][:RECENT]

    def add_recent(self, path: Path) -> None:
        """Put a file first among the recent ones."""
        path = path.absolute()
        listed = [path, *(other for other in self.recent if other != path)][:RECENT]
        self._store.setValue("files/recent", [str(one) for one in listed])

    def clear_recent(self) -> None:
        """Forget the recent files."""
        self._store.remove("files/recent")

    def layout(self, name: str) -> tuple[QByteArray, QByteArray]:
        """Return geometry and dock state of a window, empty where none was kept."""
        return self._bytes(f"window/{name}/geometry"), self._bytes(f"window/{name}/docks")

    def keep_layout(self, name: str, geometry: QByteArray, docks: QByteArray) -> None:
        """Keep geometry and dock state of a window."""
        self._store.setValue(f"window/{name}/geometry", geometry)
        self._store.setValue(f"window/{name}/docks", docks)

    def widths(self, table: str) -> dict[str, int]:
        """Return the widths that the user gave to columns of a table, pixels."""
        self._store.beginGroup(f"tables/{table}")
        kept = {name: self._store.value(name) for name in self._store.childKeys()}
        self._store.endGroup()
        whole = {name: int(text) for name, text in kept.items() if str(text).isdecimal()}
        return {name: width for name, width in whole.items() if width in COLUMN}

    def keep_width(self, table: str, column: str, width: int) -> None:
        """Keep a width that the user gave to a column; 0 forgets it."""
        key = f"tables/{table}/{column}"
        if width:
            self._store.setValue(key, str(width))
        else:
            self._store.remove(key)

    def _bytes(self, key: str) -> QByteArray:
        value = self._store.value(key)
        return value if isinstance(value, QByteArray) else QByteArray()

    def sync(self) -> None:
        """Write what was changed."""
        self._store.sync()
