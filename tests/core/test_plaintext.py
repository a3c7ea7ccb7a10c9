from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile

import pytest

from ibviz.core.errors import ReadError
from ibviz.core.plaintext import text_of
from ibviz.core.source import load

TEXT = "vendid=0x2c9\n" * 50


def told(data: bytes) -> str:
    with pytest.raises(ReadError) as caught:
        text_of("file", data, "a dump")
    return str(caught.value)


def zipped() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("dump.txt", TEXT)
    return out.getvalue()


def tarred() -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("dump.txt"))
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"vendid=0x2c9\n\0\0", "not text; expected a dump"),
        (b"\x01\x02\x03\x04abc\n", "not text; expected a dump"),
        (b"\xef\xbb\xbf \n", "expected a dump"),
        (bytes.fromhex("2b83e78f01000000640000"), "--cache"),
        (bytes.fromhex("8fe7832b01000000640000"), "--cache"),
        (zipped(), "zip archive"),
        (tarred(), "tar archive"),
        (bz2.compress(TEXT.encode()), "bzip2"),
        (b"\x28\xb5\x2f\xfd\x04\0", "zstd"),
        (b"\x04\x22\x4d\x18\0", "lz4"),
        (b"7z\xbc\xaf\x27\x1c\0", "7z"),
        (b"%PDF-1.4\n", "PDF"),
        (b"\x89PNG\r\n\x1a\n", "picture"),
        (TEXT.encode("utf-16-le"), "UTF-16"),
        (TEXT.encode("utf-16-be"), "UTF-16"),
        (TEXT.encode("utf-32-le"), "UTF-32"),
        (TEXT.encode("utf-32-be"), "UTF-32"),
        (TEXT.encode("utf-32"), "UTF-32"),
    ],
)
def test_that_what_is_no_text_is_refused_by_its_name(data: bytes, word: str) -> None:
    assert word in told(data)


@pytest.mark.parametrize("outer", [gzip.compress, lzma.compress])
@pytest.mark.parametrize("inner", [gzip.compress, lzma.compress])
def test_that_what_is_packed_twice_is_said_so(tmp_path, outer, inner) -> None:
    path = tmp_path / "x"
    path.write_bytes(outer(inner(TEXT.encode())))
    with pytest.raises(ReadError, match="packed twice"):
        load(path)


def test_that_text_with_a_mark_is_decoded() -> None:
    assert text_of("f", ("\ufeff" + TEXT).encode("utf-8"), "") == TEXT.encode()
    assert text_of("f", TEXT.encode("utf-16"), "") == TEXT.encode()
