"""Corrections: what on the board is not as the position has it, and the remedy.

Pure functions of an expectation and a snapshot.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from host.engine.game import AnyGame, HasReserve, Piece, Side, Square
from host.guidance import phrases
from host.guidance.lighting import Mark
from host.guidance.marks import capture_marks, due_marks
from host.message import Words, message, sentences
from host.recognition.discrepancy import Discrepancy, discrepancies
from host.recognition.matching import Expectation, offset
from host.recognition.piece_tracker import PieceTracker
from host.recognition.snapshot import STATE_OF_SIDE, Snapshot, SquareState

_LIFT = {("illegal", "square"), ("fill", "from"), ("putback", "now")}
"""Marks of pieces that are to be lifted."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction: a sentence with the remedy, and the marks that show it."""

    words: Words
    marks: tuple[Mark, ...]

    @property
    def text(self) -> str:
        """The sentence in English."""
        return str(self.words)

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares concerned, the wrong one first."""
        return tuple(mark.square for mark in self.marks)

    @property
    def disputed(self) -> tuple[Square, ...]:
        """The squares whose pieces are to be lifted."""
        return tuple(m.square for m in self.marks if (m.entry, m.role) in _LIFT)


def correction_for(
    game: AnyGame,
    expectation: Expectation,
    seen: Snapshot,
    known: PieceTracker | None = None,
    by_colour: bool = False,
    forbidden: bool = True,
    bumped: Collection[Square] = (),
    exchangeable: bool = True,
) -> Correction | None:
    """Return the most urgent correction; None if the board matches.

    One piece at a time: what is not seen clearly; what the rules forbid, with the reason; then the
    nearest piece whose place is free.  Of several that were displaced together, one that would
    have made a legal move comes first: the others make no move once it is home.

    Args:
        known: which piece is which, as far as that was seen.
        by_colour: True to light every square that a piece belongs on in the piece's colour, for
            sensors that cannot tell the sides apart.
        forbidden: True to name the rule that a misplaced piece breaks; False after a takeback,
            whose pieces are still to be put back.
        bumped: squares to which pieces were displaced together, before a correction was shown.
        exchangeable: True if pieces may have been exchanged unseen, which is asked then.
    """
    files = game.size[0]
    legal = {(candidate.origin, candidate.target) for candidate in expectation.candidates}
    found = discrepancies(expectation.pieces, seen, files, legal, known)
    if not found:
        return None
    for problem in found:
        if problem.state is SquareState.UNSURE and problem.found is not None:
            reversed_ = seen[problem.found] is not SquareState.UNSURE
            text = phrases.unclear(problem.found, files, reversed_)
            return Correction(
                text,
                (
                    Mark(
                        problem.found, "putback", "now", message("guidance.light.not_seen_clearly")
                    ),
                ),
            )
    movers = game.movable_squares(expectation.position)
    free = [p for p in found if p.home is None or seen[p.home] is SquareState.EMPTY]
    if not free:
        return _make_room(game, found[0], expectation.pieces, files)
    judged = [(p, _reason(game, expectation, p) if forbidden else None) for p in free]
    problem, reason = _most_urgent(judged, movers, legal, bumped)
    confused = _too_many(expectation.pieces, seen, known)
    named = by_colour or _named_by_light(problem, found, confused)
    if problem.home is None and not forbidden:
        assert problem.found is not None, "a problem is somewhere"
        return _take_off(problem.found, phrases.take_piece_off(problem.found, files))
    exchanged = (
        exchangeable
        and reason is not None
        and _may_be_exchanged(expectation, problem, movers, seen, files)
    )
    upside_down = expectation.puts and _is_other_sides(expectation.turn, problem)
    remedy = _remedy(game, expectation.turn, problem, reason, named, exchanged, upside_down)
    if reason is not None and _may_be_reply(expectation, problem, found, movers):
        return replace(remedy, words=sentences(remedy.words, phrases.OR_NOT_SEEN))
    return remedy


def cleared_correction(
    game: AnyGame, expectation: Expectation, seen: Snapshot, known: PieceTracker | None
) -> Correction | None:
    """Return the correction of a board that is being cleared, with the places of all its pieces.

    None if every piece stands where it belongs.
    """
    first = correction_for(game, expectation, seen, known, forbidden=False)
    if first is None:
        return None
    missing = {s: p for s, p in expectation.pieces.items() if seen[s] is SquareState.EMPTY}
    rest = [mark for mark in due_marks(game, missing) if mark.square not in first.squares]
    return Correction(message("guidance.cleared"), (*first.marks, *rest))


def captured_correction(
    game: AnyGame,
    pieces: Mapping[Square, Piece],
    captured: Sequence[Square],
    first: bool = False,
) -> Correction:
    """Return the correction for captured pieces that still stand although play has gone on.

    Args:
        pieces: as they stood before they were captured.
        captured: where they stand.
        first: True if the opponent has moved already.
    """
    text = phrases.take_captured(game, [(square, pieces[square]) for square in captured], first)
    return Correction(text, tuple(capture_marks(captured)))


def _most_urgent(
    judged: Sequence[tuple[Discrepancy, Words | None]],
    movers: Sequence[Square],
    legal: Collection[tuple[Square | None, Square | None]],
    bumped: Collection[Square],
) -> tuple[Discrepancy, Words | None]:
    """Return the discrepancy to put right first, with its reason.

    Args:
        judged: discrepancies with the reason why the rules forbid them, None if they do not.
    """
    astray = [(p, r) for p, r in judged if p.found is not None and p.home is not None]
    if len(astray) > 1:
        # What would be a legal move goes home first, or else it were made once the rest is right.
        for problem, reason in astray:
            if problem.found in bumped and (problem.home, problem.found) in legal:
                return problem, reason
    # If one of several lifted pieces may move, the others are wrong.
    return next(
        ((p, r) for p, r in judged if r is not None),
        next(((p, r) for p, r in judged if p.home not in movers), judged[0]),
    )


def _may_be_exchanged(
    expectation: Expectation,
    problem: Discrepancy,
    movers: Sequence[Square],
    seen: Snapshot,
    files: int,
) -> bool:
    """Return True if the piece that must move could have made this move from the piece's home.

    The two have probably been exchanged unseen.
    """
    home, found, piece = problem.home, problem.found, problem.piece
    if home is None or found is None or piece is None or piece.side is not expectation.turn:
        return False
    if len(movers) != 1 or home in movers:
        return False
    if expectation.pieces[movers[0]].name == piece.name:
        return False  # they are alike
    sideways, ahead = offset(home, found, files)
    steps = max(abs(sideways), abs(ahead))
    if not ahead or abs(sideways) not in (0, steps) or abs(ahead) not in (0, steps):
        return False
    stride = (found - home) // steps
    between = [home + stride * step for step in range(1, steps)]
    if any(seen[square] is not SquareState.EMPTY for square in between):
        return False
    targets = [c.target for c in expectation.candidates if c.target is not None]
    moves = [offset(movers[0], target, files) for target in targets]
    return any((ranks > 0) is (ahead > 0) for _, ranks in moves)


def _may_be_reply(
    expectation: Expectation,
    problem: Discrepancy,
    found: Sequence[Discrepancy],
    movers: Sequence[Square],
) -> bool:
    """Return True if a piece of the other side has moved while one that may move is nowhere: that
    one may stand off the middle of its square."""
    if problem.piece is None or problem.found is None or problem.piece.side is expectation.turn:
        return False
    return any(p.home in movers and p.found is None for p in found)


def _reason(game: AnyGame, expectation: Expectation, problem: Discrepancy) -> Words | None:
    if problem.home is not None:
        return game.explain_illegal(expectation.position, problem.home, problem.found)
    if problem.found is None or not expectation.puts or not isinstance(game, HasReserve):
        return None
    if _is_other_sides(expectation.turn, problem):
        return message("engine.other_side_to_move", side=expectation.turn.message)
    return game.explain_illegal_drop(expectation.position, problem.found) or phrases.ONE_AT_A_TIME


def _is_other_sides(turn: Side, problem: Discrepancy) -> bool:
    """Return True if a piece too many is none of the side to move, or has its magnet the wrong way
    up."""
    return problem.home is None and problem.state is not STATE_OF_SIDE[turn]


def _too_many(pieces: Mapping[Square, Piece], seen: Snapshot, known: PieceTracker | None) -> bool:
    """Return True if more pieces are seen or held than there are.

    A piece has then taken the place of another unseen, for instance with a reversed field.
    """
    lifted = 0 if known is None else sum(map(len, known.lifted.values()))
    return sum(state is not SquareState.EMPTY for state in seen) + lifted > len(pieces)


def _named_by_light(problem: Discrepancy, found: Sequence[Discrepancy], confused: bool) -> bool:
    """Return True if the piece must be shown by its colour.

    Several pieces are misplaced, and beside the middle of a square one may look like the other
    side's; or it is not where it seems to be.
    """
    if problem.found is None and confused:
        return True
    others = [p for p in found if p is not problem and p.piece is not None]
    return problem.piece is not None and bool(others)


def _make_room(
    game: AnyGame, problem: Discrepancy, pieces: Mapping[Square, Piece], files: int
) -> Correction:
    """Return the correction of pieces on one another's squares: one of them is taken off first."""
    home = problem.home
    assert home is not None, "a piece too many needs no place"
    return _take_off(home, phrases.in_the_way(game, pieces[home].side.other, home))


def _take_off(square: Square, text: Words) -> Correction:
    return Correction(
        text, (Mark(square, "illegal", "square", message("guidance.light.take_this_piece_off")),)
    )


def _remedy(
    game: AnyGame,
    turn: Side,
    problem: Discrepancy,
    reason: Words | None,
    tinted: bool,
    exchanged: bool,
    upside_down: bool,
) -> Correction:
    files = game.size[0]
    found, home, piece = problem.found, problem.home, problem.piece
    if piece is None or home is None:
        assert found is not None, "a problem is somewhere"
        if reason is None:
            return _take_off(found, phrases.too_many(found, files))
        text = sentences(phrases.forbidden(reason), phrases.take_piece_off(found, files))
        return _take_off(found, sentences(text, phrases.OR_UPSIDE_DOWN) if upside_down else text)
    words = message("guidance.light.put_back_here", piece=game.describe_piece(piece))
    back = Mark(home, "putback", "home", words, side=piece.side)
    if tinted:
        back = replace(back, tint=piece.name)
    text = phrases.put_back(game, piece, home, turn)
    if reason is not None:
        text = sentences(phrases.forbidden(reason), text)
    if exchanged:
        text = sentences(text, phrases.or_exchanged(game, piece))
    if found is None:
        return Correction(text, (back,))
    return Correction(
        text, (Mark(found, "illegal", "square", message("guidance.light.not_allowed_here")), back)
    )
