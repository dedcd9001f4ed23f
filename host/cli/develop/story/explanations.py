"""Explanations of a board: the legal games that end in what is seen, whatever is believed of hands.

Recognition asks as well how the pieces came to their squares, and may refuse one of these, or wait.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from host.engine.game import AnyGame, Square
from host.recognition.chain import FEWEST_MOVES, MOST_MOVES, Chain, ChainSearch
from host.recognition.history import Ply
from host.recognition.matching import Candidate, Expectation, expect_from
from host.recognition.replies import beyond, may_be_moves
from host.recognition.snapshot import Snapshot, SquareState, differing

MOST_BACK = 8
"""Number of moves taken back at most: more than recognition believes."""
MOST_REPLACED = 2
"""Number of moves taken back at most before a move with its reply."""
MOST_WRONG = 6
"""Number of squares that differ at most from a move with which something else has happened."""
_ANY_SIDE = (SquareState.WHITE, SquareState.BLACK)


@dataclass(frozen=True, slots=True)
class Explanation:
    """A legal game that ends in what is seen.

    Attributes:
        taken_back: texts of the moves that are taken back, the last one first; no forced passes.
        made: texts of the moves that are made then.
        moves: the same as they show on the board, with the position before each.
        standing: squares whose captured pieces still stand.
        but_for: squares that show something else; empty for one that explains the board.
    """

    taken_back: tuple[str, ...] = ()
    made: tuple[str, ...] = ()
    moves: tuple[tuple[Hashable, Candidate], ...] = ()
    standing: tuple[Square, ...] = ()
    but_for: tuple[Square, ...] = ()

    @property
    def plies(self) -> int:
        """Number of moves taken back and made."""
        return len(self.taken_back) + len(self.made)

    @property
    def is_roundabout(self) -> bool:
        """True if the first move that is made is the first of those taken back."""
        return bool(self.taken_back) and self.made[:1] == self.taken_back[-1:]

    @property
    def words(self) -> str:
        """The moves: "d8d4 h1h3", "a1b2 instead of a1c3", "a1c3 taken back"."""
        made, back = " ".join(self.made), " ".join(self.taken_back)
        if made and back:
            return f"{made} instead of {back}"
        return made or (f"{back} taken back" if back else "no move")

    def record(self, plies: Sequence[Ply]) -> tuple[str, ...]:
        """Return the texts of the moves that the game has then, without forced passes."""
        before = texts_of(plies)
        return (*before[: len(before) - len(self.taken_back)], *self.made)


def texts_of(plies: Sequence[Ply]) -> tuple[str, ...]:
    """Return the texts of the moves of a game without forced passes."""
    return tuple(ply.text for ply in plies if not ply.forced)


def explanations(
    plies: Sequence[Ply], expectation: Expectation, seen: Snapshot
) -> list[Explanation]:
    """Return the games that end in what is seen, the shortest changes first.

    Args:
        plies: made so far.
        expectation: of the position that they have led to.
        seen: what the board shows; an OCCUPIED square may hold a piece of either side.
    """
    game = expectation.game
    found = [
        explained
        for back, before in _reached(plies, expectation)
        for moves, standing in _ways(before, seen, len(back))
        if not (explained := Explanation(back, *_told(game, moves), standing)).is_roundabout
    ]
    if not found and SquareState.OCCUPIED not in seen:
        found = [Explanation((), *_told(game, way)) for way in _chains(expectation, seen)]
    return sorted(found, key=lambda each: (each.plies, len(each.taken_back)))


def nearest(expectation: Expectation, seen: Snapshot) -> Explanation:
    """Return the game with at most a move and its reply more whose board differs least from what is
    seen."""
    game = expectation.game
    best = Explanation(but_for=_differing(expectation.snapshot, seen))

    def compare(way: _Way) -> tuple[Square, ...]:
        nonlocal best
        wrong = _differing(way[-1][1].after, seen)
        if len(wrong) < len(best.but_for):
            best = Explanation((), *_told(game, way), but_for=wrong)
        return wrong

    for one in expect_from(game, expectation.position).candidates:
        first = ((expectation.position, one),)
        if len(compare(first)) <= MOST_WRONG and not one.ends:
            following = beyond(game, one.position)
            for two in following.candidates:
                compare((*first, (following.position, two)))
    return best


def _differing(expected: Snapshot, seen: Snapshot) -> tuple[Square, ...]:
    """Return the squares that show something else than expected."""
    if expected == seen:
        return ()
    return tuple(
        square
        for square in differing(expected, seen)
        if not (seen[square] is SquareState.OCCUPIED and expected[square] in _ANY_SIDE)
    )


_Way = tuple[tuple[Hashable, Candidate], ...]


def _told(game: AnyGame, way: _Way) -> tuple[tuple[str, ...], _Way]:
    return tuple(game.move_text(position, each.move) for position, each in way), way


def _reached(
    plies: Sequence[Ply], expectation: Expectation
) -> Iterator[tuple[tuple[str, ...], Expectation]]:
    """Yield the positions of the round that were reached, the last one first, with the moves that
    are taken back for them."""
    back: tuple[str, ...] = ()
    yield back, expectation
    for ply in reversed(plies):
        if ply.rearranges or len(back) == MOST_BACK:
            return
        if not ply.forced:
            back = (*back, ply.text)
            yield back, ply.before


def _ways(
    reached: Expectation, seen: Snapshot, back: int
) -> Iterator[tuple[_Way, tuple[Square, ...]]]:
    """Yield the moves that lead from a position to what is seen, with the captured pieces that
    still stand: none, one, or one with its reply."""
    game = reached.game
    if back and not _differing(reached.snapshot, seen):
        yield (), ()
    # All legal moves: hands may have made one for the computer.
    before = expect_from(game, reached.position)
    sided = SquareState.OCCUPIED not in seen
    pushed = max((piece.teeth for piece in before.pieces.values()), default=0)
    for one in before.candidates:
        first = ((before.position, one),)
        standing = one.standing(before.snapshot, seen) if one.captured else ()
        if one.touched and _differing(one.after, seen) == standing:
            yield first, standing
        # Its piece, or one of the reply in its place, is seen where it has come to.
        is_seen = one.target is None or seen[one.target] is not SquareState.EMPTY
        if not is_seen or back > MOST_REPLACED:
            continue
        if sided and not may_be_moves(one.after, seen, pushed):
            continue
        if len(before.candidates) > 1 or one.touched:
            following = beyond(game, one.position)
            for two in following.candidates:
                if two.touched and not one.ends and not _differing(two.after, seen):
                    yield (*first, (following.position, two)), ()


def _chains(expectation: Expectation, seen: Snapshot) -> Iterator[_Way]:
    """Yield the chains of three and more moves, the shortest ones; none that take recognition too
    long to find."""
    game = expectation.game
    chains: Sequence[Chain] = ()
    for most in range(FEWEST_MOVES, MOST_MOVES + 1):
        search = ChainSearch(game, expectation.position, seen, most)
        search.go_on()
        if search.chains is None or search.chains:
            chains = search.chains or ()
            break
    for chain in chains:
        way: list[tuple[Hashable, Candidate]] = []
        after = beyond(game, expectation.position)
        for move in chain:
            way.append((after.position, after.candidate_of(move)))
            after = beyond(game, way[-1][1].position)
        yield tuple(way)
