"""Matching of snapshots with legal moves.

The game says what should stand where; the sensors say what does.  Nothing here
remembers events: a snapshot is compared with the snapshots before and after every
legal move, so it does not matter in which order hands did things or what was missed
on the way.

    Settled      the snapshot is the position's
    Finished     it is the snapshot after these legal moves (usually one)
    Unfinished   some of the squares that these legal moves change have changed; also where a
                 captured piece still stands, or was taken off first
    Unexplained  no legal move leads through it
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TypeAlias

from host.engine.game import AnyGame, HasPath, Piece, Side, Square
from host.engine.successors import Successor, successors_of
from host.recognition.snapshot import STATE_OF_SIDE, Snapshot, SquareState, differing, snapshot_of


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal move as it shows on the board.

    Attributes:
        position: the position after it.
        after: the snapshot once it is done.
        touched: squares that a piece leaves or comes to; empty for a pass.
        origin: the square that the mover's piece leaves, None if none leaves one.
        target: the square that the mover's piece comes to, None likewise.
        pushed: squares other than target that the opponent's pieces come to.
        captured: squares whose pieces, the opponent's, are taken off the board by hand.
        wins: True if the move wins the game, or the round, for the mover.
        ends: True if it ends either, whoever wins.
    """

    move: Hashable
    position: Hashable = field(compare=False)
    after: Snapshot
    touched: frozenset[Square]
    origin: Square | None
    target: Square | None
    pushed: tuple[Square, ...]
    captured: tuple[Square, ...]
    wins: bool
    ends: bool

    def explains(self, before: Snapshot, seen: Snapshot, changed: Iterable[Square]) -> bool:
        """Return True if `seen` may be the move half done: only squares that it changes have
        changed, and they show what they should in the end, or nothing."""
        return self.touched.issuperset(changed) and all(
            seen[square] in (SquareState.EMPTY, self.after[square]) for square in changed
        )

    def has_moved(self, seen: Snapshot) -> bool:
        """Return True if the mover's piece is seen where it comes to, and not where it leaves: that
        is empty, or the reply has come there."""
        if self.target is None:
            return False
        mover = self.after[self.target]
        left = self.origin is None or seen[self.origin] is not mover
        return left and seen[self.target] is mover

    def standing(self, before: Snapshot, seen: Snapshot) -> tuple[Square, ...]:
        """Return the captured pieces that still stand although all else of the move is done; none
        if there are none, or if it is not."""
        if not self.captured or not self.has_moved(seen):
            return ()
        left = tuple(square for square in self.captured if seen[square] is before[square])
        rest = self.touched.difference(left, (self.origin,))
        return left if all(seen[square] is self.after[square] for square in rest) else ()

    def cleared(self, seen: Snapshot) -> Snapshot:
        """Return the snapshot with the captured pieces taken off."""
        return tuple(
            SquareState.EMPTY if square in self.captured else state
            for square, state in enumerate(seen)
        )


@dataclass(frozen=True)
class Expectation:
    """A position, its snapshot, and what each legal move would change in it.

    Snapshot and moves are found when they are asked for, as of most positions they never are while
    a long match is read.

    Attributes:
        only: the legal moves to look at, where others are not expected; None for all.
    """

    game: AnyGame = field(compare=False, repr=False)
    position: Hashable
    turn: Side
    pieces: Mapping[Square, Piece]
    only: tuple[Hashable, ...] | None

    @cached_property
    def snapshot(self) -> Snapshot:
        """The snapshot of these pieces."""
        return snapshot_of(self.pieces, self.game.size[0] * self.game.size[1])

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """The legal moves as they show on the board."""
        successors = successors_of(self.game, self.position, self.only)
        return tuple(_candidate(self, successor) for successor in successors)

    def candidate_of(self, move: Hashable) -> Candidate:
        """Return a legal move, or an adjudication, as it shows on the board.

        Raises:
            IllegalMoveError: it is not legal.
        """
        (successor,) = successors_of(self.game, self.position, (move,))
        return _candidate(self, successor)

    def capturable_from(self, origin: Square | None) -> set[Square]:
        """Return the squares that a piece may capture on, also by taking the place."""
        squares = set[Square]()
        for candidate in self.candidates:
            if candidate.origin == origin:
                squares.update(candidate.captured)
                target = candidate.target
                if target is not None and target in self.pieces and not candidate.pushed:
                    squares.add(target)
        return squares

    @cached_property
    def letting_go(self) -> Candidate | None:
        """The move that lets the turn go although others are legal; it leaves no trace."""
        if len(self.candidates) == 1:
            return None
        return next((candidate for candidate in self.candidates if not candidate.touched), None)

    @cached_property
    def puts(self) -> bool:
        """True if the next move puts a piece on the board."""
        return any(o.origin is None and o.target is not None for o in self.candidates)

    @property
    def forced_pass(self) -> Candidate | None:
        """The only legal move, if it leaves no trace on the board."""
        moves = self.game.legal_moves(self.position) if self.only is None else self.only
        if len(moves) != 1 or self.candidates[0].touched:
            return None
        return self.candidates[0]


def expect_from(
    game: AnyGame, position: Hashable, only: Iterable[Hashable] | None = None
) -> Expectation:
    """Return the expectation of a position.

    Args:
        only: the legal moves to look at, where others are not expected; None for all.
    """
    return _expected(game, position, None if only is None else tuple(only))


@lru_cache(maxsize=128)
def _expected(game: AnyGame, position: Hashable, only: tuple[Hashable, ...] | None) -> Expectation:
    """Return what `expect_from` does; of the last positions, as each snapshot asks for much the
    same while a piece goes over the board."""
    return Expectation(game, position, game.turn(position), game.pieces(position), only)


def _candidate(before: Expectation, successor: Successor[Hashable, Hashable]) -> Candidate:
    """Return a legal move as it shows on the board."""
    move, following, later, outcome = successor
    pieces, turn = before.pieces, before.turn
    # Only the differing squares are compared: an opening has a hundred moves.
    changes = _changes(pieces, later)
    after = list(before.snapshot)
    for square, piece in changes.items():
        after[square] = SquareState.EMPTY if piece is None else STATE_OF_SIDE[piece.side]
    # Hands lift whatever goes elsewhere, even where another piece of its side takes its place.
    moved = {s: piece for s, piece in changes.items() if not _is_same(pieces.get(s), piece)}
    left = [s for s in moved if s in pieces and pieces[s].side is turn]
    come = [s for s, piece in moved.items() if piece is not None and piece.side is turn]
    return Candidate(
        move=move,
        position=following,
        after=tuple(after),
        touched=frozenset(moved),
        origin=left[0] if left else None,
        target=come[0] if come else None,
        pushed=tuple(sorted(s for s, p in moved.items() if p is not None and s not in come)),
        captured=_captured(pieces, moved, turn),
        wins=outcome is not None and outcome.winner is turn,
        ends=outcome is not None,
    )


def _captured(
    pieces: Mapping[Square, Piece], moved: Mapping[Square, Piece | None], turn: Side
) -> tuple[Square, ...]:
    """Return the squares that the opponent's pieces leave for good, but for one that is taken
    over."""
    were = sum(square in pieces and pieces[square].side is not turn for square in moved)
    are = sum(piece is not None and piece.side is not turn for piece in moved.values())
    if are >= were:
        return ()  # what a push moves stays on the board
    return tuple(sorted(s for s, p in moved.items() if p is None and pieces[s].side is not turn))


def _changes(
    before: Mapping[Square, Piece], after: Mapping[Square, Piece]
) -> dict[Square, Piece | None]:
    """Return the squares that hold another piece than before, with that piece; None for none."""
    changes: dict[Square, Piece | None] = {s: None for s in before if s not in after}
    for square, piece in after.items():
        was = before.get(square)
        if was is None or (was is not piece and was != piece):
            changes[square] = piece
    return changes


def _is_same(before: Piece | None, after: Piece | None) -> bool:
    """Return True if one piece stands there as before; a tooth that it has earned moves nothing."""
    if before is None or after is None:
        return before is after
    return (before.side, before.name) == (after.side, after.name)


@dataclass(frozen=True, slots=True)
class Settled:
    """The board is as the game has it."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The board is as after any of these moves; more than one is a choice to ask for."""

    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The board is on the way to one of these moves; `changed` squares differ from the position."""

    candidates: tuple[Candidate, ...]
    changed: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Unexplained:
    """No legal move leads through what is seen on the `changed` squares."""

    changed: tuple[Square, ...]


Verdict: TypeAlias = Settled | Finished | Unfinished | Unexplained


def explain(expectation: Expectation, seen: Snapshot) -> Verdict:
    """Explain a snapshot by the legal moves of a position."""
    before = expectation.snapshot
    changed = tuple(differing(seen, before))
    if not changed:
        return Settled()
    touching = [o for o in expectation.candidates if o.explains(before, seen, changed)]
    finished = tuple(o for o in touching if o.after == seen)
    if finished:
        return Finished(finished)
    if touching:
        return Unfinished(tuple(touching), changed)
    return Unexplained(changed)


def move_shown_beside(expectation: Expectation, seen: Snapshot) -> Candidate | None:
    """Return the legal move that a board shows on which other pieces are in the air; None unless
    just one fits."""
    before = expectation.snapshot
    changed = differing(seen, before)
    fitting = [
        candidate
        for candidate in expectation.candidates
        if candidate.touched
        and all(seen[square] is candidate.after[square] for square in candidate.touched)
        and all(s in candidate.touched or seen[s] is SquareState.EMPTY for s in changed)
    ]
    return fitting[0] if len(fitting) == 1 else None


def could_go_on(candidates: Iterable[Candidate], done: Candidate, files: int) -> bool:
    """Return True if a finished move may be the beginning of a longer one in the same line (a
    slide)."""
    if done.origin is None or done.target is None:
        return False
    dx, dy = offset(done.origin, done.target, files)
    for other in candidates:
        if other.origin != done.origin or other.target is None or other.target == done.target:
            continue
        ox, oy = offset(done.origin, other.target, files)
        if dx * oy == dy * ox and ox * dx + oy * dy > dx * dx + dy * dy:
            return True
    return False


def winds_on(game: AnyGame, expectation: Expectation, done: Candidate) -> bool:
    """Return True if a finished move may be the beginning of a longer one that touches down
    there."""
    if done.origin is None or not isinstance(game, HasPath):
        return False
    return any(
        done.target in game.path(expectation.position, candidate.move)[1:-1]
        for candidate in expectation.candidates
        if candidate.origin == done.origin
    )


def offset(origin: Square, target: Square, files: int) -> tuple[int, int]:
    """Return files and ranks from one square to another."""
    return target % files - origin % files, target // files - origin // files
