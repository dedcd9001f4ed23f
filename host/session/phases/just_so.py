"""The game that a board shows just so: the one legal game that ends in what is seen.

How pieces came to their squares tells a move from a bump while hands are at it.  A board that rests
is better evidence than any story of how it came about: if it shows just what the game has after a
few changes to it, and these are the only ones, the game has been changed so.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from host.engine.game import OnlyAhead, Piece, Side, Square
from host.recognition.history import History
from host.recognition.landings import Landings
from host.recognition.matching import Candidate, Expectation
from host.recognition.memory import RecognitionMemory
from host.recognition.replies import beyond
from host.recognition.snapshot import Sight, Snapshot, SquareState, differing
from host.recognition.takeback import MOST_LIFTED, shows_takeback
from host.recognition.times import BUMPED_MS, JUST_SO_MS
from host.session.phases.displaced_pieces import DisplacedPieces

WHOLE = Sight()
MOST_BACK = 6
"""Number of moves taken back at most where another is made then: a variation of three moves of each
side.  Without another any number is taken back."""
MOST_AGAIN = 12
"""Number of moves made again at most."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the game.

    Attributes:
        shows: what the board shows after it.
        undo: how many moves are taken back, forced passes not counted.
        made: the moves that are made then, in their order, without forced passes: one, a move and
            its reply, or any number that were made before.  More new ones are a chain (`chain.py`).
        is_known: True if the first of the moves made was made there before.
        sight: what of the board was compared.
    """

    shows: Snapshot
    undo: int
    made: tuple[Candidate, ...] = ()
    is_known: bool = field(default=False, compare=False)
    sight: Sight = field(default=WHOLE, compare=False)

    @property
    def plies(self) -> int:
        """Number of moves taken back and made."""
        return self.undo + len(self.made)

    def rest_ms(
        self,
        history: History,
        memory: RecognitionMemory,
        seen: Snapshot,
        astray: DisplacedPieces | None,
    ) -> int:
        """Return how long the board must have shown it.

        Args:
            astray: the pieces displaced since it last stood as the position has it; None if none.
        """
        bumped = astray is not None and astray.were_bumped and astray.at_once
        due = history.expectation.snapshot
        came = sum(seen[square] is not SquareState.EMPTY for square in differing(seen, due))
        # A piece that was knocked off its square may seem to have come to another.
        several = (self.plies > 1 and came > 1) or self.sight.silent > 0
        several = several and memory.changed_at_once(due, seen)
        if bumped or several or self.is_knock(history, memory):
            return BUMPED_MS
        # Another move whose reply lay there before may be a piece that was put right wrongly.
        early = self.undo > 0 and len(self.made) == 2 and not self.is_known
        if early and not memory.came_in_order(self.made[0], seen):
            return BUMPED_MS
        return max(JUST_SO_MS, self.sight.rest_ms)

    def is_knock(self, history: History, memory: RecognitionMemory) -> bool:
        """Return True if a piece of it may have been knocked to a square beside its own: who pushes
        shoves pieces along, and who has put others right has seen it."""
        files = history.game.size[0]
        due = history.expectation.snapshot
        return any(
            not one.pushed
            and memory.was_knocked(one.origin, one.target, files)
            and one.target is not None
            and not memory.landings.put_right_since(one.target, due)
            for one in self.made
        )


def change_shown(
    history: History,
    seen: Snapshot,
    most_back: int = MOST_BACK,
    opponent: Side | None = None,
    sight: Sight = WHOLE,
    landings: Landings | None = None,
) -> Change | None:
    """Return the smallest change of a game after which the board shows just what is seen; None if
    there is none, or if another one is as small, or if the board may show the game as it is.

    Args:
        most_back: number of moves that may be taken back where another is made then; 0 if none may
            be taken back at all.
        opponent: the side of a computer or of a far player, for which hands choose no move; None if
            both play here.
        sight: what of snapshots is compared.  Whose a piece is that was put down while others were
            in the air is a guess of on/off sensors, and a push shows them none.
        landings: when pieces have left their squares, and come to others; None if nobody knows.
    """
    now = history.expectation.snapshot
    board = _Board(history, sight.of(seen), sight, opponent)
    if board.is_shown(now):
        return None
    least = list[Change]()
    for undo, (before, left) in enumerate(_reached(history)):
        if (undo and not most_back) or (least and undo > least[0].plies):
            break
        for change in board.changes(before, left, undo, undo <= most_back):
            if any(change.shows[square] is not now[square] for square in board.unseen(change)):
                continue  # nobody could see that
            if undo and not sight.landed and board.is_mover_missing():
                continue  # it is in its player's hand, and the reply to it came early
            several = change.plies > 1  # of one it is no matter that it was seen late
            if several and landings:
                blind = board.stuck(change)
                if not _is_possible(history, before, change, landings, blind):
                    continue
            if not least or change.plies < least[0].plies:
                least = [change]
            elif change.plies == least[0].plies and change != least[0]:
                least.append(change)
    return replace(least[0], sight=sight) if len(least) == 1 else None


def _is_possible(
    history: History,
    before: Expectation,
    change: Change,
    landings: Landings,
    blind: Collection[Square],
) -> bool:
    """Return True unless a piece of a change would have come to its square before it left its own.

    Args:
        before: the position from which the change makes its moves.
        blind: squares that do not tell when a piece has left them.
    """
    after = beyond(history.game, change.made[-1].position) if change.made else before
    due, came = _places(history.expectation.pieces), _places(after.pieces)
    return all(
        landings.may_have_gone(due[piece], square)
        for piece, square in came.items()
        if due.get(piece, square) not in (square, *blind)
    )


def _places(pieces: Mapping[Square, Piece]) -> dict[tuple[Side, str], Square]:
    """Return the squares of the pieces of which there is only one each."""
    names = [(piece.side, piece.name) for piece in pieces.values()]
    return {
        name: square for square, name in zip(pieces, names, strict=True) if names.count(name) == 1
    }


def _reached(history: History) -> Iterator[tuple[Expectation, Hashable | None]]:
    """Yield the positions of the round that were reached, the last one first, each with the move by
    which it was left; None for the last.

    Where the board shows the first position of a game, or a move in it, after more than MOST_LIFTED
    moves, another game is rather begun.
    """
    yield history.expectation, None
    back = 0
    for ply in reversed(history.plies):
        if ply.rearranges:
            return
        if not ply.forced:
            back += 1
            if ply is history.plies[0] and back > MOST_LIFTED:
                return
            if not shows_takeback(history, back):
                return
            yield ply.before, ply.move


@dataclass(frozen=True, slots=True)
class _Board:
    """Board as it is seen, as far as it is compared; see `change_shown`."""

    history: History
    seen: Snapshot
    sight: Sight
    opponent: Side | None

    def is_shown(self, after: Snapshot) -> bool:
        """Return True if the board may show the pieces of a snapshot."""
        return self.sight.shows(self.sight.of(after), self.seen)

    def stuck(self, change: Change) -> frozenset[Square]:
        """Return the squares that show a piece where none stands after a change."""
        if not self.sight.stuck:
            return frozenset()
        empty, due = SquareState.EMPTY, change.shows
        return frozenset(s for s in differing(self.seen, due) if due[s] is empty)

    def unseen(self, change: Change) -> frozenset[Square]:
        """Return the squares that tell nothing of a change: those that are not compared, and where
        a piece is missing that has not moved."""
        if self.sight.landed:
            return self.sight.hidden
        due = change.shows
        missing = (s for s in differing(self.seen, due) if self.seen[s] is SquareState.EMPTY)
        return self.sight.hidden.union(missing)

    def is_mover_missing(self) -> bool:
        """Return True if the missing piece is one that is to move."""
        if not self.sight.silent:
            return False
        expectation, empty = self.history.expectation, SquareState.EMPTY
        movers = self.history.game.movable_squares(expectation.position)
        return any(self.seen[square] is empty for square in movers)

    def changes(
        self, before: Expectation, left: Hashable | None, undo: int, others: bool
    ) -> Iterator[Change]:
        """Yield the changes after which the board shows what is seen, from a position on.

        Args:
            left: the move by which the position was left; None if it stands.
            undo: number of moves that are taken back to it.
            others: True if other moves may be made from there than were made before.
        """
        stood = self.is_shown(before.snapshot)
        if undo and stood:
            yield Change(before.snapshot, undo)
        if undo and before.turn is self.opponent:
            return
        # Where pieces go back, one could nearly always have come to the same square in two moves.
        several = self.opponent is None and isinstance(self.history.game, OnlyAhead)
        if several:
            yield from self._made_again(before, left, undo)
        if not others:
            return
        for one in before.candidates:
            if not stood and self.is_shown(one.after):
                yield Change(one.after, undo, (one,))
        if several:
            yield from self._moves_with_replies(before, undo)

    def _made_again(
        self,
        before: Expectation,
        left: Hashable | None,
        undo: int,
        made: tuple[Candidate, ...] = (),
    ) -> Iterator[Change]:
        """Yield the change by which moves are made again that were made before from a position on,
        and taken back since, in whatever order hands have put their pieces there.

        Args:
            made: those that lead to the position.
        """
        for one in self.history.made_before(before.position):
            if one.move == left or len(made) == MOST_AGAIN:
                continue
            again = (*made, one)
            if self.is_shown(one.after):
                yield Change(one.after, undo, again, is_known=True)
            if not one.ends:
                following = beyond(self.history.game, one.position)
                yield from self._made_again(following, None, undo, again)

    def _moves_with_replies(self, before: Expectation, undo: int) -> Iterator[Change]:
        """Yield the changes by which a move and its reply are made from a position."""
        pushed = max((piece.teeth for piece in before.pieces.values()), default=0)
        for one in before.candidates:
            after = self.sight.of(one.after)
            if one.target is None or one.ends or self.is_shown(one.after):
                continue
            wrong = self.sight.unexplained(after, self.seen)
            is_seen = self.seen[one.target] is after[one.target]
            # A reply changes two squares, and one more for each piece that it pushes.
            if (is_seen or self.sight.landed) and wrong <= 2 + pushed:
                for two in beyond(self.history.game, one.position).candidates:
                    if self.is_shown(two.after):
                        known = one in self.history.made_before(before.position)
                        yield Change(two.after, undo, (one, two), known)
