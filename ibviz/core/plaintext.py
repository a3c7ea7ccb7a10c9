"""Whether bytes are text that a reader may look at; if not, what they are, so that the user knows what to do."""

from __future__ import annotations

from ibviz.core.errors import ReadError

_SAMPLE = 1 << 20
_LETTERS = 4096
_UTF8, _UTF16, _UTF32 = b"\xef\xbb\xbf", (b"\xff\xfe", b"\xfe\xff"), (b"\xff\xfe\0\0", b"\0\0\xfe\xff")
_CONTROLS = bytes(c for c in range(32) if c not in b"\t\n\r\f\x1b") + b"\x7f"
_CACHE = b"\x8f\xe7\x83\x2b"
_UNPACK = "unpack it and choose one file of it"
_KINDS = (
    ((b"PK\x03\x04", b"PK\x05\x06"), f"is a zip archive; {_UNPACK}"),
    ((b"7z\xbc\xaf\x27\x1c",), f"is a 7z archive; {_UNPACK}"),
    ((b"BZh",), "is packed with bzip2; unpack it, or pack it with gzip or xz"),
    ((b"\x28\xb5\x2f\xfd",), "is packed with zstd; unpack it, or pack it with gzip or xz"),
    ((b"\x04\x22\x4d\x18",), "is packed with lz4; unpack it, or pack it with gzip or xz"),
    ((b"\x1f\x8b", b"\xfd7zXZ\0"), "is packed twice; unpack it once"),
    ((b"%PDF-",), "is a PDF document, not text"),
    ((b"\x89PNG\r\n", b"\xff\xd8\xff"), "is a picture, not text"),
    ((_CACHE, _CACHE[::-1]), "is a binary cache of ibnetdiscover --cache; load it there and save its text"),
)
_TAR_AT = 257


def text_of(name: str, data: bytes, expected: str) -> bytes:
    """Return text as UTF-8 or nearly so, without a byte order mark; what is no text is refused by its name.

    Parameters
    ----------
    name : str
        Name of the file.
    data : bytes
    expected : str
        What it should hold.

    Raises
    ------
    ReadError
        If it is no text, or nothing but white space.
    """
    if told := _foreign(data):
        raise ReadError(name, told)
    if data.startswith(_UTF16):
        data = data.decode("utf-16", "replace").encode()
    data = data.removeprefix(_UTF8)
    if not data.strip():
        raise ReadError(name, f"holds nothing but white space; expected {expected}")
    sample = data[:_SAMPLE]
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    if b"\0" in data or controls > len(sample) // 10:
        raise ReadError(name, _wide(data[:_LETTERS]) or f"this is not text; expected {expected}")
    return data


def _foreign(data: bytes) -> str:
    """Return what a file is that begins as no text does; else nothing."""
    if data.startswith(_UTF32):
        return "is UTF-32 text; save it as UTF-8"
    if data[_TAR_AT : _TAR_AT + 5] == b"ustar":
        return f"is a tar archive; {_UNPACK}"
    return next((told for marks, told in _KINDS if data.startswith(marks)), "")


def _wide(sample: bytes) -> str:
    """Return which text of several bytes a letter without a byte order mark this is; else nothing.

    Of plain letters all bytes but one are zero, and that one stands in the same place of each letter.
    """
    for size in (4, 2):
        zeros = [sample[place::size].count(0) for place in range(size)]
        letters = len(sample) // size
        if letters > 1 and sorted(zeros)[1] > 0.9 * letters and min(zeros) < 0.1 * letters:
            return f"is UTF-{8 * size} text without a byte order mark; save it as UTF-8"
    return ""
