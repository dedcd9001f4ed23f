"""Watch over the sensors: what is told of those that are out of order, and how play goes on.

Squares whose sensors are out of order are not looked at: the others tell what happens there.  A
move of which they tell too little is confirmed by lifting its piece and putting it back twice,
before it goes where no sensor works, or chosen on a display.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from host.engine.game import Square
from host.engine.squares import square_name
from host.guidance.lighting import Mark
from host.message import message
from host.recognition.filling import best_filling, nearly_shown, unseen_candidates
from host.recognition.history import Ply
from host.recognition.matching import Candidate
from host.recognition.recogniser import Interpretation
from host.recognition.sensor_health import (
    FAULT_MS,
    MOST_FAULTS,
    SEVERAL_MS,
    FaultKind,
    SensorHealth,
    contradicting,
    fill,
    states_on,
)
from host.recognition.snapshot import Snapshot, SquareState, snapshot_of
from host.session.sensors.lift_counter import LiftCounter
from host.session.sensors.lone_piece import LonePiece
from host.session.view import Notice, Phase, Severity

if TYPE_CHECKING:
    from host.session.match_state import MatchState

UNSEEN_MS = 1500
"""Time for which a piece that was lifted so often must be seen nowhere: it has been put down."""
LIFTS = 3
"""Number of times that a piece is lifted, and put back but for the last, to go where no sensor
works; who wonders why a move is not taken does it twice."""


class SensorWatch:
    """Watches the sensors of one board for a match.

    Args:
        files: of the game.

    Attributes:
        health: which of them are out of order.
        shown: what they show; None while there is no board.
    """

    def __init__(self, files: int) -> None:
        self._files = files
        self.health = SensorHealth(files)
        self.shown: Snapshot | None = None
        self._lifted = LiftCounter()
        self._plies = 0
        self._away: Square | None = None
        self._is_idle = False
        self._unsettled_ms = 0
        self._differs_ms: int | None = None
        self._lone = LonePiece(self.health)
        self._asked: tuple[Candidate, ...] = ()
        self._chosen: Ply | None = None

    @property
    def faulty(self) -> tuple[Square, ...]:
        """The squares that are not looked at."""
        return tuple(sorted(self.health.faults))

    def see(self, snapshot: Snapshot, now_ms: int) -> list[Notice]:
        """Take in what the sensors show."""
        self.shown = snapshot
        return self._told(self.health.watch(snapshot, now_ms))

    def board_lost(self) -> None:
        """Forget what the sensors showed last; what is known of them is kept."""
        self.shown = self._lone.square = None
        self._lifted.board_lost()
        self.health.board_lost()

    def visible(self) -> Snapshot | None:
        """Return what the working sensors show, the others as empty; None while there is no
        board."""
        if self.shown is None or not self.faulty:
            return self.shown
        return fill(self.shown, dict.fromkeys(self.faulty, SquareState.EMPTY))

    def filled(self, state: MatchState) -> Snapshot | None:
        """Return the snapshot with the squares of faulty sensors filled in; None while there is no
        board."""
        shown, faulty = self.shown, self.faulty
        if shown is None or not faulty:
            return shown
        history, interpret = state.history, state.phase.interpret
        if state.phase.name is Phase.PLAY:
            return best_filling(
                history,
                shown,
                faulty,
                interpret,
                self.health.failures,
                partial(self._denied, state),
            )
        expected = self._expected(state)
        if state.phase.name is Phase.SETUP and history.plies and history.plies[-1].between:
            chosen_from = history.plies[-1].before.snapshot
            if not contradicting(shown, chosen_from, faulty):
                expected = chosen_from  # the choice is taken back
        return fill(shown, states_on(expected, faulty))

    def tick(self, state: MatchState, now_ms: int) -> list[Notice]:
        """Check the sensors, and make a move that was confirmed by lifting its piece."""
        shown, seen = self.shown, state.board.seen
        if shown is None or seen is None:
            return []
        expected = self._expected(state)
        differing = self._differing(expected)
        works, wake_ms = self._recover(state, expected, now_ms) if self.faulty else ([], None)
        notices = [
            Notice(Severity.GOOD, message("session.sensor_works", square=self._name(square)))
            for square in works
        ]
        if wake_ms is not None:
            state.dwell.wake_at(wake_ms)
        if state.phase.name is Phase.PLAY:
            lone = self._lone_piece(differing)
            if lone is not None or self._lone.square is not None:
                candidates = state.history.expectation.candidates
                notices += self._told(self._lone.watch(lone, candidates, differing, shown, now_ms))
        if differing:
            notices += self._told(self._check(state, expected, differing, now_ms))
        if self.faulty:
            self._count_lifts(state, seen, now_ms)
        missing = len(differing) == 1 and shown[differing[0]] is SquareState.EMPTY
        suspects = missing or self._lone.square is not None or self.faulty
        self._is_idle = bool(suspects) and state.dwell.elapsed(FAULT_MS, now_ms)
        self._away = differing[0] if missing and self._is_idle else None
        if not differing:
            self._differs_ms = None
        elif self._differs_ms is None:
            self._differs_ms = now_ms
        since_ms = self._differs_ms
        self._unsettled_ms = 0 if since_ms is None else now_ms - since_ms
        notices += self._ask(state)
        confirmed = self._confirmed(state, now_ms)
        if confirmed is not None:
            notices += state.make(confirmed, now_ms)
            self.trust(state)
            self._chosen = None  # by hand it may be taken back as well
        return notices

    def _recover(
        self, state: MatchState, expected: Snapshot, now_ms: int
    ) -> tuple[list[Square], int | None]:
        """Believe sensors again that work, but where a move may have been made unseen."""
        unseen = {square for candidate in self._unseen(state) for square in candidate.touched}
        return self.health.recover(expected, now_ms, unseen)

    def candidates(self, state: MatchState) -> tuple[Candidate, ...]:
        """Return the legal moves that may have been made where no sensor tells it, or where one
        tells otherwise that may have failed; two may where play does not go on."""
        found = self._unseen(state)
        if state.phase.name is not Phase.PLAY or state.computers_turn:
            return found
        # Where none has failed yet, a piece may just be in the air.
        told = state.phase.correction is not None and self.health.failures
        is_long = self._unsettled_ms >= FAULT_MS
        if self.shown is None or not (self._is_idle or is_long or told):
            return found
        return (*found, *(o for o in self._nearly_shown(state) if o not in found))

    def _unseen(self, state: MatchState) -> tuple[Candidate, ...]:
        """Return the legal moves that may have been made where no sensor tells it."""
        if self.shown is None or not (self.health.faults or self._away is not None):
            return ()
        if state.phase.name is not Phase.PLAY or state.computers_turn:
            return ()
        expectation = state.history.expectation
        unknown = set(self.faulty)
        if self._away is not None:
            # It may have been put where a sensor fails of which that is not known yet.
            unknown |= {
                candidate.target
                for candidate in expectation.candidates
                if candidate.origin == self._away
                and candidate.target is not None
                and self.shown[candidate.target] is SquareState.EMPTY
            }
        return unseen_candidates(expectation, self.shown, unknown) if unknown else ()

    def _nearly_shown(self, state: MatchState) -> list[Candidate]:
        """Return the legal moves that the sensors show if one of them has failed, or two, beside
        those that are not looked at."""
        if self.shown is None:
            return []
        told = state.phase.correction is not None
        long_wrong = self.health.failures or self._unsettled_ms >= SEVERAL_MS
        found = []
        for candidate, beside, against in nearly_shown(
            state.history.expectation, self.shown, self.faulty, MOST_FAULTS
        ):
            # A piece on a wrong square contradicts two: so at first it is just that.
            two_fail = told and (long_wrong or not against)
            if beside + against <= (MOST_FAULTS if two_fail else 1):
                found.append(candidate)
        return found

    def _made_beside(self, state: MatchState) -> Candidate | None:
        """Return the only legal move that is all shown, though others contradict it; else None."""
        if self.shown is None or state.phase.correction is None:
            return None
        made = [
            candidate
            for candidate, _, against in nearly_shown(
                state.history.expectation, self.shown, self.faulty, MOST_FAULTS
            )
            if not against and candidate.touched.isdisjoint(self.faulty)
        ]
        return made[0] if len(made) == 1 else None

    def _ask(self, state: MatchState) -> list[Notice]:
        """Ask which of several moves was made, where the board has long shown no more; once."""
        found = self._unseen(state) if self._is_idle and self.faulty else ()
        if found == self._asked:
            return []
        self._asked = found
        targets = {candidate.target for candidate in found}
        origins = {candidate.origin for candidate in found}
        if len(targets) == 1 and len(origins) > 1 and targets.isdisjoint(self.faulty):
            asked, of, among = "session.sensors_ask_origin", targets, origins
        elif len(origins) == 1 and origins.isdisjoint(self.faulty):
            asked, of, among = "session.sensors_ask_target", origins, targets & set(self.faulty)
        else:
            return []
        names = tuple(self._name(square) for square in sorted(s for s in among if s is not None))
        square = next(iter(of))
        if square is None or not names:
            return []
        words = message(asked, square=self._name(square), squares=names)
        return [Notice(Severity.INFO, words)]

    def trust(self, state: MatchState) -> None:
        """Take the sensors for out of order that contradict a move which players have told."""
        self._chosen = state.history.last_real
        if self.shown is None:
            return
        expected = state.history.expectation.snapshot
        for square in self._differing(expected):
            silent = self.shown[square] is SquareState.EMPTY
            self.health.declare(square, FaultKind.SILENT if silent else FaultKind.STUCK)

    def marks(self) -> list[Mark]:
        """Return the marks of the squares that are not looked at."""
        words = message("guidance.light.sensor_out_of_order")
        return [Mark(square, "sensor", "square", words) for square in self.faulty]

    def _expected(self, state: MatchState) -> Snapshot:
        expectation = state.history.expectation
        if state.phase.name is Phase.PLAY:
            return expectation.snapshot
        return snapshot_of(state.phase.due or expectation.pieces, len(expectation.snapshot))

    def _check(
        self, state: MatchState, expected: Snapshot, differing: Sequence[Square], now_ms: int
    ) -> list[Square]:
        """Find sensors that contradict the game where players can do nothing about it."""
        playing = state.phase.name is Phase.PLAY
        if state.phase.name is Phase.ENDED:
            return self._check_set_up(state, differing, now_ms)
        if state.in_transit or state.phase.asks or not (playing or state.phase.name is Phase.SETUP):
            return []
        shown = self.shown
        if playing and shown is not None and self._lone_piece(differing) is not None:
            candidates = state.history.expectation.candidates
            stuck = self._lone.stuck_origin(candidates, shown, now_ms)
            if stuck is not None and state.dwell.elapsed(FAULT_MS, now_ms):
                self.health.declare(stuck, FaultKind.STUCK)
                return [stuck]
            until_ms = self._lone.undecided_until(candidates, now_ms)
            if until_ms is not None:
                state.dwell.wake_at(until_ms)
                return []
        if self._unseen(state) or (playing and self._is_lifted(state, differing, now_ms)):
            return []
        made = self._made_beside(state) if playing else None
        if made is not None:
            expected = made.after
        found, wake_ms = self.health.check(expected, now_ms, state.negotiation.waits)
        if wake_ms is not None:
            state.dwell.wake_at(wake_ms)
        return found

    def _check_set_up(
        self, state: MatchState, differing: Sequence[Square], now_ms: int
    ) -> list[Square]:
        """Find the sensors that alone contradict a board set up for the next game: one that shows
        no piece, or two that show wrong ones."""
        assert self.shown is not None, "known by what it shows"
        silent = [square for square in differing if self.shown[square] is SquareState.EMPTY]
        if len(differing) > (1 if silent else MOST_FAULTS):
            return []
        if not state.dwell.elapsed(SEVERAL_MS, now_ms):
            return []
        for square in differing:
            self.health.declare(square, FaultKind.SILENT if silent else FaultKind.STUCK)
        state.dwell.wake_at(now_ms)  # the board may be complete now
        return list(differing)

    def _differing(self, expected: Snapshot) -> list[Square]:
        """Return the squares that are looked at and show something else than expected."""
        assert self.shown is not None, "known by what it shows"
        return contradicting(self.shown, expected, self.health.faults)

    def _lone_piece(self, differing: Sequence[Square]) -> Square | None:
        """Return the square that shows a piece too many where nothing else is wrong; else None."""
        assert self.shown is not None, "known by what it shows"
        if len(differing) != 1 or self.shown[differing[0]] is SquareState.EMPTY:
            return None
        return differing[0]

    def _is_lifted(self, state: MatchState, differing: Sequence[Square], now_ms: int) -> bool:
        """Return True if the only difference is a piece in the air: one that may move, or for a
        while one that a move captures, or the last one moved, which may have gone on to a square
        whose sensor is faulty."""
        if len(differing) != 1 or self._lone.square is not None:
            return False
        if any(
            candidate.origin == differing[0] for candidate in state.history.expectation.candidates
        ):
            return True
        last = state.history.last_of_round
        gone = last is not None and last.target == differing[0]
        gone = gone or any(differing[0] in o.captured for o in state.history.expectation.candidates)
        return gone and not state.dwell.elapsed(SEVERAL_MS, now_ms)

    def _count_lifts(self, state: MatchState, seen: Snapshot, now_ms: int) -> None:
        """Count how often a piece is lifted between two moves."""
        if len(state.history.plies) != self._plies:
            self._plies = len(state.history.plies)
            self._lifted.restart()
        self._lifted.watch(state.history.expectation.snapshot, seen, now_ms)

    def _confirmed(self, state: MatchState, now_ms: int) -> Candidate | None:
        """Return the only move that a piece lifted so often may have made, or None."""
        if self._lifted.lifts < LIFTS or not self.faulty or state.phase.name is not Phase.PLAY:
            return None
        assert self.shown is not None, "lifted from a square that is seen"
        found = unseen_candidates(state.history.expectation, self.shown, self.faulty)
        if len(found) != 1 or found[0].origin != self._lifted.square:
            return None
        return found[0] if state.dwell.elapsed(UNSEEN_MS, now_ms) else None

    def _denied(self, state: MatchState, found: Interpretation) -> bool:
        """Return True if players have said on a display that it is otherwise: the move is one that
        they took back, or takes one back that they chose."""
        if found.undo:
            return found.make is None and state.history.last_real is self._chosen
        undone = None if state.undone_by_hand else state.history.undone
        return undone is not None and found.makes(undone.move)

    def _told(self, squares: Sequence[Square]) -> list[Notice]:
        return [
            Notice(
                Severity.WARN,
                message(
                    f"session.sensor_{self.health.faults[square].kind.value}",
                    square=self._name(square),
                ),
            )
            for square in squares
        ]

    def _name(self, square: Square) -> str:
        return square_name(square, self._files)
