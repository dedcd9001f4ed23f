"""The attendant: looks on while hands play, and does what they mean.

A recognised move is made once its picture has rested: REST_MS where nothing could extend it,
DWELL_MS where the piece might be sliding on.  It stays provisional until the opponent touches
a piece: going on to another legal square replaces it.  What a picture means is judged in
recogniser.py; what nothing explains is spoken of after WRONG_MS, and guided back one piece at a
time, while any legal way on is still accepted.

Before a move is looked for, hands may tell by gestures what is no move: resign, offer a draw, pause
or a new match; accord.py hears them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from host.engine.game import Square
from host.guidance import phrases
from host.guidance.marks import Correction, captured_correction, correction_for
from host.guidance.setup import goal_of, next_step
from host.recognition.history import Takeback
from host.recognition.matching import Candidate, Finished, expect_from, explain, move_shown_beside
from host.recognition.recogniser import (
    DOUBT_MS,
    DWELL_MS,
    REST_MS,
    Interpretation,
    interpret,
    interpret_last,
)
from host.recognition.snapshot import Snapshot, SquareState, snapshot_of
from host.session import player_actions
from host.session.match_state import ACCEPTED_MS, CHECK_MS, Sitting
from host.session.view import Action, Notice, Phase, Severity

WRONG_MS = 500
"""How long something unexplained must last to be spoken of; told within 1 s in all."""
OVER_MS = 2000
"""How long the winning piece must be back where it came from for the end of a round to be undone:
whoever sets up the next round with it goes on sooner."""


class Attendant:
    """Attends to one sitting."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting

    def see(self, snapshot: Snapshot, now_ms: int, age_ms: int = 0) -> list[Notice]:
        """Take in what the board shows, and has shown for that long; the same again is harmless."""
        sitting = self._sitting
        pieces = sitting.history.expectation.pieces
        if sitting.board_state.look(snapshot, sitting.due, pieces, self._rank, self._is_pushed):
            sitting.dwell.begin(now_ms - age_ms)
        return self.tick(now_ms)

    def tick(self, now_ms: int) -> list[Notice]:
        """Act on what has become true by waiting."""
        sitting, dwell = self._sitting, self._sitting.dwell
        notices: list[Notice] = []
        dwell.wake_ms = None
        sitting.made_ms = dwell.until(sitting.made_ms, ACCEPTED_MS, now_ms)
        sitting.checking_ms = dwell.until(sitting.checking_ms, CHECK_MS, now_ms)
        seen = sitting.board_state.seen
        if seen is not None:
            match sitting.phase:
                case Phase.SETUP:
                    notices += self._set_up(seen, now_ms)
                case Phase.PLAY | Phase.PAUSED:
                    notices += self._play(seen, now_ms)
                case Phase.BETWEEN:
                    notices += self._choose(seen, now_ms)
                case _:
                    notices += self._collect(seen, now_ms)
        return [*notices, *sitting.run_clock(now_ms)]

    # Looking

    def _judge(self, seen: Snapshot) -> Interpretation:
        sitting = self._sitting
        fresh = sitting.dwell.since_ms < sitting.slid_until_ms
        fresh = fresh or sitting.turn_end.taken_up
        final, touch_move, recent_moves = (
            sitting.final,
            sitting.touch_move,
            sitting.recent_moves.shown,
        )
        return interpret(
            sitting.history, seen, final, touch_move, recent_moves, fresh, sitting.captor
        )

    def _is_pushed(self, snapshot: Snapshot) -> bool:
        """Whether squares change sides because one piece pushes another off them, or back."""
        if self._sitting.phase is not Phase.PLAY:
            return False
        found = self._judge(snapshot)
        left = [snapshot[o.origin] for o in found.hints if o.origin is not None]
        return found.acts or (bool(left) and set(left) == {SquareState.EMPTY})

    def _rank(self, seen: Snapshot) -> int:
        """How badly a picture is explained now: 0 if it is as the game has it."""
        sitting, expectation = self._sitting, self._sitting.history.expectation
        if sitting.phase is Phase.PLAY:
            found = self._judge(seen)
            if not found.wrong:
                return 0 if found.settled else 1 if found.acts else 2
            likely = [expectation.snapshot, *(option.after for option in expectation.options)]
        else:
            likely = [snapshot_of(sitting.due or expectation.pieces, len(seen))]
        return 3 + min(sum(a is not b for a, b in zip(seen, p, strict=True)) for p in likely)

    # Setting up

    def _set_up(self, seen: Snapshot, now_ms: int) -> list[Notice]:
        sitting, known = self._sitting, self._sitting.board_state.known
        assert known is not None, "what is seen has been taken in"
        if sitting.told_on is not None and seen[sitting.told_on] is SquareState.EMPTY:
            # A choice is taken back as it was told.  Else a sensor that shows something for a
            # moment would do it, where a piece stood on its corner from the beginning.
            sitting.revocable = True
        goal = goal_of(sitting.due, sitting.history.filling_order)
        step = next_step(sitting.game, goal, seen, known)
        if step.correction is not None and seen != sitting.refused:
            meanwhile = self._done_meanwhile(seen, step.amiss, now_ms)
            if meanwhile is not None:
                return meanwhile
        before = sitting.step
        if step.wrong and before is not None and not sitting.dwell.elapsed(WRONG_MS, now_ms):
            return []  # a piece in passing
        news = step.wrong and (before is None or step.correction != before.correction)
        sitting.step = step
        sitting.correction = step.correction
        if step.correction is not None:
            return [Notice(Severity.WARN, step.correction.text)] if news else []
        # A quick player may lift a piece before the last one has rested.
        sitting.play_on()
        if not sitting.history.filling_order:
            return [Notice(Severity.INFO, phrases.READY + sitting.prompt()), *sitting.pass_on()]
        sitting.checking_ms = sitting.dwell.until(now_ms, CHECK_MS, now_ms)
        return [Notice(Severity.INFO, phrases.CHECK + sitting.prompt())]

    def _done_meanwhile(
        self, seen: Snapshot, amiss: Collection[Square], now_ms: int
    ) -> list[Notice] | None:
        """The hands have already made the next move, or have taken back the choice that they told;
        None if neither."""
        sitting, known = self._sitting, self._sitting.board_state.known
        assert known is not None, "what is seen has been taken in"
        sitting.refused = None
        history = sitting.history
        expectation = history.expectation
        changed = {s for s, sight in enumerate(seen) if sight is not expectation.snapshot[s]}
        # At most a move and its reply; of many pieces that are still due, nothing is asked.
        most = 2 * max((len(option.touched) for option in expectation.options), default=0)
        # What has not been put where it stands since the last round is still to be carried home.
        put = all(s not in known.on or known.on[s].moved for s in changed)
        # Nobody moves for the computer before it has said what.
        opponent = sitting.opponent
        put = put and not sitting.returning
        put = put and (opponent is None or expectation.turn is not opponent.side)
        forward = put and len(changed) <= most and changed.issuperset(amiss)
        back = None if sitting.touch_move else history.find_takeback(seen, past_choice=True)
        if back == Takeback(1) and sitting.revocable:
            found: Interpretation = Interpretation(undo=1, rest_ms=DWELL_MS)
        elif back is not None and back.undo == 2 and self._is_astray(seen, changed):
            # The move that ended the round was none: a bump, and pieces put up again after it.
            found = Interpretation(make=back.make, undo=2, rest_ms=DOUBT_MS)
        elif forward:
            found = interpret(history, seen, final=True, touch_move=True)
        else:
            return None
        rest_ms = max(found.rest_ms, DWELL_MS)
        if not found.acts or not sitting.dwell.elapsed(rest_ms, now_ms):
            return None
        sitting.play_on()
        return self._act(found, now_ms)

    def _is_astray(self, seen: Snapshot, changed: Collection[Square]) -> bool:
        """Whether a piece stands where none has stood and none belongs: nobody sets up like that,
        while a piece that is carried home may be back where its last move began."""
        choice = self._sitting.history.plies[-1]
        ended = choice.before.snapshot
        return choice.between and any(seen[s] not in (SquareState.EMPTY, ended[s]) for s in changed)

    # Between two rounds, and after the last

    def _choose(self, seen: Snapshot, now_ms: int) -> list[Notice]:
        sitting, between = self._sitting, self._sitting.between
        assert between is not None
        between.watch(seen)
        if sitting.stands:
            sitting.board_state.recognise(sitting.history.expectation.pieces)
        if seen == sitting.refused:
            return []
        sitting.refused = None
        last = sitting.history.last_of_round
        moved = () if last is None else (last.origin, last.target)
        taken = self._last_again(seen, now_ms)
        if taken is not None:
            return taken
        between.collecting = between.touched(seen, but=moved)
        if between.confirmed(seen):
            return sitting.confirm() if sitting.dwell.elapsed(REST_MS, now_ms) else []
        option = between.chosen(seen, moved)
        # Where there is nothing to choose, hands that fill do not wait to be understood.
        rest_ms = 0 if len(between.choices) == 1 else DWELL_MS
        if option is None or not sitting.dwell.elapsed(rest_ms, now_ms):
            return []
        notices = sitting.choose(option)
        told_on = [s for s, choice in between.choices.items() if choice is option]
        if len(between.choices) > 1:
            sitting.told_on = told_on[0]
        else:
            sitting.revocable = True
        return [*notices, *self.tick(now_ms)]

    def _collect(self, seen: Snapshot, now_ms: int) -> list[Notice]:
        """The game is over: pieces are being collected, and nothing is wrong with that."""
        sitting = self._sitting
        start = snapshot_of(sitting.due, len(seen))
        if seen == start and sitting.dwell.elapsed(DWELL_MS, now_ms):
            return [*sitting.begin_again(), *self.tick(now_ms)]
        return self._last_again(seen, now_ms) or []

    def _last_again(self, seen: Snapshot, now_ms: int) -> list[Notice] | None:
        """The last move of the round taken back or replaced by hand; None if it is neither."""
        sitting = self._sitting
        settled = sitting.time.late is not None or sitting.negotiation.termination is not None
        if settled or sitting.touch_move or sitting.stands or seen == sitting.refused:
            sitting.hints = ()
            return None
        sitting.refused = None
        back = sitting.history.find_takeback(seen)
        if back is not None and back.undo > 1:
            back = None  # farther back is not believed here: every round begins alike
        between = sitting.between
        final = sitting.final or (between is not None and between.collecting)
        found = interpret_last(sitting.history, seen, final, back, sitting.recent_moves.shown)
        sitting.hints = () if found is None else found.hints
        if found is None or not found.acts:
            return None
        if found.make is None:
            found = replace(found, rest_ms=OVER_MS)
        return self._act(found, now_ms)

    # A round

    def _play(self, seen: Snapshot, now_ms: int) -> list[Notice]:
        """Gestures, then moves."""
        sitting, history = self._sitting, self._sitting.history
        may = player_actions.allowed(sitting)
        heard = sitting.negotiation.watch(history, seen, may, sitting.dwell, now_ms)
        if heard is None:
            return self._recognise(seen, now_ms)
        if heard.astray:
            return self._wrong(seen, now_ms)
        sitting.correction = None
        sitting.hints = ()
        if sitting.stands:
            sitting.board_state.recognise(history.expectation.pieces)
        if heard.goes_on:
            return [*player_actions.go_on(sitting), *self.tick(now_ms)]
        if heard.answer is not None:
            return [*player_actions.answer(sitting, heard.answer), *self.tick(now_ms)]
        if heard.side is None:
            return []
        match heard.action:
            case Action.RESIGN:
                return player_actions.resign(sitting, heard.side)
            case Action.PAUSE:
                return [*player_actions.pause(sitting), *self.tick(now_ms)]
            case Action.DRAW | Action.NEW:
                told = player_actions.offer(sitting, heard.action, heard.side, now_ms)
                return [*told, *self.tick(now_ms)]
        return []

    def _recognise(self, seen: Snapshot, now_ms: int) -> list[Notice]:
        sitting = self._sitting
        if seen == sitting.refused:
            return self._wrong(seen, now_ms)
        sitting.refused = None
        if sitting.returning:
            finished = isinstance(explain(sitting.history.expectation, seen), Finished)
            if not sitting.stands and (not finished or seen in sitting.returning):
                return self._wrong(seen, now_ms)
            sitting.returning = ()
        sitting.turn_end.watch(sitting.history, seen)
        found = self._judge(seen)
        if found.settled:
            sitting.board_state.recognise(sitting.history.expectation.pieces)
        dwell = sitting.dwell
        letting_go = sitting.turn_end.lets_go(sitting.history, seen, dwell, now_ms)
        if letting_go is not None:
            return [*sitting.make(letting_go, now_ms), *self.tick(now_ms)]
        if found.wrong:
            # Where both players are at it, a move may never be seen alone.  One that ends a round
            # must be: pieces in the air would look like those being collected.
            expectation = sitting.history.expectation
            beside = move_shown_beside(expectation, seen)
            if beside is not None and not beside.wins:
                sitting.recent_moves.note((expectation.position, beside.move))
            return self._wrong(seen, now_ms, found.capture)
        sitting.final = sitting.final or found.touched
        return self._act(found, now_ms)

    def _act(self, found: Interpretation, now_ms: int) -> list[Notice]:
        """Do what was judged once the picture has lasted; show until then what may come of it."""
        sitting, history = self._sitting, self._sitting.history
        sitting.correction = None
        if found.make is not None and found.undo < 2:
            last = history.last_real
            before = last.before if found.undo and last is not None else history.expectation
            sitting.recent_moves.note((before.position, found.make.move))
        if not found.acts or not sitting.dwell.elapsed(found.rest_ms, now_ms):
            sitting.hints = found.hints
            return self._capture(found, now_ms)
        sitting.hints = ()
        notices = [notice for _ in range(found.undo) for notice in sitting.undo()]
        sitting.board_state.follow(history.expectation)
        if found.make is not None:
            notices += sitting.make(found.make, now_ms)
        # A quick reply is there already.
        return [*notices, *([] if sitting.stands else self.tick(now_ms))]

    def _capture(self, found: Interpretation, now_ms: int) -> list[Notice]:
        """Ask for captured pieces to be taken off, once the move has rested that captures them."""
        sitting, captor = self._sitting, found.capture
        if sitting.captor is not None and found.makes(sitting.captor.move):
            return []  # they have just been lifted
        news = captor is not None and captor != sitting.captor
        if news and not sitting.dwell.elapsed(DWELL_MS, now_ms):
            return []  # a piece in passing
        sitting.captor = captor
        return [Notice(Severity.INFO, sitting.prompt())] if news else []

    def _wrong(self, seen: Snapshot, now_ms: int, captor: Candidate | None = None) -> list[Notice]:
        """Say what is wrong.

        Args:
            captor: the move whose captured pieces stand though the reply to it has begun.
        """
        sitting, board_state = self._sitting, self._sitting.board_state
        if sitting.correction is None and not sitting.dwell.elapsed(WRONG_MS, now_ms):
            return []  # a piece in passing: its legal squares stay lit
        sitting.hints = ()
        game, history = sitting.game, sitting.history
        returning = bool(sitting.returning) or seen == sitting.refused
        found = self._captured_stand(seen, captor) or correction_for(
            game, history.expectation, seen, board_state.known, board_state.by_colour, not returning
        )
        if found is not None and sitting.touch_move and history.find_takeback(seen) is not None:
            found = replace(found, text=f"{phrases.TOUCH_MOVE} {found.text}")
        news = found is not None and found != sitting.correction
        sitting.correction = found
        return [Notice(Severity.WARN, found.text)] if found is not None and news else []

    def _captured_stand(self, seen: Snapshot, captor: Candidate | None) -> Correction | None:
        """What is wrong where captured pieces were not taken off, and play went on all the same."""
        sitting, board_state = self._sitting, self._sitting.board_state
        game, history, expectation = sitting.game, sitting.history, sitting.history.expectation
        last = history.last_of_round
        if last is not None and not sitting.returning:
            was = last.before.snapshot
            left = [s for s in last.captured if seen[s] is was[s] is not expectation.snapshot[s]]
            if left:
                return captured_correction(game, last.before.pieces, left)
        captor = captor or sitting.captor
        moved = () if captor is None else (captor.origin, captor.target)
        if captor is None or any(s is not None and seen[s] is not captor.after[s] for s in moved):
            sitting.captor = None
            return None
        sitting.captor = captor
        left = [s for s in captor.captured if seen[s] is expectation.snapshot[s]]
        if left:
            return captured_correction(game, expectation.pieces, left, first=True)
        if captor not in expectation.options:
            return None
        # A captured piece has been moved on instead of being taken off.
        following = expect_from(game, game.play(expectation.position, captor.move))
        return correction_for(game, following, seen, board_state.known, board_state.by_colour)
