"""Files that are whole or not there: atomic writes, and a lock against two runs at once."""

import contextlib
import errno
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from pbem.errors import USAGE, Refused

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


def write(path: Path, text: str, *, replace: bool = False, mode: int = 0o644) -> None:
    """Write a whole file: a temporary file in the same folder, fsynced, then moved into place.

    An existing file is never overwritten unless `replace`; raises `Refused` for every way in which a
    disk can fail, and leaves what was there as it was.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    except OSError as error:
        raise trouble(error, path) from None
    part = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        part.chmod(mode)
        if replace:
            part.replace(path)
        else:
            place_new(part, path)
        _sync_folder(path.parent)
    except OSError as error:
        raise trouble(error, path) from None
    finally:
        part.unlink(missing_ok=True)


def place_new(part: Path, path: Path) -> None:
    """Move into place only where nothing is: a hard link fails where a rename would overwrite."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if path.exists():
            raise FileExistsError(errno.EEXIST, "the file exists", str(path)) from None
        part.rename(path)


def trouble(error: OSError, path: Path) -> Refused:
    """An error of the disk in a sentence."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return Refused(
                USAGE, f"the disk is full: {path.name} was not written", "free some space and try again"
            )
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return Refused(
                USAGE, f"cannot write {path}: the folder is read-only", "use --dir, or change its rights"
            )
        case errno.EEXIST:
            return Refused(USAGE, f"{path.name} exists already and is never overwritten")
    return Refused(USAGE, f"cannot write {path}: {error.strerror or error}")


def read(path: Path) -> bytes:
    """The bytes of a file, or `Refused` in a sentence.  At most a byte more than a turn file may have."""
    try:
        with path.open("rb") as stream:
            return stream.read((1 << 20) + 1)
    except FileNotFoundError:
        raise Refused(USAGE, f"there is no file {path}") from None
    except OSError as error:
        raise Refused(USAGE, f"cannot read {path}: {error.strerror or error}") from None


@contextlib.contextmanager
def lock(path: Path) -> Iterator[None]:
    """Hold the lock file for one run; another run is refused at once.  The system lets go of it when
    the program ends, however it ends."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise trouble(error, path) from None
    try:
        try:
            if sys.platform == "win32":
                msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            message = "another run of pbem is at work on this match"
            raise Refused(USAGE, message, "wait until it is done, then try again") from None
        yield
    finally:
        os.close(handle)


def _sync_folder(folder: Path) -> None:
    """The name must survive a power cut too; where a folder cannot be synced, it need not be."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
