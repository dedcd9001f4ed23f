"""Play: moves are recognised, and gestures that are no moves.

A recognised move is made once its snapshot has lasted: REST_MS where nothing could extend it,
DWELL_MS where the piece might be sliding on, SET_DOWN_MS where it was carried through the air.  It
stays provisional until the opponent touches a piece: going on to another legal square replaces it.
What nothing explains is spoken of after WRONG_MS and guided back one piece at a time, while any
legal way on is still accepted.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace

from host.engine.game import OnlyAhead, Piece, Square
from host.engine.material import reserve
from host.engine.termination import can_be_agreed
from host.guidance import phrases
from host.guidance.corrections import (
    Correction,
    captured_correction,
    cleared_correction,
    correction_for,
)
from host.guidance.instruction import carry_out_words
from host.guidance.marks import required_marks
from host.guidance.setup import exchanged_rows
from host.message import Words, sentences
from host.recognition.discrepancy import is_cleared, is_last_lifted
from host.recognition.matching import Candidate, expect_from, move_shown_beside
from host.recognition.recogniser import Interpretation, interpret
from host.recognition.snapshot import Sight, Snapshot, SquareState, differing, first_snapshot
from host.recognition.takeback import find_takeback
from host.recognition.times import DWELL_MS, HAND_MS, JUST_SO_MS, REST_MS, TOUCH_MS, WRONG_MS
from host.session.match_state import MatchState
from host.session.phases import just_so
from host.session.phases.base import BasePhase
from host.session.phases.displaced_pieces import DisplacedPieces
from host.session.phases.restart import NewSetUp
from host.session.phases.unseen_moves import UnseenMoves
from host.session.player_actions import actions
from host.session.player_actions.adoption import watch_standing_board
from host.session.view import Action, Choice, Notice, Phase, Severity


class PlayPhase(BasePhase):
    """A round is played."""

    name = Phase.PLAY

    def __init__(self, state: MatchState) -> None:
        super().__init__(state)
        self._captor: Candidate | None = None
        """The move of which captured pieces are still to be taken off; None if there is none."""
        self._displaced: DisplacedPieces | None = None
        self._is_led_back = False
        """True if something has been wrong since the board last stood as the position has it."""
        self._first = first_snapshot(state.settings.game)
        self._set_up: NewSetUp | None = None
        """Looks for a new set-up while the board may show one; else None."""
        self._unseen = UnseenMoves(state)
        self._weighed_about: Hashable = None
        self._weighed: tuple[just_so.Change | None, just_so.Change | None] = None, None
        """Changes that the board of `_weighed_about` shows just so."""

    # Queries

    @property
    def due(self) -> Mapping[Square, Piece]:
        return self.state.history.expectation.pieces

    @property
    def capturing(self) -> tuple[Square, ...]:
        seen = self.state.board.seen
        if self._captor is None or seen is None:
            return ()
        expectation = self.state.history.expectation
        standing = self._captor.standing(expectation.snapshot, seen)
        # Once the move is made, another may stand there, or it is the next one's turn already.
        return standing if all(square in expectation.pieces for square in standing) else ()

    @property
    def time_runs(self) -> bool:
        state, turn = self.state, self.state.history.expectation.turn
        runs = not state.negotiation.stops_clock(turn, state.settings.serious)
        return runs and not self.stops_clock and state.history.begun

    @property
    def actions(self) -> tuple[Action, ...]:
        """Return the actions beside moves; none before the first move of a game.

        A move of which captured pieces are still to be taken off is finished first: else it would
        be lost, though the board shows it.
        """
        least, status = super().actions, self.state.negotiation.status
        if status.paused or status.offer is not None or self.capturing:
            return least
        if not least:
            return ()
        draw = (Action.DRAW,) if can_be_agreed(self.state.settings.game) else ()
        return (Action.RESIGN, *draw, Action.PAUSE, Action.NEW)

    @property
    def choices(self) -> Sequence[Choice]:
        """Return the choices to let the turn go, of moves made unseen, and of unseen pieces."""
        state, position = self.state, self.state.history.position
        letting_go = state.history.expectation.letting_go
        if state.negotiation.status.paused or state.computers_turn:
            return ()
        candidates = [] if letting_go is None else [letting_go]
        if not (chains := self._unseen.choices):
            candidates += state.sensors.offers.offered(state)
        game = state.settings.game
        moves = (
            Choice(game.move_text(position, move), game.describe_move(position, move), None)
            for move in (candidate.move for candidate in candidates)
        )
        return (*moves, *chains, *state.sensors.choices)

    def prompt(self) -> Words:
        state = self.state
        if state.outcome is not None:
            return super().prompt()
        return _prompt_of(state, self.capturing)

    # Readings of the sensors

    def is_push(self, reading: Snapshot) -> bool:
        found = self.interpret(reading)
        left = [reading[o.origin] for o in found.hints if o.origin is not None]
        return found.acts or (bool(left) and set(left) == {SquareState.EMPTY})

    def distance(self, reading: Snapshot) -> int:
        found = self.interpret(reading)
        if not found.wrong:
            return 0 if found.settled else 1 if found.acts else 2
        expectation = self.state.history.expectation
        likely = [self._first, expectation.snapshot, *(o.after for o in expectation.candidates)]
        return 3 + min(len(differing(reading, snapshot)) for snapshot in likely)

    def interpret(self, seen: Snapshot) -> Interpretation:
        state = self.state
        return interpret(
            state.history,
            seen,
            state.memory,
            since_ms=state.dwell.since_ms,
            touch_move=state.settings.moves_stand,
            captor=self._captor,
        )

    # Snapshots

    def board_lost(self) -> None:
        super().board_lost()
        self._captor = None

    def see(self, seen: Snapshot, now_ms: int) -> list[Notice]:
        """Look for gestures, then for moves."""
        state = self.state
        status = state.negotiation.status
        if status.offer is not None and is_cleared(state.history, seen):
            # Nobody answers with the pieces that it is asked of.
            state.negotiation.take(status.lapsed())
        if state.negotiation.standing is not None:
            watch_standing_board(state, seen, now_ms)
        gesture = state.negotiation.watch(
            state.history, seen, lambda: self.actions, state.dwell, now_ms
        )
        if gesture is None:
            return self._recognise(seen, now_ms)
        if gesture.astray:
            return self._wrong(seen, now_ms)
        self.correction = None
        self.hints = ()
        if state.stands:
            state.board.recognise(state.history.expectation.pieces)
        return actions.follow_gesture(state, gesture, now_ms)

    def _recognise(self, seen: Snapshot, now_ms: int) -> list[Notice]:
        state, history = self.state, self.state.history
        if state.left.hide_moves(seen, history.expectation):
            return self._wrong(seen, now_ms)
        if (asked := self._watch_set_up(seen, now_ms)) is not None:
            return asked
        if (chain := self._unseen.moved_on(seen, now_ms)) is not None:
            return self._unseen.make(chain, now_ms)
        found = self.interpret(seen)
        if found.make is not None:
            unseen = self._unseen.may_explain(found.make, found.undo, seen, now_ms)
            if unseen is None:
                return []
            if unseen:
                return [*self._wrong(seen, now_ms), *self._unseen.ask(seen, now_ms)]
        believed = self._beside_displaced(found, seen)
        if believed is None:
            return self._refuse(seen, now_ms)
        if believed.settled:
            state.board.recognise(history.expectation.pieces)
            self._displaced = None
        if (letting_go := self._let_go(seen, now_ms)) is not None:
            return [*state.make(letting_go, now_ms), *state.tick(now_ms)]
        if believed.wrong:
            if believed.capture is not None:
                state.memory.explain(now_ms, seen)
            return self._look_for_moves(seen, now_ms, believed.capture)
        state.memory.explain(now_ms, seen)
        if believed.touched:
            state.memory.settle()
        taken = None if believed.acts else self._take_after_all(seen, now_ms)
        return self._act(believed, now_ms) if taken is None else taken

    def _watch_set_up(self, seen: Snapshot, now_ms: int) -> list[Notice] | None:
        """Look for a new set-up; return None if what is seen belongs to play."""
        state, memory = self.state, self.state.memory
        cleared = memory.cleared
        memory.watch(state.history, seen, state.dwell.since_ms, now_ms, state.silent_ms)
        if cleared or seen == self._first or (self._set_up and self._set_up.rearranged):
            self._set_up = self._set_up or NewSetUp(state, self.asked_which)
            is_new = self._set_up.is_new(seen, cleared, lambda: self.interpret(seen).wrong)
            if is_new and state.dwell.elapsed(self._set_up.rest_ms(seen), now_ms):
                return self._set_up.ask(now_ms)
        else:
            self._set_up = None
        return self._refuse(seen, now_ms) if memory.cleared else None

    def _beside_displaced(self, found: Interpretation, seen: Snapshot) -> Interpretation | None:
        """Return what is made of an interpretation while pieces are displaced; None if it is one of
        them that seems to have made a move."""
        history, astray = self.state.history, self._displaced
        if astray is None:
            return found
        last = None if history.last_of_round is None else history.last_of_round.target
        # Nor is anything taken off for what is none.
        move = found.make or found.capture
        if move is not None and astray.seem_to_make(history.game, move, found.undo, last, seen):
            return None
        return astray.hold_back(found, last)

    def _look_for_moves(
        self, seen: Snapshot, now_ms: int, capture: Candidate | None
    ) -> list[Notice]:
        """Look for moves that were made unseen, where nothing else explains what is seen.

        Args:
            capture: as of `Interpretation`.
        """
        state = self.state
        if (chain := self._unseen.find(seen, now_ms)) is None:
            return []
        if chain:
            return self._unseen.make(chain, now_ms)
        # Where both players are at it, a move may never be seen alone.  One that ends a round must
        # be: pieces in the air would look like those being collected.
        expectation = state.history.expectation
        beside = move_shown_beside(expectation, seen)
        if beside is not None and not beside.wins:
            state.memory.note((expectation.position, beside.move))
        if state.memory.has_watched:
            return self._refuse(seen, now_ms, capture)
        return [*self._wrong(seen, now_ms, capture), *self._unseen.ask(seen, now_ms)]

    def _let_go(self, seen: Snapshot, now_ms: int) -> Candidate | None:
        """Return the move that lets the turn go, where the piece that moved last has been lifted
        and put back; None if it has not."""
        state, history, memory = self.state, self.state.history, self.state.memory
        move = history.expectation.letting_go
        if move is None or history.last_of_round is None:
            memory.watch_last(lifted=False, touched=False)
            return None
        if seen == history.expectation.snapshot:
            self._is_led_back = False
            return move if memory.lifted and state.dwell.elapsed(REST_MS, now_ms) else None
        self._is_led_back = self._is_led_back or self.correction is not None
        last = history.last_of_round.target
        alone = is_last_lifted(history, seen)
        stood = last is not None and memory.has_stood(last)
        # What is seen for a moment only is a sensor's slip; and what was just put may bounce.
        touched = alone and stood and state.dwell.elapsed(TOUCH_MS, now_ms)
        memory.watch_last(alone and not self._is_led_back, touched)
        return None

    def _act(self, found: Interpretation, now_ms: int) -> list[Notice]:
        """Do what was recognised once it has lasted; show until then what may come of it."""
        state, history = self.state, self.state.history
        self.correction = None
        # Another than the last move that is seen only with its reply may be a bump of two pieces.
        shown = found.undo == 0 or (found.undo == 1 and bool(found.hints))
        if found.make is not None and shown:
            last = history.last_real
            before = last.before if found.undo and last is not None else history.expectation
            state.memory.note((before.position, found.make.move))
        if not found.acts or not state.dwell.elapsed(found.rest_ms, now_ms):
            self.hints = found.hints
            return self._ask_for_captured(found, now_ms)
        self.hints = ()
        return self.perform(found, now_ms)

    def _ask_for_captured(self, found: Interpretation, now_ms: int) -> list[Notice]:
        """Ask for captured pieces to be taken off, once the move has rested that captures them."""
        captor = found.capture
        if self._captor is not None and found.makes(self._captor.move):
            return []  # they have just been lifted
        news = captor is not None and captor != self._captor
        if news and not self.state.dwell.elapsed(DWELL_MS, now_ms):
            return []  # a piece in passing
        self._captor = captor
        # A virtual hand takes them off.
        tells = news and not self.state.virtual_hand
        return [Notice(Severity.INFO, self.prompt())] if tells else []

    def choose(self, text: str, now_ms: int) -> list[Notice] | None:
        chain = self._unseen.chosen(text)
        if chain is not None:
            return self._unseen.make(chain, now_ms)
        return self.state.sensors.choose(self.state, text, now_ms)

    # Corrections

    def _refuse(self, seen: Snapshot, now_ms: int, captor: Candidate | None = None) -> list[Notice]:
        """Tell what is wrong, until the board has rested that shows a change of the game just so.

        Args:
            captor: as for `_wrong`.
        """
        state = self.state
        if not state.dwell.elapsed(JUST_SO_MS, now_ms):
            return self._wrong(seen, now_ms, captor)
        whole, other = self._shown_by_sights(seen)
        change = whole or self._shown_after_all(now_ms) or other
        if change is None:
            return [*self._wrong(seen, now_ms, captor), *self._unseen.ask(seen, now_ms)]
        taken = self._take(change, seen, now_ms)
        return self._wrong(seen, now_ms, captor) if taken is None else taken

    def _shown_by_sights(
        self, seen: Snapshot
    ) -> tuple[just_so.Change | None, just_so.Change | None]:
        """Return the change that the whole board shows, and without it the first one that it shows
        where not all of it is compared; None if it shows none."""
        state = self.state
        about = seen, state.history.plies, state.dwell.since_ms, state.sensors.faulty
        if about != self._weighed_about:  # asked at each tick, it is the same
            whole, other = self.shown_just_so(seen), None
            if whole is None:
                shown = (self.shown_just_so(seen, sight) for sight in state.sights(seen))
                other = next(filter(None, shown), None)
            self._weighed_about, self._weighed = about, (whole, other)
        return self._weighed

    def _shown_after_all(self, now_ms: int) -> just_so.Change | None:
        """Return the change of the game that the sensors show where those that are out of order are
        believed as well; None if they show none, or all work."""
        state, shown = self.state, self.state.sensors.shown
        # Where pieces come and go, such a sensor nearly always shows something that may be one.
        ahead = isinstance(state.settings.game, OnlyAhead)
        if shown is None or not state.sensors.faulty or not ahead:
            return None
        change = self.shown_just_so(shown, Sight(not state.board.by_colour))
        due = state.history.expectation.snapshot
        believed = change is not None and state.sensors.show_after_all(change.shows, due, now_ms)
        return change if believed else None

    def _take_after_all(self, seen: Snapshot, now_ms: int) -> list[Notice] | None:
        """Change the game as sensors show it that are out of order; None if they show nothing, or
        all work."""
        if not self.state.sensors.faulty or not self.state.dwell.elapsed(JUST_SO_MS, now_ms):
            return None
        change = self._shown_after_all(now_ms)
        return None if change is None else self._take(change, seen, now_ms)

    def _take(self, change: just_so.Change, seen: Snapshot, now_ms: int) -> list[Notice] | None:
        """Change the game as the board shows it just so.

        Return None until it has rested for that, or where pieces may have been knocked and moves
        stand.
        """
        state = self.state
        if state.settings.moves_stand and change.is_knock(state.history, state.memory):
            return None
        rest_ms = change.rest_ms(state.history, state.memory, seen, self._displaced)
        if not state.dwell.elapsed(rest_ms, now_ms):
            return None
        self.correction, self._displaced = None, None
        state.believe_sensors(change.shows)
        state.board.take_sides(change.shows)
        notices = self.change(change.undo, change.made, now_ms)
        # A piece too many is told at once.
        return [*notices, *([] if state.stands else state.tick(now_ms))]

    def _wrong(self, seen: Snapshot, now_ms: int, captor: Candidate | None = None) -> list[Notice]:
        """Tell what is wrong.

        Args:
            captor: the move whose captured pieces stand though the reply to it has begun.
        """
        state, history = self.state, self.state.history
        returning = state.left.explain(seen)
        left_to_hand = state.virtual_hand and (returning or bool(self.capturing))
        patience_ms = HAND_MS if left_to_hand else WRONG_MS
        if self.correction is None and not state.dwell.elapsed(patience_ms, now_ms):
            return []  # a piece in passing: its legal squares stay lit
        self.hints = ()
        if state.memory.cleared:
            self._captor = None  # nothing is left over of a move when all pieces are set up
            found = self._what_is_wrong(seen, returning)
        else:
            found = self._captured_stand(seen, captor) or self._what_is_wrong(seen, returning)
        touch_move = state.settings.moves_stand
        if found is not None and touch_move and find_takeback(history, seen) is not None:
            found = replace(found, words=sentences(phrases.TOUCH_MOVE, found.words))
        if found is not None and self._unseen.movers:
            found = replace(found, marks=(*found.marks, *required_marks(self._unseen.movers)))
        before, self.correction = self.correction, found
        news = found is not None and (before is None or found.words != before.words)
        if state.negotiation.standing is None:
            watch_standing_board(state, seen, now_ms)
        return [Notice(Severity.WARN, found.words)] if found is not None and news else []

    def _what_is_wrong(self, seen: Snapshot, returning: bool) -> Correction | None:
        """Return the first thing to put right.

        Args:
            returning: True if pieces are being led back, so that no rule forbids where they are.
        """
        state, history, board = self.state, self.state.history, self.state.board
        game, expectation = state.settings.game, history.expectation
        standing, known = state.negotiation.standing, board.known
        if state.negotiation.status.offer is not None:
            # Both pieces of the gesture are put back first: no rule forbids where they are.
            if standing is not None:
                expectation, known = standing.history.expectation, None
            return correction_for(game, expectation, seen, known, board.by_colour, forbidden=False)
        if (rows := exchanged_rows(game, game.pieces(game.start()), seen)) is not None:
            return rows
        if is_cleared(history, seen):
            return cleared_correction(game, expectation, seen, board.known)
        at_once = state.memory.changed_at_once(expectation.snapshot, seen)
        astray = DisplacedPieces.of(expectation.snapshot, seen, at_once)
        if astray.replace(self._displaced, begins=self.correction is None):
            self._displaced = astray
        ruled = not (returning or state.memory.cleared)
        bumped = self._displaced.squares if ruled and self._displaced is not None else ()
        hand = not state.virtual_hand
        return correction_for(game, expectation, seen, known, board.by_colour, ruled, bumped, hand)

    def _captured_stand(self, seen: Snapshot, captor: Candidate | None) -> Correction | None:
        """Return what is wrong where captured pieces were not taken off, and play went on."""
        state, board = self.state, self.state.board
        game, history = state.settings.game, state.history
        expectation, last = history.expectation, history.last_of_round
        if last is not None and not state.left.are_led_back:
            was = last.before.snapshot
            left = [s for s in last.captured if seen[s] is was[s] is not expectation.snapshot[s]]
            if left:
                return captured_correction(game, last.before.pieces, left)
        captor = captor or self._captor
        if captor is None or not captor.has_moved(seen):
            self._captor = None
            return None
        self._captor = captor
        left = [s for s in captor.captured if seen[s] is expectation.snapshot[s]]
        if left:
            return captured_correction(game, expectation.pieces, left, first=True)
        if captor not in expectation.candidates:
            return None
        # A captured piece has been moved on instead of being taken off.
        following = expect_from(game, captor.position)
        return correction_for(game, following, seen, board.known, board.by_colour)


def _prompt_of(state: MatchState, capturing: Sequence[Square]) -> Words:
    """Return what is to be done next in a game that goes on.

    Args:
        capturing: squares of captured pieces that are still to be taken off.
    """
    history = state.history
    if state.negotiation.waits:
        return state.negotiation.prompt(history)
    game, expectation = state.settings.game, history.expectation
    if capturing and not state.virtual_hand:
        return phrases.take_captured(game, state.with_pieces(capturing))
    opponent = state.settings.opponent
    if opponent is not None and state.computers_turn:
        candidate = next(iter(expectation.candidates), None)
        if candidate is None:
            is_far = state.settings.far_side is not None  # perhaps away
            return phrases.FAR_TO_MOVE if is_far else phrases.thinks(opponent.label)
        return carry_out_words(
            game, expectation, candidate, opponent.label, by_hand=not state.virtual_hand
        )
    if expectation.letting_go is not None:
        last = history.last_of_round
        moved = [] if last is None or last.target is None else state.with_pieces([last.target])
        return phrases.to_go_on(game, expectation.turn, moved[0] if moved else None)
    if expectation.puts:
        pieces = reserve(game, expectation.position)
        own_reserve = {p: count for p, count in pieces.items() if p.side is expectation.turn}
        return phrases.to_put(game, expectation.turn, own_reserve)
    movers = state.with_pieces(game.movable_squares(expectation.position))
    own = sum(piece.side is expectation.turn for piece in expectation.pieces.values())
    return phrases.to_move(game, expectation.turn, movers, len(movers) == own)
