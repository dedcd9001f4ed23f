"""The course of a match on the board: pictures and wishes in, notices and a view out.

The session holds what the game has (a list of plies) and what the board shows (the newest
picture), and compares the two.  It never adds up events, so a lost picture costs nothing.

    setup    the board is not yet as the position wants it; guided piece by piece (arranging.py)
    play     moves are recognised
    between  a round is over; the next begins when its winner has chosen how (between.py)
    over     the game has an outcome; a complete starting position begins a new one
    paused   play is interrupted until a piece is lifted

A recognised move is made once its picture has rested: REST_MS where nothing could extend it,
DWELL_MS where the piece might be sliding on.  It stays provisional until the opponent touches
a piece: going on to another legal square replaces it.  What a picture means is judged in
recogniser.py; what nothing explains is spoken of after WRONG_MS, and guided back one piece at a
time, while any legal way on is still accepted.

Before a move is looked for, hands may tell by gestures what is no move: resign, offer a draw, pause
or a new match; accord.py hears them.

A player's time runs from the first move of a round to its last, while the board is as the game
has it: it stands while something is put right, and while there is no board.

The module is long because its one subject is how these phases follow one another: waiting is in
patience.py, the clock in timekeeper.py.

No clock and no input or output here: every call gets the time, `next_wake_ms` says when to call
`tick` at the latest.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import replace
from typing import Generic, Protocol, TypeVar

from host import phrases
from host.accord import OFFERED, Accord
from host.arranging import Step, goal_of, next_step
from host.between import Between, between_rounds
from host.clock import TimeControl
from host.engine.game import (
    Drawable,
    Game,
    InvalidMoveError,
    Outcome,
    Piece,
    Side,
    Square,
)
from host.engine.geometry import square_name
from host.guidance import (
    Help,
    Trouble,
    due_marks,
    last_marks,
    movers_marks,
    outcome_marks,
    target_marks,
    trouble,
)
from host.history import History, WayBack
from host.lighting import Mark
from host.patience import Patience
from host.recogniser import DWELL_MS, REST_MS, SLIDE_MS, Glimpse, Judgement, judge, judge_last
from host.settlement import Settlement
from host.siding import Sides
from host.timekeeper import Timekeeper
from host.tracking import Option, Picture, Sight, believed, picture_of
from host.view import Action, Level, Notice, Offer, Phase, Ply, View
from host.whereabouts import Whereabouts

PositionT = TypeVar("PositionT", bound=Hashable)
MoveT = TypeVar("MoveT", bound=Hashable)

WRONG_MS = 500
"""How long something unexplained must last to be spoken of; told within 1 s in all."""
ACCEPTED_MS = 1000
"""How long a made move is acknowledged on the lights."""
OVER_MS = 2000
"""How long the winning piece must be back where it came from for the end of a round to be undone:
whoever sets up the next round with it goes on sooner."""
CHECK_MS = 5000
"""How long the filled rows are lit in the colours of their pieces, to be checked by eye."""
GLIMPSES = 16
"""How many moves shown in passing are remembered: two slides along the longest line."""


class Stored(Protocol):
    """A ply as it was kept.

    Attributes:
        text: of the move.
        times: White's and Black's milliseconds left once it was made; None without a clock.
    """

    @property
    def text(self) -> str: ...

    @property
    def times(self) -> tuple[int, int] | None: ...


class Session(Generic[PositionT, MoveT]):
    """One game after another on one board; see the module's essay.

    Args:
        position: where the first game begins; None for its start.
        control: the time of each player; None to play without a clock.
        touch_move: as the attribute.

    Attributes:
        games: how many have been begun; it tells a new game from one that was taken back to its
            beginning.
        touch_move: whether a move stands once it is made: nothing is taken back, neither by hand
            nor by wish.
    """

    def __init__(
        self,
        game: Game[PositionT, MoveT],
        position: PositionT | None = None,
        help_level: Help = Help.LEGAL,
        control: TimeControl | None = None,
        touch_move: bool = False,
    ) -> None:
        self.game = game
        self.help = help_level
        self.control = control
        self.games = 0
        self.touch_move = touch_move
        self._patience = Patience()
        self._raw: Picture | None = None
        self._certain: Picture | None = None
        self._sides: Sides | None = None
        self._seen: Picture | None = None
        self._known: Whereabouts | None = None
        self._begin(game.start() if position is None else position)

    def _begin(self, first: PositionT) -> None:
        self.games += 1
        self._history = History(self.game, first)
        squares = self.game.size[0] * self.game.size[1]
        self._start_picture = picture_of(self.game.pieces(self.game.start()), squares)
        self._phase = Phase.SETUP
        self._between: Between[MoveT] | None = None
        self._step: Step | None = None
        self._final = True
        self._trouble: Trouble | None = None
        self._hints: tuple[Option[MoveT], ...] = ()
        self._made_ms: int | None = None
        self._slid_until_ms = 0
        self._checking_ms: int | None = None
        # Moves that the board has shown, if only for a moment: the last few.
        self._glimpses: deque[Glimpse[PositionT, MoveT]] = deque(maxlen=GLIMPSES)
        # What a move that was taken back by wish left on the board; not to be made again of itself.
        self._refused: Picture | None = None
        # Whether hands have told the choice that is being carried out.
        self._told = False
        self._time = Timekeeper(self.control)
        self._accord = Accord()

    # What comes in

    def see(self, picture: Picture, now_ms: int) -> list[Notice]:
        """Take in what the board shows; the same picture again is harmless."""
        if picture != self._raw:
            self._raw = picture
            if Sight.OCCUPIED in picture:
                self._sides = self._sides or Sides()
                expected = picture_of(self._due or self._history.outlook.pieces, len(picture))
                seen = self._certain = self._sides.told(picture, expected, self._rank)
            else:
                seen, self._certain = believed(picture, self._certain or picture)
                if seen != picture and self._is_pushed(picture):
                    seen, self._certain = believed(picture, picture)
            if seen != self._seen:
                self._take_in(seen)
                self._patience.begin(now_ms)
        return self.tick(now_ms)

    def _is_pushed(self, picture: Picture) -> bool:
        """Whether squares change sides because one piece pushes another off them, or back."""
        if self._phase is not Phase.PLAY:
            return False
        found = self._judge(picture)
        left = [picture[o.origin] for o in found.hints if o.origin is not None]
        return found.acts or (bool(left) and set(left) == {Sight.EMPTY})

    def _rank(self, seen: Picture) -> int:
        """How badly a picture is explained now: 0 if it is as the game has it."""
        outlook = self._history.outlook
        if self._phase is Phase.PLAY:
            found = self._judge(seen)
            if not found.wrong:
                return 0 if found.settled else 1 if found.acts else 2
            likely = [outlook.picture, *(option.after for option in outlook.options)]
        else:
            likely = [picture_of(self._due or outlook.pieces, len(seen))]
        return 3 + min(sum(a is not b for a, b in zip(seen, p, strict=True)) for p in likely)

    def _take_in(self, seen: Picture) -> None:
        if self._known is None:
            self._known = Whereabouts.unknown(seen)
        elif self._seen is None:
            self._known = self._known.seen_again(seen, self._due)
        else:
            self._known = self._known.seen(seen, self._due)
        self._seen = seen

    def lose_sight(self) -> None:
        """The board is gone: what it showed last is not believed any more."""
        self._raw = self._certain = self._seen = None
        self._hints = ()
        self._accord.lose_sight()
        self._patience.wake_ms = None

    def forget_pieces(self) -> None:
        """Pieces have been set up unseen: which stands where is not known any more."""
        self._sides = None
        self._raw = self._certain = self._seen = self._known = None

    def tick(self, now_ms: int) -> list[Notice]:
        """Act on what has become true by waiting."""
        notices: list[Notice] = []
        self._patience.wake_ms = None
        self._made_ms = self._patience.until(self._made_ms, ACCEPTED_MS, now_ms)
        self._checking_ms = self._patience.until(self._checking_ms, CHECK_MS, now_ms)
        if self._seen is not None:
            match self._phase:
                case Phase.SETUP:
                    notices += self._set_up(self._seen, now_ms)
                case Phase.PLAY | Phase.PAUSED:
                    notices += self._play(self._seen, now_ms)
                case Phase.BETWEEN:
                    notices += self._choose_by_hand(self._seen, now_ms)
                case _:
                    notices += self._collect(self._seen, now_ms)
        return [*notices, *self._run_clock(now_ms)]

    def new_game(
        self,
        now_ms: int,
        game: Game[PositionT, MoveT] | None = None,
        control: TimeControl | None = None,
        touch_move: bool = False,
    ) -> list[Notice]:
        """Begin again from the first position.

        Args:
            game, control, touch_move: what is played from now on, and how; without a game, the
                same as before.
        """
        if game is not None:
            self.game, self.control, self.touch_move = game, control, touch_move
        self._begin(self.game.start())
        self._refused = self._seen
        standing = self._history.standing
        what = "round" if standing is None else standing.title
        return [Notice(Level.INFO, f"A new {what}."), *self.tick(now_ms)]

    def restore(
        self,
        plies: Iterable[Stored],
        times: tuple[int, int] | None = None,
        settlement: Settlement | None = None,
    ) -> None:
        """Go on with a game that was played before; the board is guided to its position.

        Args:
            plies: from the first position of this session on.
            times: White's and Black's milliseconds left; None for those of the last ply.
            settlement: how its players have ended it; None if they have not.

        Raises:
            InvalidMoveError: a text is no legal move where it stands; it is quoted.
        """
        history = self._history
        for ply in plies:
            history.record_text(ply.text, ply.times)
        last = history.plies[-1] if history.plies else None
        if last is not None and last.between:
            # Perhaps half of the pieces stand where they stood when the round ended.
            self._known = Whereabouts.of(last.before.pieces)
        if times is None and last is not None:
            times = last.times
        if times is not None:
            self._time.set_to(times)
        self._accord.settlement = settlement
        self._set_aside()

    def take_back(self, now_ms: int) -> list[Notice]:
        """Undo the last move, with the passes that it forced; the board is then guided back.

        Where the players have ended the game themselves, that is taken back instead.
        """
        if self._history.last_real is None:
            return [Notice(Level.WARN, "There is no move to take back.")]
        if self.touch_move:
            return [Notice(Level.WARN, phrases.TOUCH_MOVE)]
        strewn = self._phase is not Phase.PLAY and not self._stands
        notices = self._undo() if self._accord.settlement is None else self._unsettle()
        if strewn and self._phase is Phase.PLAY:
            self._set_aside()
        elif not self._stands:
            self._refused = self._seen
        return [*notices, *self.tick(now_ms)]

    def redo(self, now_ms: int) -> list[Notice]:
        """Make the move again that was taken back last; the board is then guided to it."""
        undone = self._history.undone
        if undone is None or self.outcome is not None:
            return [Notice(Level.WARN, phrases.NO_REDO)]
        option = next(o for o in self._history.outlook.options if o.move == undone.move)
        self._accord.drop()
        self._trouble = None
        self._hints = ()
        if undone.between:
            notices = self._choose(option)
        else:
            notices = self._make(option, now_ms, undone.times)
            self._refused = None if self._stands else self._seen
        return [*notices, *self.tick(now_ms)]

    def choose(self, text: str, now_ms: int) -> list[Notice]:
        """Choose between two rounds.

        Raises:
            InvalidMoveError: it cannot be chosen now; the message quotes it and says why.
        """
        position = self._history.position
        move = self.game.parse_move(position, text)
        option = next(option for option in self._history.outlook.options if option.move == move)
        if self._phase is not Phase.BETWEEN:
            raise InvalidMoveError(f"{text!r} is made on the board, not chosen")
        return [*self._choose(option), *self.tick(now_ms)]

    def confirm(self) -> list[Notice]:
        """The reward is on its piece."""
        if self._between is None or self._between.reward is None:
            return [Notice(Level.WARN, "There is nothing to confirm.")]
        self._between.confirm()
        self._final = True
        return [Notice(Level.INFO, self._prompt())]

    # Beside the moves

    def resign(self, side: Side) -> list[Notice]:
        """One side gives the whole game up."""
        if Action.RESIGN not in self.may:
            return [Notice(Level.WARN, phrases.NOTHING_TO_RESIGN)]
        return self._settle(Settlement(side))

    def offer(self, action: Action, by: Side, now_ms: int) -> list[Notice]:
        """One side offers a draw or a new match; the other is asked."""
        if action not in self.may:
            drawable = action is not Action.DRAW or self._drawable
            return [Notice(Level.WARN, phrases.NO_DRAW_NOW if drawable else phrases.NO_DRAW)]
        self._accord.ask(Offer(action, by))
        self._patience.begin(now_ms)
        return [Notice(Level.INFO, self._prompt()), *self.tick(now_ms)]

    def answer(self, agreed: bool, now_ms: int) -> list[Notice]:
        """What was offered is agreed to, or not."""
        offer = self._accord.offer
        if offer is None:
            return [Notice(Level.WARN, phrases.NOTHING_OFFERED)]
        self._accord.drop()
        if not agreed:
            text = phrases.refused(offer.by, OFFERED[offer.action])
            return [Notice(Level.INFO, f"{text} {self._prompt()}"), *self.tick(now_ms)]
        return (
            self.new_game(now_ms) if offer.action is Action.NEW else self._settle(Settlement(None))
        )

    def pause(self, now_ms: int) -> list[Notice]:
        """Interrupt the round."""
        if Action.PAUSE not in self.may:
            return [Notice(Level.WARN, phrases.NOTHING_TO_PAUSE)]
        self._accord.pause()
        self._phase = Phase.PAUSED
        self._hints = ()
        return [Notice(Level.INFO, self._prompt()), *self.tick(now_ms)]

    def go_on(self, now_ms: int) -> list[Notice]:
        """Go on with a round that was interrupted."""
        if not self._accord.paused:
            return [Notice(Level.WARN, phrases.NOT_PAUSED)]
        self._accord.drop()
        self._enter()
        return [Notice(Level.INFO, phrases.GOES_ON + self._prompt()), *self.tick(now_ms)]

    @property
    def may(self) -> tuple[Action, ...]:
        """What players may do now beside moving; nothing before the first move of a game."""
        if self.outcome is not None or not self.plies:
            return ()
        if self._phase is not Phase.PLAY or self._accord.offer is not None:
            return (Action.RESIGN,)
        return tuple(a for a in Action if a is not Action.DRAW or self._drawable)

    @property
    def settlement(self) -> Settlement | None:
        """How the players have ended the game; None if they have not."""
        return self._accord.settlement

    @property
    def _drawable(self) -> bool:
        return isinstance(self.game, Drawable) and self.game.drawable

    def _settle(self, settlement: Settlement) -> list[Notice]:
        self._accord.drop()
        self._accord.settlement = settlement
        self._step = self._trouble = None
        self._hints = ()
        self._made_ms = self._checking_ms = None
        self._enter()
        return [Notice(Level.GOOD, settlement.outcome.reason)]

    def _unsettle(self) -> list[Notice]:
        self._accord.settlement = None
        self._enter()
        return [Notice(Level.INFO, phrases.GOES_ON + self._prompt())]

    def _play(self, seen: Picture, now_ms: int) -> list[Notice]:
        """Gestures, then moves."""
        history = self._history
        heard = self._accord.watch(history, seen, self.may, self._patience, now_ms)
        if heard is None:
            return self._recognise(seen, now_ms)
        if heard.astray:
            return self._wrong(seen, now_ms)
        self._trouble = None
        self._hints = ()
        if self._stands:
            self._known = Whereabouts.of(history.outlook.pieces)
        if heard.goes_on:
            return self.go_on(now_ms)
        if heard.answer is not None:
            return self.answer(heard.answer, now_ms)
        if heard.side is None:
            return []
        match heard.action:
            case Action.RESIGN:
                return self.resign(heard.side)
            case Action.PAUSE:
                return self.pause(now_ms)
            case Action.DRAW | Action.NEW:
                return self.offer(heard.action, heard.side, now_ms)
        return []

    # What goes out

    @property
    def next_wake_ms(self) -> int | None:
        """When `tick` must be called at the latest; None if nothing is waited for."""
        return self._patience.wake_ms

    @property
    def position(self) -> PositionT:
        """The position that the game has reached."""
        return self._history.position

    @property
    def plies(self) -> tuple[Ply[PositionT, MoveT], ...]:
        """The moves made, passes and choices included."""
        return self._history.plies

    @property
    def times(self) -> tuple[int, int] | None:
        """White's and Black's milliseconds left when a clock last started or stopped."""
        return self._time.times

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, also on time or by its players; None while it goes on."""
        if self._accord.settlement is not None:
            return self._accord.settlement.outcome
        late = self._time.late
        if late is None:
            return self._history.outcome
        winner = late.other
        return Outcome(winner, f"{late.label}'s time is up: {winner.label} wins on time.")

    def view(self) -> View[PositionT, MoveT]:
        """The whole of what a display may show now."""
        history, between = self._history, self._between
        origins = {option.origin for option in self._hints}
        setting_up = self._phase is Phase.SETUP
        return View(
            phase=self._phase,
            turn=history.outlook.turn,
            prompt=self._prompt(),
            outlook=history.outlook,
            movers=tuple(self.game.movers(history.position)),
            lifted=origins.pop() if len(origins) == 1 else None,
            marks=tuple(self._marks()),
            trouble=self._trouble,
            plies=history.plies,
            outcome=self.outcome,
            can_take_back=history.last_real is not None and not self.touch_move,
            help=self.help,
            standing=history.standing,
            round_outcome=history.round_outcome if between is not None else None,
            reward=None if between is None else between.reward,
            choices=() if between is None else between.shown,
            arranged=self._step.count if setting_up and self._step is not None else None,
            clock=self._time.clock,
            menu=self._accord.items,
            offer=self._accord.offer,
            may=self.may,
            can_redo=history.undone is not None and self.outcome is None,
            touch_move=self.touch_move,
        )

    def _prompt(self) -> str:
        if self._phase is Phase.SETUP:
            return self._trouble.text if self._trouble else "Set up the board."
        if self.outcome is not None:
            return self.outcome.reason
        if self._between is not None:
            return self._between.prompt(self.game, self._seen)
        if self._accord.waits:
            return self._accord.prompt(self._history)
        outlook = self._history.outlook
        movers = [(s, outlook.pieces[s]) for s in self.game.movers(outlook.position)]
        return phrases.to_move(self.game, outlook.turn, movers)

    def _marks(self) -> list[Mark]:
        if self._trouble is not None:
            return list(self._trouble.marks)
        if self._phase is Phase.SETUP:
            return []
        history = self._history
        if self._accord.waits:
            return self._accord.marks(history)
        if self._checking_ms is not None and not self._hints:
            return due_marks(self.game, history.outlook.pieces)
        ended = self.outcome or history.round_outcome
        marks: list[Mark] = []
        if ended is not None:
            rings = self.outcome is not None and history.round > 1
            marks += outcome_marks(ended, self.game.size, rings)
        if self._between is not None:
            marks += self._between.marks(self._seen)
        if self._hints:
            shown = target_marks(self._hints)
            if self.help is not Help.LEGAL:
                shown = [mark for mark in shown if mark.role == "origin"]
            return marks + shown if self.help is not Help.OFF else marks
        last = history.last_of_round
        if last is not None and last.origin is not None and last.target is not None:
            marks += last_marks(last.origin, last.target, self._made_ms is not None)
        if ended is None and self.help is not Help.OFF:
            marks += movers_marks(self.game, history.outlook, history.passed)
        return marks

    # Setting up

    @property
    def _stands(self) -> bool:
        """Whether the board is as the position has it."""
        return self._seen == self._history.outlook.picture

    @property
    def _due(self) -> Mapping[Square, Piece]:
        """What the hands are putting where; nothing while that is still to be chosen."""
        if self._phase is Phase.BETWEEN:
            return {}
        if self._phase is Phase.OVER:
            return self.game.pieces(self.game.start())
        return self._history.outlook.pieces

    def _set_aside(self) -> None:
        """Play does not go on before the board is as the position has it."""
        self._phase = Phase.SETUP
        self._between = None
        self._hints = ()

    def _set_up(self, seen: Picture, now_ms: int) -> list[Notice]:
        assert self._known is not None, "what is seen has been taken in"
        goal = goal_of(self._due, self._history.filling_order)
        step = next_step(self.game, goal, seen, self._known)
        if step.trouble is not None and seen != self._refused:
            meanwhile = self._done_meanwhile(seen, step.amiss, now_ms)
            if meanwhile is not None:
                return meanwhile
        if step.wrong and self._step is not None and not self._patience.rested(WRONG_MS, now_ms):
            return []  # a piece in passing
        news = step.wrong and (self._step is None or step.trouble != self._step.trouble)
        self._step = step
        self._trouble = step.trouble
        if step.trouble is not None:
            return [Notice(Level.WARN, step.trouble.text)] if news else []
        # A quick player may lift a piece before the last one has rested.
        self._play_on()
        if not self._history.filling_order:
            return [Notice(Level.INFO, phrases.READY + self._prompt()), *self._pass_on()]
        self._checking_ms = self._patience.until(now_ms, CHECK_MS, now_ms)
        return [Notice(Level.INFO, phrases.CHECK + self._prompt())]

    def _done_meanwhile(
        self, seen: Picture, amiss: Collection[Square], now_ms: int
    ) -> list[Notice] | None:
        """The hands have already made the next move, or have taken back the choice that they told;
        None if neither."""
        assert self._known is not None, "what is seen has been taken in"
        self._refused = None
        history = self._history
        outlook = history.outlook
        changed = {s for s, sight in enumerate(seen) if sight is not outlook.picture[s]}
        # At most a move and its reply; of many pieces that are still due, nothing is asked.
        most = 2 * max((len(option.touched) for option in outlook.options), default=0)
        # What has not been put where it stands since the last round is still to be carried home.
        put = all(s not in self._known.on or self._known.on[s].moved for s in changed)
        forward = put and len(changed) <= most and changed.issuperset(amiss)
        back = history.way_back(seen) if self._told and not self.touch_move else None
        if back == WayBack(1):
            # Farther back is not believed here: every round begins alike.
            found: Judgement[MoveT] = Judgement(undo=1, rest_ms=DWELL_MS)
        elif forward:
            found = judge(history, seen, final=True, touch_move=True)
        else:
            return None
        if not found.acts or not self._patience.rested(DWELL_MS, now_ms):
            return None
        self._play_on()
        return self._act(found, now_ms)

    def _play_on(self) -> None:
        self._step = None
        self._trouble = None
        self._enter()

    def _enter(self) -> None:
        """Go on with what the position is waiting for."""
        history = self._history
        self._between = None
        if self.outcome is not None:
            self._phase = Phase.OVER
        elif history.rounds is not None and history.between:
            self._phase = Phase.BETWEEN
            self._between = between_rounds(self.game, history.rounds, history.outlook)
        else:
            self._phase = Phase.PLAY

    # Between two rounds, and after the last

    def _choose_by_hand(self, seen: Picture, now_ms: int) -> list[Notice]:
        between = self._between
        assert between is not None
        between.watch(seen)
        if self._stands:
            self._known = Whereabouts.of(self._history.outlook.pieces)
        if seen == self._refused:
            return []
        self._refused = None
        last = self._history.last_of_round
        moved = () if last is None else (last.origin, last.target)
        taken = self._last_again(seen, now_ms)
        if taken is not None:
            return taken
        if between.touched(seen, but=moved):
            self._final = True
        if between.confirmed(seen):
            return self.confirm() if self._patience.rested(REST_MS, now_ms) else []
        option = between.chosen(seen, moved)
        # Where there is nothing to choose, hands that fill do not wait to be understood.
        rest_ms = 0 if len(between.choices) == 1 else DWELL_MS
        if option is None or not self._patience.rested(rest_ms, now_ms):
            return []
        notices = self._choose(option)
        self._told = True
        return [*notices, *self.tick(now_ms)]

    def _choose(self, option: Option[MoveT]) -> list[Notice]:
        ply = self._history.record(option, times=self.times)
        self._set_aside()
        self._told = False
        self._refused = self._seen
        return [Notice(Level.INFO, f"{ply.side.label}: {ply.words}.")]

    def _collect(self, seen: Picture, now_ms: int) -> list[Notice]:
        """The game is over: pieces are being collected, and nothing is wrong with that."""
        if seen == self._start_picture and self._patience.rested(DWELL_MS, now_ms):
            return self.new_game(now_ms)
        return self._last_again(seen, now_ms) or []

    def _last_again(self, seen: Picture, now_ms: int) -> list[Notice] | None:
        """The last move of the round taken back or replaced by hand; None if it is neither."""
        settled = self._time.late is not None or self._accord.settlement is not None
        if settled or self.touch_move or self._stands:
            self._hints = ()
            return None
        back = self._history.way_back(seen)
        if back is not None and back.undo > 1:
            back = None  # farther back is not believed here: every round begins alike
        found = judge_last(self._history, seen, self._final, back, self._glimpses)
        self._hints = () if found is None else found.hints
        if found is None or not found.acts:
            return None
        if found.make is None:
            found = replace(found, rest_ms=OVER_MS)
        return self._act(found, now_ms)

    # Recognition

    def _recognise(self, seen: Picture, now_ms: int) -> list[Notice]:
        if seen == self._refused:
            return self._wrong(seen, now_ms)
        self._refused = None
        found = self._judge(seen)
        if found.settled:
            self._known = Whereabouts.of(self._history.outlook.pieces)
        if found.wrong:
            return self._wrong(seen, now_ms)
        self._final = self._final or found.touched
        return self._act(found, now_ms)

    def _judge(self, seen: Picture) -> Judgement[MoveT]:
        fresh = self._patience.since_ms < self._slid_until_ms
        final, touch_move = self._final, self.touch_move
        return judge(self._history, seen, final, touch_move, self._glimpses, fresh)

    def _act(self, found: Judgement[MoveT], now_ms: int) -> list[Notice]:
        """Do what was judged once the picture has lasted; show until then what may come of it."""
        self._trouble = None
        if found.make is not None and found.undo < 2:
            last = self._history.last_real
            before = last.before if found.undo and last is not None else self._history.outlook
            glimpse = (before.position, found.make.move)
            if glimpse not in self._glimpses:
                self._glimpses.append(glimpse)
        if not found.acts or not self._patience.rested(found.rest_ms, now_ms):
            self._hints = found.hints
            return []
        self._hints = ()
        notices = [notice for _ in range(found.undo) for notice in self._undo()]
        self._follow()
        if found.make is not None:
            notices += self._make(found.make, now_ms)
        # A quick reply is there already.
        return [*notices, *([] if self._stands else self.tick(now_ms))]

    def _wrong(self, seen: Picture, now_ms: int) -> list[Notice]:
        if self._trouble is None and not self._patience.rested(WRONG_MS, now_ms):
            return []  # a piece in passing: its legal squares stay lit
        self._hints = ()
        by_colour = self._sides is not None
        found = trouble(self.game, self._history.outlook, seen, self._known, by_colour)
        if found is not None and self.touch_move and self._history.way_back(seen) is not None:
            found = replace(found, text=f"{phrases.TOUCH_MOVE} {found.text}")
        news = found is not None and found != self._trouble
        self._trouble = found
        return [Notice(Level.WARN, found.text)] if found is not None and news else []

    # Making and unmaking moves

    def _make(
        self, option: Option[MoveT], now_ms: int, times: tuple[int, int] | None = None
    ) -> list[Notice]:
        """Make a move; one that is made again leaves the times that it had left before."""
        history = self._history
        side = history.outlook.turn
        if times is None:
            self._time.moved(side, now_ms)
        else:
            self._time.set_to(times)
        ply = history.record(option, times=self.times)
        if self._sides is not None and self._seen is not None:
            self._sides.agree(self._seen, option)
        self._final = False
        self._checking_ms = None
        self._made_ms = self._patience.until(now_ms, ACCEPTED_MS, now_ms)
        self._slid_until_ms = now_ms + SLIDE_MS
        passes = self._pass_on()
        self._enter()
        self._follow()
        if self._phase is Phase.PLAY:
            return [Notice(Level.INFO, f"{ply.words}. {self._prompt()}"), *passes]
        ended = self.outcome or history.round_outcome
        assert ended is not None, "neither play goes on nor has it ended"
        told = [Notice(Level.INFO, f"{ply.words}."), *passes, Notice(Level.GOOD, ended.reason)]
        if self._between is not None:
            reward = self._between.reward
            told += [] if reward is None else [Notice(Level.INFO, reward.words)]
            told.append(Notice(Level.INFO, self._prompt()))
        return told

    def _pass_on(self) -> list[Notice]:
        """Make the passes that are forced; they leave no trace on the board to wait for."""
        notices: list[Notice] = []
        outlook = self._history.outlook
        while (forced := outlook.forced_pass) is not None:
            blocked = self.game.movers(outlook.position)[0]
            where = square_name(blocked, self.game.size[0])
            who = phrases.the_piece(self.game, outlook.pieces[blocked])
            self._history.record(forced, forced=True, times=self.times)
            outlook = self._history.outlook
            text = f"{who} on {where} is blocked and passes. {self._prompt()}"
            notices.append(Notice(Level.WARN, text))
        return notices

    def _undo(self) -> list[Notice]:
        ply = self._history.undo()
        self._accord.drop()
        plies = self._history.plies
        self._time.set_to(plies[-1].times if plies else None)
        self._enter()
        self._final = True
        self._made_ms = self._checking_ms = None
        self._trouble = None
        self._hints = ()
        return [Notice(Level.INFO, f"Taken back: {ply.words}. {self._prompt()}")]

    def _follow(self) -> None:
        """The pieces stand as the position has them, but for what is seen to be otherwise."""
        known = Whereabouts.of(self._history.outlook.pieces)
        self._known = known if self._seen is None else known.seen(self._seen, {})
        if self._sides is not None and self._stands:
            self._sides.settle(self._history.outlook.picture)

    # The clock

    def _run_clock(self, now_ms: int) -> list[Notice]:
        """Let the time run of whoever is to move, if anybody's runs now."""
        playing = self._phase is Phase.PLAY and self._seen is not None and self._trouble is None
        running = playing and self._history.begun and not self._accord.waits
        runs_out_ms = self._time.run(self._history.outlook.turn if running else None, now_ms)
        if runs_out_ms is not None:
            self._patience.wake_at(runs_out_ms)
        if self._time.late is None or self._phase is Phase.OVER:
            return []
        self._enter()
        return [Notice(Level.GOOD, self._prompt())]
