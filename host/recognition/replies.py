"""Moves that were never seen alone, as the reply to them had been begun or made already.

To list the replies to a move takes far longer than to compare them with the board, so they are
listed only where what differs from the move may be one: a board on which anything has changed at
once, as with a loose cable, is soon given up.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping

from host.engine.game import AnyGame, Piece, Square
from host.engine.successors import outcome_of
from host.recognition.matching import (
    Candidate,
    Expectation,
    Finished,
    Unfinished,
    expect_from,
    explain,
)
from host.recognition.snapshot import STATE_OF_SIDE, Snapshot, SquareState

MOST_MOVED = 2
"""Pieces that one move takes from a square of its own side, or to one, at most: in each game one;
castling would be two."""


def beyond(game: AnyGame, position: Hashable) -> Expectation:
    """Return the expectation of a position, or after the passes that it forces."""
    following = expect_from(game, position)
    while (forced := following.forced_pass) is not None:
        following = expect_from(game, forced.position)
    return following


def move_with_reply(
    game: AnyGame,
    expectation: Expectation,
    seen: Snapshot,
    recent_moves: Collection[Hashable] = (),
) -> Candidate | None:
    """Return the move to which the reply has been begun or made already.

    Args:
        recent_moves: moves that the board has shown for a moment.  Only such a move is accepted if
            the reply has taken its target again, as a push does.

    Returns:
        None unless exactly one legal move fits.  The passes that it forces count as made.
    """
    pushed = _most_pushed(expectation.pieces)
    candidates = expectation.candidates
    alone = len(candidates) == 1
    is_move = outcome_of(game, expectation.position) is None  # else a choice carries all pieces
    if is_move and not may_be_moves(expectation.snapshot, seen, pushed, moves=2):
        candidates = tuple(each for each in candidates if each.move in recent_moves)
    fitting = [
        candidate
        for candidate in candidates
        if (candidate.touched or not alone)
        and _has_reply(game, expectation, candidate, seen, candidate.move in recent_moves, pushed)
    ]
    return fitting[0] if len(fitting) == 1 else None


def capture_with_reply(game: AnyGame, expectation: Expectation, seen: Snapshot) -> Candidate | None:
    """Return the move whose captured pieces still stand though the reply has been begun or made;
    None unless exactly one fits."""
    pushed = _most_pushed(expectation.pieces)
    fitting = [
        candidate
        for candidate in expectation.candidates
        if candidate.standing(expectation.snapshot, seen)
        and _has_reply(game, expectation, candidate, candidate.cleared(seen), True, pushed)
    ]
    return fitting[0] if len(fitting) == 1 else None


def _has_reply(
    game: AnyGame,
    expectation: Expectation,
    candidate: Candidate,
    seen: Snapshot,
    is_recent: bool,
    pushed: int,
) -> bool:
    target = candidate.target
    if target is not None and not is_recent and seen[target] is not candidate.after[target]:
        return False  # of most moves, so this is asked first
    differing = [
        square for square in candidate.touched if seen[square] is not candidate.after[square]
    ]
    # What ends a round may be followed by anything: see below.
    ended = is_recent and not differing
    if not ended and not may_be_moves(candidate.after, seen, pushed):
        return False
    following = beyond(game, candidate.position)
    reply = explain(following, seen)
    if outcome_of(game, following.position) is not None:
        # Pieces are being collected.  Any piece in the air looks like that, so it must have been
        # seen that the round has ended.
        return is_recent and not differing and isinstance(reply, Unfinished)
    if not differing:
        if isinstance(reply, Unfinished):
            # A reply begins with a lifted piece; a piece that only appeared was put back.
            lifted = [square for square in reply.changed if seen[square] is SquareState.EMPTY]
            if following.turn is expectation.turn:
                # One of the opponent's may as well be what has come, off the middle and so seen
                # with its poles reversed.
                lifted = [s for s in lifted if following.pieces[s].side is following.turn]
            return bool(lifted)
        return isinstance(reply, Finished)
    # Its squares have changed again: only the whole of a reply tells that, or of the next move of a
    # piece that was put on the board, and held for so long then that it seemed to be taken back.
    goes_on = is_recent and candidate.origin is None and following.turn is expectation.turn
    return isinstance(reply, Finished) and (
        following.turn is not expectation.turn
        or (goes_on and all(each.origin == target for each in reply.candidates))
    )


def _most_pushed(pieces: Mapping[Square, Piece]) -> int:
    """Return how many pieces of the other side a move takes along at most."""
    return max((piece.teeth for piece in pieces.values()), default=0)


def may_be_moves(before: Snapshot, seen: Snapshot, pushed: int, moves: int = 1) -> bool:
    """Return False if certainly no move of one side, begun or made, leads from one snapshot to
    another, or no two moves of any sides.

    A move takes few pieces of its own side from their squares or to others, and no more of the
    other side to others than it pushes; of those it may take off any number.
    """
    changed = [pair for pair in zip(before, seen, strict=True) if pair[0] is not pair[1]]
    come: list[SquareState] = [state for _, state in changed if state is not SquareState.EMPTY]
    if len(come) > moves * (MOST_MOVED + pushed):
        return False
    gone: list[SquareState] = [was for was, state in changed if state is SquareState.EMPTY]
    white, black = STATE_OF_SIDE.values()
    return moves > 1 or any(
        max(gone.count(own), come.count(own)) <= MOST_MOVED and come.count(other) <= pushed
        for own, other in ((white, black), (black, white))
    )
