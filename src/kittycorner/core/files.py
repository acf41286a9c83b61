"""Files: written whole, or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path

from kittycorner.core.errors import KittycornerError


def write_whole(path: str | Path, data: bytes | str) -> None:
    """Write a file beside its place and move it there, so that nobody ever finds half of it."""
    content = data.encode() if isinstance(data, str) else data
    try:
        # Through a link to what it means: the link stays.
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():
            write_into(target, content)
        else:
            replace(target, content)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise KittycornerError("file-unwritable", path=str(path), why=why) from None


def write_into(device: Path, content: bytes) -> None:
    """Write into what isn't a file, such as a terminal: nothing can stand beside it."""
    with device.open("wb") as stream:
        stream.write(content)


def replace(target: Path, content: bytes) -> None:
    """Put a file with this content in the place of another, or where there was none."""
    beside = target.parent / f".kittycorner-{os.urandom(8).hex()}"
    before = target.stat() if target.exists() else None
    if before is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    try:
        with beside.open("xb") as stream:
            stream.write(content)
        if before is not None:
            beside.chmod(stat.S_IMODE(before.st_mode))
        beside.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
