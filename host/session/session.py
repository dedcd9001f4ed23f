"""Session: the public face of a match on a board.

Snapshots and requests come in, notices and a view go out.  A session holds what the game has (a
list of plies) and what the board shows (the newest snapshot), and compares the two.  It never adds
up events, so a lost snapshot costs nothing.

    match_state.py   what was agreed, played and seen; the steps of the match
    phases/          what snapshots and time mean in each phase
    player_actions/  what players do beside their moves
    restoring.py     a game that was played before
    presenter.py     what is shown of it all

Every call gets the time; `next_wake_ms` says when to call `tick` at the latest.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

from host.engine.game import AnyGame, InvalidMoveError, Outcome, Side, Square
from host.engine.termination import Termination
from host.guidance import phrases
from host.guidance.lighting import Mark
from host.guidance.marks import Help
from host.message import message
from host.recognition.history import Ply, StoredPly, Times
from host.recognition.snapshot import Snapshot
from host.session import following, restoring
from host.session import requests as r
from host.session.access.fair_play import Aid, may_have
from host.session.analysis import Analysis
from host.session.colour_check import check_doubtful
from host.session.match_settings import MatchSettings
from host.session.match_state import MakePhase, MatchState
from host.session.phases.ended import EndedPhase
from host.session.phases.pause import PausePhase
from host.session.phases.play import PlayPhase
from host.session.phases.round_break import RoundBreakPhase
from host.session.phases.setup import SetupPhase
from host.session.player_actions import actions, adoption, played_move, takebacks
from host.session.player_actions.game_end import take_back_by_hand
from host.session.presenter import likely_lifts, marks_if_lifted, view_of
from host.session.requests import ModeRequest
from host.session.unfinished import UnfinishedMatch, UnfinishedMatches
from host.session.view import Action, Notice, Phase, Severity, View

PHASES: Mapping[Phase, MakePhase] = {
    Phase.SETUP: SetupPhase,
    Phase.PLAY: PlayPhase,
    Phase.ROUND_BREAK: RoundBreakPhase,
    Phase.ENDED: EndedPhase,
    Phase.PAUSED: PausePhase,
}


class Session:
    """One game after another on one board.

    Args:
        settings: of the match.
        position: where the first game begins; None for its start.
        help_level: as the property `help`.

    Attributes:
        analysis: what has been proven about moves, which is shown at the level of help for it.
        far_requests: what players here ask of a player at another board, until it is taken.
    """

    def __init__(
        self,
        settings: MatchSettings,
        position: Hashable | None = None,
        help_level: Help = Help.LEGAL,
    ) -> None:
        self.analysis = Analysis()
        first = settings.game.start() if position is None else position
        self._state = MatchState(settings, first, PHASES, take_back_by_hand, check_doubtful)
        self.far_requests = self._state.far_requests
        self.help = help_level

    # The board

    def see(self, snapshot: Snapshot, now_ms: int, age_ms: int = 0) -> list[Notice]:
        """Take in what the board shows, and has shown for `age_ms` where its first lines were lost;
        the same snapshot again is harmless."""
        return self._state.see(snapshot, now_ms, age_ms)

    def snapshots_missed(self) -> None:
        """Take in that snapshots were lost before the one that is seen next."""
        self._state.memory.snapshots_missed()

    def tick(self, now_ms: int) -> list[Notice]:
        """Act on what has become true by waiting."""
        return self._state.tick(now_ms)

    def host_stalled(self, from_ms: int, until_ms: int) -> None:
        """Stop both clocks for the interval in which the host was stalled, and take nothing that
        seemed to last meanwhile for a fault of a sensor."""
        self._state.clock.stop_during(from_ms, until_ms)
        self._state.sensors.health.host_stalled(from_ms, until_ms)

    def board_lost(self) -> None:
        """Stop believing what the board showed last: it is gone."""
        self._state.board_lost()

    def forget_pieces(self) -> None:
        """Forget which piece stands where: they have been set up unseen."""
        self._state.board.forget_pieces()

    @property
    def has_virtual_hand(self) -> bool:
        """True while a virtual hand sets up and carries what players need not."""
        return self._state.virtual_hand

    def set_virtual_hand(self, on: bool) -> None:
        """Set whether a virtual hand sets up and carries what players need not.

        Nobody is asked then for what it does, unless it seems to be stuck.
        """
        self._state.set_virtual_hand(on)

    def fix_magnets(self, fixed: bool) -> None:
        """Set whether it is known how the magnets are, so that nobody is asked."""
        self._state.fix_magnets(fixed)

    def set_aside(self) -> None:
        """Have the board set up again before play goes on: it was used for something else."""
        self.forget_pieces()
        self.board_lost()
        if self.phase is Phase.PLAY:
            self._state.enter_phase(Phase.SETUP)
        if isinstance(self._state.phase, EndedPhase):
            self._state.phase.set_aside()

    # Requests

    def handle(self, request: ModeRequest, now_ms: int) -> list[Notice]:  # noqa: PLR0912 (one for each request)
        """Carry a request out.

        Raises:
            ValueError: it cannot be; the sentence says why, and nothing has changed.
        """
        match request:
            case r.TakeBack():
                return self.take_back(now_ms)
            case r.Redo():
                return self.redo(now_ms)
            case r.PlayMove():
                return [*played_move.play(self._state, request, now_ms), *self.tick(now_ms)]
            case r.NewGame(settings, position=position, exchanged=exchanged):
                return self.new_game(now_ms, settings, position, exchanged)
            case r.AnnounceMove(move):
                return self.announce_move(move, now_ms)
            case r.FollowRecord():
                return [*following.follow(self._state, request, now_ms), *self.tick(now_ms)]
            case r.Choose(text):
                return self.choose(text, now_ms)
            case r.ConfirmReward():
                return self.confirm()
            case r.Resign(side):
                return self.act(Action.RESIGN, side, now_ms)
            case r.OfferDraw(by):
                return self.act(Action.DRAW, by, now_ms)
            case r.Answer(agree):
                return self.answer(agree, now_ms)
            case r.Pause(by):
                return self.act(Action.PAUSE, by, now_ms)
            case r.Resume():
                return self.resume(now_ms)
            case r.AdoptBoard(position):
                return self.adopt_board(position, now_ms)
            case r.AskHint():
                return self.ask_hint()
            case r.NamePlayers(names):
                self._state.name_players(names)
                return []
            case r.SetHelp(level):
                if level is Help.PROVEN:
                    self.settings.check_values_shown()
                self.help = level
                return []
            case r.Step() | r.GoToPly():
                raise ValueError(message("session.is_no_record"))
            case r.ShowPuzzle():
                raise ValueError(message("session.no_puzzles_here"))

    def new_game(
        self,
        now_ms: int,
        settings: MatchSettings | None = None,
        position: str | None = None,
        exchanged: bool = False,
    ) -> list[Notice]:
        """Begin a game.

        Args:
            settings: of the new match; None for those of the one before, drawn by lot again.
                The time becomes the seed of its opponent.
            position: text of its first position; None for that of the game.
            exchanged: without settings, True if the opponent plays the other side now.

        Raises:
            ValueError: sides cannot be exchanged with a far player.
        """
        state = self._state
        if exchanged and state.settings.far_side is not None:
            raise ValueError(message("session.far_sides_stay"))
        if settings is None and state.settings.far_side is not None:
            return state.ask_far_player(Action.NEW)
        if settings is None:
            notices = state.begin_again(exchanged)
        else:
            first = None if position is None else settings.game.parse_position(position)
            if settings.game.size != state.settings.game.size:
                # It lies otherwise on the board: what was seen of the one before tells nothing.
                self.set_aside()
            settings = settings.with_opponent_of(self.settings, self.strength, now_ms)
            notices = state.begin_new(settings.with_players_of(self.settings), first=first)
        self._forget_help()
        return [*notices, *self.tick(now_ms)]

    def restore(
        self, plies: Iterable[StoredPly], times: Times | None = None, end: str | None = None
    ) -> None:
        """Go on with a game that was played before, from the first position of this session on.

        Args and errors as of `restoring.restore`.
        """
        restoring.restore(self._state, plies, times, end)

    def ask_about(self, matches: Iterable[UnfinishedMatch]) -> None:
        """Ask whether to go on with one of these saved matches, the newest first, if it stands on
        the board before this game has begun."""
        self._state.look_for(UnfinishedMatches(matches))

    def take_over(self, restored: Session) -> None:
        """Go on with the game of another session, which has restored it and is given up."""
        self.set_aside()  # what stands on the board is of another game
        self.far_requests.clear()
        self._state.begin_new(restored.settings)
        self._forget_help()
        self.analysis = restored.analysis
        restoring.take_over(self._state, restored._state)

    def _forget_help(self) -> None:
        """Begin a game without what was proven in the one before."""
        self.help = self.help  # the new game may have no prover, or be played in earnest
        self.analysis = Analysis()

    def take_back(self, now_ms: int) -> list[Notice]:
        """Undo the last move, with the passes that it forced; the board is then guided back."""
        return [*takebacks.take_back(self._state, now_ms), *self.tick(now_ms)]

    def redo(self, now_ms: int) -> list[Notice]:
        """Make the move again that was taken back last; the board is then guided to it."""
        return [*takebacks.redo(self._state, now_ms), *self.tick(now_ms)]

    def choose(self, text: str, now_ms: int) -> list[Notice]:
        """Choose between two rounds, or let the turn go where the board would not show it.

        Raises:
            InvalidMoveError: it cannot be chosen now; the message quotes it and says why.
        """
        state = self._state
        chosen = state.phase.choose(text, now_ms)
        if chosen is not None:
            return chosen
        move = self.game.parse_move(self.position, text)
        candidate = next((c for c in state.history.expectation.candidates if c.move == move), None)
        if candidate is not None and state.phase.name is Phase.ROUND_BREAK:
            return [*state.choose(candidate.move), *self.tick(now_ms)]
        if text not in [choice.text for choice in state.phase.choices] or candidate is None:
            raise InvalidMoveError(message("session.made_not_chosen", move=repr(text)))
        notices = state.make(candidate, now_ms)
        state.sensors.trust(state)
        return [*notices, *self.tick(now_ms)]

    def announce_move(self, text: str, now_ms: int) -> list[Notice]:
        """Ask for the computer's move to be carried out by hand, as `actions.announce` does."""
        return [*actions.announce(self._state, text, now_ms), *self.tick(now_ms)]

    def confirm(self) -> list[Notice]:
        """Confirm that the reward is on its piece."""
        return self._state.phase.confirm()

    def act(self, action: Action, by: Side | None, now_ms: int) -> list[Notice]:
        """Take an action beside the moves for one side, None for that to move: at once, or once the
        other side agrees."""
        return [*actions.act(self._state, action, by, now_ms), *self.tick(now_ms)]

    def answer(self, agreed: bool, now_ms: int) -> list[Notice]:
        """Agree to what was offered, or refuse it."""
        return [*actions.answer(self._state, agreed, now_ms), *self.tick(now_ms)]

    def resume(self, now_ms: int) -> list[Notice]:
        """Go on with a round that was interrupted."""
        return [*actions.resume(self._state), *self.tick(now_ms)]

    def adopt_board(self, position: str, now_ms: int) -> list[Notice]:
        """Go on from another position, which stands on the board.

        Raises:
            ValueError: it cannot be; the sentence quotes the text and says why.
        """
        return [*adoption.adopt(self._state, position), *self.tick(now_ms)]

    def ask_hint(self) -> list[Notice]:
        """Have a move told once it is found.

        Nothing is said here of how that goes: it depends on how fast proofs come, and what a
        session says must follow from what it was shown.
        """
        if self.phase is not Phase.PLAY:
            return [Notice(Severity.WARN, phrases.NO_HINT_NOW)]
        if self._state.computers_turn:
            return [Notice(Severity.WARN, phrases.no_hint_yet(self.settings.far_side))]
        if not may_have(Aid.HINT, self.settings.conditions):
            return [Notice(Severity.WARN, phrases.NO_HINT)]
        if self.analysis.hint(self.position) is None:
            self.analysis.ask(self.position)
        return []

    # State

    @property
    def state(self) -> MatchState:
        """All that it knows, to be looked at only."""
        return self._state

    @property
    def help(self) -> Help:
        """Level of help on the lights; proven values only where `settings` let them be shown."""
        return self._help

    @help.setter
    def help(self, level: Help) -> None:
        proven = level is Help.PROVEN
        self._help = Help.LEGAL if proven and not self.settings.may_show_values else level

    @property
    def next_wake_ms(self) -> int | None:
        """Latest time for the next call of `tick`; None if nothing is waited for."""
        return self._state.dwell.wake_ms

    @property
    def settings(self) -> MatchSettings:
        """Settings that the players have agreed on."""
        return self._state.settings

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self._state.settings.game

    @property
    def game_number(self) -> int:
        """Number of the game, from 1; tells a new game from one taken back to its beginning."""
        return self._state.game_number

    @property
    def strength(self) -> float:
        """Strength of the computer player now; 0 without one."""
        opponent = self.settings.opponent
        return 0.0 if opponent is None else opponent.strength_after(self._state.rounds_lost)

    @property
    def first(self) -> Hashable:
        """The position from which the game began."""
        return self._state.history.first

    @property
    def position(self) -> Hashable:
        """The position that the game has reached."""
        return self._state.history.position

    @property
    def phase(self) -> Phase:
        """The phase that the match is in."""
        return self._state.phase.name

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves made, passes and choices included."""
        return self._state.history.plies

    @property
    def times(self) -> tuple[int, int] | None:
        """White's and Black's milliseconds left when a clock last started or stopped."""
        return self._state.clock.times

    @property
    def outcome(self) -> Outcome | None:
        """Outcome of the game, also on time or by its players; None while it goes on."""
        return self._state.outcome

    @property
    def termination(self) -> Termination | None:
        """Termination of the game by its players; None if they have not ended it."""
        return self._state.negotiation.status.termination

    @property
    def followed(self) -> r.FollowRecord:
        """The record of a match with a far player as this session shows it."""
        return following.followed(self._state)

    def view(self) -> View:
        """Return the whole of what a display may show now."""
        return view_of(self._state, self.help, self.analysis)

    def likely_lifts(self) -> Sequence[Square]:
        """Return the squares of the pieces of which one is to be lifted next."""
        return likely_lifts(self._state)

    def marks_if_lifted(self, square: Square) -> tuple[Mark, ...] | None:
        """Return the marks that lifting the piece on a square will lead to; None if unknown."""
        return marks_if_lifted(self._state, self.help, self.analysis, square)
