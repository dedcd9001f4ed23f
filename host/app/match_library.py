"""The saved matches of an application, listed, opened, as records out and in; solved puzzles."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Coroutine, Sequence
from contextlib import closing
from functools import partial

from host.ai.analysis.puzzle import puzzles
from host.ai.players.opponent import FAR, parse_opponent
from host.app.explorer import Reply
from host.app.platform import RunBlocking
from host.engine.api import GameRecord, InvalidPositionError, read_record
from host.engine.registry import game_named
from host.guidance.marks import Help
from host.message import Words, message, message_of
from host.session.modes.board_mode import BoardMode
from host.session.requests import (
    DeleteMatch,
    DrawMatch,
    ExportMatch,
    ImportRecord,
    LibraryRequest,
    ListMatches,
    OpenMatch,
)
from host.session.session import Session
from host.session.unfinished import UnfinishedMatch
from host.storage.autosave import Autosave
from host.storage.board_magnets import BoardMagnets
from host.storage.daily_copy import was_begun
from host.storage.database import SaveFileError
from host.storage.saved_match import SavedMatch
from host.storage.saved_record import record_of as saved_record
from host.storage.saved_record import save_record, saved_record_text
from host.storage.saved_session import saved_session, settings_of
from host.storage.store import Store, open_to_read, read_matches, read_unfinished
from host.ui.messages.matches import (
    MatchesMessage,
    match_picture_message,
    record_message,
    record_read_message,
)
from host.ui.pictures.shared import last_picture

MOST_UNFINISHED = 12
"""Unfinished matches that are looked for on the board: each has all its moves played anew."""
FORM = "words"
"""Notation of the records: every keyboard has its characters."""
LINKS = ("#record=", "#position=")
"""Of a link the page reads what it carries, and leaves only one that is damaged as it is."""
POSITION = re.compile(r"game: (?P<game>.*)\nstart: (?P<position>.*)\n*")
"""A position as the page sends it: a record without a move."""


class MatchLibrary:
    """The saved matches in a file.

    Args:
        autosave: saves the session to the same file; only the matches of its table are found.
        run_blocking: reads and writes the file.
        may_go_on: returns True for a saved match that players may want to go on with, if it stands
            on the board at the beginning; None if they have said what they want.
    """

    def __init__(
        self,
        autosave: Autosave,
        run_blocking: RunBlocking,
        may_go_on: Callable[[SavedMatch], bool] | None = None,
    ) -> None:
        self._may_go_on = may_go_on
        self._run_blocking = run_blocking
        self._path = autosave.file
        self._autosave = autosave

    async def answer(self, request: LibraryRequest, reply: Reply) -> SavedMatch | None:
        """Answer a request; return the match to continue, None if the request does not open one.

        Raises:
            SaveFileError: there is no such match, or the file cannot be read or written.
            ValueError: a record is none; the message quotes what is wrong in it.
        """
        match request:
            case ListMatches():
                table = self._autosave.table
                matches = await self._run_blocking(lambda: read_matches(self._path, table))
                reply(matches_message(matches, self._autosave.match))
                return None
            case OpenMatch(number):
                return await self._run_blocking(lambda: self._load(number))
            case ExportMatch(number):
                text = await self._run_blocking(lambda: self._text(number))
                reply(record_message(number, text))
                return None
            case DrawMatch(number):
                reply(
                    match_picture_message(
                        number, await self._run_blocking(partial(self._picture, number))
                    )
                )
                return None
            case DeleteMatch(number):
                if number == self._autosave.match:
                    raise ValueError(message("app.match_is_played", number=number))
                await self._run_blocking(lambda: self._delete(number))
                return await self.answer(ListMatches(), reply)
            case ImportRecord(text, check=True):
                await self._run_blocking(lambda: record_of_text(text))
                reply(record_read_message(opened=False))
                return None
            case ImportRecord(text):
                return await self._run_blocking(lambda: self._import(text))

    async def solved_puzzles(self) -> set[int]:
        """Return the numbers of the puzzles that were solved.

        Raises:
            SaveFileError: the file cannot be read.
        """

        def read() -> set[int]:
            if not was_begun(self._path):
                return set()
            with open_to_read(self._path) as store:
                solved = store.solved_puzzles()
            return {n for n, puzzle in enumerate(puzzles(), 1) if puzzle.position in solved}

        return await self._run_blocking(read)

    async def keep_solved(self, number: int) -> None:
        """Keep that the puzzle of this number was solved.

        Raises:
            SaveFileError: the file cannot be written.
        """

        def write() -> None:
            with closing(Store(self._path)) as store:
                store.add_solved_puzzle(puzzles()[number - 1].position)

        await self._run_blocking(write)

    async def keep_reversed(self, chip: str, is_reversed: bool) -> None:
        """Keep whether the set of the board with this chip's number is reversed.

        Raises:
            SaveFileError: the file cannot be written.
        """

        def write() -> None:
            with closing(Store(self._path)) as store:
                store.set_reversed(chip, is_reversed)

        await self._run_blocking(write)

    async def restored(self, saved: SavedMatch) -> Session:
        """Return the session of a saved match.

        Raises:
            SaveFileError: it cannot be resumed.
        """
        return await self._run_blocking(lambda: saved_session(saved, Help.LEGAL))

    def go_on(self, session: Session, saved: SavedMatch, restored: Session) -> None:
        """Continue a saved match in a session, and save to it from then on."""
        session.take_over(restored)
        self._autosave.go_on(saved.id)

    async def begin(
        self,
        mode: BoardMode,
        magnets: BoardMagnets,
        in_background: Callable[[Coroutine[object, object, None]], None],
    ) -> None:
        """Have what was kept used at a real board.

        Args:
            mode: a session that begins asks whether to go on with a match that stands there.
            magnets: gets what is known of the boards, and has kept what is new.
            in_background: runs what nobody waits for.
        """

        def read() -> frozenset[str]:
            if not was_begun(self._path):
                return frozenset()
            with open_to_read(self._path) as store:
                return store.reversed_boards()

        with contextlib.suppress(SaveFileError):
            magnets.add_reversed(await self._run_blocking(read))
        magnets.keep_by(
            lambda chip, is_reversed: in_background(self.keep_reversed(chip, is_reversed))
        )
        wanted = self._may_go_on
        if isinstance(mode, Session) and wanted is not None:
            mode.ask_about(await self._run_blocking(lambda: self._unfinished(mode, wanted)))

    def _unfinished(
        self, session: Session, wanted: Callable[[SavedMatch], bool]
    ) -> list[UnfinishedMatch]:
        """Return the matches that may be gone on with in a session, the newest first; none where
        they cannot be read."""
        found: list[UnfinishedMatch] = []
        with contextlib.suppress(SaveFileError):
            for saved in read_unfinished(self._path, self._autosave.table, MOST_UNFINISHED):
                if not wanted(saved):
                    continue
                with contextlib.suppress(SaveFileError):  # the others may be read
                    restored = saved_session(saved, Help.LEGAL)
                    if restored.game.size != session.game.size or restored.outcome is not None:
                        continue
                    go_on = partial(self.go_on, session, saved, restored)
                    expectation = restored.state.history.expectation
                    found.append(UnfinishedMatch(saved.id, expectation, go_on))
        return found

    def _load(self, number: int) -> SavedMatch:
        with open_to_read(self._path, self._autosave.table) as store:
            return store.load(number)

    def _text(self, number: int) -> str:
        """Return a match as a record, which takes as long as to play all its moves."""
        return saved_record_text(self._load(number), FORM)

    def _picture(self, number: int) -> str:
        """Return the last position of a match as an SVG document; "" if it cannot be drawn."""
        saved = self._load(number)
        try:
            return last_picture(saved_record(saved))
        except SaveFileError:  # its game is not known here, as where another version saved it
            return ""

    def _delete(self, number: int) -> None:
        with closing(Store(self._path, self._autosave.table)) as store:
            store.delete_match(number)

    def _import(self, text: str) -> SavedMatch:
        record = record_of_text(text)
        with closing(Store(self._path, self._autosave.table)) as store:
            return store.load(save_record(store, record))


def record_of_text(text: str) -> GameRecord:
    """Return the record in a text.

    Raises:
        ValueError: it is none; the message quotes what is wrong.
    """
    try:
        return read_record(text)
    except ValueError as error:
        raise ValueError(_refusal(text, error)) from error


def _refusal(text: str, error: ValueError) -> Words:
    """Return why a text is no record; of a link that it carries nothing or a position, who has
    followed it knows no lines."""
    if any(link in text for link in LINKS):
        return message("app.link_incomplete")
    try:
        if alone := POSITION.fullmatch(text):
            game_named(alone["game"]).parse_position(alone["position"])
    except InvalidPositionError as wrong:
        return message("app.no_position", why=wrong.reason)
    except ValueError as wrong:
        return message("app.no_position", why=message_of(wrong))
    return message("app.no_record", why=message_of(error))


def board_size(saved: SavedMatch) -> tuple[int, int]:
    """Return the files and ranks that a saved match needs."""
    return settings_of(saved).game.size


def matches_message(matches: Sequence[SavedMatch], current: int | None) -> MatchesMessage:
    """Build the message.

    Args:
        current: id of the match that is played now; None if it is not saved.
    """
    return {
        "t": "matches",
        "matches": [
            {
                "id": saved.id,
                "title": _title(saved.game),
                "rounds": saved.rounds,
                "moves": len(saved.plies),
                "changed": saved.changed,
                "clock": saved.control,
                "result": saved.outcome,
                "opponent": _computer(saved.opponent),
                "names": {"white": saved.names.white, "black": saved.names.black},
                "far": saved.opponent.startswith(FAR),
                "current": saved.id == current,
            }
            for saved in matches
        ],
    }


def _computer(opponent: str) -> Words | None:
    """Return the name of the computer as a player; None if another one plays, or none is known."""
    try:
        return None if not opponent or opponent.startswith(FAR) else parse_opponent(opponent).label
    except ValueError:
        return None


def _title(name: str) -> Words:
    """Return the title of a game; of one that is not known here its name."""
    try:
        return game_named(name).title
    except ValueError:
        return name
