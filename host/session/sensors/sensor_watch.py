"""Faulty sensors during a match: they are reported and ignored, and play goes on without them.

The working sensors tell what happens on the squares of faulty ones.  A move that they do not tell
is chosen on a display, or confirmed by hand: the piece is lifted and put back twice before it is
put where no sensor works.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Sequence
from functools import partial

from host.engine.game import Square
from host.guidance.lighting import Mark
from host.message import message
from host.recognition.filling import best_filling, squares_of_reply, unseen_candidates
from host.recognition.history import Ply
from host.recognition.matching import Candidate
from host.recognition.recogniser import Interpretation
from host.recognition.sensing.sensor_health import (
    MOST_FAULTS,
    FaultKind,
    SensorHealth,
    agrees,
    contradicting,
    fill,
    states_on,
)
from host.recognition.snapshot import (
    STATE_OF_SIDE,
    Snapshot,
    SquareState,
    first_snapshot,
    snapshot_of,
)
from host.recognition.times import (
    BUMPED_MS,
    FAULT_MS,
    HELD_MS,
    JUST_SO_MS,
    PLAYED_MS,
    PUT_DOWN_MS,
    SEVERAL_MS,
)
from host.session.sensors.fault_notices import FaultNotices
from host.session.sensors.lone_piece import LonePiece, stuck_before_lift
from host.session.sensors.move_offers import LIFTS, LIFTS_MS, MoveOffers
from host.session.sensors.watched_match import WatchedMatch
from host.session.view import Choice, Notice, Phase, Severity

STANDS = "it stands"
"""Text of the choice that missing pieces stand where they belong."""


class SensorWatch:
    """Watches the sensors of one board during a match.

    Args:
        files: of the game.

    Attributes:
        health: detects the faulty ones.
        offers: moves that may have been made unseen.
    """

    def __init__(self, files: int) -> None:
        self._files = files
        self.health = SensorHealth(files)
        self.offers = MoveOffers(self.health, files)
        self._plies = 0
        self._moves_ms = deque([0, 0], maxlen=2)
        """When the last two moves were made or taken back."""
        self._missing_ms: dict[Square, int] = {}
        """Since when pieces are missing, by their squares."""
        self._differing_now: list[Square] = []
        self._since_ms = 0
        self._notices = FaultNotices(self.health, files)
        self._long_missing: frozenset[Square] = frozenset()
        self._chosen: Ply | None = None

    @property
    def shown(self) -> Snapshot | None:
        """Snapshot of the sensors; None while there is no board."""
        return self.health.shown

    @property
    def faulty(self) -> tuple[Square, ...]:
        """The squares of faulty sensors."""
        return tuple(sorted(self.health.faults))

    def see(self, snapshot: Snapshot, now_ms: int, distance: Callable[[Snapshot], float]) -> None:
        """Take in what the sensors show.

        Args:
            distance: tells how far a reading of it is from what the game explains.
        """
        if flickering := self.health.watch(snapshot, now_ms, distance):
            self._notices.flicker(flickering, now_ms)

    def board_lost(self) -> None:
        """Forget what the sensors showed last; what is known of them is kept."""
        self.health.board_lost()

    def visible(self) -> Snapshot | None:
        """Return what the working sensors show, others as empty; None while there is no board."""
        if self.shown is None or not self.faulty:
            return self.shown
        return fill(self.shown, dict.fromkeys(self.faulty, SquareState.EMPTY))

    def filled(self, state: WatchedMatch) -> Snapshot | None:
        """Return the snapshot with the squares of faulty sensors filled in; None while there is no
        board."""
        shown, faulty = self.shown, self.faulty
        if shown is None or not faulty:
            return shown
        history, interpret = state.history, state.phase.interpret
        if state.phase.name is Phase.PLAY:
            denied = partial(self._denied, state)
            return best_filling(history, shown, self.health, interpret, denied)
        expected = self._expected(state)
        if state.phase.name is Phase.SETUP and history.plies and history.plies[-1].between:
            chosen_from = history.plies[-1].before.snapshot
            if not contradicting(shown, chosen_from, faulty):
                expected = chosen_from  # the choice is taken back
        return fill(shown, states_on(expected, faulty))

    def tick(self, state: WatchedMatch, now_ms: int) -> list[Notice]:
        """Check the sensors, and make a move that was confirmed by lifting its piece."""
        shown, seen = self.shown, state.board.seen
        if shown is None or seen is None:
            return []
        expected = self._expected(state)
        puts = state.history.expectation.puts
        notices = self._notices.tick(state.dwell, now_ms)
        notices += self.offers.watch_puts(state, now_ms) if puts else []
        differing = self._differing(expected)
        if differing != self._differing_now:
            self._differing_now, self._since_ms = differing, now_ms
        missing = [square for square in differing if shown[square] is SquareState.EMPTY]
        self._missing_ms = {square: self._missing_ms.get(square, now_ms) for square in missing}
        if not differing:
            self.health.reversed.settle(expected, now_ms)
        notices += self._recover(state, expected, now_ms) if self.faulty else []
        playing = state.phase.name is Phase.PLAY
        if playing and len(differing) == 2 and len(missing) == 1:
            candidates = state.history.expectation.candidates
            changes, since_ms = self.health.changes, state.dwell.since_ms
            (more,) = set(differing).difference(missing)
            square = stuck_before_lift(more, missing[0], candidates, changes, since_ms)
            notices += [] if square is None else self._declare([square], FaultKind.STUCK)
        lone = self._lone_piece(state, differing) if playing else None
        if lone is not None:
            first = first_snapshot(state.settings.game)
            undue, wake_ms = lone.undue(expected, first, now_ms)
            state.dwell.wake_at(wake_ms)
            self._notices.flicker(undue, now_ms)
        notices += self._watch_missing(state, differing, now_ms)
        held = playing and missing == differing
        if differing and not (held and state.phase.correction is None):
            notices += self._check(state, expected, differing, now_ms)
        if len(state.history.plies) != self._plies:
            self._plies = len(state.history.plies)
            self._moves_ms.append(now_ms)
        offers, suspects = self.offers, lone is not None or self.faulty
        idle = bool(suspects) and state.dwell.elapsed(FAULT_MS, now_ms)
        offers.look(idle, bool(differing), now_ms)
        if idle or offers.unsettled_ms >= HELD_MS or offers.asked:
            notices += offers.ask(state)
        confirmed = self._confirmed(state, now_ms)
        if confirmed is not None:
            notices += state.make(confirmed, now_ms)
            self.trust(state)
            self._chosen = None  # by hand it may be taken back as well
        return notices

    def _watch_missing(
        self, state: WatchedMatch, differing: Sequence[Square], now_ms: int
    ) -> list[Notice]:
        """Tell once how to go on if pieces that are missing stand where they belong."""
        told, self._long_missing = self._long_missing, frozenset()
        if not self._are_missing_alone(differing) or not self._is_asked_for(state):
            return []
        due_ms = self._since_ms + (HELD_MS if state.negotiation.waits else SEVERAL_MS)
        if now_ms < due_ms:
            state.dwell.wake_at(due_ms)
            return []
        self._long_missing = frozenset(differing)
        if self._long_missing == told:
            return []
        words = message("session.seen_nowhere", squares=self._notices.names(self._long_missing))
        return [Notice(Severity.INFO, words)]

    def _are_missing_alone(self, differing: Sequence[Square]) -> bool:
        """Return True if nothing is wrong but pieces that are missing, as many as sensors fail
        together: a hand may hold them for any time, so that time is no evidence."""
        few = len(differing) <= MOST_FAULTS or len({s // self._files for s in differing}) == 1
        return few and len(differing) == len(self._missing_ms) > 0

    def _is_asked_for(self, state: WatchedMatch) -> bool:
        """Return True if players are asked for missing pieces, or these have opened the menu; else
        it may be the piece to move, in a hand."""
        if state.phase.correction is None and not state.negotiation.waits:
            return False
        if state.left.are_led_back or state.phase.asks:
            return False
        return state.phase.name in (Phase.PLAY, Phase.SETUP)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choice that pieces stand where they belong, though they have long been missing."""
        if not self._long_missing:
            return ()
        words = message("session.pieces_stand", squares=self._notices.names(self._long_missing))
        return (Choice(STANDS, words, None),)

    def choose(self, state: WatchedMatch, text: str, now_ms: int) -> list[Notice] | None:
        """Declare the sensors of missing pieces silent, as players have told; None if the text is
        no such choice."""
        if text != STANDS or not self._long_missing:
            return None
        return [*self._declare(self._long_missing, FaultKind.SILENT), *state.tick(now_ms)]

    def _declare(self, squares: Collection[Square], kind: FaultKind) -> list[Notice]:
        for square in squares:
            self.health.declare(square, kind)
        return self._notices.found(sorted(squares))

    def _begin_without(self, state: WatchedMatch, now_ms: int) -> list[Notice]:
        """Begin the round with the first move, if it is made while a piece or two are missing that
        were so before its own was lifted."""
        missing_ms, made = self._missing_ms, []
        for candidate in state.history.expectation.candidates:
            origin, wrong = candidate.origin, self._differing(candidate.after)
            lifted_ms = 0 if origin is None else missing_ms.get(origin, 0)
            if len(wrong) <= MOST_FAULTS and all(
                missing_ms.get(square, now_ms) < lifted_ms for square in wrong
            ):
                made.append(candidate)
        if len(made) != 1 or not state.dwell.elapsed(PLAYED_MS, now_ms):
            return []
        state.enter()
        return state.make(made[0], now_ms)

    def _recover(self, state: WatchedMatch, expected: Snapshot, now_ms: int) -> list[Notice]:
        """Use sensors again that work, except where a move may have been made unseen."""
        unseen = {square for candidate in self.offers.unseen(state) for square in candidate.touched}
        but = unseen | self._notices.disturbed
        works, wake_ms = self.health.recover(expected, now_ms, but)
        state.dwell.wake_at(wake_ms)
        stuck = self.health.left_by_reversed(expected) if not state.history.expectation.puts else []
        return self._notices.found(stuck) + self._notices.work_again(works)

    def show_after_all(self, change: Snapshot, due: Snapshot, now_ms: int) -> bool:
        """Return True if sensors that are out of order show a change of the game after all.

        What they show of it must have changed since the last move: a stuck sensor always shows a
        piece, and a silent one none.

        Args:
            change: what the board shows after the change.
            due: what it is to show before.
        """
        for square in self.faulty:
            if change[square] is due[square]:
                continue
            came_ms = self.health.changes.last_ms(square)
            flickers = self.health.faults[square].kind is FaultKind.FLICKERS
            rest_ms = BUMPED_MS if flickers else JUST_SO_MS
            if came_ms < self._moves_ms[-1] or now_ms - came_ms < rest_ms:
                return False
        return True

    def believe(self, shows: Snapshot) -> None:
        """Believe sensors again that show what the board shows; not those that flicker."""
        shown, faults = self.shown, self.health.faults
        assert shown is not None, "there is a board"
        squares = [s for s in self.faulty if agrees(shown[s], shows[s])]
        self.health.release([s for s in squares if faults[s].kind is not FaultKind.FLICKERS])

    def trust(self, state: WatchedMatch) -> None:
        """Declare the sensors faulty that contradict a move which players have told, but for those
        that show the reply."""
        self._chosen = last = state.history.last_real
        if self.shown is not None and last is not None:
            following = state.history.expectation
            reply = squares_of_reply(last, following, self.shown, self.faulty)
            for square in self._differing(following.snapshot):
                if square not in reply:
                    self.health.blame(square, following.snapshot[square])

    def marks(self) -> list[Mark]:
        """Return the marks of the squares of faulty sensors and reversed pieces."""
        return self._notices.marks()

    def _expected(self, state: WatchedMatch) -> Snapshot:
        expectation = state.history.expectation
        if state.phase.name is Phase.PLAY:
            return expectation.snapshot
        return snapshot_of(state.phase.due or expectation.pieces, len(expectation.snapshot))

    def _check(
        self, state: WatchedMatch, expected: Snapshot, differing: Sequence[Square], now_ms: int
    ) -> list[Notice]:
        """Find sensors that contradict the game where players can do nothing about it."""
        playing = state.phase.name is Phase.PLAY
        if state.phase.name is Phase.ENDED:
            return self._check_set_up(state, differing, now_ms)
        if (
            state.left.are_led_back
            or state.phase.asks
            or not (playing or state.phase.name is Phase.SETUP)
        ):
            return []
        lone = self._lone_piece(state, differing) if playing else None
        if lone is not None:
            stuck = lone.stuck(self._moves_ms[-1])
            if stuck is not None and state.dwell.elapsed(JUST_SO_MS, now_ms):
                return self._declare([stuck], FaultKind.STUCK)
            until_ms = lone.undecided_until(self._since_ms, now_ms)
            if until_ms is not None:
                state.dwell.wake_at(until_ms)
                return []
        if self.offers.unseen(state) or state.left.explain(state.board.seen):
            return []
        waits = state.negotiation.waits
        missing_ms = self._missing_ms
        if not waits and self._are_missing_alone(differing):
            if max(missing_ms.values()) < self._moves_ms[0]:
                return self._declare(
                    missing_ms, FaultKind.SILENT
                )  # no hand holds them for two moves
        elif not (waits or playing) and (begun := self._begin_without(state, now_ms)):
            return begun
        turned = self._may_be_upside_down(state, differing)
        found, wake_ms = self.health.check(expected, now_ms, waits, not playing, turned)
        state.dwell.wake_at(wake_ms)
        return self._notices.turned(found[0]) if turned and found else self._notices.found(found)

    def _check_set_up(
        self, state: WatchedMatch, differing: Sequence[Square], now_ms: int
    ) -> list[Notice]:
        """Begin the next game if its board is set up, except for one or two pieces that are missing
        or one or two sensors that show a wrong one."""
        assert self.shown is not None, "there is a board"
        missing = [square for square in differing if self.shown[square] is SquareState.EMPTY]
        if len(differing) > MOST_FAULTS or 0 < len(missing) < len(differing):
            return []
        if missing and state.settings.far_side is not None:
            return []  # both must agree to another game
        if not state.dwell.elapsed(SEVERAL_MS, now_ms):
            return []
        state.dwell.wake_at(now_ms)  # the board may be complete now
        if missing:
            state.board.forget_identity()
            return state.begin_again()  # they are asked for then
        return self._declare(differing, FaultKind.STUCK)

    def _differing(self, expected: Snapshot) -> list[Square]:
        """Return the squares whose working sensors show something else than expected."""
        assert self.shown is not None, "there is a board"
        return contradicting(self.shown, expected, self.health.faults)

    def _lone_piece(self, state: WatchedMatch, differing: Sequence[Square]) -> LonePiece | None:
        """Return the piece too many where nothing else is wrong; None if there is none."""
        assert self.shown is not None, "there is a board"
        if len(differing) != 1 or self.shown[differing[0]] is SquareState.EMPTY:
            return None
        square, candidates = differing[0], state.history.expectation.candidates
        return LonePiece(square, self.shown[square], candidates, self.health)

    def _may_be_upside_down(self, state: WatchedMatch, differing: Sequence[Square]) -> bool:
        """Return True if a piece may have been put with its magnet the wrong way up."""
        expectation, lone = state.history.expectation, self._lone_piece(state, differing)
        is_wrong = lone is not None and lone.state is STATE_OF_SIDE[expectation.turn.other]
        return expectation.puts and is_wrong

    def _confirmed(self, state: WatchedMatch, now_ms: int) -> Candidate | None:
        """Return the only move that a piece lifted LIFTS times may have made, or None."""
        if not self.faulty or state.phase.name is not Phase.PLAY:
            return None
        assert self.shown is not None, "there is a board"
        found = unseen_candidates(state.history.expectation, self.shown, self.faulty)
        if len(found) != 1 or found[0].origin is None:
            return None
        within_ms = min(LIFTS_MS, now_ms - self._moves_ms[-1])
        changes = self.health.changes
        if changes.lifts_alone(found[0].origin, within_ms, now_ms, self.faulty) < LIFTS:
            return None
        return found[0] if state.dwell.elapsed(PUT_DOWN_MS, now_ms) else None

    def _denied(self, state: WatchedMatch, found: Interpretation) -> bool:
        """Return True if players have said otherwise on a display: they took this move back there,
        or chose the one that it takes back."""
        if found.undo:
            # A piece that is put elsewhere is another one.
            put = found.make is None or found.make.origin is None
            return put and state.history.last_real is self._chosen
        undone = None if state.left.undone else state.history.undone
        return undone is not None and found.makes(undone.move)
