"""Save the match before its new state is shown."""

from __future__ import annotations

from host.message import Message, message, message_of
from host.session.session import Session
from host.session.view import Notice, Severity
from host.storage.saved_match import SavedPly
from host.storage.store import SaveFileError, Store


class Autosave:
    """Saves a session to the store when it is called.

    A match is created with its first move.  An error is reported once, and saving is tried again
    with every call; play goes on.

    Args:
        session: to save.
        store: to save to.
        match: id of the stored match that the session continues; None for a new one.
    """

    def __init__(self, session: Session, store: Store, match: int | None = None) -> None:
        self.match = match
        self._session = session
        self._store = store
        self._games = session.games
        self._last_error: Message | None = None
        # State saved last: most calls come without a change and must be cheap.
        self._saved: object = None

    def __call__(self) -> list[Notice]:
        """Save what has changed; return notices of errors and of recovery."""
        try:
            self._save()
        except SaveFileError as error:
            why, before = message_of(error), self._last_error
            self._last_error = why
            not_saved = message("storage.not_saved", why=why)
            return [] if why == before else [Notice(Severity.WARN, not_saved)]
        if self._last_error is not None:
            self._last_error = None
            return [Notice(Severity.GOOD, message("storage.saved_again"))]
        return []

    def _save(self) -> None:
        session = self._session
        if session.games != self._games:
            self._games = session.games
            self.match = None
            self._saved = None
        outcome = session.outcome
        termination = None if session.termination is None else str(session.termination)
        state = session.plies, session.times, outcome, termination
        if state == self._saved:
            return
        if self.match is None:
            if not session.plies:
                return
            start = session.game.position_text(session.plies[0].before.position)
            control = "" if session.settings.control is None else str(session.settings.control)
            opponent = "" if session.settings.opponent is None else str(session.settings.opponent)
            self.match = self._store.create_match(
                session.game.name,
                start,
                control,
                session.settings.touch_move,
                opponent,
                session.settings.drawn,
            )
        self._store.save(
            self.match,
            [
                SavedPly(ply.text, ply.times, ply.round, None if aid is None else aid.value)
                for ply in session.plies
                for aid in (session.analysis.aid(ply.before.position),)
            ],
            None if outcome is None else str(outcome.reason),
            session.times,
            termination,
        )
        self._saved = state
