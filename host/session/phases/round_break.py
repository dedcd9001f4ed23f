"""Break between two rounds: the reward is put on its piece, and the next round is chosen.

Both are told on the board itself, without a display:

    confirmed   the rewarded piece has been lifted and put back, all else as it was
    chosen      a piece of the one who chooses has been put on the square where the choice begins,
                the first to be filled; if one of them stands there, it has been lifted and put back

Rows that are set up on a board that was cleared before may be those of a new match, so that is
asked.

A choice is never needed to be told where there is only one: touching the board is enough, other
than the piece that moved last, which may be taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from host.engine.game import InvalidMoveError, Outcome, Piece, Reward, Side, Square
from host.engine.squares import square_name
from host.guidance import phrases
from host.guidance.lighting import Mark
from host.message import Words, message, sentences
from host.recognition.discrepancy import is_cleared
from host.recognition.matching import Candidate
from host.recognition.snapshot import STATE_OF_SIDE, Snapshot, SquareState, first_snapshot
from host.recognition.times import DWELL_MS, REST_MS
from host.session.match_state import MatchState
from host.session.phases.ended import RoundEndPhase
from host.session.phases.restart import ask_which
from host.session.phases.setup import SetupPhase
from host.session.view import Choice, Notice, Phase, Severity


@dataclass(slots=True)
class ChoiceGestures:
    """Gestures by which hands confirm the reward and choose between two rounds.

    Attributes:
        turn: who chooses.
        base: the snapshot in which the round has ended.
        reward: what is still to be put on; None once it is confirmed, or if there is nothing.
        choices: the moves by the square where they begin, in the order of the rules.
    """

    turn: Side
    base: Snapshot
    reward: Reward | None
    choices: Mapping[Square, Candidate]
    _free: dict[Square, Snapshot] = field(default_factory=dict)
    """Squares without a piece of theirs, with the snapshot just before it was lifted."""
    _early: set[Square] = field(default_factory=set)
    """Squares of pieces lifted before the round has ended; putting them back tells nothing."""
    _last: Snapshot | None = None

    def watch(
        self, seen: Snapshot, has_stood: Callable[[Square], bool] = lambda square: True
    ) -> None:
        """Take in what the board shows.

        Args:
            has_stood: tells of a square whether the piece that was last lifted there had stood; one
                that bounces as it is put down tells nothing.
        """
        own = STATE_OF_SIDE[self.turn]
        watched = [*self.choices, *([self.reward.square] if self.reward else [])]
        if self._last is None:
            self._early = {s for s in watched if self.base[s] is own and seen[s] is not own}
        before, self._last = self._last or self.base, seen
        self._early = {square for square in self._early if seen[square] is not own}
        for square in watched:
            lifted = seen[square] is SquareState.EMPTY and square not in self._early
            if lifted and (self.base[square] is not own or has_stood(square)):
                self._free.setdefault(square, before)
        if seen == self.base:
            # What was carried back together with others has told nothing.
            self._free = {s: lifted for s, lifted in self._free.items() if lifted == seen}
        told = self._told(seen)
        if len(told) > 1:
            # Filled while nobody looked: whoever chooses now must touch one of them again.
            for square in told:
                del self._free[square]

    def confirmed(self, seen: Snapshot) -> bool:
        """Return True if the reward has just been put on: its piece was in the air and is back."""
        return self.reward is not None and self.reward.square in self._free and seen == self.base

    def confirm(self) -> None:
        """Take the reward as put on; a square that was touched for it has told nothing else."""
        if self.reward is not None:
            self._free.pop(self.reward.square, None)
        self.reward = None

    def touched(self, seen: Snapshot, but: Collection[Square | None] = ()) -> bool:
        """Return True if pieces are gone from where the round left them, on other squares than
        these."""
        return any(
            was is not SquareState.EMPTY and seen[square] is SquareState.EMPTY and square not in but
            for square, was in enumerate(self.base)
        )

    def chosen(self, seen: Snapshot, last: Collection[Square | None] = ()) -> Candidate | None:
        """Return the choice that the board shows; None while it shows none, or more than one.

        Args:
            seen: what the board shows.
            last: where the last move came from and went to: that piece alone may be taken back.
        """
        if len(self.choices) == 1:
            return next(iter(self.choices.values())) if self.touched(seen, but=last) else None
        told = self._told(seen)
        return self.choices[told[0]] if len(told) == 1 else None

    def _told(self, seen: Snapshot) -> list[Square]:
        """Return where a piece of the one who chooses was put, or was lifted and put back."""
        own = STATE_OF_SIDE[self.turn]
        return [s for s in self.choices if s in self._free and seen[s] is own]


class RoundBreakPhase(RoundEndPhase):
    """A round is over and the match goes on: its winner chooses how."""

    name = Phase.ROUND_BREAK

    def __init__(self, state: MatchState) -> None:
        super().__init__(state)
        history, game = state.history, state.settings.game
        expectation, rounds = history.expectation, history.rounds
        assert rounds is not None, "a game with a break has rounds"
        choices: dict[Square, Candidate] = {}
        shown: list[Choice] = []
        for candidate in expectation.candidates:
            relocations = rounds.relocations(expectation.position, candidate.move)
            begins = relocations[0].target
            choices[begins] = candidate
            text = game.move_text(expectation.position, candidate.move)
            words = game.describe_move(expectation.position, candidate.move)
            square = begins if len(expectation.candidates) > 1 else None
            shown.append(Choice(text, words, square, relocations=relocations))
        self._is_far = state.settings.far_side is expectation.turn
        """The far player chooses, at the other board."""
        reward = rounds.reward(expectation.position)
        self._gestures = ChoiceGestures(expectation.turn, expectation.snapshot, reward, choices)
        self._shown = tuple(shown)
        self._cleared = False
        """The board was cleared since it stood as the round has left it."""
        self._collecting = False
        """Pieces were seen to be collected; the last move stands then."""
        if state.board.seen is not None:
            self._gestures.watch(state.board.seen)

    @property
    def reward(self) -> Reward | None:
        return self._gestures.reward

    @property
    def round_outcome(self) -> Outcome | None:
        return self.state.history.round_outcome

    @property
    def due(self) -> Mapping[Square, Piece]:
        return {}

    @property
    def choices(self) -> Sequence[Choice]:
        return () if self._is_far else self._shown

    def opening_notices(self) -> list[Notice]:
        reward = [] if self.reward is None else [Notice(Severity.INFO, self.reward.words)]
        return [*reward, Notice(Severity.INFO, self.prompt())]

    def prompt(self) -> Words:
        if self.state.outcome is not None:
            return super().prompt()
        if self._is_far:
            return phrases.FAR_TO_CHOOSE
        if len(self._shown) == 1:
            return phrases.NEXT_ROUND
        gestures, files = self._gestures, self.state.settings.game.size[0]
        places = [square_name(square, files) for square in gestures.choices]
        words = [choice.words for choice in self._shown]
        if self.state.virtual_hand:
            return phrases.choose_on_display(gestures.turn, words)
        choose = phrases.choose(gestures.turn, words, places)
        seen = self.state.board.seen
        if any(candidate.after == seen for candidate in gestures.choices.values()):
            return sentences(phrases.WHICH_WAY, choose)
        return choose

    def marks(self) -> list[Mark]:
        """Return where the reward is due, and where the choices are made."""
        marks = [
            Mark(
                choice.square,
                "choice",
                "corner",
                message("guidance.light.choice", choice=choice.words),
            )
            for choice in self.choices
            if choice.square is not None
        ]
        seen = self.state.board.seen
        if self.reward is not None and (seen is None or not self._gestures.touched(seen)):
            marks.append(
                Mark(
                    self.reward.square,
                    "reward",
                    "tower",
                    message("guidance.light.a_tooth_for_this_tower"),
                )
            )
        return marks

    def choose(self, text: str, now_ms: int) -> list[Notice] | None:
        if self._is_far:
            raise InvalidMoveError(message("session.far_player_chooses"))
        return super().choose(text, now_ms)

    def confirm(self) -> list[Notice]:
        if self.reward is None:
            return super().confirm()
        self._gestures.confirm()
        self.state.memory.settle()
        return [Notice(Severity.INFO, self.prompt())]

    def see(self, seen: Snapshot, now_ms: int) -> list[Notice]:
        """Look for the last move taken back, the reward put on, and the choice."""
        state, gestures = self.state, self._gestures
        gestures.watch(seen, state.memory.has_stood)
        if state.stands:
            state.board.recognise(state.history.expectation.pieces)
        if state.left.are_untouched(seen):
            return []
        last = state.history.last_of_round
        moved = () if last is None else (last.origin, last.target)
        taken = self.last_move_again(seen, now_ms, self._collecting)
        if taken is not None:
            return taken
        self._collecting = gestures.touched(seen, but=moved)
        self._cleared = not state.stands and (self._cleared or is_cleared(state.history, seen))
        if gestures.confirmed(seen):
            return self.confirm() if state.dwell.elapsed(REST_MS, now_ms) else []
        if self._is_far:
            return []
        candidate = gestures.chosen(seen, moved)
        may_be_new = state.settings.far_side is None  # else both must agree to another match
        cleared = may_be_new and (self._cleared or self.asked_which)
        if candidate is None and cleared and seen == first_snapshot(state.settings.game):
            return ask_which(state) if state.dwell.elapsed(DWELL_MS, now_ms) else []
        # Where there is nothing to choose, hands that fill do not wait to be understood.
        rest_ms = 0 if len(gestures.choices) == 1 else DWELL_MS
        if candidate is None or not state.dwell.elapsed(rest_ms, now_ms):
            return []
        notices = state.choose(candidate.move)
        filling = state.phase
        assert isinstance(filling, SetupPhase), "what was chosen is set up"
        # Rows that are set up for a new match pass by the corners as well.
        corner = None
        if len(gestures.choices) > 1:
            corner = next(s for s, each in gestures.choices.items() if each is candidate)
        may_be_new = may_be_new and (self._cleared or corner is None)
        filling.begin_fill(corner, self._cleared, may_be_new)
        return [*notices, *state.tick(now_ms)]
