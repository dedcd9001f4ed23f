"""Files that other users of the computer may not read.

The store holds the secrets of invitations and the passwords of brokers.  Windows keeps a user's
folders from others by other means.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

PRIVATE = 0o600
_OTHERS = 0o007


def keep_private(path: Path) -> None:
    """Create a file that only its user can read, or take it from everybody else's eyes.

    A group that was given a file keeps it.

    Raises:
        OSError: it cannot be created.
    """
    if os.name != "posix":
        return
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
    hide_from_others(path)


def hide_from_others(path: Path) -> None:
    """Take a file from everybody else's eyes, if there is one and it is this user's."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        mode = path.stat().st_mode
        if mode & _OTHERS:
            path.chmod(mode & ~_OTHERS)


def make_private_folder(path: Path) -> None:
    """Create a folder, and those above it, that only its user can look into.

    One that exists is left as it is.

    Raises:
        OSError: it cannot be created.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=0o700, exist_ok=True)
