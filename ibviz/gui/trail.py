"""Where somebody has looked: steps that can be gone back and forward, over all views."""

from __future__ import annotations

from dataclasses import dataclass, field

REMEMBERED = 50

Place = tuple[float, float, float]
"""Zoom, centre along x, centre along y."""


@dataclass(frozen=True)
class Step:
    """One look: which view, of which levels, and where in it."""

    kind: str
    pair: tuple[int, ...]
    place: Place


@dataclass
class Trail:
    """What was looked at before and after now; a run of small movements is one step."""

    _past: list[Step] = field(default_factory=list)
    _future: list[Step] = field(default_factory=list)
    _strolls: bool = False

    def leave(self, now: Step) -> None:
        """Note what is looked at before a jump elsewhere."""
        self._strolls = False
        self._note(now)

    def stroll(self, now: Step) -> None:
        """Note what is looked at before a small movement: once for those that follow each other."""
        if not self._strolls:
            self._note(now)
        self._strolls = True

    def rest(self) -> None:
        """End a run of small movements: the next one is a step of its own."""
        self._strolls = False

    def _note(self, now: Step) -> None:
        self._past = [*self._past[1 - REMEMBERED :], now]
        self._future.clear()

    def back(self, now: Step) -> Step | None:
        """Return what was looked at before; None for nothing."""
        return self._walk(self._past, self._future, now)

    def forward(self, now: Step) -> Step | None:
        """Return what `back` came from; None for nothing."""
        return self._walk(self._future, self._past, now)

    def _walk(self, source: list[Step], target: list[Step], now: Step) -> Step | None:
        self._strolls = False
        if not source:
            return None
        target.append(now)
        return source.pop()

    @property
    def can_go(self) -> tuple[bool, bool]:
        """Whether there is something to go back to, and something to go forward to."""
        return bool(self._past), bool(self._future)
