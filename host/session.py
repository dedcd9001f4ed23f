"""The course of a game on the board: pictures and wishes in, notices and a view out.

The session holds what the game has (a list of plies) and what the board shows (the newest
picture), and compares the two.  It never adds up events, so a lost picture costs nothing.

    setup   the board is not yet as the position wants it; guided piece by piece
    play    moves are recognised
    over    the game has an outcome; a complete starting position begins a new one

A recognised move is made once its picture has rested: REST_MS where nothing could extend it,
DWELL_MS where the piece might be sliding on.  It stays provisional until the opponent touches
a piece: going on to another legal square replaces it.  In the order in which they are tried,
a picture is explained as

    1  settled, on the way to a legal move, or after one                 (the usual)
    2  the same seen from before the last move: taken back, or replaced
    3  a legal move and the beginning or the whole of the reply          (a quick opponent)
    4  wrong: after WRONG_MS the first thing to put right is told

The module is long because this order is its one subject.

No clock and no input or output here: every call gets the time, `next_wake_ms` says when to call
`tick` at the latest.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from host import phrases
from host.engine.game import Game, Square
from host.engine.geometry import square_name
from host.guidance import (
    Help,
    Trouble,
    last_marks,
    movers_marks,
    outcome_marks,
    setting_up,
    target_marks,
    trouble,
)
from host.lighting import Mark
from host.tracking import (
    Finished,
    Option,
    Outlook,
    Picture,
    Settled,
    Sight,
    Unfinished,
    Verdict,
    could_go_on,
    explain,
    look_ahead,
    move_with_reply,
    picture_of,
)
from host.view import Level, Notice, Phase, Ply, View

PositionT = TypeVar("PositionT", bound=Hashable)
MoveT = TypeVar("MoveT", bound=Hashable)

REST_MS = 100
"""How long a picture must last to be believed where it cannot be half of something."""
DWELL_MS = 400
"""The same where the piece may be sliding on: longer than a hand rests on a square in passing."""
WRONG_MS = 500
"""How long something unexplained must last to be spoken of; told within 1 s in all."""
ACCEPTED_MS = 1000
"""How long a made move is acknowledged on the lights."""


class Session(Generic[PositionT, MoveT]):
    """One game after another on one board; see the module's essay.

    Attributes:
        games: how many have been begun; it tells a new game from one that was taken back to its
            beginning.
    """

    def __init__(
        self,
        game: Game[PositionT, MoveT],
        position: PositionT | None = None,
        help_level: Help = Help.LEGAL,
    ) -> None:
        self.game = game
        self.help = help_level
        self._first = game.start() if position is None else position
        self._start_picture = picture_of(game.pieces(self._first), game.size[0] * game.size[1])
        self._seen: Picture | None = None
        self._since_ms = 0
        self._wake_ms: int | None = None
        self.games = 0
        self._begin()

    def _begin(self) -> None:
        self.games += 1
        self._plies: list[Ply[PositionT, MoveT]] = []
        self._outlook = look_ahead(self.game, self._first)
        self._outcome = self.game.outcome(self._first)
        self._phase = Phase.SETUP
        self._final = True
        self._trouble: Trouble | None = None
        self._hints: tuple[Option[MoveT], ...] = ()
        self._made_ms: int | None = None
        # What a move that was taken back by wish left on the board; not to be made again of itself.
        self._refused: Picture | None = None

    # What comes in

    def see(self, picture: Picture, now_ms: int) -> list[Notice]:
        """Take in what the board shows; the same picture again is harmless."""
        if picture != self._seen:
            self._seen = picture
            self._since_ms = now_ms
        return self.tick(now_ms)

    def lose_sight(self) -> None:
        """The board is gone: what it showed last is not believed any more."""
        self._seen = None
        self._hints = ()
        self._wake_ms = None

    def tick(self, now_ms: int) -> list[Notice]:
        """Act on what has become true by waiting."""
        notices: list[Notice] = []
        self._wake_ms = None
        if self._made_ms is not None:
            if now_ms - self._made_ms < ACCEPTED_MS:
                self._wake_at(self._made_ms + ACCEPTED_MS)
            else:
                self._made_ms = None
        if self._seen is None:
            return notices
        match self._phase:
            case Phase.SETUP:
                notices += self._set_up(self._seen, now_ms)
            case Phase.PLAY | Phase.OVER:
                notices += self._recognise(self._seen, now_ms)
        return notices

    def new_game(self, now_ms: int) -> list[Notice]:
        """Begin again from the first position."""
        self._begin()
        return [Notice(Level.INFO, "A new round."), *self.tick(now_ms)]

    def restore(self, texts: Iterable[str]) -> None:
        """Go on with a game that was played before; the board is guided to its position.

        Raises:
            InvalidMoveError: a text is no legal move where it stands; it is quoted.
        """
        for text in texts:
            position = self._outlook.position
            move = self.game.parse_move(position, text)
            option = next(option for option in self._outlook.options if option.move == move)
            self._record(option, forced=self._outlook.forced_pass is not None)
        self._phase = Phase.SETUP

    def take_back(self, now_ms: int) -> list[Notice]:
        """Undo the last move, with the passes that it forced; the board is then guided back."""
        if self._last_real() is None:
            return [Notice(Level.WARN, "There is no move to take back.")]
        notices = self._undo()
        if self._seen != self._outlook.picture:
            self._refused = self._seen
        return [*notices, *self.tick(now_ms)]

    # What goes out

    @property
    def next_wake_ms(self) -> int | None:
        """When `tick` must be called at the latest; None if nothing is waited for."""
        return self._wake_ms

    @property
    def position(self) -> PositionT:
        """The position that the game has reached."""
        return self._outlook.position

    @property
    def plies(self) -> tuple[Ply[PositionT, MoveT], ...]:
        """The moves made, passes included."""
        return tuple(self._plies)

    def view(self) -> View[PositionT, MoveT]:
        """The whole of what a display may show now."""
        origins = {option.origin for option in self._hints}
        lifted = origins.pop() if len(origins) == 1 else None
        return View(
            phase=self._phase,
            turn=self._outlook.turn,
            prompt=self._prompt(),
            outlook=self._outlook,
            movers=tuple(self.game.movers(self._outlook.position)),
            lifted=lifted,
            marks=tuple(self._marks()),
            trouble=self._trouble,
            plies=tuple(self._plies),
            outcome=self._outcome,
            can_take_back=self._last_real() is not None,
            help=self.help,
        )

    def _prompt(self) -> str:
        if self._phase is Phase.SETUP:
            return self._trouble.text if self._trouble else "Set up the board."
        if self._outcome is not None:
            return self._outcome.reason
        pieces = self._outlook.pieces
        movers = [(square, pieces[square]) for square in self.game.movers(self._outlook.position)]
        return phrases.to_move(self.game, self._outlook.turn, movers)

    def _marks(self) -> list[Mark]:
        if self._trouble is not None:
            return list(self._trouble.marks)
        if self._phase is Phase.SETUP:
            return []
        marks = outcome_marks(self._outcome) if self._outcome is not None else []
        if self._hints:
            shown = target_marks(self._hints)
            if self.help is not Help.LEGAL:
                shown = [mark for mark in shown if mark.role == "origin"]
            return marks + shown if self.help is not Help.OFF else marks
        last = self._last_real()
        if last is not None and last.origin is not None and last.target is not None:
            marks += last_marks(last.origin, last.target, self._made_ms is not None)
        if self._outcome is None and self.help is not Help.OFF:
            marks += movers_marks(self.game, self._outlook, self._passed())
        return marks

    # Setting up

    def _set_up(self, seen: Picture, now_ms: int) -> list[Notice]:
        self._trouble = setting_up(self.game, self._outlook, seen)
        if self._trouble is not None:
            return []
        if not self._rested(REST_MS, now_ms):
            return []
        self._phase = Phase.OVER if self._outcome is not None else Phase.PLAY
        return [Notice(Level.INFO, phrases.READY + self._prompt()), *self._pass_on()]

    # Recognition

    def _recognise(self, seen: Picture, now_ms: int) -> list[Notice]:
        if seen == self._refused:
            return self._wrong(seen, now_ms)
        self._refused = None
        verdict = explain(self._outlook, seen)
        match verdict:
            case Settled():
                self._calm(())
                return []
            case Unfinished(options, changed):
                self._calm(options)
                if any(option.origin in changed for option in options):
                    self._final = True
                return []
            case Finished(options):
                return self._finished(self._outlook, options, now_ms)
        if self._starting_again(seen, now_ms):
            return self.new_game(now_ms)
        for attempt in (self._from_before, self._quick_reply):
            notices = attempt(seen, now_ms)
            if notices is not None:
                return notices
        return self._wrong(seen, now_ms)

    def _finished(
        self,
        outlook: Outlook[PositionT, MoveT],
        options: tuple[Option[MoveT], ...],
        now_ms: int,
    ) -> list[Notice]:
        option = options[0]
        on = could_go_on(outlook.options, option, self.game.size[0])
        if len(options) > 1 or not self._rested(DWELL_MS if on else REST_MS, now_ms):
            self._calm(tuple(o for o in outlook.options if o.origin == option.origin))
            return []
        notices = self._undo() if outlook is not self._outlook else []
        self._calm(())
        return [*notices, *self._make(option, now_ms)]

    def _from_before(self, seen: Picture, now_ms: int) -> list[Notice] | None:
        """The picture as a takeback, or as another move instead of the last; None if neither."""
        last = self._last_real()
        if last is None:
            return None
        verdict: Verdict[MoveT] = explain(last.before, seen)
        match verdict:
            case Settled():
                if self._rested(DWELL_MS, now_ms):
                    self._calm(())
                    return self._undo()
                self._calm(())
                return []
            case Finished(options) if not self._final:
                return self._finished(last.before, options, now_ms)
            case Unfinished(options) if self._lifted_again(last, seen):
                self._calm(options)
                return []
        return None

    def _lifted_again(self, last: Ply[PositionT, MoveT], seen: Picture) -> bool:
        """Whether just the piece that moved last is in the air again."""
        picture = self._outlook.picture
        changed = [s for s, sight in enumerate(seen) if sight is not picture[s]]
        return changed == [last.target] and seen[changed[0]] is Sight.EMPTY

    def _quick_reply(self, seen: Picture, now_ms: int) -> list[Notice] | None:
        """The picture as a move with the reply begun or made; None unless just one move fits."""
        option = move_with_reply(self.game, self._outlook, seen)
        if option is None:
            return None
        if not self._rested(REST_MS, now_ms):
            self._calm(())
            return []
        return [*self._make(option, now_ms), *self.tick(now_ms)]

    def _starting_again(self, seen: Picture, now_ms: int) -> bool:
        return (
            self._phase is Phase.OVER
            and seen == self._start_picture
            and self._rested(DWELL_MS, now_ms)
        )

    def _wrong(self, seen: Picture, now_ms: int) -> list[Notice]:
        if self._phase is Phase.OVER:
            # The round is over: pieces are being collected, and nothing is wrong with that.
            self._calm(())
            return []
        if self._trouble is None and not self._rested(WRONG_MS, now_ms):
            return []  # a piece in passing: its legal squares stay lit
        self._hints = ()
        found = trouble(self.game, self._outlook, seen)
        news = found is not None and found != self._trouble
        self._trouble = found
        return [Notice(Level.WARN, found.text)] if found is not None and news else []

    def _calm(self, hints: tuple[Option[MoveT], ...]) -> None:
        self._trouble = None
        self._hints = hints

    def _rested(self, rest_ms: int, now_ms: int) -> bool:
        """Whether the picture has lasted that long; if not, asks to be woken when it has."""
        if now_ms - self._since_ms >= rest_ms:
            return True
        self._wake_at(self._since_ms + rest_ms)
        return False

    def _wake_at(self, at_ms: int) -> None:
        self._wake_ms = at_ms if self._wake_ms is None else min(self._wake_ms, at_ms)

    # Making and unmaking moves

    def _make(self, option: Option[MoveT], now_ms: int) -> list[Notice]:
        words = self._record(option, forced=False)
        self._final = False
        self._made_ms = now_ms
        self._wake_at(now_ms + ACCEPTED_MS)
        passes = self._pass_on()
        if self._outcome is not None:
            self._phase = Phase.OVER
            told = Notice(Level.INFO, f"{words}.")
            return [told, *passes, Notice(Level.GOOD, self._outcome.reason)]
        return [Notice(Level.INFO, f"{words}. {self._prompt()}"), *passes]

    def _pass_on(self) -> list[Notice]:
        """Make the passes that are forced; they leave no trace on the board to wait for."""
        notices: list[Notice] = []
        while (forced := self._outlook.forced_pass) is not None:
            blocked = self.game.movers(self._outlook.position)
            side = self._outlook.turn
            piece = self._outlook.pieces[blocked[0]]
            self._record(forced, forced=True)
            notices.append(
                Notice(
                    Level.WARN,
                    f"{side.label}'s {self.game.piece_words(piece)} on "
                    f"{square_name(blocked[0], self.game.size[0])} is blocked and passes. "
                    f"{self._prompt()}",
                )
            )
        return notices

    def _record(self, option: Option[MoveT], forced: bool) -> str:
        outlook = self._outlook
        origin, target = option.origin, option.target
        if forced:
            origin = target = self.game.movers(outlook.position)[0]
        words = self.game.move_words(outlook.position, option.move)
        self._plies.append(
            Ply(
                before=outlook,
                move=option.move,
                side=outlook.turn,
                piece=None if origin is None else outlook.pieces.get(origin),
                origin=origin,
                target=target,
                text=self.game.move_text(outlook.position, option.move),
                words=words,
                forced=forced,
            )
        )
        position = self.game.play(outlook.position, option.move)
        self._outlook = look_ahead(self.game, position)
        self._outcome = self.game.outcome(position)
        return words

    def _undo(self) -> list[Notice]:
        while self._plies:
            ply = self._plies.pop()
            self._outlook = ply.before
            if not ply.forced:
                break
        self._outcome = self.game.outcome(self._outlook.position)
        self._phase = Phase.PLAY
        self._final = True
        self._made_ms = None
        return [Notice(Level.INFO, f"Taken back: {ply.words}. {self._prompt()}")]

    def _last_real(self) -> Ply[PositionT, MoveT] | None:
        return next((ply for ply in reversed(self._plies) if not ply.forced), None)

    def _passed(self) -> list[Square]:
        """Where the pieces stand that have passed since the last real move."""
        passed: list[Square] = []
        for ply in reversed(self._plies):
            if not ply.forced:
                break
            if ply.origin is not None:
                passed.append(ply.origin)
        return passed
