"""PNG files from arrays of colours, without an image library."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

from ibviz.drawing.drawing import Pixels


def png_bytes(pixels: Pixels, zoom: tuple[int, int] = (1, 1)) -> bytes:
    r"""Return a PNG file of a picture; the same picture always gives the same bytes.

    Parameters
    ----------
    pixels : (r, c) uint32, 0xAARRGGBB, not premultiplied
        At least one row and one column.
    zoom : (int, int)
        How many pixels high and wide each one becomes.

    Notes
    -----
    ISO/IEC 15948: no filter; a palette where there are at most 256 colours, else eight bits a channel.

    Examples
    --------
    >>> png_bytes(np.array([[0xFF0000FF]], np.uint32))[:8]
    b'\x89PNG\r\n\x1a\n'
    """
    colors, index = np.unique(pixels, return_inverse=True)
    if len(colors) <= 256:
        form, chunks = 3, _palette(_channels(colors))
        values = index.reshape(*pixels.shape, 1).astype(np.uint8)
    else:
        form, chunks = 6, []
        values = _channels(pixels)
    wide = np.repeat(np.repeat(values, zoom[0], axis=0), zoom[1], axis=1)
    rows, columns, _ = wide.shape
    data = np.pad(wide.reshape(rows, -1), ((0, 0), (1, 0))).tobytes()
    head = struct.pack(">IIBBBBB", columns, rows, 8, form, 0, 0, 0)
    chunks = [(b"IHDR", head), *chunks, (b"IDAT", zlib.compress(data, 6)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)


def _channels(colors: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """Return red, green, blue, alpha of colours along a new last axis."""
    argb = np.ascontiguousarray(colors, ">u4").view(np.uint8).reshape(*colors.shape, 4)
    return argb[..., [1, 2, 3, 0]]


def _palette(rgba: NDArray[np.uint8]) -> list[tuple[bytes, bytes]]:
    chunks = [(b"PLTE", rgba[:, :3].tobytes())]
    return chunks if (rgba[:, 3] == 255).all() else [*chunks, (b"tRNS", rgba[:, 3].tobytes())]


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
