"""The course of a match on the board: pictures and wishes in, notices and a view out.

The session holds what the game has (a list of plies) and what the board shows (the newest
picture), and compares the two.  It never adds up events, so a lost picture costs nothing.

    sitting.py     how far the game is, and the steps by which it goes on
    onlooker.py    what the board shows
    attendant.py   what hands do
    dealings.py    what players do beside moving
    display.py     what is shown of it all

This is their front: what the table, the page and the terminal may ask.

No clock and no input or output here: every call gets the time, `next_wake_ms` says when to call
`tick` at the latest.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Protocol

from host.ai.players.opponent import Opponent
from host.ai.solver.adapter import is_provable
from host.engine.game import AnyGame, InvalidMoveError, Outcome, Side
from host.engine.termination import Termination, parse_termination
from host.guidance import phrases
from host.guidance.marks import Help
from host.recognition.history import Ply
from host.recognition.snapshot import Snapshot
from host.session import player_actions
from host.session.analysis import Analysis
from host.session.clock import TimeControl
from host.session.match_state import Sitting
from host.session.play_phase import Attendant
from host.session.presenter import view_of
from host.session.view import Action, Notice, Phase, Severity, View


class StoredPly(Protocol):
    """A ply as it was kept.

    Attributes:
        text: of the move.
        times: White's and Black's milliseconds left once it was made; None without a clock.
    """

    @property
    def text(self) -> str: ...

    @property
    def times(self) -> tuple[int, int] | None: ...


class Session:
    """One game after another on one board; see the module's essay.

    Args:
        game: what is played.
        position: where the first game begins; None for its start.
        help_level: as the property `help`.
        control: the time of each player; None to play without a clock.
        touch_move: as the attribute.
        opponent: as the attribute.
        lots: the settings of the game that are drawn by lot whenever it is begun again.

    Attributes:
        analysis: what has been proven about moves, which is shown at the level of help for it.
    """

    def __init__(
        self,
        game: AnyGame,
        position: Hashable | None = None,
        help_level: Help = Help.LEGAL,
        control: TimeControl | None = None,
        touch_move: bool = False,
        opponent: Opponent | None = None,
        lots: tuple[str, ...] = (),
    ) -> None:
        self.analysis: Analysis = Analysis()
        first = game.start() if position is None else position
        self._sitting = Sitting(game, first, control, touch_move, opponent, lots)
        self._attendant = Attendant(self._sitting)
        self.help = help_level

    # The board

    def see(self, snapshot: Snapshot, now_ms: int, age_ms: int = 0) -> list[Notice]:
        """Take in what the board shows; the same picture again is harmless.

        Args:
            age_ms: for how long the board has shown it, where its first lines were lost.
        """
        return self._attendant.see(snapshot, now_ms, age_ms)

    def tick(self, now_ms: int) -> list[Notice]:
        """Act on what has become true by waiting."""
        return self._attendant.tick(now_ms)

    def lose_sight(self) -> None:
        """The board is gone: what it showed last is not believed any more."""
        sitting = self._sitting
        sitting.board_state.lose_sight()
        sitting.hints = ()
        sitting.captor = None
        sitting.turn_end.forget()
        sitting.negotiation.lose_sight()
        sitting.dwell.wake_ms = None

    def forget_pieces(self) -> None:
        """Pieces have been set up unseen: which stands where is not known any more."""
        self._sitting.board_state.forget_pieces()

    def set_aside(self) -> None:
        """The board has been used for something else: it is set up again before play goes on."""
        self.forget_pieces()
        self.lose_sight()
        if self._sitting.phase is Phase.PLAY:
            self._sitting.set_aside()

    # Wishes

    def new_game(
        self,
        now_ms: int,
        game: AnyGame | None = None,
        control: TimeControl | None = None,
        touch_move: bool = False,
        opponent: Opponent | None = None,
        lots: tuple[str, ...] = (),
    ) -> list[Notice]:
        """Begin again from the first position.

        Args:
            game, control, touch_move, opponent, lots: what is played from now on, how, against
                whom, and what of it is drawn by lot from the second time on; without a game, the
                same as before.
        """
        sitting = self._sitting
        if game is not None:
            if game.size != sitting.game.size:
                # It lies otherwise on the board: what was seen of the one before tells nothing.
                self.forget_pieces()
                self.lose_sight()
            sitting.game, sitting.control, sitting.touch_move = game, control, touch_move
            sitting.opponent, sitting.lots = opponent, lots
        self.help = Help.LEGAL if self.serious and self.help is Help.PROVEN else self.help
        self.analysis = Analysis()
        return [*sitting.begin_again(same=game is None), *self.tick(now_ms)]

    def restore(
        self,
        plies: Iterable[StoredPly],
        times: tuple[int, int] | None = None,
        termination: str | None = None,
    ) -> None:
        """Go on with a game that was played before; the board is guided to its position.

        Args:
            plies: from the first position of this session on.
            times: White's and Black's milliseconds left; None for those of the last ply.
            termination: the text of how its players have ended it; None if they have not.

        Raises:
            InvalidMoveError: a text is no legal move where it stands; it is quoted.
            ValueError: the text is no settlement of this game; it is quoted.
        """
        sitting, history = self._sitting, self._sitting.history
        for ply in plies:
            history.record_text(ply.text, ply.times)
        last = history.plies[-1] if history.plies else None
        if last is not None and last.between:
            # Perhaps half of the pieces stand where they stood when the round ended.
            sitting.board_state.recognise(last.before.pieces)
        if times is None and last is not None:
            times = last.times
        if times is not None:
            sitting.time.set_to(times)
        if termination is not None:
            ended = parse_termination(termination, sitting.game, history.position)
            sitting.negotiation.termination = ended
        sitting.set_aside()

    def take_back(self, now_ms: int) -> list[Notice]:
        """Undo the last move, with the passes that it forced; the board is then guided back.

        Where the players have ended the game themselves, that is taken back instead.  Against the
        computer, its move is taken back with the player's own before it.
        """
        sitting = self._sitting
        if sitting.history.last_real is None:
            return [Notice(Severity.WARN, "There is no move to take back.")]
        if sitting.touch_move:
            return [Notice(Severity.WARN, phrases.TOUCH_MOVE)]
        strewn = sitting.phase is not Phase.PLAY and not sitting.stands
        if sitting.negotiation.termination is not None:
            notices = sitting.unsettle()
        elif sitting.opponent is None:
            snapshot = sitting.history.expectation.snapshot
            captured = sitting.history.last_real.captured
            notices = sitting.undo()
            sitting.returning = (snapshot,) if captured else ()
        elif not sitting.own_moves:
            return [Notice(Severity.WARN, phrases.NO_MOVE_OF_YOURS)]
        else:
            notices = []
            snapshots: list[Snapshot] = []
            while not snapshots or sitting.history.expectation.turn is sitting.opponent.side:
                snapshots.append(sitting.history.expectation.snapshot)
                notices += sitting.undo()
            sitting.returning = tuple(snapshots)
        if strewn and sitting.phase is Phase.PLAY:
            sitting.set_aside()
        elif not sitting.stands:
            sitting.refused = sitting.board_state.seen
        return [*notices, *self.tick(now_ms)]

    def redo(self, now_ms: int) -> list[Notice]:
        """Make the move again that was taken back last; the board is then guided to it."""
        sitting, undone = self._sitting, self._sitting.history.undone
        if undone is None or sitting.outcome is not None:
            return [Notice(Severity.WARN, phrases.NO_REDO)]
        # Where the computer is to move, no move is expected yet.
        option = next(option for option in undone.before.options if option.move == undone.move)
        sitting.negotiation.drop()
        sitting.correction = None
        sitting.hints = ()
        if undone.between:
            notices = sitting.choose(option)
        else:
            notices = sitting.make(option, now_ms, undone.times)
            sitting.refused = None if sitting.stands else sitting.board_state.seen
            if undone.captured and not sitting.stands:
                sitting.returning = (undone.before.snapshot,)
        return [*notices, *self.tick(now_ms)]

    def choose(self, text: str, now_ms: int) -> list[Notice]:
        """Choose between two rounds, or let the turn go where the board would not show it.

        Raises:
            InvalidMoveError: it cannot be chosen now; the message quotes it and says why.
        """
        sitting = self._sitting
        move = sitting.game.parse_move(self.position, text)
        options = sitting.history.expectation.options
        option = next((option for option in options if option.move == move), None)
        if option is not None and sitting.phase is Phase.BETWEEN:
            return [*sitting.choose(option), *self.tick(now_ms)]
        if text not in [choice.text for choice in sitting.choices] or option is None:
            raise InvalidMoveError(f"{text!r} is made on the board, not chosen")
        return [*sitting.make(option, now_ms), *self.tick(now_ms)]

    def bid(self, text: str, now_ms: int) -> list[Notice]:
        """The computer moves so; hands are asked to carry it out.

        Raises:
            InvalidMoveError: it is not the computer's turn, or no legal move; it is quoted.
        """
        sitting = self._sitting
        if sitting.opponent is None or not sitting.computers_turn:
            why = phrases.NO_COMPUTER if sitting.opponent is None else phrases.NOT_COMPUTERS_TURN
            raise InvalidMoveError(f"{text!r} cannot be bid: {why}")
        move = sitting.game.parse_move(self.position, text)
        return [*sitting.take_bid(move, now_ms), *self.tick(now_ms)]

    def confirm(self) -> list[Notice]:
        """The reward is on its piece."""
        return self._sitting.confirm()

    def resign(self, side: Side) -> list[Notice]:
        """One side gives the whole game up."""
        return player_actions.resign(self._sitting, side)

    def offer(self, action: Action, by: Side, now_ms: int) -> list[Notice]:
        """One side offers a draw or a new match; the other is asked."""
        return [*player_actions.offer(self._sitting, action, by, now_ms), *self.tick(now_ms)]

    def answer(self, agreed: bool, now_ms: int) -> list[Notice]:
        """What was offered is agreed to, or not."""
        return [*player_actions.answer(self._sitting, agreed), *self.tick(now_ms)]

    def pause(self, now_ms: int) -> list[Notice]:
        """Interrupt the round."""
        return [*player_actions.pause(self._sitting), *self.tick(now_ms)]

    def go_on(self, now_ms: int) -> list[Notice]:
        """Go on with a round that was interrupted."""
        return [*player_actions.go_on(self._sitting), *self.tick(now_ms)]

    def ask_hint(self) -> list[Notice]:
        """Somebody wants to be told a move; it is told once it is found.

        Nothing is said here of how that goes: it depends on how fast proofs come, and what a
        session says must follow from what it was shown.
        """
        if self._sitting.phase is not Phase.PLAY:
            return [Notice(Severity.WARN, phrases.NO_HINT_NOW)]
        if self._sitting.computers_turn:
            return [Notice(Severity.WARN, phrases.NO_HINT_FOR_IT)]
        if self.serious and self.help is not Help.PROVEN:
            return [Notice(Severity.WARN, phrases.NO_HINT)]
        if self.analysis.hint(self.position) is None:
            self.analysis.asked = self.position
        return []

    # What holds now

    @property
    def help(self) -> Help:
        """What is lit to help those who are to move; never proven values in a game without."""
        return self._help

    @help.setter
    def help(self, level: Help) -> None:
        proven = level is Help.PROVEN
        self._help = Help.LEGAL if proven and not is_provable(self.game) else level

    @property
    def next_wake_ms(self) -> int | None:
        """When `tick` must be called at the latest; None if nothing is waited for."""
        return self._sitting.dwell.wake_ms

    @property
    def game(self) -> AnyGame:
        """What is played."""
        return self._sitting.game

    @property
    def games(self) -> int:
        """How many have been begun; it tells a new game from one that was taken back to its
        beginning."""
        return self._sitting.games

    @property
    def control(self) -> TimeControl | None:
        """The time of each player; None where there is no clock."""
        return self._sitting.control

    @property
    def touch_move(self) -> bool:
        """Whether a move stands once it is made: nothing is taken back, neither by hand nor by
        wish."""
        return self._sitting.touch_move

    @property
    def lots(self) -> tuple[str, ...]:
        """The settings of the game that are drawn by lot whenever it is begun again."""
        return self._sitting.lots

    @property
    def opponent(self) -> Opponent | None:
        """Whom the computer plays as; None if people play both sides."""
        return self._sitting.opponent

    @property
    def strength(self) -> float:
        """How strong the computer plays now; 0 where it does not."""
        opponent = self._sitting.opponent
        return 0.0 if opponent is None else opponent.strength_after(self._sitting.rounds_lost)

    @property
    def serious(self) -> bool:
        """Whether it is played in earnest, with a clock or so that moves stand: a new game of that
        kind begins without help beyond the rules."""
        return self.touch_move or self.control is not None

    @property
    def position(self) -> Hashable:
        """The position that the game has reached."""
        return self._sitting.history.position

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves made, passes and choices included."""
        return self._sitting.history.plies

    @property
    def times(self) -> tuple[int, int] | None:
        """White's and Black's milliseconds left when a clock last started or stopped."""
        return self._sitting.time.times

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, also on time or by its players; None while it goes on."""
        return self._sitting.outcome

    @property
    def termination(self) -> Termination | None:
        """How the players have ended the game; None if they have not."""
        return self._sitting.negotiation.termination

    def view(self) -> View:
        """The whole of what a display may show now."""
        return view_of(self._sitting, self.help, self.analysis)
