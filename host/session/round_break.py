"""What hands tell between two rounds: that the reward is on its piece, and which choice is made.

Both are told on the board itself, without a display:

    confirmed   the rewarded piece has been lifted and put back, all else as it was
    chosen      a piece of the one who chooses has been put on the square where the choice begins,
                the first to be filled; if one of them stands there, it has been lifted and put back

A choice is never needed to be told where there is only one: touching the board is enough, other
than the piece that moved last, which may be taken back.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field

from host.engine.game import AnyGame, MultiRound, Reward, Side, Square
from host.engine.squares import square_name
from host.guidance import phrases
from host.guidance.lighting import Mark
from host.recognition.matching import Candidate, Expectation
from host.recognition.snapshot import STATE_OF_SIDE, Snapshot, SquareState
from host.session.view import Choice


@dataclass(slots=True)
class Between:
    """The time between two rounds.

    Attributes:
        turn: who chooses.
        base: the picture in which the round has ended.
        reward: what is still to be put on; None once it is confirmed, or if there is nothing.
        choices: the moves by the square where they begin, in the order of the rules.
        shown: the same for displays.
        collecting: whether pieces were seen to be collected; the last move stands then.
    """

    turn: Side
    base: Snapshot
    reward: Reward | None
    choices: Mapping[Square, Candidate]
    shown: tuple[Choice, ...]
    collecting: bool = False
    _free: dict[Square, Snapshot] = field(default_factory=dict)
    """Where no piece of theirs stands or stood, with the picture just before it was lifted."""
    _early: set[Square] = field(default_factory=set)
    """Where pieces were lifted before the round has ended; putting them back tells nothing."""
    _last: Snapshot | None = None

    def watch(self, seen: Snapshot) -> None:
        """Take in what the board shows."""
        own = STATE_OF_SIDE[self.turn]
        watched = [*self.choices, *([self.reward.square] if self.reward else [])]
        if self._last is None:
            self._early = {s for s in watched if self.base[s] is own and seen[s] is not own}
        before, self._last = self._last or self.base, seen
        self._early = {square for square in self._early if seen[square] is not own}
        for square in watched:
            if seen[square] is SquareState.EMPTY and square not in self._early:
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
        """Whether the reward has just been put on: its piece was in the air and is back."""
        return self.reward is not None and self.reward.square in self._free and seen == self.base

    def confirm(self) -> None:
        """The reward is on; a square that was touched for it has told nothing else."""
        if self.reward is not None:
            self._free.pop(self.reward.square, None)
        self.reward = None

    def touched(self, seen: Snapshot, but: Collection[Square | None] = ()) -> bool:
        """Whether pieces are gone from where the round left them, on other squares than these."""
        return any(
            was is not SquareState.EMPTY and seen[square] is SquareState.EMPTY and square not in but
            for square, was in enumerate(self.base)
        )

    def chosen(self, seen: Snapshot, last: Collection[Square | None] = ()) -> Candidate | None:
        """The choice that the board shows; None while it shows none, or more than one.

        Args:
            seen: what the board shows.
            last: where the last move came from and went to: that piece alone may be taken back.
        """
        if len(self.choices) == 1:
            return next(iter(self.choices.values())) if self.touched(seen, but=last) else None
        told = self._told(seen)
        return self.choices[told[0]] if len(told) == 1 else None

    def _told(self, seen: Snapshot) -> list[Square]:
        """Where a piece of the one who chooses has been put, or has been lifted and put back."""
        own = STATE_OF_SIDE[self.turn]
        return [s for s in self.choices if s in self._free and seen[s] is own]

    def prompt(self, game: AnyGame, seen: Snapshot | None) -> str:
        """What is to be chosen, and how."""
        if len(self.shown) == 1:
            return phrases.NEXT_ROUND
        places = [square_name(square, game.size[0]) for square in self.choices]
        choose = phrases.choose(self.turn, [choice.words for choice in self.shown], places)
        if any(option.after == seen for option in self.choices.values()):
            return phrases.WHICH_WAY + choose
        return choose

    def marks(self, seen: Snapshot | None) -> list[Mark]:
        """Where the reward is due, and where the choices are made."""
        marks = [
            Mark(choice.square, "choice", "corner", choice.words.lower())
            for choice in self.shown
            if choice.square is not None
        ]
        if self.reward is not None and (seen is None or not self.touched(seen)):
            marks.append(Mark(self.reward.square, "reward", "tower", "a tooth for this tower"))
        return marks


def between_rounds(
    game: AnyGame,
    rounds: MultiRound[Hashable, Hashable],
    expectation: Expectation,
) -> Between:
    """The time between two rounds as it begins.

    Args:
        game, rounds: the same object, as a game and as one of several rounds.
        expectation: of the position in which the round has ended.
    """
    choices: dict[Square, Candidate] = {}
    shown = []
    for option in expectation.options:
        begins = rounds.relocations(expectation.position, option.move)[0].target
        choices[begins] = option
        text = game.move_text(expectation.position, option.move)
        words = game.describe_move(expectation.position, option.move)
        shown.append(Choice(text, words, begins if len(expectation.options) > 1 else None))
    reward = rounds.reward(expectation.position)
    return Between(expectation.turn, expectation.snapshot, reward, choices, tuple(shown))
