"""Discrepancies between a board and a position: pieces that are not where the game has them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from host.engine.game import Piece, Square
from host.recognition.history import History
from host.recognition.matching import offset
from host.recognition.piece_tracker import PieceTracker
from host.recognition.snapshot import STATE_OF_SIDE, Snapshot, SquareState, differing, snapshot_of

LEAST_CLEARED = 6
"""Identity is lost when at least this many pieces, and at least half, are off the board: a row was
swept off, or the board is cleared to be set up again."""


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """One piece that is not where it belongs.

    Attributes:
        piece: the piece that is missing from `home`; None if the piece is one too many.
        home: where it belongs; None if it belongs nowhere.
        found: where a piece is that may be it; None if it is in the air or off the board.
        state: what the sensor at `found` says, UNSURE if that is doubtful until the piece has been
            lifted and put back; EMPTY if found is None.
    """

    piece: Piece | None
    home: Square | None
    found: Square | None
    state: SquareState


def discrepancies(
    expected: Mapping[Square, Piece],
    seen: Snapshot,
    files: int,
    likely: Collection[tuple[Square | None, Square | None]] = (),
    known: PieceTracker | None = None,
) -> tuple[Discrepancy, ...]:
    """Return the discrepancies between a board and a position, the most urgent first.

    First squares that are unclear or doubtful.  Then each stray piece, paired with the missing
    piece of its side that it is known to be, else with the nearest; the nearest pair comes first.
    Then pieces too many, and last the missing pieces that stand nowhere else.

    Args:
        expected: where the game has the pieces.
        seen: what the board shows.
        files: of the game.
        likely: (from, to) of the legal moves: such pairs are believed before nearer ones.
        known: which piece is which, as far as that was seen.
    """
    wanted = snapshot_of(expected, len(seen))
    changed = differing(seen, wanted)
    unclear = [s for s in changed if seen[s] is SquareState.UNSURE]
    missing = [s for s in changed if s in expected and s not in unclear]
    stray = [s for s in changed if seen[s] is not SquareState.EMPTY and s not in unclear]
    result = [Discrepancy(expected.get(s), s, s, SquareState.UNSURE) for s in unclear]

    def likeness(home: Square, found: Square) -> int:
        stands = None if known is None else known.on.get(found)
        piece = None if stands is None else stands.piece
        if piece is not None:
            return 0 if piece.name == expected[home].name else 3
        return 1 if (home, found) in likely else 2

    pairs = sorted(
        (likeness(home, found), max(map(abs, offset(home, found, files))), found, home)
        for found in stray
        for home in missing
        if STATE_OF_SIDE[expected[home].side] is seen[found]
    )
    for *_, found, home in pairs:
        if found in stray and home in missing:
            stray.remove(found)
            missing.remove(home)
            result.append(Discrepancy(expected[home], home, found, seen[found]))
    for found in stray:
        # A side has no more pieces than it has: where it has one too many while the other side
        # misses one, that one stands off the middle of its square, where its field is reversed.
        doubtful = [
            square
            for square in (found, *sorted(p.found for p in result if p.found is not None))
            if seen[square] is seen[found]
            and any(STATE_OF_SIDE[expected[home].side] is not seen[found] for home in missing)
            and (known is None or square not in known.on or known.on[square].is_doubtful)
        ]
        result.append(Discrepancy(None, None, found, seen[found]))
        if doubtful:
            result.insert(0, Discrepancy(None, None, doubtful[0], SquareState.UNSURE))
    result.extend(Discrepancy(expected[home], home, None, SquareState.EMPTY) for home in missing)
    return tuple(result)


def is_cleared(history: History, seen: Snapshot) -> bool:
    """Return True if so many pieces are off the board that it is being cleared."""
    expected, empty = history.expectation.snapshot, SquareState.EMPTY
    pieces = len(expected) - expected.count(empty)
    gone = pieces - (len(seen) - seen.count(empty))
    return gone >= LEAST_CLEARED and 2 * gone >= pieces


def is_last_lifted(history: History, seen: Snapshot) -> bool:
    """Return True if the piece that moved last is in the air and all else is as the position has
    it."""
    last, expected = history.last_of_round, history.expectation.snapshot
    changed = differing(seen, expected)
    lifted = last is not None and changed == [last.target]
    return lifted and seen[changed[0]] is SquareState.EMPTY
