from __future__ import annotations

import gzip
import io
import lzma
import os
import sys
import threading
import time
import tracemalloc
import zlib
from pathlib import Path
from types import SimpleNamespace

import pytest

from ibviz.core import source
from ibviz.core.errors import ReadError
from ibviz.core.source import Source, load
from ibviz.core.text import short

TEXT = b"vendid=0x2c9\n" * 50


def said(path: str | Path) -> str:
    with pytest.raises(ReadError) as caught:
        load(path)
    message = str(caught.value)
    assert "\n" not in message and short(str(path)) in message and len(message) < 500
    return message


def put(folder: Path, data: bytes, name: str = "dump.txt") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress])
def test_that_archives_open_like_plain_files(tmp_path, pack) -> None:
    assert load(put(tmp_path, pack(TEXT))).data == TEXT


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_that_archives_of_several_parts_open_whole_and_padding_is_passed_over(tmp_path, pack) -> None:
    assert load(put(tmp_path, pack(TEXT) + pack(TEXT) + b"\0" * 64)).data == TEXT * 2


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
@pytest.mark.parametrize("length", [8, 15, 40, -1])
def test_that_a_cut_archive_is_refused(tmp_path, pack, length) -> None:
    random = os.urandom(3000).hex().encode()
    assert "cut off" in said(put(tmp_path, pack(random)[:length]))


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_that_a_damaged_archive_is_refused(tmp_path, pack) -> None:
    data = bytearray(pack(os.urandom(3000).hex().encode()))
    data[len(data) // 2] ^= 255
    data[len(data) // 2 + 9] ^= 255
    assert "damaged" in said(put(tmp_path, bytes(data)))
    assert "follows" in said(put(tmp_path, pack(TEXT) + b"more"))


def test_that_a_gzip_bomb_of_10_gb_is_refused_fast_and_small(tmp_path) -> None:
    packer = zlib.compressobj(9, wbits=31)
    megabyte = b"vendid=0\n" * ((1 << 20) // 9)
    head = packer.compress(megabyte) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(megabyte) + packer.flush(zlib.Z_FULL_FLUSH)
    path = put(tmp_path, head + again * 10240)
    tracemalloc.start()
    start = time.process_time()
    assert "unpacks to more than" in said(path)
    assert time.process_time() - start < 5
    assert tracemalloc.get_traced_memory()[1] < 1 << 29
    tracemalloc.stop()


def test_that_a_bomb_of_many_small_members_is_refused(tmp_path) -> None:
    path = put(tmp_path, gzip.compress(b"\n" * (1 << 20)) * 400)
    assert "unpacks to more than" in said(path)


def test_that_an_archive_that_grows_a_lot_but_stays_small_is_read(tmp_path) -> None:
    data = b"\n" * (1 << 20) + TEXT
    assert load(put(tmp_path, gzip.compress(data))).data == data


def test_that_what_cannot_be_read_is_said_in_a_sentence(tmp_path) -> None:
    assert "no such file" in said(tmp_path / "none")
    assert "folder" in said(tmp_path)
    assert "device" in said("/dev/null")
    assert "empty" in said(put(tmp_path, b""))
    assert "white space" in said(put(tmp_path, b" \n\t\n"))
    assert "file name" in said("a\0b")
    assert "cannot be read" in said("x" * 5000)
    assert "no such file" in said("a\nb")


def test_that_a_file_without_permission_is_said_so(tmp_path, monkeypatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = put(tmp_path, TEXT)
    monkeypatch.setattr(Path, "open", refuse)
    assert "Permission denied" in said(path)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_that_utf16_of_a_windows_terminal_is_decoded(tmp_path, encoding) -> None:
    data = ("\ufeff" + TEXT.decode() + "é").encode(encoding)
    assert load(put(tmp_path, data)).data == TEXT + "é".encode()


def test_that_a_byte_order_mark_is_dropped(tmp_path) -> None:
    assert load(put(tmp_path, b"\xef\xbb\xbf" + TEXT)).data == TEXT


def test_that_colours_of_a_terminal_are_text(tmp_path) -> None:
    assert load(put(tmp_path, b"\x1b[0m" + TEXT)).data.endswith(TEXT)


def test_that_a_pipe_is_read(tmp_path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    thread = threading.Thread(target=path.write_bytes, args=(TEXT,))
    thread.start()
    assert load(path).data == TEXT
    thread.join()


def test_that_a_pipe_whose_writer_is_slow_is_waited_for(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(source, "PIPE_PATIENCE", 0.1)
    path = tmp_path / "pipe"
    os.mkfifo(path)

    def write() -> None:
        with path.open("wb") as file:
            time.sleep(0.5)
            file.write(TEXT)

    # Held open from before on, so that the reader finds a writer that has written nothing yet.
    keeper = os.open(path, os.O_RDWR)
    thread = threading.Thread(target=write)
    thread.start()
    closer = threading.Timer(1.0, os.close, (keeper,))
    closer.start()
    assert load(path).data == TEXT
    thread.join()
    closer.join()


def test_that_a_pipe_that_nobody_writes_to_is_refused(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(source, "PIPE_PATIENCE", 0.1)
    path = tmp_path / "pipe"
    os.mkfifo(path)
    assert "nobody writes to" in said(path)


def test_that_no_name_is_said_so() -> None:
    with pytest.raises(ReadError, match=r"^'': no file is named"):
        load("")


def test_that_standard_input_beyond_its_limit_is_refused_early(monkeypatch) -> None:
    monkeypatch.setattr(source, "STREAM_LIMIT", 3 << 20)
    given = io.BytesIO(b"x" * (9 << 20))
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=given))
    assert "save it to a file" in said("-")
    assert given.tell() == 4 << 20


def test_that_standard_input_is_read(monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(gzip.compress(TEXT))))
    read = load("-")
    assert (read.name, read.data, read.stem) == ("-", TEXT, "")


def test_that_a_failing_disk_is_said_so(monkeypatch) -> None:
    def fail(_: int) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=SimpleNamespace(read=fail)))
    assert "Input/output" in said("-")


def test_that_a_huge_file_is_refused(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(source, "PLAIN_LIMIT", 100)
    assert "larger than" in said(put(tmp_path, TEXT))


def test_that_the_stem_drops_only_known_suffixes() -> None:
    assert Source("a/fabric.v2.ibnetdiscover.txt.gz", b"").stem == "fabric.v2"
    assert Source("two.leaves.ibviz.yaml", b"").stem == "two.leaves"
