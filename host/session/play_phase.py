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

from collections.abc import Collection, Hashable
from dataclasses import replace
from typing import Generic, TypeVar

from host.engine.game import Square
from host.guidance import phrases
from host.guidance.marks import Trouble, captured_trouble, trouble
from host.guidance.setup import goal_of, next_step
from host.recognition.history import WayBack
from host.recognition.matching import Finished, Option, explain, look_ahead, shown_beside
from host.recognition.recogniser import DOUBT_MS, DWELL_MS, REST_MS, Judgement, judge, judge_last
from host.recognition.snapshot import Picture, Sight, picture_of
from host.session import player_actions
from host.session.match_state import ACCEPTED_MS, CHECK_MS, Sitting
from host.session.view import Action, Level, Notice, Phase

PositionT = TypeVar("PositionT", bound=Hashable)
MoveT = TypeVar("MoveT", bound=Hashable)

WRONG_MS = 500
"""How long something unexplained must last to be spoken of; told within 1 s in all."""
OVER_MS = 2000
"""How long the winning piece must be back where it came from for the end of a round to be undone:
whoever sets up the next round with it goes on sooner."""


class Attendant(Generic[PositionT, MoveT]):
    """Attends to one sitting."""

    def __init__(self, sitting: Sitting[PositionT, MoveT]) -> None:
        self._sitting = sitting

    def see(self, picture: Picture, now_ms: int, age_ms: int = 0) -> list[Notice]:
        """Take in what the board shows, and has shown for that long; the same again is harmless."""
        sitting = self._sitting
        pieces = sitting.history.outlook.pieces
        if sitting.onlooker.look(picture, sitting.due, pieces, self._rank, self._is_pushed):
            sitting.patience.begin(now_ms - age_ms)
        return self.tick(now_ms)

    def tick(self, now_ms: int) -> list[Notice]:
        """Act on what has become true by waiting."""
        sitting, patience = self._sitting, self._sitting.patience
        notices: list[Notice] = []
        patience.wake_ms = None
        sitting.made_ms = patience.until(sitting.made_ms, ACCEPTED_MS, now_ms)
        sitting.checking_ms = patience.until(sitting.checking_ms, CHECK_MS, now_ms)
        seen = sitting.onlooker.seen
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

    def _judge(self, seen: Picture) -> Judgement[MoveT]:
        sitting = self._sitting
        fresh = sitting.patience.since_ms < sitting.slid_until_ms
        fresh = fresh or sitting.last_piece.taken_up
        final, touch_move, glimpses = sitting.final, sitting.touch_move, sitting.glimpses.shown
        return judge(sitting.history, seen, final, touch_move, glimpses, fresh, sitting.captor)

    def _is_pushed(self, picture: Picture) -> bool:
        """Whether squares change sides because one piece pushes another off them, or back."""
        if self._sitting.phase is not Phase.PLAY:
            return False
        found = self._judge(picture)
        left = [picture[o.origin] for o in found.hints if o.origin is not None]
        return found.acts or (bool(left) and set(left) == {Sight.EMPTY})

    def _rank(self, seen: Picture) -> int:
        """How badly a picture is explained now: 0 if it is as the game has it."""
        sitting, outlook = self._sitting, self._sitting.history.outlook
        if sitting.phase is Phase.PLAY:
            found = self._judge(seen)
            if not found.wrong:
                return 0 if found.settled else 1 if found.acts else 2
            likely = [outlook.picture, *(option.after for option in outlook.options)]
        else:
            likely = [picture_of(sitting.due or outlook.pieces, len(seen))]
        return 3 + min(sum(a is not b for a, b in zip(seen, p, strict=True)) for p in likely)

    # Setting up

    def _set_up(self, seen: Picture, now_ms: int) -> list[Notice]:
        sitting, known = self._sitting, self._sitting.onlooker.known
        assert known is not None, "what is seen has been taken in"
        if sitting.told_on is not None and seen[sitting.told_on] is Sight.EMPTY:
            # A choice is taken back as it was told.  Else a sensor that shows something for a
            # moment would do it, where a piece stood on its corner from the beginning.
            sitting.revocable = True
        goal = goal_of(sitting.due, sitting.history.filling_order)
        step = next_step(sitting.game, goal, seen, known)
        if step.trouble is not None and seen != sitting.refused:
            meanwhile = self._done_meanwhile(seen, step.amiss, now_ms)
            if meanwhile is not None:
                return meanwhile
        before = sitting.step
        if step.wrong and before is not None and not sitting.patience.rested(WRONG_MS, now_ms):
            return []  # a piece in passing
        news = step.wrong and (before is None or step.trouble != before.trouble)
        sitting.step = step
        sitting.trouble = step.trouble
        if step.trouble is not None:
            return [Notice(Level.WARN, step.trouble.text)] if news else []
        # A quick player may lift a piece before the last one has rested.
        sitting.play_on()
        if not sitting.history.filling_order:
            return [Notice(Level.INFO, phrases.READY + sitting.prompt()), *sitting.pass_on()]
        sitting.checking_ms = sitting.patience.until(now_ms, CHECK_MS, now_ms)
        return [Notice(Level.INFO, phrases.CHECK + sitting.prompt())]

    def _done_meanwhile(
        self, seen: Picture, amiss: Collection[Square], now_ms: int
    ) -> list[Notice] | None:
        """The hands have already made the next move, or have taken back the choice that they told;
        None if neither."""
        sitting, known = self._sitting, self._sitting.onlooker.known
        assert known is not None, "what is seen has been taken in"
        sitting.refused = None
        history = sitting.history
        outlook = history.outlook
        changed = {s for s, sight in enumerate(seen) if sight is not outlook.picture[s]}
        # At most a move and its reply; of many pieces that are still due, nothing is asked.
        most = 2 * max((len(option.touched) for option in outlook.options), default=0)
        # What has not been put where it stands since the last round is still to be carried home.
        put = all(s not in known.on or known.on[s].moved for s in changed)
        # Nobody moves for the computer before it has said what.
        opponent = sitting.opponent
        put = put and not sitting.returning
        put = put and (opponent is None or outlook.turn is not opponent.side)
        forward = put and len(changed) <= most and changed.issuperset(amiss)
        back = None if sitting.touch_move else history.way_back(seen, past_choice=True)
        if back == WayBack(1) and sitting.revocable:
            found: Judgement[MoveT] = Judgement(undo=1, rest_ms=DWELL_MS)
        elif back is not None and back.undo == 2 and self._is_astray(seen, changed):
            # The move that ended the round was none: a bump, and pieces put up again after it.
            found = Judgement(make=back.make, undo=2, rest_ms=DOUBT_MS)
        elif forward:
            found = judge(history, seen, final=True, touch_move=True)
        else:
            return None
        rest_ms = max(found.rest_ms, DWELL_MS)
        if not found.acts or not sitting.patience.rested(rest_ms, now_ms):
            return None
        sitting.play_on()
        return self._act(found, now_ms)

    def _is_astray(self, seen: Picture, changed: Collection[Square]) -> bool:
        """Whether a piece stands where none has stood and none belongs: nobody sets up like that,
        while a piece that is carried home may be back where its last move began."""
        choice = self._sitting.history.plies[-1]
        ended = choice.before.picture
        return choice.between and any(seen[s] not in (Sight.EMPTY, ended[s]) for s in changed)

    # Between two rounds, and after the last

    def _choose(self, seen: Picture, now_ms: int) -> list[Notice]:
        sitting, between = self._sitting, self._sitting.between
        assert between is not None
        between.watch(seen)
        if sitting.stands:
            sitting.onlooker.recognise(sitting.history.outlook.pieces)
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
            return sitting.confirm() if sitting.patience.rested(REST_MS, now_ms) else []
        option = between.chosen(seen, moved)
        # Where there is nothing to choose, hands that fill do not wait to be understood.
        rest_ms = 0 if len(between.choices) == 1 else DWELL_MS
        if option is None or not sitting.patience.rested(rest_ms, now_ms):
            return []
        notices = sitting.choose(option)
        told_on = [s for s, choice in between.choices.items() if choice is option]
        if len(between.choices) > 1:
            sitting.told_on = told_on[0]
        else:
            sitting.revocable = True
        return [*notices, *self.tick(now_ms)]

    def _collect(self, seen: Picture, now_ms: int) -> list[Notice]:
        """The game is over: pieces are being collected, and nothing is wrong with that."""
        sitting = self._sitting
        start = picture_of(sitting.due, len(seen))
        if seen == start and sitting.patience.rested(DWELL_MS, now_ms):
            return [*sitting.begin_again(), *self.tick(now_ms)]
        return self._last_again(seen, now_ms) or []

    def _last_again(self, seen: Picture, now_ms: int) -> list[Notice] | None:
        """The last move of the round taken back or replaced by hand; None if it is neither."""
        sitting = self._sitting
        settled = sitting.time.late is not None or sitting.accord.settlement is not None
        if settled or sitting.touch_move or sitting.stands or seen == sitting.refused:
            sitting.hints = ()
            return None
        sitting.refused = None
        back = sitting.history.way_back(seen)
        if back is not None and back.undo > 1:
            back = None  # farther back is not believed here: every round begins alike
        between = sitting.between
        final = sitting.final or (between is not None and between.collecting)
        found = judge_last(sitting.history, seen, final, back, sitting.glimpses.shown)
        sitting.hints = () if found is None else found.hints
        if found is None or not found.acts:
            return None
        if found.make is None:
            found = replace(found, rest_ms=OVER_MS)
        return self._act(found, now_ms)

    # A round

    def _play(self, seen: Picture, now_ms: int) -> list[Notice]:
        """Gestures, then moves."""
        sitting, history = self._sitting, self._sitting.history
        may = player_actions.allowed(sitting)
        heard = sitting.accord.watch(history, seen, may, sitting.patience, now_ms)
        if heard is None:
            return self._recognise(seen, now_ms)
        if heard.astray:
            return self._wrong(seen, now_ms)
        sitting.trouble = None
        sitting.hints = ()
        if sitting.stands:
            sitting.onlooker.recognise(history.outlook.pieces)
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

    def _recognise(self, seen: Picture, now_ms: int) -> list[Notice]:
        sitting = self._sitting
        if seen == sitting.refused:
            return self._wrong(seen, now_ms)
        sitting.refused = None
        if sitting.returning:
            finished = isinstance(explain(sitting.history.outlook, seen), Finished)
            if not sitting.stands and (not finished or seen in sitting.returning):
                return self._wrong(seen, now_ms)
            sitting.returning = ()
        sitting.last_piece.watch(sitting.history, seen)
        found = self._judge(seen)
        if found.settled:
            sitting.onlooker.recognise(sitting.history.outlook.pieces)
        patience = sitting.patience
        letting_go = sitting.last_piece.lets_go(sitting.history, seen, patience, now_ms)
        if letting_go is not None:
            return [*sitting.make(letting_go, now_ms), *self.tick(now_ms)]
        if found.wrong:
            # Where both players are at it, a move may never be seen alone.  One that ends a round
            # must be: pieces in the air would look like those being collected.
            outlook = sitting.history.outlook
            beside = shown_beside(outlook, seen)
            if beside is not None and not beside.wins:
                sitting.glimpses.note((outlook.position, beside.move))
            return self._wrong(seen, now_ms, found.capture)
        sitting.final = sitting.final or found.touched
        return self._act(found, now_ms)

    def _act(self, found: Judgement[MoveT], now_ms: int) -> list[Notice]:
        """Do what was judged once the picture has lasted; show until then what may come of it."""
        sitting, history = self._sitting, self._sitting.history
        sitting.trouble = None
        if found.make is not None and found.undo < 2:
            last = history.last_real
            before = last.before if found.undo and last is not None else history.outlook
            sitting.glimpses.note((before.position, found.make.move))
        if not found.acts or not sitting.patience.rested(found.rest_ms, now_ms):
            sitting.hints = found.hints
            return self._capture(found, now_ms)
        sitting.hints = ()
        notices = [notice for _ in range(found.undo) for notice in sitting.undo()]
        sitting.onlooker.follow(history.outlook)
        if found.make is not None:
            notices += sitting.make(found.make, now_ms)
        # A quick reply is there already.
        return [*notices, *([] if sitting.stands else self.tick(now_ms))]

    def _capture(self, found: Judgement[MoveT], now_ms: int) -> list[Notice]:
        """Ask for captured pieces to be taken off, once the move has rested that captures them."""
        sitting, captor = self._sitting, found.capture
        if sitting.captor is not None and found.makes(sitting.captor.move):
            return []  # they have just been lifted
        news = captor is not None and captor != sitting.captor
        if news and not sitting.patience.rested(DWELL_MS, now_ms):
            return []  # a piece in passing
        sitting.captor = captor
        return [Notice(Level.INFO, sitting.prompt())] if news else []

    def _wrong(
        self, seen: Picture, now_ms: int, captor: Option[MoveT] | None = None
    ) -> list[Notice]:
        """Say what is wrong.

        Args:
            captor: the move whose captured pieces stand though the reply to it has begun.
        """
        sitting, onlooker = self._sitting, self._sitting.onlooker
        if sitting.trouble is None and not sitting.patience.rested(WRONG_MS, now_ms):
            return []  # a piece in passing: its legal squares stay lit
        sitting.hints = ()
        game, history = sitting.game, sitting.history
        returning = bool(sitting.returning) or seen == sitting.refused
        found = self._captured_stand(seen, captor) or trouble(
            game, history.outlook, seen, onlooker.known, onlooker.by_colour, not returning
        )
        if found is not None and sitting.touch_move and history.way_back(seen) is not None:
            found = replace(found, text=f"{phrases.TOUCH_MOVE} {found.text}")
        news = found is not None and found != sitting.trouble
        sitting.trouble = found
        return [Notice(Level.WARN, found.text)] if found is not None and news else []

    def _captured_stand(self, seen: Picture, captor: Option[MoveT] | None) -> Trouble | None:
        """What is wrong where captured pieces were not taken off, and play went on all the same."""
        sitting, onlooker = self._sitting, self._sitting.onlooker
        game, history, outlook = sitting.game, sitting.history, sitting.history.outlook
        last = history.last_of_round
        if last is not None and not sitting.returning:
            was = last.before.picture
            left = [s for s in last.captured if seen[s] is was[s] is not outlook.picture[s]]
            if left:
                return captured_trouble(game, last.before.pieces, left)
        captor = captor or sitting.captor
        moved = () if captor is None else (captor.origin, captor.target)
        if captor is None or any(s is not None and seen[s] is not captor.after[s] for s in moved):
            sitting.captor = None
            return None
        sitting.captor = captor
        left = [s for s in captor.captured if seen[s] is outlook.picture[s]]
        if left:
            return captured_trouble(game, outlook.pieces, left, first=True)
        if captor not in outlook.options:
            return None
        # A captured piece has been moved on instead of being taken off.
        following = look_ahead(game, game.play(outlook.position, captor.move))
        return trouble(game, following, seen, onlooker.known, onlooker.by_colour)
