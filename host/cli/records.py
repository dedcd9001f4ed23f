"""Records of matches from files and from the database, whatever the game."""

from __future__ import annotations

import codecs
import sys
from pathlib import Path

from host import engine
from host.engine.records.game_record import GameRecord
from host.message import message
from host.storage.daily_copy import was_begun
from host.storage.database import SaveFileError
from host.storage.saved_match import SavedMatch
from host.storage.store import open_to_read

DATABASE = b"SQLite format 3\0"
"""First bytes of a file of matches (the file format of SQLite, section 1.3)."""


def read_record(name: str) -> GameRecord:
    """Read the record in a file, or on the standard input if the name is '-'.

    Raises:
        ValueError: the message names the file, the line and the move, and says why.
    """
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        if data.startswith(DATABASE):
            raise ValueError(
                f"{name!r} is a file of matches, no record: kamisado matches --data {name} lists "
                f"them, kamisado record NUMBER --data {name} writes the record of one"
            )
        return engine.read_record(_decoded(data))
    except OSError as error:
        raise ValueError(f"{name!r} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{name!r} is neither UTF-8 nor UTF-16 text, so it is no record") from None
    except engine.InvalidRecordError as error:
        lines = [f"{name!r}, {line}" for line in str(error).splitlines()]
        raise ValueError("\n".join(lines)) from None


def _decoded(data: bytes) -> str:
    """Return the text of a file in UTF-8 or, as PowerShell writes it, in UTF-16 with its mark.

    Raises:
        UnicodeDecodeError: it is neither.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16")
    return data.decode()


def load_match(path: Path, number: int) -> SavedMatch:
    """Load a saved match from a file of matches.

    Raises:
        SaveFileError: there is no such match, or it cannot be read.
    """
    if not was_begun(path):
        raise SaveFileError(
            message("storage.no_match_no_file", number=number, file=repr(str(path)))
        )
    with open_to_read(path) as store:
        return store.load(number)
