"""Copies of the database: one beside it, at most a day older than the last time it was opened.

A copy that has matches after all of the database's is not of it any more, as somebody has put an
older file in its place: it is kept under another name.
"""

from __future__ import annotations

import logging
import os
import re
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from host.storage.private_file import keep_private

_LOG = logging.getLogger(__name__)

COPY_S = 24 * 3600
"""Age at which the daily copy is renewed."""

_UNFINISHED = r"\.(version-\d+|copy|anew)(\.\d+)+(-journal|-wal|-shm)?"
"""Ends of the names of copies that are not whole yet, after that of the database."""


def daily_copy_of(path: Path) -> Path:
    """Return the path of the daily copy of a database."""
    return path.with_name(f"{path.name}.copy")


def was_begun(path: Path) -> bool:
    """Return True if there is a database, or what is left of one that has been lost."""
    return path.exists() or daily_copy_of(path).exists()


def renew_daily_copy(file: sqlite3.Connection, path: Path) -> None:
    """Copy the database if it has matches and the last copy is a day old.

    Without room for it the game goes on without a copy.

    Args:
        file: the open database.
        path: of the database.
    """
    target = daily_copy_of(path)
    try:
        age_s = time.time() - target.stat().st_mtime
    except OSError:
        age_s = COPY_S
    try:
        (has_matches,) = file.execute("SELECT EXISTS (SELECT 1 FROM matches)").fetchone()
        # A copy from days to come was made while the clock was wrong.
        if has_matches and not 0 <= age_s < COPY_S:
            if _is_of_later(target, file):
                target.replace(target.with_name(f"{target.name}-of-later"))
            copy_database(file, target)
    except (sqlite3.Error, OSError) as error:
        _LOG.info("no copy of %s: %s", path, error)


def _is_of_later(copy: Path, file: sqlite3.Connection) -> bool:
    """Return True if a copy has a match after all of the database's."""
    if not copy.exists():
        return False
    with suppress(sqlite3.Error), closing(sqlite3.connect(copy)) as one:
        return _last_match(one) > _last_match(file)
    return False  # it is damaged


def _last_match(file: sqlite3.Connection) -> int:
    (last,) = file.execute("SELECT max(id) FROM matches").fetchone()
    return int(last or 0)


def remove_unfinished_copies(path: Path) -> None:
    """Remove what copies have left that were killed, once it is too old for one that is being made.

    Args:
        path: of the database.
    """
    unfinished = re.compile(re.escape(path.name) + _UNFINISHED)
    for part in path.parent.iterdir():
        with suppress(OSError):
            if unfinished.fullmatch(part.name) and time.time() - part.stat().st_mtime >= COPY_S:
                part.unlink()


def copy_database(file: sqlite3.Connection, path: Path) -> None:
    """Copy the database as it is now; the copy appears as a whole or not at all.

    Raises:
        OSError, sqlite3.Error: it cannot be written.
    """
    part = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        keep_private(part)
        with closing(sqlite3.connect(part)) as copy:
            file.backup(copy)
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink()
