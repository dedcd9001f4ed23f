"""The sitting: one game at a board, how far it is, and the steps by which it goes on.

    setup    the board is not yet as the position wants it; guided piece by piece (arranging.py)
    play     moves are recognised
    between  a round is over; the next begins when its winner has chosen how (between.py)
    over     the game has an outcome; a complete starting position begins a new one
    paused   play is interrupted until a piece is lifted

Whoever takes a step, hands (attendant.py) or a wish (session.py), takes it here; each returns what
people are told of it.  What is begun anew with every game stands in `begin`.

A player's time runs from the first move of a round to its last, while the board is as the game
has it: it stands while something is put right, and while there is no board.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from functools import partial

from host.ai.players.opponent import Opponent
from host.engine.game import AnyGame, Outcome, Piece, Square
from host.engine.material import reserve
from host.engine.random_settings import redraw_settings, value_from_moves
from host.engine.termination import Termination
from host.guidance import phrases
from host.guidance.instruction import carry_out_words
from host.guidance.marks import Correction
from host.guidance.setup import Step
from host.recognition.board_state import BoardState
from host.recognition.history import History
from host.recognition.matching import Candidate, expect_from
from host.recognition.recent_moves import RecentMoves
from host.recognition.recogniser import SLIDE_MS
from host.recognition.snapshot import Snapshot
from host.session.clock import TimeControl
from host.session.dwell_timer import DwellTimer
from host.session.negotiation import Negotiation
from host.session.round_break import Between, between_rounds
from host.session.timekeeper import Timekeeper
from host.session.turn_end import TurnEndDetector
from host.session.view import Choice, Notice, Phase, Severity

ACCEPTED_MS = 1000
"""How long a made move is acknowledged on the lights."""
CHECK_MS = 5000
"""How long the filled rows are lit in the colours of their pieces, to be checked by eye."""


class Sitting:
    """One game after another on one board; see the module's essay.

    Args:
        position: where the first game begins.

    Attributes:
        game, control, touch_move: what is played, and how; see `Session`.
        lots: the settings of the game that are drawn by lot whenever it is begun again.
        opponent: whom the computer plays as; None if people play both sides.
        bid: the computer's move that hands are to carry out; None while there is none.
        games: how many have been begun.
        board_state: looks at the board.
        dwell: what is waited for.
        history: what the game has.
        phase: where it is.
        between: the time between two rounds; None in a round.
        negotiation: what is settled beside the moves.
        time: of the players.
        step: of setting up; None while nothing is set up.
        correction: what is wrong with the board; None if nothing is.
        hints: the legal moves that are under way.
        captor: the move of which captured pieces are still to be taken off; None if there is none.
        turn_end: watches the piece that moved last.
        final: whether the last move cannot be replaced any more.
        recent_moves: moves that the board has shown, if only for a moment.
        slid_until_ms: until when the piece that moved last may be sliding on.
        refused: what a move that was taken back by wish left on the board; not to be made again of
            itself.
        returning: the pictures of moves that were taken back by wish, or made again, while the
            hands bring the pieces there: on their way they show some of these again, and pieces
            that were captured standing or not, which makes nothing.
        told_on: the corner on which hands have told the choice that is being carried out; None if
            a display did, or if there was nothing to choose.
        revocable: whether hands may take that choice back.
        made_ms, checking_ms: since when a made move is acknowledged, and a filled row lit to be
            checked; None if it is not.
    """

    def __init__(
        self,
        game: AnyGame,
        position: Hashable,
        control: TimeControl | None,
        touch_move: bool,
        opponent: Opponent | None,
        lots: tuple[str, ...],
    ) -> None:
        self.game = game
        self.control = control
        self.touch_move = touch_move
        self.opponent = opponent
        self.lots = lots
        self.games = 0
        self.board_state = BoardState()
        self.dwell = DwellTimer()
        self.begin(position)

    def begin(self, first: Hashable) -> None:
        """Begin a game at its first position."""
        self.games += 1
        self.history = History(self.game, first)
        self.phase = Phase.SETUP
        self.between: Between | None = None
        self.negotiation = Negotiation()
        self.time = Timekeeper(self.control)
        self.bid: Hashable | None = None
        self.step: Step | None = None
        self.correction: Correction | None = None
        self.hints: tuple[Candidate, ...] = ()
        self.captor: Candidate | None = None
        self.turn_end = TurnEndDetector()
        self.final = True
        self.recent_moves = RecentMoves()
        self.slid_until_ms = 0
        self.refused: Snapshot | None = None
        self.returning: tuple[Snapshot, ...] = ()
        self.told_on: Square | None = None
        self.revocable = False
        self.made_ms: int | None = None
        self.checking_ms: int | None = None

    def begin_again(self, same: bool = True) -> list[Notice]:
        """Begin the next game; what the board shows now is no move of it."""
        sentences: tuple[str, ...] = ()
        if same:
            if self.opponent is not None:
                self.opponent = self.opponent.again(self.rounds_lost, self.opponent.seed + 1)
            sentences = self._draw_again()
        self.begin(self.game.start())
        self.refused = self.board_state.seen
        told = (phrases.begun(self.game), *sentences)
        return [Notice(Severity.INFO, text) for text in told]

    def _draw_again(self) -> tuple[str, ...]:
        """Draw the lots of the game anew, once it has been played; what there is to say of it.

        What was played decides: nobody foresees what it gives, and a trace of it that is played
        back draws the same.
        """
        played = " ".join(ply.text for ply in self.history.plies)
        if not played:
            return ()
        draw = partial(value_from_moves, played)
        drawn = redraw_settings(self.game, self.lots, draw)
        self.game = drawn.game
        return drawn.sentences

    # What holds now

    @property
    def stands(self) -> bool:
        """Whether the board is as the position has it."""
        return self.board_state.seen == self.history.expectation.snapshot

    @property
    def capturing(self) -> tuple[Square, ...]:
        """Where captured pieces stand that are to be taken off, for the move to be made."""
        seen = self.board_state.seen
        if self.captor is None or seen is None or self.phase is not Phase.PLAY:
            return ()
        return self.captor.standing(self.history.expectation.snapshot, seen)

    @property
    def due(self) -> Mapping[Square, Piece]:
        """What the hands are putting where; nothing while that is still to be chosen."""
        if self.phase is Phase.BETWEEN:
            return {}
        if self.phase is Phase.OVER:
            return self.game.pieces(self.game.start())
        return self.history.expectation.pieces

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, also on time or by its players; None while it goes on."""
        if self.negotiation.termination is not None:
            return self.negotiation.termination.outcome
        late = self.time.late
        if late is None:
            return self.history.outcome
        winner = late.other
        return Outcome(winner, f"{late.label}'s time is up: {winner.label} wins on time.")

    @property
    def computers_turn(self) -> bool:
        """Whether the computer is to move."""
        ended = self.history.outcome or self.history.round_outcome
        playing = self.phase is Phase.PLAY and ended is None
        opponent = self.opponent
        return playing and opponent is not None and self.history.expectation.turn is opponent.side

    @property
    def own_moves(self) -> bool:
        """Whether there is a move that the player has made against the computer."""
        computer = None if self.opponent is None else self.opponent.side
        return any(p.side is not computer for p in self.history.plies if not p.forced)

    @property
    def rounds_lost(self) -> tuple[bool, ...]:
        """For each round of the game that is over, whether the computer has lost it."""
        if self.opponent is None:
            return ()
        # Whoever chooses between two rounds has won the one before.
        winners = [ply.side for ply in self.history.plies if ply.between]
        if self.outcome is not None and self.outcome.winner is not None:
            winners.append(self.outcome.winner)
        return tuple(winner is not self.opponent.side for winner in winners)

    def prompt(self) -> str:
        """What is to be done now."""
        if self.phase is Phase.SETUP:
            return self.correction.text if self.correction else "Set up the board."
        if self.outcome is not None:
            return self.outcome.reason
        if self.between is not None:
            return self.between.prompt(self.game, self.board_state.seen)
        if self.negotiation.waits:
            return self.negotiation.prompt(self.history)
        expectation = self.history.expectation
        if self.capturing:
            return phrases.take_captured(self.game, self._standing(self.capturing))
        if self.opponent is not None and self.computers_turn:
            option = next(iter(expectation.options), None)
            if option is None:
                return phrases.thinks(self.opponent.label)
            return carry_out_words(self.game, expectation, option, self.opponent.label)
        if expectation.letting_go is not None:
            last = self.history.last_of_round
            moved = [] if last is None or last.target is None else self._standing([last.target])
            return phrases.to_go_on(self.game, expectation.turn, moved[0] if moved else None)
        if expectation.puts:
            pieces = [
                p for p in reserve(self.game, expectation.position) if p.side is expectation.turn
            ]
            return phrases.to_put(self.game, expectation.turn, pieces)
        movers = self._standing(self.game.movable_squares(expectation.position))
        own = sum(piece.side is expectation.turn for piece in expectation.pieces.values())
        return phrases.to_move(self.game, expectation.turn, movers, len(movers) == own)

    def _standing(self, squares: Iterable[Square]) -> list[tuple[Square, Piece]]:
        """These squares with the pieces that the position has on them."""
        pieces = self.history.expectation.pieces
        return [(square, pieces[square]) for square in squares]

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What displays offer to choose: how the next round begins, or to let the turn go."""
        if self.between is not None:
            return self.between.shown
        move = self.history.expectation.letting_go
        if move is None or self.phase is not Phase.PLAY or self.computers_turn:
            return ()
        text = self.game.move_text(self.history.position, move.move)
        return (Choice(text, self.game.describe_move(self.history.position, move.move), None),)

    # Phases

    def enter(self) -> None:
        """Go on with what the position is waiting for."""
        history = self.history
        self.between = None
        if self.outcome is not None:
            self.phase = Phase.OVER
        elif history.rounds is not None and history.between:
            self.phase = Phase.BETWEEN
            self.between = between_rounds(self.game, history.rounds, history.expectation)
            if self.board_state.seen is not None:
                self.between.watch(self.board_state.seen)
        else:
            self.phase = Phase.PLAY
        self._wait_for_computer()

    def _wait_for_computer(self) -> None:
        """Expect nothing of hands where the computer has still to say what it moves."""
        self.bid = None
        if self.computers_turn and self.history.expectation.forced_pass is None:
            self.history.expect(())

    def take_bid(self, move: Hashable, now_ms: int) -> list[Notice]:
        """The computer moves so: expect hands to carry that out, and nothing else."""
        option = expect_from(self.game, self.history.position, (move,)).options[0]
        if not option.touched:
            return self.make(option, now_ms)  # hands have nothing to carry out
        self.bid = move
        self.history.expect((move,))
        return [Notice(Severity.INFO, self.prompt())]

    def set_aside(self) -> None:
        """Play does not go on before the board is as the position has it."""
        self.phase = Phase.SETUP
        self.between = None
        self.hints = ()
        self.captor = None

    def play_on(self) -> None:
        """Setting up is done."""
        self.step = None
        self.correction = None
        self.enter()

    def settle(self, termination: Termination) -> list[Notice]:
        """The players have ended the game themselves."""
        self.negotiation.drop()
        self.negotiation.termination = termination
        self.step = self.correction = self.captor = None
        self.hints = ()
        self.made_ms = self.checking_ms = None
        self.enter()
        return [Notice(Severity.GOOD, termination.outcome.reason)]

    def unsettle(self) -> list[Notice]:
        """They have taken that back."""
        self.negotiation.termination = None
        self.enter()
        return [Notice(Severity.INFO, phrases.GOES_ON + self.prompt())]

    def confirm(self) -> list[Notice]:
        """The reward is on its piece."""
        if self.between is None or self.between.reward is None:
            return [Notice(Severity.WARN, "There is nothing to confirm.")]
        self.between.confirm()
        self.final = True
        return [Notice(Severity.INFO, self.prompt())]

    def choose(self, option: Candidate) -> list[Notice]:
        """Choose how the next round is set up."""
        ply = self.history.record(option, times=self.time.times)
        self.set_aside()
        self.told_on = None
        self.revocable = False
        self.refused = self.board_state.seen
        return [Notice(Severity.INFO, f"{ply.side.label}: {ply.words}.")]

    # Moves

    def make(
        self, option: Candidate, now_ms: int, times: tuple[int, int] | None = None
    ) -> list[Notice]:
        """Make a move; one that is made again leaves the times that it had left before."""
        history = self.history
        side = history.expectation.turn
        if times is None:
            self.time.moved(side, now_ms)
        else:
            self.time.set_to(times)
        # Whoever makes another move has not won: pieces in the air are not being collected.
        wins = [o.move for o in history.expectation.options if o.wins and o.move != option.move]
        self.recent_moves.forget(history.position, wins)
        ply = history.record(option, times=self.time.times)
        self.board_state.agree(option)
        self.returning = ()
        self.captor = None
        self.turn_end.forget()
        self.final = False
        self.checking_ms = None
        self.made_ms = self.dwell.until(now_ms, ACCEPTED_MS, now_ms)
        self.slid_until_ms = now_ms + SLIDE_MS
        passes = self.pass_on()
        self.enter()
        self.board_state.follow(history.expectation)
        if self.phase is Phase.PLAY:
            return [Notice(Severity.INFO, f"{ply.words}. {self.prompt()}"), *passes]
        ended = self.outcome or history.round_outcome
        assert ended is not None, "neither play goes on nor has it ended"
        told = [
            Notice(Severity.INFO, f"{ply.words}."),
            *passes,
            Notice(Severity.GOOD, ended.reason),
        ]
        if self.between is not None:
            reward = self.between.reward
            told += [] if reward is None else [Notice(Severity.INFO, reward.words)]
            told.append(Notice(Severity.INFO, self.prompt()))
        return told

    def pass_on(self) -> list[Notice]:
        """Make the passes that are forced; they leave no trace on the board to wait for."""
        notices: list[Notice] = []
        expectation = self.history.expectation
        while (forced := expectation.forced_pass) is not None:
            movers = self._standing(self.game.movable_squares(expectation.position))
            blocked = movers[0] if len(movers) == 1 else None
            passes = phrases.passes(self.game, expectation.turn, blocked)
            self.history.record(forced, forced=True, times=self.time.times)
            expectation = self.history.expectation
            text = f"{passes} {self.prompt()}"
            notices.append(Notice(Severity.WARN, text))
        self._wait_for_computer()
        return notices

    def undo(self) -> list[Notice]:
        """Take the last move back, with the passes that it forced."""
        ply = self.history.undo()
        self.returning = ()
        self.negotiation.drop()
        plies = self.history.plies
        self.time.set_to(plies[-1].times if plies else None)
        self.enter()
        self.final = True
        self.made_ms = self.checking_ms = None
        self.correction = self.captor = None
        self.hints = ()
        self.turn_end.forget()
        return [Notice(Severity.INFO, f"Taken back: {ply.words}. {self.prompt()}")]

    def run_clock(self, now_ms: int) -> list[Notice]:
        """Let the time run of whoever is to move, if anybody's runs now."""
        seen = self.board_state.seen
        playing = self.phase is Phase.PLAY and seen is not None and self.correction is None
        running = playing and self.history.begun and not self.negotiation.waits
        runs_out_ms = self.time.run(self.history.expectation.turn if running else None, now_ms)
        if runs_out_ms is not None:
            self.dwell.wake_at(runs_out_ms)
        if self.time.late is None or self.phase is Phase.OVER:
            return []
        self.enter()
        return [Notice(Severity.GOOD, self.prompt())]
