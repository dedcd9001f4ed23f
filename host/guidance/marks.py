"""Marks for the lights in each situation, and corrections of the board.

Pure functions of an expectation and a snapshot; `session.py` says which situation it is.
"""

from __future__ import annotations

import enum
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from host.ai.solver.adapter import Value
from host.engine.game import AnyGame, HasReserve, Outcome, Piece, Side, Square
from host.guidance import phrases
from host.guidance.lighting import Mark
from host.message import Message, Words, message, sentences
from host.recognition.discrepancy import Discrepancy, discrepancies
from host.recognition.matching import Candidate, Expectation
from host.recognition.piece_tracker import PieceTracker
from host.recognition.snapshot import STATE_OF_SIDE, Snapshot, SquareState

_VALUED: Mapping[Value, tuple[str, str, Message]] = {
    "win": ("winning", "proven", message("guidance.light.winning")),
    "loss": ("losing", "square", message("guidance.light.losing")),
    "unknown": ("legal", "unknown", message("guidance.light.not_known_yet")),
}
"""Entry, role and words of a square by the value of going there."""


class Help(enum.Enum):
    """Level of help on the lights."""

    OFF = "off"
    REQUIRED = "required"
    LEGAL = "legal"
    PROVEN = "proven"
    """Of each legal square as well, whether going there wins or loses."""

    @property
    def shows_targets(self) -> bool:
        """True if the squares are shown to which a piece may go."""
        return self in (Help.LEGAL, Help.PROVEN)


MOST_TARGETS = 14
"""Of so many squares at most it is shown that a piece may be put there."""


@dataclass(frozen=True, slots=True)
class Correction:
    """Something to put right: a sentence with the remedy, and the marks that show it."""

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


def correction_for(
    game: AnyGame,
    expectation: Expectation,
    seen: Snapshot,
    known: PieceTracker | None = None,
    by_colour: bool = False,
    forbidden: bool = True,
) -> Correction | None:
    """The first thing to put right so that the board is as the position has it; None if it is.

    One piece at a time: what is not seen clearly; what the rules forbid, with the reason; then the
    nearest piece whose place is free.

    Args:
        known: which piece is which, as far as that was seen.
        by_colour: True if the squares that pieces belong on are lit in the colours of the pieces
            at all times, as the sensors do not even tell sides.
        forbidden: True if a piece stands where it does against the rules, so that the rule is
            told; not where moves have been taken back and their pieces are still to follow.
    """
    files = game.size[0]
    legal = {(option.origin, option.target) for option in expectation.options}
    found = discrepancies(expectation.pieces, seen, files, legal, known)
    if not found:
        return None
    for problem in found:
        if problem.state is SquareState.UNSURE and problem.found is not None:
            text = phrases.unclear(problem.found, files)
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
    # Where one of several pieces in the air may move, it is the others that are wrong.
    problem, reason = next(
        ((p, r) for p, r in judged if r is not None),
        next(((p, r) for p, r in judged if p.home not in movers), judged[0]),
    )
    confused = _too_many(expectation.pieces, seen, known)
    named = by_colour or _named_by_light(problem, found, confused)
    if problem.home is None and not forbidden:
        assert problem.found is not None, "a problem is somewhere"
        return _take_off(problem.found, phrases.take_piece_off(problem.found, files))
    return _remedy(game, expectation.turn, problem, reason, named)


def captured_correction(
    game: AnyGame,
    pieces: Mapping[Square, Piece],
    captured: Sequence[Square],
    first: bool = False,
) -> Correction:
    """Captured pieces that still stand, where play has gone on without taking them off.

    Args:
        pieces: as they stood before they were captured.
        captured: where they stand.
        first: True if the opponent has moved already.
    """
    text = phrases.take_captured(game, [(square, pieces[square]) for square in captured], first)
    return Correction(text, tuple(capture_marks(captured)))


def capture_marks(captured: Iterable[Square]) -> list[Mark]:
    """Marks of captured pieces that are to be taken off."""
    return [
        Mark(square, "capture", "piece", message("guidance.light.captured_take_it_off"))
        for square in captured
    ]


def _reason(game: AnyGame, expectation: Expectation, problem: Discrepancy) -> Words | None:
    if problem.home is not None:
        return game.explain_illegal(expectation.position, problem.home, problem.found)
    if problem.found is None or not expectation.puts or not isinstance(game, HasReserve):
        return None
    if problem.state is not STATE_OF_SIDE[expectation.turn]:
        return message("guidance.others_turn", side=phrases.side_name(expectation.turn))
    return game.explain_illegal_drop(expectation.position, problem.found) or phrases.ONE_AT_A_TIME


def _too_many(pieces: Mapping[Square, Piece], seen: Snapshot, known: PieceTracker | None) -> bool:
    """True if there seem to be more pieces than there are: one has taken the place of another
    unseen, as where its field is reversed."""
    aloft = 0 if known is None else sum(map(len, known.aloft.values()))
    return sum(state is not SquareState.EMPTY for state in seen) + aloft > len(pieces)


def _named_by_light(problem: Discrepancy, found: Sequence[Discrepancy], confused: bool) -> bool:
    """True if the piece must be told by its colour: several of its side are astray, or it is not
    where it seems to be."""
    piece = problem.piece
    if problem.found is None and confused:
        return True
    others = [p.piece for p in found if p is not problem and p.piece is not None]
    return piece is not None and any(other.side is piece.side for other in others)


def _make_room(
    game: AnyGame, problem: Discrepancy, pieces: Mapping[Square, Piece], files: int
) -> Correction:
    """Pieces stand on one another's squares: one of them goes first."""
    home = problem.home
    assert home is not None, "a piece too many needs no place"
    return _take_off(home, phrases.in_the_way(game, pieces[home].side.other, home))


def _take_off(square: Square, text: Words) -> Correction:
    return Correction(
        text, (Mark(square, "illegal", "square", message("guidance.light.take_this_piece_off")),)
    )


def _remedy(
    game: AnyGame, turn: Side, problem: Discrepancy, reason: Words | None, tinted: bool
) -> Correction:
    files = game.size[0]
    found, home, piece = problem.found, problem.home, problem.piece
    if piece is None or home is None:
        assert found is not None, "a problem is somewhere"
        if reason is None:
            return _take_off(found, phrases.too_many(found, files))
        return _take_off(
            found, sentences(phrases.forbidden(reason), phrases.take_piece_off(found, files))
        )
    words = message("guidance.light.put_back_here", piece=game.describe_piece(piece))
    back = Mark(home, "putback", "home", words, side=piece.side)
    if tinted:
        back = replace(back, tint=piece.name)
    text = phrases.put_back(game, piece, home, turn)
    if reason is not None:
        text = sentences(phrases.forbidden(reason), text)
    if found is None:
        return Correction(text, (back,))
    return Correction(
        text, (Mark(found, "illegal", "square", message("guidance.light.not_allowed_here")), back)
    )


def movers_marks(
    game: AnyGame,
    expectation: Expectation,
    passed: Iterable[Square],
) -> list[Mark]:
    """Marks of the pieces of which one must move, and of those that just had to pass."""
    blocked = list(passed)
    marks = [
        Mark(square, "blocked", "tower", message("guidance.light.blocked_passes"))
        for square in blocked
    ]
    movers = game.movable_squares(expectation.position)
    if len(movers) == 1 and expectation.letting_go is None:
        entry, role = ("blocked", "next") if blocked else ("required", "tower")
        marks.append(Mark(movers[0], entry, role, message("guidance.light.must_move")))
    else:
        marks.extend(
            Mark(square, "any", "towers", message("guidance.light.may_move")) for square in movers
        )
    return marks


def target_marks(
    options: Sequence[Candidate], values: Mapping[Hashable, Value] | None = None
) -> list[Mark]:
    """Marks of where the piece in the air may go.

    Args:
        values: what is proven of the moves, for who makes them, if that shall be shown too; of
            those that are not in it nothing is known yet.
    """
    marks: list[Mark] = []
    for option in options:
        if option.target is None:
            continue
        marks.append(_target_mark(option, option.target, values))
        marks += [
            Mark(s, "capture", "may", message("guidance.light.would_be_captured"))
            for s in option.captured
        ]
        near = [square for square in option.pushed if square != option.target]
        far = max(near, key=lambda square: abs(square - (option.origin or 0)), default=None)
        for square in near:
            role = "landing" if square == far else "pushed"
            marks.append(Mark(square, "push", role, message("guidance.light.pushed_to_here")))
    origins = {option.origin for option in options if option.origin is not None}
    if len(origins) == 1:
        marks.append(
            Mark(origins.pop(), "legal", "origin", message("guidance.light.lifted_from_here"))
        )
    return marks


def taken_marks(
    options: Sequence[Candidate], pieces: Mapping[Square, Piece], seen: Snapshot
) -> list[Mark]:
    """Marks of where captured pieces were taken off before the move is done that captures them."""
    squares = {s for option in options for s in option.captured if seen[s] is SquareState.EMPTY}
    return [
        Mark(
            s, "capture", "taken", message("guidance.light.captured_from_here"), side=pieces[s].side
        )
        for s in sorted(squares & pieces.keys())
    ]


def put_marks(options: Sequence[Candidate]) -> list[Mark]:
    """Marks of where a piece may be put that comes onto the board, while these are few."""
    targets = [option.target for option in options if option.origin is None]
    if len(targets) > MOST_TARGETS:
        return []
    return [
        Mark(square, "legal", "squares", message("guidance.light.legal"))
        for square in targets
        if square is not None
    ]


def thinking_marks(size: tuple[int, int]) -> list[Mark]:
    """Marks that the computer thinks: a light goes round the middle of the board."""
    files, ranks = size
    corner = (ranks // 2 - 1) * files + files // 2 - 1
    around = (corner, corner + 1, corner + files + 1, corner + files)
    return [
        Mark(square, "thinking", "orbit", message("guidance.light.the_computer_thinks"), order)
        for order, square in enumerate(around)
    ]


def _target_mark(
    option: Candidate, target: Square, values: Mapping[Hashable, Value] | None
) -> Mark:
    """The mark of where a move leads."""
    if option.pushed and values is None:
        return Mark(target, "push", "pusher", message("guidance.light.push"))
    push = message("guidance.light.push")
    what = push if option.pushed else message("guidance.light.legal")
    if option.wins:
        return Mark(target, "winning", "square", message("guidance.light.wins", move=what))
    if values is None:
        return Mark(target, "legal", "squares", what)
    entry, role, words = _VALUED[values.get(option.move, "unknown")]
    return Mark(target, entry, role, message("guidance.light.valued", move=what, value=words))


def hint_marks(origin: Square | None, target: Square) -> list[Mark]:
    """Marks of a move that is told, lit as one that hands are asked to carry out.

    Args:
        origin: None for a piece that is put on the board.
    """
    marks = [Mark(target, "execute", "to", message("guidance.light.hint_put_it_here"))]
    if origin is not None:
        marks.insert(
            0, Mark(origin, "execute", "from", message("guidance.light.hint_take_this_one"))
        )
    return marks


def reply_marks(origin: Square, target: Square) -> list[Mark]:
    """Marks of the move that refutes a wrong one."""
    return [
        Mark(origin, "execute", "from", message("guidance.light.the_reply_comes_from_here")),
        Mark(target, "execute", "to", message("guidance.light.the_reply_goes_here")),
    ]


def outcome_marks(outcome: Outcome, size: tuple[int, int], match: bool = False) -> list[Mark]:
    """Marks of the end of a round, or of a match of several rounds.

    Args:
        size: files and ranks of the game.
        match: True if it is such a match that has ended: rings around the winning square.  Where
            no square tells the end, as on time, they run around the middle of the board.
    """
    nowhere = not outcome.squares and not outcome.stuck
    if nowhere or (match and outcome.squares):
        files, ranks = size
        centre = ranks // 2 * files + files // 2 if nowhere else outcome.squares[0]
        x, y = centre % files, centre // files
        drawn = outcome.winner is None
        words = message("guidance.light.drawn") if drawn else message("guidance.light.match_won")
        return [
            Mark(s, "match", "rings", words, max(abs(s % files - x), abs(s // files - y)))
            for s in range(files * ranks)
        ]
    if outcome.stuck:
        marks = [
            Mark(s, "deadlock", "stuck", message("guidance.light.blocked_for_ever"))
            for s in outcome.stuck
        ]
        return marks + [
            Mark(s, "deadlock", "tooth", message("guidance.light.gets_the_tooth"))
            for s in outcome.squares
        ]
    return [
        Mark(square, "round", "row", message("guidance.light.the_winning_row"), order)
        for order, square in enumerate(outcome.squares)
    ]


def due_marks(game: AnyGame, pieces: Mapping[Square, Piece]) -> list[Mark]:
    """Every square in the colour of its piece: eyes check what sensors cannot."""
    return [
        Mark(
            square,
            "fill",
            "rest",
            message("guidance.light.for_piece", piece=game.describe_piece(piece)),
            tint=piece.name,
            side=piece.side,
        )
        for square, piece in sorted(pieces.items())
    ]


def last_marks(origin: Square | None, target: Square, fresh: bool) -> list[Mark]:
    """Marks of the last move; `fresh` while it is being acknowledged.

    Args:
        origin: None for a piece that has come onto the board.
    """
    marks = [Mark(target, "last", "to", message("guidance.light.last_move"))]
    if origin is not None:
        marks.insert(0, Mark(origin, "last", "from", message("guidance.light.last_move_from_here")))
    if fresh:
        marks.append(Mark(target, "accepted", "square", message("guidance.light.move_accepted")))
    return marks
