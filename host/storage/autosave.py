"""The keeper: a session is in the store before anybody sees what has become of it."""

from __future__ import annotations

from host.session.session import Session
from host.session.view import Notice, Severity
from host.storage.store import SavedPly, SaveFileError, Store


class Autosave:
    """Saves a session.

    A match is begun in the store with its first move, so that looking at a board leaves no trace.
    What cannot be saved is told once, and tried again with every call: play goes on.

    Args:
        session: what to save.
        store: where to.
        match: the id of the stored match that the session goes on with; None for a new one.
    """

    def __init__(self, session: Session, store: Store, match: int | None = None) -> None:
        self.match = match
        self._session = session
        self._store = store
        self._games = session.games
        self._last_error = ""
        # What was saved last; it makes the many calls cheap after which nothing has changed.
        self._saved: object = None

    def __call__(self) -> list[Notice]:
        """Save what has changed; what people must know about it."""
        try:
            self._save()
        except SaveFileError as error:
            news = str(error) != self._last_error
            self._last_error = str(error)
            return [Notice(Severity.WARN, f"Not saved: {error}.")] if news else []
        if self._last_error:
            self._last_error = ""
            return [Notice(Severity.GOOD, "Saved again.")]
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
            None if outcome is None else outcome.reason,
            session.times,
            termination,
        )
        self._saved = state
