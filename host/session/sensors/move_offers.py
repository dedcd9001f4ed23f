"""Move offers: legal moves that may have been made where a sensor fails, to be chosen on a display.

While a piece that may move is in the air, its moves are offered only if it was lifted LIFTS times,
or if a square to which it may have gone keeps changing: its player may just be thinking.
A piece that is put on a silent square changes nothing: once none has come for HELD_MS, the squares
are offered on which none has ever been seen.
"""

from __future__ import annotations

from host.engine.game import Square
from host.engine.squares import square_name
from host.message import message
from host.recognition.filling import unseen_candidates
from host.recognition.history import Ply
from host.recognition.matching import Candidate
from host.recognition.sensing.sensor_health import MOST_FAULTS, SensorHealth, contradicting
from host.recognition.snapshot import OTHER_SIDE, SquareState
from host.recognition.times import BACK_MS, FAULT_MS, HELD_MS, SEVERAL_MS
from host.session.sensors.watched_match import WatchedMatch
from host.session.view import Notice, Phase, Severity

LIFTS = 3
"""Number of times that a piece is lifted from its square to announce a move to where no sensor
works.  Not two: players do that who wonder why a move is not accepted."""
LIFTS_MS = 2 * LIFTS * BACK_MS
"""Longest time for these lifts."""
NOWHERE_MS = 2 * HELD_MS
"""Time after which a piece that is seen nowhere need not be lifted for its moves to be offered: the
sensor of its square may be silent as well."""
NOISE_MS, NOISY_CHANGES = 10_000, 4
"""A square that changes so often in such a time may hold a piece that seems to be in the air."""


class MoveOffers:
    """The moves that may have been made on one board where a sensor fails.

    Args:
        health: of its sensors.
        files: of the game.

    Attributes:
        is_idle: True if nothing has changed for long, and a sensor is suspected.
        differs_ms: when the board began to differ from the position; None if it does not.
        now_ms: the time when that was last checked.
        asked: the moves among which players were asked to choose.
    """

    def __init__(self, health: SensorHealth, files: int) -> None:
        self.is_idle = False
        self.differs_ms: int | None = None
        self.now_ms = 0
        self.asked: tuple[Candidate, ...] = ()
        self._health = health
        self._files = files
        self._explained: Square | None = None
        self._plies: tuple[Ply, ...] = ()
        self._changed_ms = self._still_ms = 0
        self._is_put_explained = False

    def look(self, idle: bool, differs: bool, now_ms: int) -> None:
        """Take in whether the board differs from the position.

        Args:
            idle: as `is_idle`.
        """
        self.is_idle, self.now_ms = idle, now_ms
        if not differs:
            self.differs_ms = None
        elif self.differs_ms is None:
            self.differs_ms = now_ms

    def watch_puts(self, state: WatchedMatch, now_ms: int) -> list[Notice]:
        """Tell once how to put a piece where nothing is seen, if none has been put for long."""
        plies, changed_ms = state.history.plies, state.dwell.since_ms
        if plies is not self._plies or changed_ms != self._changed_ms:
            self._plies, self._changed_ms, self._still_ms = plies, changed_ms, now_ms
            self._is_put_explained = False
        if not self._waits_for_put(state) or self._is_put_explained:
            return []
        if now_ms < self._still_ms + HELD_MS:
            state.dwell.wake_at(self._still_ms + HELD_MS)
            return []
        self._is_put_explained = True
        return [Notice(Severity.INFO, message("session.how_to_put_unseen"))]

    def _waits_for_put(self, state: WatchedMatch) -> bool:
        """Return True if a piece is to be put on the board, and all else stands."""
        playing = state.phase.name is Phase.PLAY and not state.computers_turn
        waits = playing and not state.virtual_hand and state.stands
        return waits and state.history.expectation.puts

    def _unseen_puts(self, state: WatchedMatch) -> list[Candidate]:
        """Return the moves that put a piece where none has ever been seen, if none has been seen
        put for long."""
        if not self._is_put_explained or not self._waits_for_put(state):
            return []
        return [
            candidate
            for candidate in state.history.expectation.candidates
            if candidate.origin is None
            and candidate.target is not None
            and not self._health.changes.has_changed(candidate.target)
        ]

    def offered(self, state: WatchedMatch) -> tuple[Candidate, ...]:
        """Return the legal moves that may have been made unseen, or that a sensor contradicts which
        may have failed; two sensors where play does not go on."""
        unseen = (*self.unseen(state), *self._unseen_puts(state), *self._upside_down(state))
        found = tuple(dict.fromkeys(unseen))
        if state.phase.name is not Phase.PLAY or state.computers_turn:
            return found
        # Where none has failed yet, a piece may just be in the air.
        told = state.phase.correction is not None and self._health.failures
        is_long = self.unsettled_ms >= FAULT_MS
        if self._health.shown is None or not (self.is_idle or is_long or told):
            return found
        nearly = self._nearly_shown(state)
        lifted = self._in_hand(state)
        if lifted is not None:
            nearly = [candidate for candidate in nearly if self._is_noisy(candidate)]
            nearly += self._insisted(state, lifted)
        return tuple(dict.fromkeys((*found, *nearly)))

    def _upside_down(self, state: WatchedMatch) -> list[Candidate]:
        """Return the moves that put a piece where one of the other side is seen, and nothing else
        is wrong: its magnet may be the wrong way up."""
        shown, expectation = self._health.shown, state.history.expectation
        if shown is None or not expectation.puts or state.phase.correction is None:
            return []
        wrong = contradicting(shown, expectation.snapshot, self._health.faults)
        return [
            candidate
            for candidate in expectation.candidates
            if candidate.origin is None
            and wrong == [candidate.target]
            and shown[wrong[0]] is OTHER_SIDE.get(candidate.after[wrong[0]])
        ]

    def unseen(self, state: WatchedMatch) -> tuple[Candidate, ...]:
        """Return the legal moves that may have been made unseen."""
        shown, faulty = self._health.shown, self._health.faults
        if shown is None or not faulty or state.phase.name is not Phase.PLAY:
            return ()
        if state.computers_turn:
            return ()
        return unseen_candidates(state.history.expectation, shown, faulty)

    def ask(self, state: WatchedMatch) -> list[Notice]:
        """Ask once which of several moves was made, or tell how to make one where nothing is
        seen."""
        faulty = self._health.faults
        found = self.unseen(state) if self.is_idle and faulty else ()
        if not found:
            self.asked = ()
            return self._explain(state)
        if found == self.asked:
            return []
        self.asked = found
        targets = {candidate.target for candidate in found}
        origins = {candidate.origin for candidate in found}
        if len(targets) == 1 and len(origins) > 1 and targets.isdisjoint(faulty):
            asked, of, among = "session.sensors_ask_origin", targets, origins
        elif len(origins) == 1 and origins.isdisjoint(faulty):
            asked, of, among = "session.sensors_ask_target", origins, targets & set(faulty)
        else:
            return []
        names = tuple(self._name(square) for square in sorted(s for s in among if s is not None))
        square = next(iter(of))
        if square is None or not names:
            return []
        words = message(asked, square=self._name(square), squares=names)
        return [Notice(Severity.INFO, words)]

    def _explain(self, state: WatchedMatch) -> list[Notice]:
        """Tell how to make a move where nothing is seen, if a piece has long been in the air."""
        playing = state.phase.name is Phase.PLAY and not state.computers_turn
        long = self.unsettled_ms >= HELD_MS
        lifted = self._in_hand(state) if playing and long else None
        told, self._explained = self._explained, lifted
        if lifted is None or lifted == told:
            return []
        words = message("session.how_to_move_unseen", square=self._name(lifted))
        return [Notice(Severity.INFO, words)]

    def _name(self, square: Square) -> str:
        return square_name(square, self._files)

    @property
    def unsettled_ms(self) -> int:
        """Time for which the board has differed from the position."""
        return 0 if self.differs_ms is None else self.now_ms - self.differs_ms

    def _in_hand(self, state: WatchedMatch) -> Square | None:
        """Return the square of a piece that may move, if it is in the air and nothing else is
        wrong; else None."""
        shown, expectation = self._health.shown, state.history.expectation
        assert shown is not None, "there is a board"
        differing = contradicting(shown, expectation.snapshot, self._health.faults)
        if len(differing) != 1 or shown[differing[0]] is not SquareState.EMPTY:
            return None
        movable = {candidate.origin for candidate in expectation.candidates}
        return differing[0] if differing[0] in movable else None

    def _is_noisy(self, candidate: Candidate) -> bool:
        """Return True if the target of a move keeps changing."""
        square = candidate.target
        if square is None:
            return False
        return self._health.changes.changes_of_late(square, NOISE_MS, self.now_ms) >= NOISY_CHANGES

    def _insisted(self, state: WatchedMatch, lifted: Square) -> tuple[Candidate, ...]:
        """Return the moves of a piece to squares that show nothing, if it has been in the air for
        long, was lifted LIFTS times, or a move of it was taken back on a display: one of these
        sensors fails unnoticed.
        """
        shown, expectation = self._health.shown, state.history.expectation
        assert shown is not None, "there is a board"
        undone = None if state.left.undone else state.history.undone
        denied = undone is not None and undone.origin == lifted
        lifts = self._health.changes.shown_of_late(lifted, LIFTS_MS).count(SquareState.EMPTY)
        if lifts < LIFTS and not denied and self.unsettled_ms < NOWHERE_MS:
            return ()
        targets = {c.target for c in expectation.candidates if c.origin == lifted}
        unseen = {s for s in targets if s is not None and shown[s] is SquareState.EMPTY}
        return unseen_candidates(expectation, shown, {*self._health.faults, *unseen})

    def _nearly_shown(self, state: WatchedMatch) -> list[Candidate]:
        """Return the legal moves that the sensors show if one or two more of them have failed."""
        shown = self._health.shown
        assert shown is not None, "there is a board"
        told = state.phase.correction is not None
        long_wrong = self._health.failures or self.unsettled_ms >= SEVERAL_MS
        found = []
        for candidate in state.history.expectation.candidates:
            wrong = contradicting(shown, candidate.after, self._health.faults)
            # A piece on a wrong square contradicts two: so at first it is just that.
            two_fail = told and (long_wrong or candidate.touched.isdisjoint(wrong))
            if len(wrong) <= (MOST_FAULTS if two_fail else 1):
                found.append(candidate)
        return found
