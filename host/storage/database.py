"""The file of the store: opened, checked, migrated and copied.

An existing file is checked before anything is written to it, so that a damaged one is refused as a
whole instead of read in part.  Two kinds of copies lie beside it:

    FILE.version-N   before a migration from version N
    FILE.copy        of the last day on which the file was opened; damage is not copied
"""

from __future__ import annotations

import logging
import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from host.message import Message, message, system_error, verbatim
from host.storage.daily_copy import (
    copy_database,
    daily_copy_of,
    remove_unfinished_copies,
    renew_daily_copy,
)
from host.storage.private_file import hide_from_others, keep_private, make_private_folder
from host.storage.schema import MIGRATIONS, SCHEMA

_LOG = logging.getLogger(__name__)
_REASONS = (
    (("not a database", "malformed", "decode to UTF-8"), "storage.damaged"),
    (("disk is full", "No space"), "storage.disk_full"),
    (("disk I/O",), "storage.disk_refuses"),
    (("readonly", "Permission", "unable to open"), "storage.not_writable"),
    (("locked",), "storage.locked"),
    (("already exists", "duplicate column", "no such"), "storage.other_tables"),
)
"""Texts of errors of SQLite and the system, with the message's id."""
BUSY_S = 2.0
"""Timeout of a write while another program locks the file, and of its start by another program."""
_POLL_S = 0.02
"""Time between two looks at a file that another program is just making."""
LOG_PAGES = 16
"""Pages of SQLite's log (of 4 kB) after which they go into the file: those of some ten moves."""
_PARTS = ("", "-wal", "-shm", ".copy")
"""Ends of the names of the file and of what lies beside it."""


class SaveFileError(ValueError):
    """The database cannot be read or written; the message names it and the remedy."""


class ReadOnlyError(SaveFileError):
    """The file or its folder may not be written to."""


def default_path() -> Path:
    """Return the default path: in the system's folder for application data.

    Raises:
        RuntimeError: the user has no home folder, and the environment names no other.
    """
    name = {"win32": "LOCALAPPDATA", "darwin": ""}.get(sys.platform, "XDG_DATA_HOME")
    folder = {"win32": "AppData/Local", "darwin": "Library/Application Support"}
    base = Path(os.environ.get(name) or Path.home() / folder.get(sys.platform, ".local/share"))
    return base / "kamisado" / "matches.sqlite"


class Database:
    """An open database with the tables of `host.storage.schema`.

    It may be used by one thread at a time.

    Args:
        path: created with its folder if missing.

    Raises:
        SaveFileError: it cannot be opened; an existing file is left unchanged.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._errors_as_sentences("opened"):
            make_private_folder(path.parent)
            self._refuse_lost()
            for suffix in _PARTS:
                hide_from_others(path.with_name(f"{path.name}{suffix}"))
            self._file = _connect(path)
        try:
            with self._errors_as_sentences("opened"):
                self._check()
                self._file.execute("PRAGMA journal_mode = WAL")
                self._prepare()
                self._migrate()
        except SaveFileError:
            self._file.close()
            raise
        remove_unfinished_copies(self.path)
        renew_daily_copy(self._file, self.path)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @property
    def _quoted(self) -> str:
        """The path as it is quoted in messages."""
        return repr(str(self.path))

    @property
    def _log(self) -> Path:
        """SQLite's log, which has the newest matches while the file is open."""
        return self.path.with_name(f"{self.path.name}-wal")

    def _prepare(self) -> None:
        self._file.execute("PRAGMA synchronous = FULL")
        self._file.execute("PRAGMA foreign_keys = ON")
        # So that a copy of the file alone, made while the program runs, lacks a few moves at most.
        self._file.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
        self._identity = _identity(self.path)
        self._log_identity: tuple[int, int] | None = None

    def _refuse_lost(self) -> None:
        """Refuse a file that is empty or missing beside a copy: it had matches.

        SQLite would begin it anew, and delete its log; a day later no copy would be left.

        Raises:
            SaveFileError: it is missing.
            sqlite3.DatabaseError: it is empty.
        """
        copy = daily_copy_of(self.path)
        if copy.exists() and not self.path.exists():
            lost = message("storage.missing_with_copy", file=self._quoted, copy=repr(str(copy)))
            raise SaveFileError(lost)
        deadline_s = time.monotonic() + BUSY_S
        while daily_copy_of(self.path).exists() and _is_empty(self.path):
            if time.monotonic() >= deadline_s:  # nobody else is just making it
                raise sqlite3.DatabaseError("malformed")
            time.sleep(_POLL_S)

    def _check(self) -> None:
        """Refuse a damaged file, or one of another program, before anything is written to it."""
        tables = {name for (name,) in self._file.execute("SELECT name FROM sqlite_master")}
        if tables and not {"matches", "plies"} <= tables:
            raise SaveFileError(message("storage.other_program", file=self._quoted))
        self._version()
        # For 200,000 moves 33 ms; a quick check of 25 ms misses that some cannot be found any more.
        (found,) = self._file.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            _LOG.info("%s: %s", self.path, found)
            raise sqlite3.DatabaseError("malformed")

    def _version(self) -> int:
        (version,) = self._file.execute("PRAGMA user_version").fetchone()
        if version < 0:
            raise sqlite3.DatabaseError("no such version")
        if version > SCHEMA:
            raise SaveFileError(message("storage.newer_version", file=self._quoted))
        return int(version)

    def _migrate(self) -> None:
        """Migrate the tables to this version, in one transaction, after a copy of the old file."""
        version = self._version()
        if version == SCHEMA:
            return
        if version:
            copy_database(self._file, self.path.with_name(f"{self.path.name}.version-{version}"))
        with self._transaction():
            # Read again: another program may have migrated while this one waited for the lock.
            for statements in MIGRATIONS[self._version() :]:
                for statement in statements:
                    self._file.execute(statement)
            self._file.execute(f"PRAGMA user_version = {SCHEMA}")

    def _require_file(self) -> None:
        """Write the file anew if it or its log has vanished: the matches are still known here.

        Raises:
            SaveFileError: another file is in its place.
        """
        identity, log_identity = _identity(self.path), self._log_identity
        log_is_there = log_identity in (None, _identity(self._log))
        if identity == self._identity and log_is_there:
            return
        if identity not in (None, self._identity):
            raise SaveFileError(message("storage.replaced", file=self._quoted))
        make_private_folder(self.path.parent)
        part = self.path.with_name(f"{self.path.name}.anew.{os.getpid()}")
        copy_database(self._file, part)
        # Closing removes the log by its name, so the new file comes after it.
        self._file.close()
        part.replace(self.path)
        self._file = _connect(self.path)
        self._prepare()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._file.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._file.execute("COMMIT")
            self._log_identity = _identity(self._log)
        except BaseException:
            if self._file.in_transaction:
                self._file.execute("ROLLBACK")
            raise

    @contextmanager
    def _errors_as_sentences(self, done: str) -> Iterator[None]:
        """Raise errors of the database as SaveFileError, in a sentence for users."""
        try:
            yield
        # A damaged text that SQLite quotes fails to be decoded.
        except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
            why = self._explain(error)
            kind = ReadOnlyError if why.id == "storage.not_writable" else SaveFileError
            id = f"storage.cannot_be_{done}"
            raise kind(message(id, file=self._quoted, why=why)) from error

    def _explain(self, error: Exception) -> Message:
        text = "malformed" if isinstance(error, UnicodeDecodeError) else str(error)
        for phrases, id in _REASONS:
            if any(phrase in text for phrase in phrases):
                copy = daily_copy_of(self.path)
                if id == "storage.damaged" and copy.exists():
                    return message("storage.damaged_with_copy", copy=repr(str(copy)))
                return message(id)
        return system_error(error) if isinstance(error, OSError) else verbatim(text)


def _connect(path: Path) -> sqlite3.Connection:
    keep_private(path)  # SQLite gives what it writes beside it the same permissions
    # Opened and read by one thread, written to by another, never at the same time.
    return sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=False)


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what distinguishes a file from another of its name; None if there is none."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


def _is_empty(path: Path) -> bool:
    """Return True if there is a file without a single byte."""
    return path.exists() and not path.stat().st_size
