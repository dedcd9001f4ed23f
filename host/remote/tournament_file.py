"""The file of a tournament, shared by the organiser's command and the club's wall."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from host.remote.tournament.codec import decode_tournament, encode_tournament
from host.remote.tournament.model import Tournament, TournamentError

PATIENCE_S = 5.0
"""Time for which a change waits while another program changes the file."""
STALE_S = 10.0
"""Age from which a draft is one of a program that has died."""
_POLL_S = 0.02
"""Time between two looks at a file that another program holds: it does for some milliseconds."""


class TournamentFile:
    """A tournament on the disk; of two programs that change it at once one waits.

    The draft of the new text is the lock as well: whoever creates it may change the file, and puts
    it in the place of the file in one step.

    Attributes:
        path: of the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self._draft = self.path.with_name(f"{self.path.name}.new")

    def read(self) -> Tournament:
        """Return the tournament as it stands.

        Raises:
            TournamentError: the file cannot be read, or is no tournament; the message names the
                file and the place in it.
        """
        try:
            text = self.path.read_bytes().decode("utf-8-sig")
        except FileNotFoundError:
            raise TournamentError(
                f"{str(self.path)!r} is not there: `pairings new` makes a tournament"
            ) from None
        except OSError as error:
            raise TournamentError(f"{str(self.path)!r} cannot be read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise TournamentError(
                f"{str(self.path)!r} is no UTF-8 text, so no tournament"
            ) from None
        try:
            return decode_tournament(text)
        except TournamentError as error:
            raise TournamentError(f"{str(self.path)!r}, {error}") from None

    @property
    def stamp(self) -> tuple[int, int, int] | None:
        """Another value whenever the file has changed; None if it is not there."""
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_ino, found.st_mtime_ns, found.st_size

    def create(self, tournament: Tournament) -> None:
        """Write a new file.

        Raises:
            TournamentError: there is one, or it cannot be written.
        """
        self._lock()
        if self.path.exists():
            self._draft.unlink()
            raise TournamentError(f"{str(self.path)!r} is there already: take another name")
        self._write(tournament)

    def change(self, change: Callable[[Tournament], Tournament]) -> Tournament:
        """Read the tournament, change it, and write it if that has changed anything.

        Returns:
            The tournament after the change.

        Raises:
            TournamentError: as `read` and `change` say, or the file cannot be written.
        """
        self._lock()
        try:
            before = self.read()
            after = change(before)
        except BaseException:
            self._draft.unlink()
            raise
        if after == before:
            self._draft.unlink()
        else:
            self._write(after)
        return after

    def _lock(self) -> None:
        """Create the draft.

        Raises:
            TournamentError: it cannot be created, or another program does not finish its change.
        """
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                os.close(os.open(self._draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
            except FileExistsError:
                if self._is_stale():
                    self._draft.unlink(missing_ok=True)
                elif time.monotonic() > deadline:
                    raise TournamentError(
                        f"another program is changing the tournament: try again, or delete "
                        f"{str(self._draft)!r} if none runs"
                    ) from None
                else:
                    time.sleep(_POLL_S)
            except OSError as error:
                raise TournamentError(
                    f"{str(self.path)!r} cannot be written: {error.strerror}"
                ) from None
            else:
                return

    def _is_stale(self) -> bool:
        try:
            return time.time() - self._draft.stat().st_mtime > STALE_S
        except FileNotFoundError:
            return False

    def _write(self, tournament: Tournament) -> None:
        try:
            with open(self._draft, "w", encoding="utf-8", newline="\n") as file:
                file.write(encode_tournament(tournament))
                file.flush()
                os.fsync(file.fileno())
            os.replace(self._draft, self.path)
        except OSError as error:
            self._draft.unlink(missing_ok=True)
            raise TournamentError(
                f"{str(self.path)!r} cannot be written: {error.strerror}"
            ) from None
