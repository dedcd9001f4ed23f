"""Takebacks that hands make on the board, found by comparing it with the positions before.

Some look like a move with its reply; so does a piece that goes on and is captured there.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from host.engine.game import Side, Square
from host.recognition.history import History, Ply
from host.recognition.matching import Candidate
from host.recognition.memory import RecognitionMemory
from host.recognition.replies import beyond
from host.recognition.snapshot import Snapshot, SquareState, differing
from host.recognition.times import AIR_MS, DWELL_MS

MOST_TAKEN_BACK = 4
"""Number of moves that may be taken back at once.  Players who take back more pause between the
moves; a board that looks like more is being set up again."""
MOST_LIFTED = 2
"""Number of moves that may be taken back at once by only lifting pieces, and beyond which all
pieces at home are asked about as another game."""


@dataclass(frozen=True, slots=True)
class Takeback:
    """Moves taken back on the board.

    Attributes:
        undo: how many, forced passes not counted.
        make: the move that was made instead of the first of them; None if none was.
    """

    undo: int
    make: Candidate | None = None


def find_takeback(history: History, seen: Snapshot, past_choice: bool = False) -> Takeback | None:
    """Return the takeback that explains a snapshot; None if none does.

    At most MOST_TAKEN_BACK moves are taken back, and none beyond the last choice between two
    rounds.  A move that was made before in the same position may be made again instead of the
    first of the moves taken back; but not instead of more than MOST_LIFTED up to the first move of
    all: there the last piece is rather still on its way home.

    Pieces that came onto the board one by one leave it one by one in a takeback: if more are
    missing, they have been swept off.  A piece that has gone somewhere and come back since does not
    tell that it was taken back; such a snapshot is rather another piece on a wrong square.

    Args:
        past_choice: True to go one move farther if that choice is the last ply.
    """
    most = MOST_LIFTED if _only_lifted(history, seen) else MOST_TAKEN_BACK
    back = 0
    for ply in reversed(history.plies):
        if ply.forced:
            continue
        back += 1
        if back > most:
            break
        if ply.adjudicated:
            break  # the board was otherwise before: hands do not tell that they go back to it
        if ply.before.snapshot == seen:
            return Takeback(back) if shows_takeback(history, back) else None
        if ply.between:
            if past_choice and back == 1:
                most = 2
                continue
            break
        if ply is history.plies[0] and back > MOST_LIFTED:
            break
        for candidate in history.made_before(ply.before.position):
            if candidate.after == seen and candidate in ply.before.candidates:
                return Takeback(back, candidate) if shows_takeback(history, back) else None
    return None


def takeback_rest_ms(history: History, back: Takeback) -> int:
    """Return how long a snapshot must last to be taken for a takeback without another move."""
    last = history.last_of_round
    # With the last piece on the board, those in the air may be captured ones and a mover.
    placed = last is not None and last.before.puts and not history.expectation.puts
    return AIR_MS if placed and back.undo > 1 else DWELL_MS


def is_back_but_for_captures(last: Ply, seen: Snapshot) -> bool:
    """Return True if the board is as before a move, but for captured pieces to be set up."""
    return bool(last.captured) and all(
        state is was or (state is SquareState.EMPTY and square in last.captured)
        for square, (state, was) in enumerate(zip(seen, last.before.snapshot, strict=True))
    )


def goes_back(
    history: History, made: Candidate | None, seen: Snapshot, memory: RecognitionMemory
) -> bool:
    """Return True if a snapshot that shows a move with its reply shows rather that moves have been
    taken back: the move was never seen itself, nor its piece in the air first."""
    back, before = find_takeback(history, seen), history.expectation
    if made is None or back is None or back.make is not None or back.undo > 2:
        return False
    is_recent = (before.position, made.move) in memory.recent
    return not is_recent and not memory.began(made, before.snapshot, seen)


def was_captured_farther(
    history: History, last: Ply, seen: Snapshot, memory: RecognitionMemory
) -> bool:
    """Return True if the piece of the last move has gone on, and the reply has captured it there.

    What is left looks as if that piece were held where its move was made: only the order in which
    the squares have changed tells.
    """
    recent = {move for position, move in memory.recent if position == last.before.position}
    return any(
        candidate.origin == last.origin
        and candidate.move in recent
        and candidate.move != last.move
        and _was_taken(candidate, seen, memory)
        and any(
            candidate.target in reply.captured
            for reply in beyond(history.game, candidate.position).candidates
        )
        for candidate in last.before.candidates
    )


def _was_taken(made: Candidate, seen: Snapshot, memory: RecognitionMemory) -> bool:
    """Return True if the piece of a move came to its square before anything of the reply had
    changed, and was taken off once the reply had come."""
    target = made.target
    if target is None or seen[target] is not SquareState.EMPTY:
        return False
    left_ms = memory.changed_ms.get(target, 0)
    reply = set(differing(made.after, seen)) - {target, *made.captured}
    begun_ms = min((memory.changed_ms.get(s, 0) for s in reply), default=0)
    there = [memory.changed_ms.get(s, 0) for s in reply if seen[s] is not SquareState.EMPTY]
    return bool(there) and memory.came_ms.get(target, left_ms) <= begun_ms and max(there) <= left_ms


def shows_takeback(history: History, back: int) -> bool:
    """Return True if a snapshot is evidence for a takeback of `back` moves: in them no piece came,
    in a circle, to where one of its side had been before.

    In games whose pieces only move forward this is always so.
    """
    real = [ply for ply in reversed(history.plies) if not ply.forced][:back]
    come_from = defaultdict[tuple[Side, Square], set[tuple[Side, Square]]](set)
    for ply in real:
        if ply.origin is not None and ply.target is not None and ply.origin != ply.target:
            come_from[ply.side, ply.target].add((ply.side, ply.origin))
    try:
        TopologicalSorter(come_from).prepare()
    except CycleError:
        return False
    return True


def _only_lifted(history: History, seen: Snapshot) -> bool:
    """Return True if nothing but empty squares is seen where the board differs."""
    return all(
        state is was or state is SquareState.EMPTY
        for state, was in zip(seen, history.expectation.snapshot, strict=True)
    )
