"""A lock that allows one process a file. The operating system releases it when the process ends, even by `kill -9`.

Record locks are used: they belong to a process and are not inherited by a child that outlives it. They do not keep two
stores in one process apart, hence the list; and closing any handle of the file would drop them, so nothing else may
open it.
"""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

from tavl.store.errors import SeveralNames, StoreInUse, StoreUnavailable

_held: set[Path] = set()
_guard = threading.Lock()


class FileLock:
    def __init__(self, database: Path) -> None:
        self._database = database.resolve()
        self._path = self._database.with_name(self._database.name + ".lock")
        self._handle: int | None = None

    def acquire(self) -> None:
        with _guard:
            if self._path in _held:
                raise StoreInUse(path=str(self._database), holder=os.getpid())
            try:
                handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            except OSError as error:
                raise StoreUnavailable(path=str(self._path), problem=error.strerror) from None
            if not _try_lock(handle):
                holder = os.pread(handle, 32, 1).decode("ascii", "replace").strip() if hasattr(os, "pread") else None
                os.close(handle)
                raise StoreInUse(path=str(self._database), holder=holder or None)
            os.ftruncate(handle, 0)
            os.write(handle, f" {os.getpid()}\n".encode())  # the first byte is the locked one
            self._handle = handle
            _held.add(self._path)

    def require_one_name(self) -> None:
        """Refuse a file with hard links: under another name it would have another lock and another write-ahead file,
        and two processes would overwrite each other's data."""
        names = self._database.stat().st_nlink
        if names > 1:
            raise SeveralNames(path=str(self._database), names=names)

    def release(self) -> None:
        """The lock file stays: if it were removed, two processes could lock two files of the same name."""
        with _guard:
            if self._handle is not None:
                os.close(self._handle)
                self._handle = None
                _held.discard(self._path)


if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(handle: int) -> bool:
        try:
            fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1)
        except OSError:
            return False
        return True
