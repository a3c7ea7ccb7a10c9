"""Parcels: frozen objects packed so that another process has them at once, their columns where they lie."""

from __future__ import annotations

import pickle
import struct
from collections.abc import Mapping
from io import BytesIO
from types import MappingProxyType
from typing import Any, BinaryIO

import numpy as np

from ibviz.core.table import Texts

ALIGNED = 64
"""Columns begin at multiples of this many bytes."""


class _Packer(pickle.Pickler):
    def reducer_override(self, thing: Any) -> Any:
        if isinstance(thing, MappingProxyType):
            return _sealed_mapping, (dict(thing),)
        if isinstance(thing, np.ndarray) and thing.dtype == object and not thing.flags.writeable:
            return _sealed_texts, (thing.ravel().tolist(), thing.shape)
        return NotImplemented


def _sealed_mapping(items: dict[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(items)


def _sealed_texts(values: list[Any], shape: tuple[int, ...]) -> Texts:
    texts = np.empty(len(values), object)
    texts[:] = values
    texts = texts.reshape(shape)
    texts.flags.writeable = False
    return texts


def pack(thing: Any, file: BinaryIO) -> None:
    """Write an object, such as a State or a Scene, into a file that only ibviz itself can reach.

    Parameters
    ----------
    thing : object
        Frozen dataclasses, mappings and columns; what is held twice is written once.
    file : binary file
        Not a file of the user's: `unpack` trusts what is in it.
    """
    columns: list[pickle.PickleBuffer] = []
    head = BytesIO()
    _Packer(head, 5, buffer_callback=columns.append).dump(thing)
    parts = [head.getbuffer(), *(column.raw() for column in columns)]
    file.write(struct.pack(f"<{1 + len(parts)}Q", len(parts), *(len(part) for part in parts)))
    for part in parts:
        file.write(bytes(-file.tell() % ALIGNED))
        file.write(part)
    file.flush()


def unpack(data: memoryview) -> Any:
    """Return the object that `pack` wrote; its columns are views of the data, and cannot be written to."""
    count = struct.unpack_from("<Q", data)[0]
    sizes = struct.unpack_from(f"<{count}Q", data, 8)
    parts, at = [], 8 * (1 + count)
    for size in sizes:
        at += -at % ALIGNED
        parts.append(data[at : at + size].toreadonly())
        at += size
    return pickle.loads(parts[0], buffers=parts[1:])
