from __future__ import annotations

import errno
import json
import os
import socket
import stat
import subprocess
import sys
import threading
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core import files
from ibviz.core.errors import IbvizError, WriteError
from ibviz.core.files import save

OLD = b"old " * 1000
NEW = bytes(range(256)) * 1563
HOST = f"{zlib.crc32(socket.gethostname().encode()):08x}"


def only(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir())


def refused(path: Path | str, data: bytes = b"x") -> str:
    with pytest.raises(WriteError) as caught:
        save(path, data)
    text = str(caught.value)
    assert isinstance(caught.value, IbvizError) and "\n" not in text
    return text


def test_that_a_new_file_is_whole_and_follows_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        save(tmp_path / "a", NEW)
    finally:
        os.umask(before)
    assert (tmp_path / "a").read_bytes() == NEW
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640
    assert only(tmp_path) == ["a"]


def test_that_an_empty_file_can_be_saved(tmp_path: Path) -> None:
    save(tmp_path / "a", b"")
    assert (tmp_path / "a").read_bytes() == b""


@pytest.mark.parametrize("mode", [0o600, 0o664, 0o755, 0o200])
def test_that_the_mode_is_kept(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a"
    path.write_bytes(OLD)
    path.chmod(mode)
    save(path, NEW)
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_that_the_owner_is_kept_where_that_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(OLD)
    os.chown(path, 12345, 54321)
    path.chmod(0o640)
    save(path, NEW)
    found = path.stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (12345, 54321, 0o640)


def test_that_an_owner_who_may_not_be_kept_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    path.write_bytes(OLD)
    real = os.fstat
    stranger = os.stat_result((0o100644, 1, 1, 1, 7777, 7777, 0, 0, 0, 0))
    monkeypatch.setattr(files.os, "fstat", lambda handle: stranger)

    def denied(*_: Any) -> None:
        raise PermissionError(errno.EPERM, "no")

    monkeypatch.setattr(files.os, "fchown", denied)
    save(path, NEW)
    monkeypatch.setattr(files.os, "fstat", real)
    assert path.read_bytes() == NEW


def test_that_links_are_followed_and_stay(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    target = tmp_path / "real" / "a"
    target.write_bytes(OLD)
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("real/a")
    save(tmp_path / "one", NEW)
    assert target.read_bytes() == NEW
    assert (tmp_path / "one").is_symlink() and (tmp_path / "two").is_symlink()
    assert only(tmp_path / "real") == ["a"] and only(tmp_path) == ["one", "real", "two"]


def test_that_a_link_to_nothing_yet_makes_the_file_it_names(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("later")
    save(tmp_path / "link", NEW)
    assert (tmp_path / "link").is_symlink() and (tmp_path / "later").read_bytes() == NEW


def test_that_links_in_a_circle_are_refused(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    assert "circle" in refused(tmp_path / "one")


def test_that_a_folder_is_refused(tmp_path: Path) -> None:
    assert "this is a folder" in refused(tmp_path)
    assert "this is a folder" in refused(str(tmp_path / "new") + "/")
    assert "this is a folder" in refused("")
    assert only(tmp_path) == []


def test_that_a_missing_folder_and_a_file_for_a_folder_are_said(tmp_path: Path) -> None:
    assert "the folder does not exist" in refused(tmp_path / "no" / "a")
    (tmp_path / "file").write_bytes(OLD)
    assert "should be the folder is a file" in refused(tmp_path / "file" / "a")


def test_that_a_read_only_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(OLD)
    path.chmod(0o444)
    assert "read-only" in refused(path)
    assert path.read_bytes() == OLD and only(tmp_path) == ["a"]


def test_that_a_name_that_no_disk_can_hold_is_said(tmp_path: Path) -> None:
    assert "too long" in refused(tmp_path / ("a" * 300))
    assert "NUL" in refused(tmp_path / "a\0b")
    assert only(tmp_path) == []


def test_that_a_name_with_control_characters_stays_one_line(tmp_path: Path) -> None:
    text = refused(tmp_path / "no\n\x1b[2J" / "a")
    assert "\x1b" not in text


def test_that_the_longest_name_of_the_disk_can_be_saved(tmp_path: Path) -> None:
    save(tmp_path / ("ü" * 127), NEW)
    assert (tmp_path / ("ü" * 127)).read_bytes() == NEW


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (errno.EACCES, "may not write into this folder"),
        (errno.EROFS, "read-only"),
        (errno.ENOSPC, "no space is left"),
        (errno.EDQUOT, "quota"),
        (errno.EIO, "cannot be written"),
    ],
)
def test_that_each_obstacle_of_a_folder_has_its_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, said: str
) -> None:
    path = tmp_path / "a"
    path.write_bytes(OLD)

    def failing(*_: Any) -> int:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(files.os, "open", failing)
    text = refused(path)
    monkeypatch.undo()
    assert said in text and str(path) in text and path.read_bytes() == OLD


def test_that_a_device_is_written_to_and_stays_a_device() -> None:
    save("/dev/null", NEW)
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    assert "no space is left" in refused("/dev/full")


def test_that_a_pipe_gets_it_all(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    save(pipe, NEW)
    reader.join(10)
    assert got == [NEW] and stat.S_ISFIFO(pipe.stat().st_mode)


class Disk:
    """Stands between `save` and the kernel: counts calls, fills up, or fails at the n-th."""

    names = (
        "open",
        "write",
        "fsync",
        "fchmod",
        "close",
        "replace",
        "fstat",
        "access",
        "stat",
        "scandir",
        "unlink",
    )

    def __init__(self, patch: pytest.MonkeyPatch, room: int = 1 << 60, fail_at: int = -1) -> None:
        self.room, self.fail_at, self.calls = room, fail_at, 0
        self.failed = ""
        for name in self.names:
            patch.setattr(files.os, name, self._wrapped(name, getattr(os, name)))

    def _wrapped(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **more: Any) -> Any:
            self.calls += 1
            if self.calls == self.fail_at:
                self.failed = name
                if name == "close":
                    real(*args, **more)
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            if name == "write":
                part = args[1][: self.room]
                if not len(part):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                written = real(args[0], part)
                self.room -= written
                return written
            return real(*args, **more)

        return call


def test_that_a_disk_full_at_any_4_kb_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    path.write_bytes(OLD)
    for room in range(0, len(NEW), 4096):
        with monkeypatch.context() as patch:
            Disk(patch, room=room)
            assert "no space is left" in refused(path, NEW)
        assert path.read_bytes() == OLD and only(tmp_path) == ["a"], room
    with monkeypatch.context() as patch:
        Disk(patch, room=len(NEW))
        save(path, NEW)
    assert path.read_bytes() == NEW


LIMITED = """
import resource, sys
from pathlib import Path
from ibviz.core.errors import WriteError
from ibviz.core.files import save
path, size = Path(sys.argv[1]), int(sys.argv[2])
path.write_bytes(b"old")
refused = 0
for room in range(0, size, 4096):
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
    try:
        save(path, bytes(size))
    except WriteError as error:
        refused += "larger than this system allows" in str(error)
    assert path.read_bytes() == b"old" and len(list(path.parent.iterdir())) == 1
print(refused)
"""

FULL = """
import os, sys
from pathlib import Path
from ibviz.core.errors import WriteError
from ibviz.core.files import save
folder, size = Path(sys.argv[1]), int(sys.argv[2])
path = folder / "a"
path.write_bytes(b"old")
refused = 0
for room in range(0, size, 4096):
    free = os.statvfs(folder)
    (folder / "filler").write_bytes(bytes(max(0, free.f_bavail * free.f_frsize - room)))
    try:
        save(path, bytes(range(256)) * (size // 256))
    except WriteError as error:
        refused += "no space is left" in str(error)
    assert path.read_bytes() == b"old" and len(list(folder.iterdir())) == 2
    (folder / "filler").unlink()
print(refused)
"""


def test_that_the_kernels_own_limit_at_any_4_kb_leaves_the_old_file(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", LIMITED, str(tmp_path / "a"), "400000"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(ran.stdout) == len(range(0, 400000, 4096))


def test_that_a_really_full_disk_at_any_4_kb_leaves_the_old_file(tmp_path: Path) -> None:
    mount = f'mount -t tmpfs -o size=1m none "{tmp_path}" && exec "$0" -c "$1" "{tmp_path}" 401408'
    ran = subprocess.run(
        ["unshare", "-rm", "sh", "-c", mount, sys.executable, FULL],
        capture_output=True,
        text=True,
        check=False,
    )
    if "unshare" in ran.stderr or "mount" in ran.stderr:
        pytest.skip("no small disk can be mounted here")
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) == len(range(0, 401408, 4096))


def test_that_a_failure_at_any_call_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = NEW * 6
    failures: dict[str, int] = {}
    for fail_at in range(1, 200):
        path = tmp_path / "a"
        path.write_bytes(OLD)
        said = ""
        with monkeypatch.context() as patch:
            disk = Disk(patch, fail_at=fail_at)
            try:
                save(path, data)
            except WriteError as error:
                said = str(error)
        held = path.read_bytes()
        assert held == (OLD if said and "new file is there" not in said else data), disk.failed
        if disk.failed != "unlink":
            assert only(tmp_path) == ["a"], disk.failed
        failures[disk.failed] = failures.get(disk.failed, 0) + bool(said)
        if not disk.failed:
            break
    assert failures[""] == 0
    assert (
        failures["write"] >= 3 and failures["fsync"] == 2 and failures["replace"] == failures["fchmod"] == 1
    )


def test_that_a_folder_that_cannot_be_synced_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fsync

    def sync(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "no")
        real(handle)

    monkeypatch.setattr(files.os, "fsync", sync)
    save(tmp_path / "a", NEW)
    assert (tmp_path / "a").read_bytes() == NEW


def test_that_a_write_that_writes_nothing_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files.os, "write", lambda *_: 0)
    assert "cannot be written" in refused(tmp_path / "a")
    assert only(tmp_path) == []


@given(st.lists(st.integers(1, 5000), min_size=1, max_size=30), st.binary(max_size=20000))
def test_that_short_writes_still_save_everything(
    tmp_path_factory: pytest.TempPathFactory, counts: list[int], data: bytes
) -> None:
    path = tmp_path_factory.mktemp("short") / "a"
    real, left = os.write, list(counts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files.os, "write", lambda h, b: real(h, b[: left.pop() if left else None]))
        save(path, data)
    assert path.read_bytes() == data


def test_that_leftovers_of_the_dead_go_and_those_of_the_living_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    names = {
        "dead": f".ibviz-{HOST}-{gone.pid}-0123abcd.tmp",
        "mine": f".ibviz-{HOST}-{os.getpid()}-0123abcd.tmp",
        "elsewhere": f".ibviz-{int(HOST, 16) ^ 1:08x}-{gone.pid}-0123abcd.tmp",
        "other": f".ibviz-{HOST}-{gone.pid}-0123abcd.tmp.bak",
        "strange": ".ibviz-x.tmp",
    }
    for name in names.values():
        (tmp_path / name).write_bytes(OLD)
    save(tmp_path / "a", NEW)
    assert only(tmp_path) == sorted(["a", *(n for key, n in names.items() if key != "dead")])

    def foreign(*_: Any) -> None:
        raise PermissionError(errno.EPERM, "not yours")

    (tmp_path / names["dead"]).write_bytes(OLD)
    monkeypatch.setattr(files.os, "kill", foreign)
    save(tmp_path / "a", NEW)
    assert names["dead"] in only(tmp_path)


def test_that_stopping_a_save_removes_its_temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(files.os, "fsync", stop)
    with pytest.raises(KeyboardInterrupt):
        save(tmp_path / "a", NEW)
    assert only(tmp_path) == []


KILLED = """
import json, os, random, signal, sys, time
from pathlib import Path
from ibviz.core.files import save
path, rounds = Path(sys.argv[1]), int(sys.argv[2])
chance = random.Random(7)
def whole(version):
    return b"%08d" % version + bytes([version % 251]) * (100_000 + version * 7919 % 300_000)
def child(start, pipe):
    os.write(pipe, b"started!")
    version = start
    while True:
        version += 1
        save(path, whole(version))
        os.write(pipe, b"%08d" % version)
seen, version, left = [], 0, 0
begun = time.monotonic()
for _ in range(5):
    save(path, whole(0))
usual = (time.monotonic() - begun) / 5
for _ in range(rounds):
    out, into = os.pipe()
    pid = os.fork()
    if pid == 0:
        child(version, into)
    os.close(into)
    os.read(out, 8)
    time.sleep(chance.uniform(0, 3 * usual))
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    with os.fdopen(out, "rb") as stream:
        said = stream.read()
    acknowledged = int(said[-8:]) if said else version
    found = path.read_bytes()
    version = int(found[:8])
    left += len(list(path.parent.iterdir())) - 1
    seen.append((acknowledged, version, found == whole(version)))
save(path, whole(version))
print(json.dumps({"seen": seen, "left": left, "after": len(list(path.parent.iterdir()))}))
"""


def test_that_200_kills_while_saving_lose_nothing(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path / "a"), "200"], capture_output=True, text=True, check=True
    )
    told = json.loads(ran.stdout)
    assert len(told["seen"]) == 200
    assert all(whole for _, _, whole in told["seen"])
    assert all(acknowledged <= version <= acknowledged + 1 for acknowledged, version, _ in told["seen"])
    assert told["seen"][-1][1] > 10, "the kills came before anything was saved"
    assert told["left"] > 0, "no kill came in the middle of a save"
    assert told["after"] == 1
