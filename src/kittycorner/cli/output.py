"""What a command prints and writes."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kittycorner.core.errors import KittycornerError

Tell = Callable[[Any], None]


def only_json() -> Tell:
    """From here on stdout is for objects alone: whatever else is printed goes to stderr."""
    stdout = sys.stdout
    sys.stdout = sys.stderr

    def tell(said: Any) -> None:
        stdout.write(f"{json.dumps(said)}\n")
        stdout.flush()

    return tell


def show_json(said: Any) -> None:
    """A JSON object for a person: over several lines."""
    print(json.dumps(said, indent=2, ensure_ascii=False))


def check_writable(path: Path | None, folder: bool = False) -> None:
    """Find out before a match is played whether what comes of it can be written."""
    if path is None or path.is_char_device() or path.is_fifo():
        return
    if folder:
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise unwritable(path, error.errno) from None
    elif path.is_dir():
        raise unwritable(path, errno.EISDIR)
    place = path if folder else path.parent
    if not place.is_dir():
        raise unwritable(path, errno.ENOENT)
    if not os.access(place, os.W_OK):
        raise unwritable(path, errno.EACCES)


def unwritable(path: Path, why: int | None) -> KittycornerError:
    return KittycornerError("file-unwritable", path=str(path), why=os.strerror(why or 0))
