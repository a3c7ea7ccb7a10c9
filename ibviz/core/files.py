"""Saving a file so that at any moment the disk holds the old one or the new one, whole."""

from __future__ import annotations

import errno
import os
import re
import socket
import stat
import zlib
from contextlib import suppress
from pathlib import Path

from ibviz.core.errors import WriteError

_BLOCK = 1 << 20
_TEMPORARY = re.compile(r"\.ibviz-([0-9a-f]{8})-([0-9]{1,9})-[0-9a-f]{8}\.tmp")
_REASONS = {
    errno.ENOSPC: "no space is left on the disk; free some or choose another",
    errno.EDQUOT: "your disk quota is used up; free some space or choose another disk",
    errno.EFBIG: "the file would be larger than this system allows; raise the limit or choose another disk",
    errno.EROFS: "the disk is mounted read-only; choose another folder",
    errno.EACCES: "you may not write into this folder; choose another or change its permissions",
    errno.EPERM: "you may not write into this folder; choose another or change its permissions",
    errno.ENOENT: "the folder does not exist; make it first",
    errno.ENOTDIR: "what should be the folder is a file; expected FOLDER/NAME",
    errno.ELOOP: "the links to it go in a circle; expected a file or a link to one",
    errno.ENAMETOOLONG: "the name is too long for this disk; choose a shorter one",
}
_CANNOT_SYNC_FOLDERS = {errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.EBADF, errno.EACCES}


def save(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file whole or not at all, and return only once the disk has it.

    Links are followed, so that the file they lead to is replaced and the links stay; mode and, where that is
    allowed, owner are kept. What is no regular file (a pipe, a terminal, ``/dev/null``) is written to as it is.

    Parameters
    ----------
    path : path
        The file, in a folder that exists; standard output as ``-`` is the caller's affair.
    data : bytes
        All of its content.

    Raises
    ------
    WriteError
        If it cannot be written; the file is then what it was before, but where the message says that the new
        one stands in its place and only the disk's word for it is missing.
    """
    name = os.fspath(path)
    try:
        before = _status(name)
        if before is None or stat.S_ISREG(before.st_mode):
            target = Path(os.path.realpath(name))
            _replace(target, data, before)
            _sync_folder(target.parent, name)
        else:
            _write_through(name, data)
    except OSError as error:
        raise WriteError(name, _reason(error)) from error
    except ValueError as error:
        raise WriteError(name, "a file name cannot hold a NUL character") from error


def _reason(error: OSError) -> str:
    return _REASONS.get(error.errno or 0) or f"it cannot be written ({os.strerror(error.errno or errno.EIO)})"


def _status(name: str) -> os.stat_result | None:
    """Return what stands there, None for nothing; refuse what must not be replaced."""
    if not name or name.endswith("/"):
        raise WriteError(name, "this is a folder; expected the name of a file in it")
    try:
        found = os.stat(name)  # noqa: PTH116
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(found.st_mode):
        raise WriteError(name, "this is a folder; expected the name of a file in it")
    if stat.S_ISREG(found.st_mode) and (not found.st_mode & 0o222 or not os.access(name, os.W_OK)):
        raise WriteError(name, "the file is read-only; choose another name or make it writable")
    return found


def _write_through(name: str, data: bytes) -> None:
    handle = os.open(name, os.O_WRONLY | os.O_CLOEXEC)
    try:
        _write_all(handle, data)
    finally:
        os.close(handle)


def _replace(target: Path, data: bytes, before: os.stat_result | None) -> None:
    folder = target.parent
    _sweep(folder)
    mine = folder / f".ibviz-{_host()}-{os.getpid()}-{os.urandom(4).hex()}.tmp"
    mode = 0o666 if before is None else stat.S_IMODE(before.st_mode)
    handle = os.open(mine, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode & 0o777)
    try:
        try:
            if before is not None:
                _keep_owner_and_mode(handle, before)
            _write_all(handle, data)
            os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(mine, target)  # noqa: PTH105
    except BaseException:
        with suppress(OSError):
            os.unlink(mine)  # noqa: PTH108
        raise


def _keep_owner_and_mode(handle: int, before: os.stat_result) -> None:
    now = os.fstat(handle)
    if (now.st_uid, now.st_gid) != (before.st_uid, before.st_gid):
        with suppress(PermissionError):
            os.fchown(handle, before.st_uid, before.st_gid)
    os.fchmod(handle, stat.S_IMODE(before.st_mode))


def _write_all(handle: int, data: bytes) -> None:
    """Write everything, counting: a full disk first shows as a write that comes back short."""
    rest = memoryview(data)
    while len(rest):
        written = os.write(handle, rest[:_BLOCK])
        if written <= 0:
            raise OSError(errno.EIO, "nothing was written")
        rest = rest[written:]


def _sync_folder(folder: Path, name: str) -> None:
    """Make the new name last; until then a power cut could bring back the old file."""
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC_FOLDERS:
            raise WriteError(
                name, f"the new file is there, but the disk did not confirm it ({error.strerror})"
            ) from error


def _host() -> str:
    """Tell this machine's temporaries from those that another writes into the same shared folder."""
    return f"{zlib.crc32(socket.gethostname().encode()):08x}"


def _sweep(folder: Path) -> None:
    """Remove temporaries whose writer on this machine is gone; a writer at work keeps its own."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            match = _TEMPORARY.fullmatch(entry.name)
            if match and match[1] == _host() and not _lives(int(match[2])):
                with suppress(OSError):
                    os.unlink(entry.path)  # noqa: PTH108


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
