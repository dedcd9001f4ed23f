"""Moves that were never seen alone, as the reply to them had been begun or made already.

Of each legal move the replies are looked for that what is seen may show beside it.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable

from host.engine.game import AnyGame
from host.engine.successors import outcome_of
from host.recognition.matching import (
    Candidate,
    Expectation,
    Finished,
    Unfinished,
    expect_from,
    explain,
)
from host.recognition.snapshot import Snapshot, SquareState


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
    fitting = [
        candidate
        for candidate in expectation.candidates
        if (candidate.touched or len(expectation.candidates) > 1)
        and _has_reply(game, expectation, candidate, seen, candidate.move in recent_moves)
    ]
    return fitting[0] if len(fitting) == 1 else None


def capture_with_reply(game: AnyGame, expectation: Expectation, seen: Snapshot) -> Candidate | None:
    """Return the move whose captured pieces still stand though the reply has been begun or made;
    None unless exactly one fits."""
    fitting = [
        candidate
        for candidate in expectation.candidates
        if candidate.standing(expectation.snapshot, seen)
        and _has_reply(game, expectation, candidate, candidate.cleared(seen), True)
    ]
    return fitting[0] if len(fitting) == 1 else None


def _has_reply(
    game: AnyGame,
    expectation: Expectation,
    candidate: Candidate,
    seen: Snapshot,
    is_recent: bool,
) -> bool:
    target = candidate.target
    if target is not None and not is_recent and seen[target] is not candidate.after[target]:
        return False  # of most moves, so this is asked first
    differing = [
        square for square in candidate.touched if seen[square] is not candidate.after[square]
    ]
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
