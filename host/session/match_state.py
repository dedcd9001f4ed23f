"""State of the match on a board: what was agreed, played and seen, and the current phase.

    setup    the board is not yet as the position wants it; guided piece by piece
    play     moves are recognised
    between  a round is over; the next begins when its winner has chosen how
    over     the game has an outcome; a complete starting position begins a new one
    paused   play is interrupted until a piece is lifted

Each phase is an object (`phases/`) with the state of its own; `MatchState` owns what outlives a
phase and makes the steps from one to the next, which return the notices for the players.

A player's time runs from the first move of a round to its last, while the board is as the game
has it: it stands while something is put right, and while there is no board.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from host.engine.game import OnlyAhead, Outcome, Piece, Square
from host.engine.records.player_names import PlayerNames
from host.engine.termination import out_of_time
from host.guidance import phrases
from host.message import Words, sentences
from host.recognition.board_state import BoardState
from host.recognition.dwell_timer import DwellTimer
from host.recognition.history import History, Times
from host.recognition.identity import IdentityCheck
from host.recognition.matching import Candidate, expect_from
from host.recognition.memory import RecognitionMemory
from host.recognition.snapshot import Sight, Snapshot, first_snapshot, sights
from host.session.clock import GameClock
from host.session.left_pieces import LeftPieces
from host.session.match_settings import MatchSettings
from host.session.negotiation import Negotiation
from host.session.phases.phase import PhaseState
from host.session.player_actions.ended_game import EndedByHand, GameNow
from host.session.player_actions.hand_negotiation import HandNegotiation
from host.session.requests import FarRequest
from host.session.sensors.sensor_watch import SensorWatch
from host.session.unfinished import UnfinishedMatches
from host.session.view import Notice, Offer, Phase, Severity

ACCEPTED_MS = 1000
"""Time for which a made move is acknowledged on the lights."""

MakePhase = Callable[["MatchState"], PhaseState]
Watch = Callable[["MatchState", Snapshot | None, int], list[Notice]]
"""Looks at the board beside the phase."""


class MatchState:
    """State of one game after another on one board.

    Args:
        settings: of the match.
        position: the first of the first game.
        phases: makes the object of each phase.
        before, after: look at the board before the phase does, and after it.

    Attributes:
        settings: the same, with the settings that are drawn by lot as they are drawn now.
        game_number: the number of the game, from 1, in the order in which they were begun.
        ended_by_hand: the end of a game that can still be taken back on the board; None if none.
        board: what the board shows, and which piece stands where.
        sensors: what is known of their faults.
        dwell: since when the board shows it.
        silent_ms: for how long nothing had come from the board before what has just come.
        virtual_hand: True while a virtual hand sets up and carries what players need not.
        history: the moves of the game.
        memory: circumstances of the last move, for recognition.
        phase: the current phase.
        negotiation: what the players come to beside the moves, and by hand.
        clock: of the players.
        announced: the opponent's move that hands are to carry out; None while there is none.
        announced_times: what the clocks show once it is made; None if that is measured here.
        far_requests: what players here ask of a player at another board, until it is taken.
        left: pieces that a step by request has left where they were.
        made_ms: since when a made move is acknowledged on the lights; None if none is.
        identity: which pieces may be others than the game has, and the check of their colours.
        reversals: how often players have said that all magnets are the other way up.
        magnets_fixed: True if they are known, as on a virtual board, and nobody is asked.
        unfinished: saved matches of which one may stand on the board; None if none is looked for.
    """

    def __init__(
        self,
        settings: MatchSettings,
        position: Hashable,
        phases: Mapping[Phase, MakePhase],
        before: Watch,
        after: Watch,
    ) -> None:
        self.settings = settings
        self._games = 0
        self.far_requests: list[FarRequest] = []
        self.board = BoardState()
        self.dwell = DwellTimer()
        self.virtual_hand = self.magnets_fixed = False
        self.reversals = 0
        self.silent_ms = self._heard_ms = 0
        self._visible: Snapshot | None = None
        self._phases, self._before, self._after = phases, before, after
        self._mount()
        self.begin(position)

    def _mount(self) -> None:
        """Watch the sensors below the squares of the game anew."""
        self.sensors = SensorWatch(self.settings.game.size[0])

    def begin(self, first: Hashable) -> None:
        """Begin a game at its first position."""
        self._games += 1
        self.game_number = self._games
        self.ended_by_hand: EndedByHand | None = None
        self.history = History(self.settings.game, first)
        self.memory = RecognitionMemory()
        self.negotiation = HandNegotiation()
        self.clock = GameClock(self.settings.control, self.settings.far_side)
        self.announced: Hashable | None = None
        self.announced_times: Times | None = None
        self.left = LeftPieces()
        self.made_ms: int | None = None
        self.identity = IdentityCheck()
        self.unfinished: UnfinishedMatches | None = None
        self.enter_phase(Phase.SETUP)

    def game_now(self) -> GameNow:
        """Return the current game, to go back to it."""
        return GameNow(
            self.game_number,
            self.settings,
            self.history,
            self.memory,
            self.negotiation,
            self.clock,
        )

    def go_back(self, game: GameNow) -> None:
        """Make a game that was ended the current one again."""
        self.game_number, self.settings = game.number, game.settings
        self.memory = game.memory
        self.take_over(game)

    def take_over(self, game: GameNow) -> None:
        """Take over what the players of a game have done; the board is read as before."""
        self.history, self.clock, self.negotiation = game.history, game.clock, game.negotiation

    def may_take_back(self, ended: EndedByHand | None) -> None:
        """Have the end of a game taken back on the board for a time; None ends that."""
        self.ended_by_hand = ended

    def begin_again(self, exchanged: bool = False) -> list[Notice]:
        """Begin the same game again; what the board shows now is no move of it.

        Args:
            exchanged: True if the opponent plays the other side now.
        """
        settings = self.settings
        if settings.opponent is not None:
            opponent = settings.opponent.again(self.rounds_lost, settings.opponent.seed + 1)
            if exchanged:
                opponent = replace(opponent, side=opponent.side.other)
            settings = replace(settings, opponent=opponent).with_players_of(settings)
        settings, remarks = settings.draw_again(ply.text for ply in self.history.plies)
        return self.begin_new(settings, remarks)

    def name_players(self, names: PlayerNames) -> None:
        """Set who plays; the computer has no name but its level."""
        self.settings = self.settings.with_names(names)

    def begin_new(
        self,
        settings: MatchSettings,
        remarks: Iterable[Words] = (),
        first: Hashable | None = None,
    ) -> list[Notice]:
        """Begin a game of certain settings, by default at the game's first position; what the board
        shows now is no move of it."""
        before, self.settings = self.settings.game.size, settings
        if before != settings.game.size:
            self._mount()
        self.begin(settings.game.start() if first is None else first)
        self.left.leave(self.board.seen)
        told = [phrases.begun(settings.game), *([phrases.SERIOUS] * settings.serious), *remarks]
        return [Notice(Severity.INFO, text) for text in told]

    # The board

    def see(self, snapshot: Snapshot, now_ms: int, age_ms: int) -> list[Notice]:
        """Take in a snapshot of the sensors that the board has shown for `age_ms`."""
        self.sensors.see(snapshot, now_ms, self.phase.distance)
        since_ms = now_ms - age_ms
        self.board.reread(self.sensors.health.reversed.turned)
        self._look(since_ms)
        if self.memory.missed:  # though it may be the same as before
            self.dwell.begin(since_ms)
        self.silent_ms, self._heard_ms = since_ms - self._heard_ms, now_ms
        notices = self._act(now_ms)
        self.silent_ms = 0
        return notices

    def _look(self, since_ms: int) -> None:
        """Read what the sensors show.

        Args:
            since_ms: since when they show it, if it is new.
        """
        sensors = self.sensors
        filled = visible = sensors.shown
        faulty: Sequence[Square] = ()
        if sensors.health.faults:
            filled, visible, faulty = sensors.filled(self), sensors.visible(), sensors.faulty
        if filled is None:
            return
        due = self.phase.due
        wrong = self.phase.correction
        disputed = wrong.disputed if wrong else ()
        expected = due or self.history.expectation.pieces
        first = first_snapshot(self.settings.game)
        readings = self.board.readings(filled, expected, first, faulty, disputed)
        if readings:
            chosen = readings[0] if len(readings) == 1 else self.phase.choose_reading(readings)
            before, self._visible = self._visible, visible
            if self.board.accept(chosen, due, disputed) and visible != before:
                self.dwell.begin(since_ms)
        if faulty:
            self.board.assume({square: due[square] for square in faulty if square in due})

    def believe_sensors(self, shows: Snapshot) -> None:
        """Believe the sensors again that show what the board shows."""
        if self.sensors.faulty:
            self.sensors.believe(shows)
            self._look(self.dwell.since_ms)

    def tick(self, now_ms: int) -> list[Notice]:
        """Act on what has become true by waiting."""
        if self.sensors.health.faults:
            self._look(now_ms)  # what stands there depends on the position
        return self._act(now_ms)

    def _act(self, now_ms: int) -> list[Notice]:
        dwell = self.dwell
        dwell.wait_for_nothing()
        if self.made_ms is not None:
            self.made_ms = dwell.until(self.made_ms, ACCEPTED_MS, now_ms)
        seen = self.board.seen
        hand_ended = self.ended_by_hand is not None
        notices = self._before(self, seen, now_ms) if hand_ended else []
        if seen is not None:
            faulty = self.sensors.health.faults
            sides = not self.board.by_colour
            self.memory.look(self.history, seen, self.dwell.since_ms, now_ms, faulty, sides)
            notices += self.phase.see(seen, now_ms)
            notices += self._after(self, seen, now_ms)
        return [*notices, *self.sensors.tick(self, now_ms), *self.run_clock(now_ms)]

    def board_lost(self) -> None:
        """Forget what the board showed last: it is gone."""
        self.board.board_lost()
        self.sensors.board_lost()
        self._visible = None
        self.memory.board_lost()
        self.negotiation.board_lost()
        self.phase.board_lost()
        self.identity.interrupt()
        self.doubt_all()
        self.dwell.wait_for_nothing()

    # Queries

    @property
    def stands(self) -> bool:
        """True if the board is as the position has it."""
        return self.board.seen == self.history.expectation.snapshot

    @property
    def outcome(self) -> Outcome | None:
        """Outcome of the game, also on time or by its players; None while it goes on."""
        termination, late = self.negotiation.status.termination, self.clock.late
        if termination is None and late is not None:
            termination = out_of_time(late)
        return self.history.outcome if termination is None else termination.outcome

    @property
    def computers_turn(self) -> bool:
        """True if the computer is to move."""
        opponent, history = self.settings.opponent, self.history
        if opponent is None or self.phase.name is not Phase.PLAY:
            return False
        ended = history.outcome or history.round_outcome
        return ended is None and history.expectation.turn is opponent.side

    @property
    def has_own_moves(self) -> bool:
        """True if there is a move that the player has made against the computer."""
        opponent = self.settings.opponent
        computer = None if opponent is None else opponent.side
        return any(p.side is not computer for p in self.history.plies if not p.forced)

    @property
    def rounds_lost(self) -> tuple[bool, ...]:
        """Rounds of the game that are over: True for each that the computer has lost."""
        opponent = self.settings.opponent
        if opponent is None:
            return ()
        # Whoever chooses between two rounds has won the one before.
        winners = [ply.side for ply in self.history.plies if ply.between]
        if self.outcome is not None and self.outcome.winner is not None:
            winners.append(self.outcome.winner)
        return tuple(winner is not opponent.side for winner in winners)

    @property
    def returning(self) -> bool:
        """True while pieces are to be led back after moves were taken back or made again."""
        if self.phase.name is not Phase.PLAY or self.stands:
            return False
        return self.left.explain(self.board.seen)

    def sights(self, seen: Snapshot) -> Iterator[Sight]:
        """Yield what of a snapshot can be compared with positions; see `snapshot.sights`."""
        ahead = isinstance(self.settings.game, OnlyAhead)
        due = self.history.expectation.snapshot if ahead else None
        return sights(due, seen, not self.board.by_colour, self.sensors.health.faults)

    def doubt_all(self) -> None:
        """Have the colours of all pieces checked once they are seen in play, as nobody watched."""
        if self.phase.name is Phase.PLAY and not self.virtual_hand:
            self.identity.doubt(self.history.expectation.pieces.values())

    def fix_magnets(self, fixed: bool) -> None:
        """Set whether it is known how the magnets are, so that nobody is asked."""
        self.magnets_fixed = fixed

    def turn_magnets(self) -> None:
        """Count that players say that all magnets are the other way up."""
        self.reversals += 1

    def look_for(self, matches: UnfinishedMatches | None) -> None:
        """Look for saved matches of which one may stand on the board; None for none."""
        self.unfinished = matches

    def forget_hands(self) -> None:
        """Forget what hands have done so far: the position was changed otherwise."""
        self.memory, self.left = RecognitionMemory(), LeftPieces()
        self.end_acknowledgement()

    def end_acknowledgement(self) -> None:
        """Light the last made move no longer; players have gone on."""
        self.made_ms = None
        self.identity.confirm()

    def set_virtual_hand(self, on: bool) -> None:
        """Set whether a virtual hand sets up and carries what players need not."""
        self.virtual_hand = on

    def leave_to_hand(self, now_ms: int) -> None:
        """Give a virtual hand time from now on to lead pieces to the position."""
        if self.virtual_hand:
            self.dwell.begin(now_ms)

    def with_pieces(self, squares: Iterable[Square]) -> list[tuple[Square, Piece]]:
        """Return these squares with the pieces that the position has on them."""
        pieces = self.history.expectation.pieces
        return [(square, pieces[square]) for square in squares]

    def ask_far_player(self, wanted: FarRequest) -> list[Notice]:
        """Note a request to the player at another board, for the record; who writes it there tells
        what comes of it."""
        self.far_requests.append(wanted)
        return []

    # Negotiation

    def settle(self, status: Negotiation) -> list[Notice]:
        """Bring about how the players end, interrupt or go on with the game; an offer that waited
        lapses.  Nothing happens if it is so already."""
        before = self.negotiation.status
        if (status.termination, status.paused) == (before.termination, before.paused):
            return []
        self.negotiation.take(status.lapsed())
        if status.termination is not None:
            self.end_acknowledgement()
            self.enter()
            return [Notice(Severity.GOOD, status.termination.outcome.reason)]
        return self.go_on()

    def go_on(self) -> list[Notice]:
        """Enter the phase in which the game goes on, or in which it is interrupted."""
        self.enter()
        words, paused = self.phase.prompt(), self.negotiation.status.paused
        return [Notice(Severity.INFO, words if paused else sentences(phrases.GOES_ON, words))]

    def ask(self, offer: Offer, now_ms: int) -> list[Notice]:
        """Wait from now on for the answer to an offer, in place of any other."""
        self.negotiation.take(self.negotiation.status.lapsed().offered(offer))
        self.dwell.begin(now_ms)
        return [Notice(Severity.INFO, self.negotiation.prompt(self.history))]

    # Phases

    def enter_phase(self, phase: Phase) -> None:
        """Enter a phase, in its initial state."""
        self.phase = self._phases[phase](self)

    def interrupt(self, phase: PhaseState) -> None:
        """Enter a phase that interrupts one of the others."""
        self.phase = phase

    def enter(self) -> None:
        """Enter the phase that the position requires."""
        if self.outcome is not None:
            self.enter_phase(Phase.ENDED)
        elif self.history.between:
            self.enter_phase(Phase.ROUND_BREAK)
        elif self.negotiation.status.paused:
            self.enter_phase(Phase.PAUSED)
        else:
            self.enter_phase(Phase.PLAY)
        self._wait_for_computer()

    def _wait_for_computer(self) -> None:
        """Expect no move by hand until the computer has announced its own."""
        self.announced = self.announced_times = None
        if self.computers_turn and self.history.expectation.forced_pass is None:
            self.history.expect(())

    def announce(self, move: Hashable, now_ms: int, times: Times | None = None) -> list[Notice]:
        """Expect hands to carry out the opponent's move, which leaves these times, and no other."""
        self.announced_times = times
        candidate = expect_from(self.settings.game, self.history.position, (move,)).candidates[0]
        if not candidate.touched:
            return self.make(candidate, now_ms)  # hands have nothing to carry out
        self.announced = move
        self.history.expect((move,))
        return [Notice(Severity.INFO, self.phase.prompt())]

    def make(self, candidate: Candidate, now_ms: int, times: Times | None = None) -> list[Notice]:
        """Make a move; one that is made again leaves the times that it had left before."""
        history = self.history
        times = self.announced_times if times is None else times
        if times is None:
            self.clock.moved(history.expectation.turn, now_ms)
        else:
            self.clock.set_to(times)
        # Another move follows, so the round was not over: lifted pieces are not being collected.
        wins = [
            o.move for o in history.expectation.candidates if o.wins and o.move != candidate.move
        ]
        self.memory.forget(history.position, wins)
        ply = history.record(candidate.move, times=self.clock.times)
        self.board.agree(candidate)
        self.left.move_made()
        self.memory.move_made(candidate.target, now_ms)
        self.identity.confirm()
        self.made_ms = self.dwell.until(now_ms, ACCEPTED_MS, now_ms)
        passes = self.pass_on()
        self.enter()
        self.board.follow(history.expectation)
        made = phrases.made(ply)
        if self.phase.name is Phase.PLAY:
            return [Notice(Severity.INFO, sentences(made, self.phase.prompt())), *passes]
        ended = self.outcome or history.round_outcome
        assert ended is not None, "neither play goes on nor has it ended"
        return [
            Notice(Severity.INFO, made),
            *passes,
            Notice(Severity.GOOD, ended.reason),
            *self.phase.opening_notices(),
        ]

    def choose(self, move: Hashable) -> list[Notice]:
        """Choose how the next round is set up."""
        ply = self.history.record(move, times=self.clock.times)
        self.left.moves_asked_for()
        self.enter_phase(Phase.SETUP)
        self.left.leave(self.board.seen)
        return [Notice(Severity.INFO, phrases.made_by(ply.side, ply.words))]

    def pass_on(self) -> list[Notice]:
        """Make the passes that are forced; they leave no trace on the board to wait for."""
        notices, game, history = list[Notice](), self.settings.game, self.history
        while (forced := history.expectation.forced_pass) is not None:
            expectation = history.expectation
            movers = self.with_pieces(game.movable_squares(expectation.position))
            passes = phrases.passes(game, expectation.turn, movers[0] if len(movers) == 1 else None)
            history.record(forced.move, forced=True, times=self.clock.times)
            self._wait_for_computer()
            notices.append(Notice(Severity.WARN, sentences(passes, self.phase.prompt())))
        return notices

    def run_clock(self, now_ms: int) -> list[Notice]:
        """Run the clock of the side to move, if the phase lets time run."""
        if self.clock.clock is None:
            return []
        running = self.phase.time_runs and self.board.seen is not None and not self.announced_times
        runs_out_ms = self.clock.run(self.history.expectation.turn if running else None, now_ms)
        if runs_out_ms is not None:
            self.dwell.wake_at(runs_out_ms)
        if self.clock.late is None or self.phase.name is Phase.ENDED:
            return []
        self.enter()
        return [Notice(Severity.GOOD, self.phase.prompt())]
