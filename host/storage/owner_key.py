"""The owner's key to the page, kept between starts in a file that only its user can read."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import tempfile
from pathlib import Path

KEY_BYTES = 16
_KEY = re.compile(r"[A-Za-z0-9_-]{22,64}")


def owner_key(path: Path) -> str:
    """Read the key, or make and keep a new one.

    Without a file that can be read and written the key is a new one each time.

    Args:
        path: of the file; created with its folder if missing.
    """
    with contextlib.suppress(OSError, UnicodeDecodeError):
        text = path.read_text(encoding="ascii").strip()
        if _KEY.fullmatch(text) and not _is_open(path):
            return text
    key = secrets.token_urlsafe(KEY_BYTES)
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        # Written beside it and renamed: a reader never sees half of it.
        draft, name = tempfile.mkstemp(dir=path.parent)
        with open(draft, "w", encoding="ascii") as file:
            file.write(f"{key}\n")
        os.replace(name, path)
    return key


def _is_open(path: Path) -> bool:
    """Return True if other users may read or write the file; Windows has other means for that."""
    return os.name == "posix" and path.stat().st_mode & 0o077 != 0
