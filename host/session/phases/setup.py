"""Set-up phase: players are guided piece by piece to the position."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from host.engine.game import Piece, Square
from host.guidance import phrases
from host.guidance.setup import Step, goal_of, next_step
from host.message import Words, sentences
from host.recognition.discrepancy import is_cleared
from host.recognition.memory import RecognitionMemory
from host.recognition.recogniser import Interpretation, interpret
from host.recognition.snapshot import Snapshot, SquareState, differing, first_snapshot
from host.recognition.takeback import Takeback, find_takeback
from host.recognition.times import DOUBT_MS, DWELL_MS, HAND_MS, WRONG_MS
from host.session.colour_check import check_all
from host.session.match_state import MatchState
from host.session.phases.base import BasePhase
from host.session.phases.restart import ask_which
from host.session.phases.reversed_set import ReversedSet
from host.session.phases.which_match import ask_which_match
from host.session.view import Choice, Notice, Phase, Severity


class SetupPhase(BasePhase):
    """The board is not yet as the position wants it.

    Attributes:
        chosen_on: the corner on which hands have told the choice that is being carried out; None
            if a display did, or if there was nothing to choose.
        revocable: True if hands may take that choice back.
        may_be_new: True if what looked like that choice may have been a piece set up for a new
            match, where the board was cleared and set up without heeding the lights.
        cleared: True if it was cleared since the round has ended.
    """

    name = Phase.SETUP

    def __init__(self, state: MatchState) -> None:
        super().__init__(state)
        self.chosen_on: Square | None = None
        self.revocable = False
        self.may_be_new = False
        self.cleared = False
        self._step: Step | None = None
        self._reversed = ReversedSet(state)
        self._begun_ms: int | None = None
        self._before: Snapshot | None = None
        self._followed = 0
        """Pieces put where the lights asked for them, minus those put elsewhere."""

    def begin_fill(self, chosen_on: Square | None, cleared: bool, may_be_new: bool) -> None:
        """Set up a fill that hands have chosen.

        Args:
            chosen_on: the corner that told it; None if there was no choice, so that it may be taken
                back at once.
            cleared: True if the board had been cleared before.
            may_be_new: True if the rows may be set up for a new match.
        """
        self.chosen_on, self.revocable = chosen_on, chosen_on is None
        self.cleared, self.may_be_new = cleared, may_be_new

    def prompt(self) -> Words:
        if self.correction:
            return self.correction.words
        return phrases.BEING_SET_UP if self.state.virtual_hand else phrases.SET_UP_BOARD

    @property
    def due(self) -> Mapping[Square, Piece]:
        return self.state.history.expectation.pieces

    @property
    def choices(self) -> Sequence[Choice]:
        """Return the choices that pieces stand though they are not seen, once they are asked for,
        or that all magnets are the other way up."""
        return (*self.state.sensors.choices, *self._reversed.choices)

    def choose(self, text: str, now_ms: int) -> list[Notice] | None:
        turned = self._reversed.choose(text)
        return self.state.sensors.choose(self.state, text, now_ms) if turned is None else turned

    def see(self, seen: Snapshot, now_ms: int) -> list[Notice]:
        """Tell the next piece to place; begin to play once all stand."""
        state, known = self.state, self.state.board.known
        assert known is not None, "what is seen has been taken in"
        asked = ask_which_match(state, seen, now_ms)
        if asked is None:
            asked = self._reversed.see(seen, now_ms)
        if asked is not None:
            return asked
        if self.chosen_on is not None and seen[self.chosen_on] is SquareState.EMPTY:
            # A choice is taken back as it was told.  Else a sensor that shows something for a
            # moment would do it, where a piece stood on its corner from the beginning.
            self.revocable = True
        self.cleared = self.cleared or is_cleared(state.history, seen)
        self._watch_lights(seen)
        may_be_new = self.may_be_new and self.cleared and self._followed <= 0
        if may_be_new and seen == first_snapshot(state.settings.game):
            return ask_which(state) if state.dwell.elapsed(DWELL_MS, now_ms) else []
        order = state.history.filling_order
        goal = goal_of(self.due, order)
        step = next_step(state.settings.game, goal, seen, known, state.board.by_colour)
        step = self._reversed.offer(step, seen)
        if step.correction is not None and not state.left.are_untouched(seen):
            meanwhile = self._done_meanwhile(seen, step.misplaced, now_ms)
            if meanwhile is not None:
                return meanwhile
        if step.correction is not None and self._is_left_to_hand(now_ms):
            self.progress = step.count
            return []
        before = self._step
        if step.wrong and before is not None and not state.dwell.elapsed(WRONG_MS, now_ms):
            return []  # a piece in passing
        news = step.wrong and (before is None or step.correction != before.correction)
        self._step, self.correction = step, step.correction
        self.progress = step.count if step.count.of else None
        if step.correction is not None:
            return [Notice(Severity.WARN, step.correction.words)] if news else []
        # A quick player may lift a piece before the last one has rested.
        state.memory.cleared = False
        state.memory.explain(now_ms)
        state.enter()
        check = [phrases.CHECK] if check_all(state, now_ms) else []
        if order:
            return [Notice(Severity.INFO, sentences(*check, state.phase.prompt()))]
        set_up = [] if state.virtual_hand else [phrases.READY]
        ready = sentences(*set_up, *check, state.phase.prompt())
        return [Notice(Severity.INFO, ready), *state.pass_on()]

    def _watch_lights(self, seen: Snapshot) -> None:
        """Count the pieces that come where the lights ask for one: who follows them sets up for the
        next round, and for no new match."""
        before, self._before = self._before or seen, seen
        came = {s for s in differing(seen, before) if before[s] is SquareState.EMPTY}
        marks = () if self.correction is None else self.correction.marks
        asked = {mark.square for mark in marks if (mark.entry, mark.role) == ("fill", "here")}
        self._followed += len(came & asked) - len(came - asked)

    def _is_left_to_hand(self, now_ms: int) -> bool:
        """Return True while a virtual hand may still be setting the board up."""
        dwell = self.state.dwell
        if not self.state.virtual_hand:
            return False
        if self._begun_ms is None:
            self._begun_ms = now_ms
        since_ms = max(self._begun_ms, dwell.since_ms)
        return dwell.until(since_ms, HAND_MS, now_ms) is not None

    def _done_meanwhile(
        self, seen: Snapshot, misplaced: Collection[Square], now_ms: int
    ) -> list[Notice] | None:
        """Do what hands have done instead of setting up: the next move, or a takeback of the
        choice that they told; None if they have done neither."""
        state, known = self.state, self.state.board.known
        assert known is not None, "what is seen has been taken in"
        history = state.history
        expectation = history.expectation
        changed = set(differing(seen, expectation.snapshot))
        # At most a move and its reply; of many pieces that are still due, nothing is asked.
        most = 2 * max((len(candidate.touched) for candidate in expectation.candidates), default=0)
        # What has not been put where it stands since the last round is still to be carried home.
        put = all(s not in known.on or known.on[s].moved for s in changed)
        # The computer's move is carried out only after it is known.
        opponent = state.settings.opponent
        put = put and not state.left.are_led_back
        put = put and (opponent is None or expectation.turn is not opponent.side)
        forward = put and len(changed) <= most and changed.issuperset(misplaced)
        touch_move = state.settings.moves_stand
        back = None if touch_move else find_takeback(history, seen, past_choice=True)
        if back == Takeback(1) and self.revocable:
            found = Interpretation(undo=1, rest_ms=DWELL_MS)
        elif back is not None and back.undo == 2 and self._is_astray(seen, changed):
            # The move that ended the round was none: a bump, and pieces put up again after it.
            found = Interpretation(make=back.make, undo=2, rest_ms=DOUBT_MS)
        elif forward:
            found = interpret(history, seen, RecognitionMemory(), since_ms=0, touch_move=True)
        else:
            return None
        rest_ms = max(found.rest_ms, DWELL_MS)
        if not found.acts or not state.dwell.elapsed(rest_ms, now_ms):
            return None
        if found.make is not None and found.undo < 2:
            before = expectation.position
            if found.undo and history.last_real is not None:
                before = history.last_real.before.position
            state.memory.note((before, found.make.move))
        state.enter()
        return self.perform(found, now_ms)

    def _is_astray(self, seen: Snapshot, changed: Collection[Square]) -> bool:
        """Return True if a piece stands where none has stood and none belongs: nobody sets up like
        that, while a piece that is carried home may be back where its last move began."""
        choice = self.state.history.plies[-1]
        ended = choice.before.snapshot
        return choice.between and any(seen[s] not in (SquareState.EMPTY, ended[s]) for s in changed)
