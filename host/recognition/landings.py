"""Landings: the squares that pieces have come to since the board last stood as the position had it,
and the moves that they tell in their order.

Quick players never let the board stand between their moves.  Its last snapshot alone is then often
that of other moves as well, or is the result of too many to have been made unseen.  But each move
ends with its piece coming to its square: legal moves that land where pieces have landed, in that
order, and end in what is seen, were made if no others do.

A piece also lands where it is put back, where it only passes, and where another pushes it.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass

from host.engine.game import AnyGame, Square
from host.engine.successors import outcome_of
from host.recognition.chain import Chain
from host.recognition.matching import Candidate, Expectation
from host.recognition.replies import beyond
from host.recognition.snapshot import (
    EMPTY,
    Sight,
    Snapshot,
    SquareState,
    changes,
    differing,
    sights,
)
from host.recognition.times import AIR_MS, KNOCKED_MS, TOGETHER_MS

MOST_CHANGES = 64
"""Number of changes that are remembered: those of eight moves, each over three squares, and as many
again for what is put back.  Of more nothing is told."""
MOST_POSITIONS = 80
"""Number of positions that are looked at, some 40 ms: eight moves in an order that was seen take
about ten, and each move whose piece may have landed unseen on ten squares takes ten more.  If a
search would take more, nothing is told."""
NONE = frozenset[Square]()


@dataclass(frozen=True, slots=True)
class _Change:
    """A square that shows something else: a piece has come there or, if it is empty, has left."""

    square: Square
    state: SquareState
    at_ms: int


class Landings:
    """Changes of the squares, one after the other."""

    def __init__(self) -> None:
        self._changes: list[_Change] = []
        self._shown: Snapshot | None = None
        """State of each square that was last sure."""
        self._is_whole = False
        self._is_clear = True
        """True if all squares are seen clearly: else none is missing for sure."""
        self._first = 0
        """Number of the first change that belongs to no move that is made already."""

    def see(self, seen: Snapshot, since_ms: int, due: Snapshot, by_sides: bool = True) -> None:
        """Take in what the board shows since a time.

        Args:
            due: what it is to show in the position that has been reached.
            by_sides: False if sides are a guess of on/off sensors.
        """
        if self._shown in (None, due):
            self._changes.clear()
            self._first, self._is_whole = 0, self._shown is not None
        shown = seen
        if SquareState.UNSURE in seen:
            shown = tuple(
                was if state is SquareState.UNSURE else state
                for state, was in zip(seen, self._shown or seen, strict=True)
            )
        if self._shown is not None:
            changed = changes(self._shown, shown, by_sides)
            self._changes += [_Change(square, shown[square], since_ms) for square in changed]
        self._shown, self._is_clear = shown, shown == seen
        self._is_whole = self._is_whole and len(self._changes) <= MOST_CHANGES

    def lose(self) -> None:
        """Give up what was seen: not all was, or moves were taken back."""
        self._changes.clear()
        self._first, self._is_whole = 0, False

    def move_made(self, target: Square | None) -> None:
        """Go on behind the landing of a move that was just made."""
        numbers = [n for n, change in enumerate(self._changes) if change.square == target]
        self._first = numbers[-1] + 1 if numbers else self._first

    def chains(
        self,
        game: AnyGame,
        position: Hashable,
        by_sides: bool = True,
        blind: Collection[Square] = (),
        elapsed_ms: int = 0,
    ) -> tuple[Chain, ...]:
        """Return the moves, without forced passes, whose landings are those that were seen, and
        after which the board shows what it does; empty if none are, or not all was seen.

        Args:
            by_sides: False if sides are a guess of on/off sensors.
            blind: squares whose sensors are out of order.  One move to such a square is found where
                the reply to it has been seen.
            elapsed_ms: for how long the board has rested.  Before it has, a piece may be missing
                that has long been away.
        """
        if not self._is_whole or self._shown is None:
            return ()
        changes = [each for each in self._changes if each.square not in blind]
        first = sum(each.square not in blind for each in self._changes[: self._first])
        due = beyond(game, position).snapshot
        for sight in sights(due, self._shown, by_sides, blind):
            elapsed = elapsed_ms >= sight.rest_ms and (self._is_clear or not sight.silent)
            if not elapsed and (sight.stuck or sight.landed):
                continue
            search = _Search(game, changes, self._shown, sight, elapsed)
            found = tuple(dict.fromkeys(search.follow(position, first)))
            if search.positions > MOST_POSITIONS:
                return ()  # others may lead there
            if found:
                return found
        return ()

    def may_have_gone(self, origin: Square, target: Square) -> bool:
        """Return False if the piece on a square had come there before another one was first empty,
        since the board last stood as the position had it: it is not from there."""
        empty = EMPTY
        left = [c.at_ms for c in self._changes if c.square == origin and c.state is empty]
        came = [c.at_ms for c in self._changes if c.square == target and c.state is not empty]
        if not (self._is_whole and left and came):
            return True
        return left[0] <= came[-1] + KNOCKED_MS

    def put_right_since(self, square: Square, due: Snapshot) -> bool:
        """Return True if another piece was put where it is due since one came to a square.

        Args:
            due: what the board is to show.
        """
        for change in reversed(self._changes):
            if change.square == square:
                return False
            if change.state is due[change.square] is not EMPTY:
                return True
        return False


@dataclass(frozen=True, slots=True)
class _Landing:
    """Landing of the piece of a move on its square.

    Attributes:
        at_ms: when.
        is_knock: True if it may have been knocked there, as it was not in the air.
        origin: where it stood; None if it was put on the board.
    """

    at_ms: int
    is_knock: bool
    origin: Square | None

    def follows(self, last: _Landing) -> bool:
        """Return True if this may be the reply to a move: what comes at once has no order, and of
        two pieces knocked together neither was moved."""
        gap_ms = self.at_ms - last.at_ms
        return gap_ms > 0 and not (gap_ms < TOGETHER_MS and self.is_knock and last.is_knock)


class _Search:
    """A search for the moves that changes tell.

    Args:
        seen: what the board shows in the end.
        sight: what of it is compared.
        elapsed: True if the board has rested for as long as the sight says.

    Attributes:
        positions: number of positions that were looked at.
    """

    def __init__(
        self,
        game: AnyGame,
        changes: Sequence[_Change],
        seen: Snapshot,
        sight: Sight,
        elapsed: bool,
    ) -> None:
        self._game, self._changes, self._sight, self._elapsed = game, changes, sight, elapsed
        self._seen = sight.of(seen)
        self.positions = 0
        self._unseen = set[Hashable]()
        """Those of them that nobody saw."""

    def follow(
        self,
        position: Hashable,
        first: int,
        made: Chain = (),
        early: frozenset[Square] = NONE,
        owed: frozenset[Square] = NONE,
        last: _Landing | None = None,
    ) -> Iterator[Chain]:
        """Yield the chains that go on from a position with the changes from the first one on.

        Args:
            made: the moves so far.
            last: of the last of these; None before the first.
            early: where pieces have landed that a move is still to push there.
            owed: where pieces are still to land that moves have pushed.
        """
        self.positions += 1
        expectation = beyond(self._game, position)
        due = self._sight.of(expectation.snapshot)
        ended = outcome_of(self._game, expectation.position) is not None
        for number, change in enumerate(self._changes[first:], first):
            if self.positions > MOST_POSITIONS:
                return
            if change.state is EMPTY:
                continue
            if change.square in owed:
                owed -= {change.square}
                continue
            for moves, one in () if ended else self._landed(expectation, number):
                landing = self._landing(one, number)
                if last is not None and not landing.follows(last):
                    continue
                if self._sight.silent and landing.is_knock:
                    continue
                pushed = frozenset(one.pushed)
                yield from self.follow(
                    one.position,
                    number + 1,
                    (*made, *moves),
                    early - pushed,
                    owed | (pushed - early),
                    landing,
                )
            is_put_back = due[change.square] is self._sight.state(change.state)
            if not is_put_back and not self._is_left(number):
                early |= {change.square}
        if last is not None and not early and not owed and self._is_shown(due, last):
            yield made

    def _is_shown(self, due: Snapshot, last: _Landing) -> bool:
        """Return True if the board may show a position; beside a piece too many not where the last
        one still seems to stand where it came from: it may be the other square that shows one too
        many, and no move."""
        if self._sight.stuck and last.origin is not None:
            return self._seen[last.origin] is EMPTY and self._sight.shows(due, self._seen)
        if not self._sight.shows(due, self._seen):
            return False
        away = [s for s in differing(due, self._seen) if self._seen[s] is EMPTY]
        left_ms = (each.at_ms for each in self._changes if each.square in away)
        return self._elapsed or max(left_ms, default=last.at_ms) + AIR_MS <= last.at_ms or not away

    def _landed(
        self, expectation: Expectation, number: int, made: Chain = ()
    ) -> Iterator[tuple[Chain, Candidate]]:
        """Yield the moves whose piece has come to its square with a change; also with one before
        them that nobody could see.

        Args:
            number: of the change.
            made: that one.
        """
        change, sight = self._changes[number], self._sight
        state = sight.state(change.state)
        for one in expectation.candidates:
            target = one.target
            if target == change.square and sight.state(one.after[target]) is state:
                if not made or one.origin not in sight.hidden:  # else nobody saw it come from there
                    yield (*made, one.move), one
            elif not made and not one.pushed and not one.ends and self._is_unseen(one, number):
                if one.position not in self._unseen:
                    self._unseen.add(one.position)
                    self.positions += 1
                if self.positions > MOST_POSITIONS:
                    return
                following = beyond(self._game, one.position)
                yield from self._landed(following, number, (one.move,))

    def _is_unseen(self, one: Candidate, number: int) -> bool:
        """Return True if a move may have been made before a change though its piece is not seen."""
        if one.target is None or one.target in self._sight.hidden:
            return one.target is not None
        if not self._sight.landed or self._seen[one.target] is not EMPTY:
            return False
        return any(each.square == one.origin for each in self._changes[:number])

    def _landing(self, made: Candidate, number: int) -> _Landing:
        """Return how the piece of a move has come to its square with a change."""
        came = self._changes[number]
        before = self._changes[:number]
        left_ms = max((each.at_ms for each in before if each.square == made.origin), default=None)
        in_air_ms = 0 if left_ms is None else came.at_ms - left_ms
        return _Landing(came.at_ms, in_air_ms < KNOCKED_MS, made.origin)

    def _is_left(self, number: int) -> bool:
        """Return True if what has come with a change has left its square again."""
        square = self._changes[number].square
        return any(later.square == square for later in self._changes[number + 1 :])
