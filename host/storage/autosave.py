"""Save the match before its new state is shown, without ever waiting for the disk.

Each state of the match is written by a worker, in one transaction.  What is shown waits for that,
but not longer than MAX_WAIT_MS: then play goes on, players are told, and saving is tried until it
succeeds.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from host.engine.records.player_names import PlayerNames
from host.message import Message, Words, message, message_of
from host.recognition.history import Ply, StoredPly, Times
from host.session.analysis import HelpUsed, PlyData
from host.session.session import Session
from host.session.view import Notice, Severity
from host.storage.database import SaveFileError
from host.storage.store import Store
from host.worker.immediate import run_now
from host.worker.worker import Worker

MAX_WAIT_MS = 200
"""Longest time for which what is shown waits; a write to a sound disk takes 10 to 50 ms."""
RETRY_MS = 500
"""Pause after a failed attempt."""
CLOSE_S = 0.8
"""Time to save the rest at the end."""


class Saver(Protocol):
    """Saves what is played; see `Autosave`, and `NoSaver` for what is not kept."""

    def wake_by(self, wake: Callable[[], None]) -> None:
        """Have this called, from another thread, when a write has ended."""

    def __call__(self, now_ms: int) -> list[Notice]:
        """Save what has changed, and return notices of errors and of recovery."""

    def is_waiting(self, now_ms: int) -> bool:
        """Return True while what is shown must wait for a write."""

    @property
    def next_wake_ms(self) -> int | None:
        """Time of the next call at the latest; None if there is nothing to do."""


class NoSaver:
    """Saves nothing."""

    def wake_by(self, _wake: Callable[[], None]) -> None:
        """Do nothing, as no write ends."""

    def __call__(self, now_ms: int) -> list[Notice]:
        """Return no notices."""
        return []

    def is_waiting(self, now_ms: int) -> bool:
        """Return False."""
        return False

    @property
    def next_wake_ms(self) -> int | None:
        """None."""
        return None


@dataclass(frozen=True, slots=True)
class _MatchState:
    """All that is saved of a match.

    Attributes:
        game_number: of the game in its session.
        created: arguments of `Store.create_match`.
    """

    game_number: int
    created: tuple[str, str, str, bool, str, tuple[str, ...], bool]
    plies: tuple[StoredPly, ...]
    outcome: Words | None
    times: Times | None
    termination: str | None
    names: PlayerNames


class Autosave:
    """Saves a session to the store; a match is created with its first move.

    Args:
        session: to save.
        store: to save to; from now on only this uses it.
        match: id of the stored match that the session continues; None for a new one.
        worker: writes; None to write at once, where time is simulated.
    """

    def __init__(
        self,
        session: Session,
        store: Store,
        match: int | None = None,
        worker: Worker | None = None,
    ) -> None:
        self._wake: Callable[[], None] = _no_wake
        self._session = session
        self._store = store
        self._worker = worker
        # Ids of the matches, by the numbers of their games in the session.
        self._ids: dict[int, int] = {} if match is None else {session.game_number: match}
        self._queue: dict[int, _MatchState] = {}  # by the same numbers, the oldest game first
        self._writing: tuple[_MatchState, Future[None]] | None = None
        self._since_ms: int | None = None  # since when a state waits; None if all are saved
        self._retry_ms: int | None = None
        self._told: Message | None = None  # why it is not saved; None if it is
        self._plies = PlyData(_saved_ply)
        # State queued last: most calls come without a change and must be cheap.
        self._seen: object = None

    @property
    def match(self) -> int | None:
        """Id of the match of the present game; None before it is saved."""
        return self._ids.get(self._session.game_number)

    @property
    def file(self) -> Path:
        """The file to which it saves."""
        return self._store.path

    @property
    def table(self) -> str | None:
        """The table whose matches it saves, as of `Store`."""
        return self._store.table

    def create(self, then: Callable[[Store, int], None] = lambda _, __: None) -> Future[int]:
        """Store the present game even before its first move; the result is the id of its match.

        Args:
            then: called by the worker with the store and that id, to write what belongs to it.
        """
        state = self._state()

        def write() -> int:
            number = self._id_of(state)
            then(self._store, number)
            return number

        submit = run_now if self._worker is None else self._worker.submit
        return submit(write)

    def go_on(self, match: int) -> None:
        """Save the present game of the session as this stored match from now on."""
        self._ids[self._session.game_number] = match

    def wake_by(self, wake: Callable[[], None]) -> None:
        """Have this called, from the worker's thread, when a write has ended."""
        self._wake = wake

    def __call__(self, now_ms: int) -> list[Notice]:
        """Save what has changed, and return notices of errors and of recovery."""
        self._look(now_ms)
        notices = self._finish(now_ms)
        self._write(now_ms)
        # Written at once, or faster than this call.
        notices += self._finish(now_ms)
        if self._told is None and self._has_waited(now_ms):
            notices += self._tell(message("storage.save_waits"))
        return notices

    def is_waiting(self, now_ms: int) -> bool:
        """Return True while what is shown must wait for a write."""
        waits = self._since_ms is not None and self._told is None
        return waits and not self._has_waited(now_ms)

    @property
    def next_wake_ms(self) -> int | None:
        """Time of the next call at the latest; None if there is nothing to do."""
        if self._since_ms is not None and self._told is None:
            return self._since_ms + MAX_WAIT_MS
        return self._retry_ms

    def close(self) -> list[Notice]:
        """Save the rest and close the store; return a notice if that takes too long."""
        if self._worker is None:
            self._store.close()
            return []
        saved = [self._worker.submit(self._job(state)) for state in self._queue.values()]
        self._worker.submit(self._store.close)
        self._worker.close(CLOSE_S)
        if all(future.done() and future.exception() is None for future in saved):
            return []
        return [Notice(Severity.WARN, message("storage.left_unsaved"))]

    def _has_waited(self, now_ms: int) -> bool:
        return self._since_ms is not None and now_ms - self._since_ms >= MAX_WAIT_MS

    def _look(self, now_ms: int) -> None:
        """Queue the state of the session if it has changed."""
        session = self._session
        seen = (
            session.game_number,
            session.plies,
            session.times,
            session.outcome,
            session.termination,
            session.settings.names,
        )
        if seen == self._seen:
            return
        self._seen = seen
        game_number = session.game_number
        if session.plies or game_number in self._ids or game_number in self._queue:
            self._queue[game_number] = self._state()
            if self._since_ms is None:
                self._since_ms = now_ms

    def _state(self) -> _MatchState:
        """Return the present state of the session."""
        session, settings = self._session, self._session.settings
        return _MatchState(
            session.game_number,
            (
                session.game.name,
                session.game.position_text(session.first),
                "" if settings.control is None else str(settings.control),
                settings.touch_move,
                "" if settings.opponent is None else str(settings.opponent),
                settings.drawn,
                settings.serious,
            ),
            self._plies.of(session.plies, session.analysis.aids(session.plies)),
            None if session.outcome is None else session.outcome.reason,
            session.times,
            None if session.termination is None else str(session.termination),
            settings.names,
        )

    def _write(self, now_ms: int) -> None:
        """Begin to write the oldest state that waits."""
        if self._writing is not None or not self._queue:
            return
        if self._retry_ms is not None and now_ms < self._retry_ms:
            return
        state = next(iter(self._queue.values()))
        submit = run_now if self._worker is None else self._worker.submit
        future = submit(self._job(state))
        self._writing = state, future
        future.add_done_callback(lambda _: self._wake())

    def _job(self, state: _MatchState) -> Callable[[], None]:
        """Return a call for the worker that writes a state."""

        def write() -> None:
            number = self._id_of(state)
            self._store.save(
                number, state.plies, state.outcome, state.times, state.termination, state.names
            )

        return write

    def _id_of(self, state: _MatchState) -> int:
        """Return the id of a game's match, which is created if there is none; for the worker."""
        number = self._ids.get(state.game_number)
        if number is None:
            number = self._ids[state.game_number] = self._store.create_match(*state.created)
        return number

    def _finish(self, now_ms: int) -> list[Notice]:
        """Take the result of a write that has ended."""
        if self._writing is None or not self._writing[1].done():
            return []
        (state, future), self._writing = self._writing, None
        try:
            future.result()
        except SaveFileError as error:
            self._retry_ms = now_ms + RETRY_MS
            return self._tell(message("storage.not_saved", why=message_of(error)))
        self._retry_ms = None
        if self._queue.get(state.game_number) is state:
            del self._queue[state.game_number]
        self._since_ms = now_ms if self._queue else None
        if self._queue or self._told is None:
            return []
        self._told = None
        return [Notice(Severity.GOOD, message("storage.saved_again"))]

    def _tell(self, why: Message) -> list[Notice]:
        """Tell why the match is not saved, unless that is known."""
        known, self._told = self._told, why
        return [] if why == known else [Notice(Severity.WARN, why)]


def _saved_ply(ply: Ply, _number: int, aid: HelpUsed | None) -> StoredPly:
    return ply.stored(None if aid is None else aid.value)


def _no_wake() -> None:
    """Do nothing: the default of `wake`."""
