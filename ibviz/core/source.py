"""Bytes that come from outside: a file or standard input, unpacked, bounded, and known to be text."""

from __future__ import annotations

import lzma
import os
import stat
import sys
import time
import zlib
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import BinaryIO

from ibviz.core.errors import ReadError
from ibviz.core.plaintext import text_of
from ibviz.core.text import clean

PIPE_PATIENCE = 2.0
"""How long is waited for somebody to write to a named pipe, seconds."""

PLAIN_LIMIT = 1 << 30
"""Largest file that is read, bytes."""

STREAM_LIMIT = 256 << 20
"""Most that is read from standard input or a pipe, bytes: how much there is to come cannot be seen before."""

UNPACKED_LIMIT = 256 << 20
"""Most that an archive may unpack to, bytes."""

RATIO_LIMIT = 200
"""Most that an archive may grow by; real dumps pack to a fifth of that."""

_RATIO_FREE = 16 << 20
_CHUNK = 1 << 20
_PIECE = 1 << 16
_GZIP, _XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"
_SUFFIXES = {".gz", ".xz", ".txt", ".net", ".yaml", ".ibviz", ".ibnetdiscover", ".topo", ".log", ".out"}


@dataclass(frozen=True)
class Source:
    """What a reader reads.

    Parameters
    ----------
    name : str
        The file as the user gave it; ``-`` for standard input.
    data : bytes
        Its content, unpacked: UTF-8 or nearly so, without a byte order mark, without NUL.
    """

    name: str
    data: bytes

    @property
    def stem(self) -> str:
        """Name of the file without folder and known suffixes; empty for standard input.

        Examples
        --------
        >>> Source("dumps/big.fabric.ibnetdiscover.txt.xz", b"").stem
        'big.fabric'
        """
        path = Path("" if self.name == "-" else self.name)
        while path.suffix.lower() in _SUFFIXES:
            path = path.with_suffix("")
        return path.name


def load(path: str | Path, *, expected: str = "the text of a fabric dump or a project") -> Source:
    """Read a file, or standard input for ``-``; gzip and xz are unpacked, UTF-16 is decoded.

    Parameters
    ----------
    path : str or Path
    expected : str
        What it should hold, for the sentence about one that holds something else.

    Raises
    ------
    ReadError
        If there is no such file, it cannot be read, is empty, too large, damaged, or no text.
    """
    name = clean(str(path))
    if not str(path):
        raise ReadError("''", "no file is named; expected its path, or - for standard input")
    raw = _read(name, sys.stdin.buffer, STREAM_LIMIT) if name == "-" else _read_file(name, Path(path))
    if not raw:
        raise ReadError(name, f"is empty; expected {expected}")
    return Source(name, text_of(name, _unpacked(name, raw), expected))


def _read_file(name: str, path: Path) -> bytes:
    try:
        if stat.S_ISFIFO(path.stat().st_mode):
            return _read_pipe(name, path)
        with path.open("rb") as file:
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode):
                raise ReadError(name, "is a device, expected a file")
            return _read(name, file, PLAIN_LIMIT, min(about.st_size, PLAIN_LIMIT) + 1)
    except FileNotFoundError:
        raise ReadError(name, "there is no such file") from None
    except IsADirectoryError:
        raise ReadError(name, "is a folder; expected one file in it") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "not a possible file name"
        raise ReadError(name, f"cannot be read: {why}") from None


def _read_pipe(name: str, path: Path) -> bytes:
    """Read a named pipe, however slow its writer is; one that nobody writes to is refused."""
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with open(number, "rb", buffering=0) as file:
        end = time.monotonic() + PIPE_PATIENCE
        # Nothing, not even nothing yet, means that nobody has it open for writing.
        while (first := file.read(_PIECE)) == b"":
            if time.monotonic() > end:
                raise ReadError(name, "is a pipe that nobody writes to; start what writes to it first")
            time.sleep(0.02)
        os.set_blocking(number, True)
        return (first or b"") + _read(name, file, STREAM_LIMIT)


def _read(name: str, file: BinaryIO | FileIO, limit: int, first: int = _CHUNK) -> bytes:
    parts: list[bytes] = []
    size = 0
    try:
        # Piece by piece, since as many bytes as are asked for are allocated, whether they come or not.
        while part := file.read(max(first, _CHUNK) if not parts else _CHUNK):
            parts.append(part)
            size += len(part)
            if size > limit:
                raise ReadError(
                    name, f"is larger than {limit >> 20} MB, the most that is read{_instead(limit)}"
                )
    except OSError as error:
        raise ReadError(name, f"cannot be read: {error.strerror}") from None
    return b"".join(parts)


def _instead(limit: int) -> str:
    return " from a pipe; save it to a file first" if limit == STREAM_LIMIT else ""


def _unpacked(name: str, raw: bytes) -> bytes:
    if raw.startswith(_GZIP):
        return _gunzipped(name, raw)
    return _unxzed(name, raw) if raw.startswith(_XZ) else raw


class _Bounded:
    """Collects what an archive gives, and refuses too much of it early."""

    def __init__(self, name: str, packed: int) -> None:
        self.name = name
        self.packed = packed
        self.parts: list[bytes] = []
        self.size = 0

    def add(self, part: bytes) -> None:
        self.parts.append(part)
        self.size += len(part)
        most = max(_RATIO_FREE, RATIO_LIMIT * self.packed)
        if self.size > min(UNPACKED_LIMIT, most):
            raise ReadError(
                self.name,
                f"this archive unpacks to more than {min(UNPACKED_LIMIT, most) >> 20} MB;"
                " unpack it yourself if it is really a dump",
            )

    def joined(self, raw: bytes, end: int) -> bytes:
        """Return all, if nothing but padding follows the end of the archive."""
        if raw[end:].strip(b"\0"):
            raise self.damaged("damaged: something else follows its end")
        return b"".join(self.parts)

    def damaged(self, how: str) -> ReadError:
        return ReadError(self.name, f"this archive is {how}; make or copy it again")


def _gunzipped(name: str, raw: bytes) -> bytes:
    out = _Bounded(name, len(raw))
    at = 0
    while raw.startswith(_GZIP, at):
        unpacker = zlib.decompressobj(wbits=31)
        while not unpacker.eof:
            # In small pieces, since what is not consumed of one is copied each time.
            pending = raw[at : at + _PIECE]
            at += len(pending)
            if not pending:
                raise out.damaged("cut off")
            while pending and not unpacker.eof:
                try:
                    out.add(unpacker.decompress(pending, _CHUNK))
                except zlib.error:
                    raise out.damaged("damaged") from None
                pending = unpacker.unconsumed_tail
        at -= len(unpacker.unused_data)
    return out.joined(raw, at)


def _unxzed(name: str, raw: bytes) -> bytes:
    out = _Bounded(name, len(raw))
    at = 0
    while raw.startswith(_XZ, at):
        unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=UNPACKED_LIMIT)
        while not unpacker.eof:
            pending = raw[at : at + _PIECE] if unpacker.needs_input else b""
            at += len(pending)
            if unpacker.needs_input and not pending:
                raise out.damaged("cut off")
            try:
                out.add(unpacker.decompress(pending, _CHUNK))
            except lzma.LZMAError:
                raise out.damaged("damaged") from None
        at -= len(unpacker.unused_data)
    return out.joined(raw, at)
