"""Marks for the lights in each situation.

Pure functions of an expectation and a snapshot; `host.session.presenter` chooses among them.
"""

from __future__ import annotations

import enum
from collections.abc import Hashable, Iterable, Mapping, Sequence

from host.ai.analysis.picture import IdeaSquare
from host.ai.solver.adapter import Value
from host.engine.game import AnyGame, Outcome, Piece, Square
from host.guidance.lighting import Mark
from host.message import Message, message
from host.recognition.matching import Candidate, Expectation
from host.recognition.snapshot import Snapshot, SquareState

_VALUED: Mapping[Value, tuple[str, str, Message]] = {
    "win": ("winning", "proven", message("guidance.light.winning")),
    "loss": ("losing", "square", message("guidance.light.losing")),
    "unknown": ("legal", "unknown", message("guidance.light.not_known_yet")),
}
"""Entry, role and words of a square by the value of going there."""

_IDEAS = {
    "called": message("guidance.light.must_move"),
    "safe": message("guidance.light.safe_square"),
    "striker": message("guidance.light.striker"),
}


class Help(enum.Enum):
    """Level of help on the lights."""

    OFF = "off"
    REQUIRED = "required"
    LEGAL = "legal"
    PROVEN = "proven"
    """LEGAL, and the proven value of each square: it wins or loses."""

    @property
    def shows_targets(self) -> bool:
        """True if the squares are shown to which a piece may go."""
        return self in (Help.LEGAL, Help.PROVEN)


MOST_TARGETS = 14
"""Largest number of legal squares of a piece from the reserve that are lit; if there are more, none
is."""


def capture_marks(captured: Iterable[Square]) -> list[Mark]:
    """Return the marks of captured pieces that are to be taken off."""
    return [
        Mark(square, "capture", "piece", message("guidance.light.captured_take_it_off"))
        for square in captured
    ]


def required_marks(
    squares: Iterable[Square], entry: str = "required", role: str = "tower"
) -> list[Mark]:
    """Return the marks of pieces one of which must move next."""
    return [Mark(s, entry, role, message("guidance.light.must_move")) for s in squares]


def movers_marks(
    game: AnyGame,
    expectation: Expectation,
    passed: Iterable[Square],
) -> list[Mark]:
    """Return the marks of the pieces that may move, and of blocked ones.

    Args:
        passed: squares of the pieces that had to pass just now.
    """
    blocked = list(passed)
    marks = [
        Mark(square, "blocked", "tower", message("guidance.light.blocked_passes"))
        for square in blocked
    ]
    movers = game.movable_squares(expectation.position)
    if len(movers) == 1 and expectation.letting_go is None:
        entry, role = ("blocked", "next") if blocked else ("required", "tower")
        marks += required_marks(movers, entry, role)
    else:
        marks.extend(
            Mark(square, "any", "towers", message("guidance.light.may_move")) for square in movers
        )
    return marks


def target_marks(
    candidates: Sequence[Candidate], values: Mapping[Hashable, Value] | None = None
) -> list[Mark]:
    """Return the marks of the legal targets of the lifted piece.

    Args:
        values: proven values of the moves for the side that makes them; those that are missing are
            not known yet.  None to show no values.
    """
    marks: list[Mark] = []
    for candidate in candidates:
        if candidate.target is None:
            continue
        marks.append(_target_mark(candidate, candidate.target, values))
        marks += [
            Mark(s, "capture", "may", message("guidance.light.would_be_captured"))
            for s in candidate.captured
        ]
        near = [square for square in candidate.pushed if square != candidate.target]
        far = max(near, key=lambda square: abs(square - (candidate.origin or 0)), default=None)
        for square in near:
            role = "landing" if square == far else "pushed"
            marks.append(Mark(square, "push", role, message("guidance.light.pushed_to_here")))
    origins = {candidate.origin for candidate in candidates if candidate.origin is not None}
    if len(origins) == 1:
        marks.append(
            Mark(origins.pop(), "legal", "origin", message("guidance.light.lifted_from_here"))
        )
    return marks


def taken_marks(
    candidates: Sequence[Candidate], pieces: Mapping[Square, Piece], seen: Snapshot
) -> list[Mark]:
    """Return the marks of captured pieces that were taken off before the capturing move was
    finished."""
    squares = {
        s for candidate in candidates for s in candidate.captured if seen[s] is SquareState.EMPTY
    }
    return [
        Mark(
            s, "capture", "taken", message("guidance.light.captured_from_here"), side=pieces[s].side
        )
        for s in sorted(squares & pieces.keys())
    ]


def put_marks(candidates: Sequence[Candidate]) -> list[Mark]:
    """Return the marks of the squares for a piece from the reserve, if they are few."""
    targets = [candidate.target for candidate in candidates if candidate.origin is None]
    if len(targets) > MOST_TARGETS:
        return []
    return [
        Mark(square, "legal", "squares", message("guidance.light.legal"))
        for square in targets
        if square is not None
    ]


def thinking_marks(size: tuple[int, int]) -> list[Mark]:
    """Return marks that show the computer thinking: a light goes round the middle of the board."""
    files, ranks = size
    corner = (ranks // 2 - 1) * files + files // 2 - 1
    around = (corner, corner + 1, corner + files + 1, corner + files)
    return [
        Mark(square, "thinking", "orbit", message("guidance.light.the_computer_thinks"), order)
        for order, square in enumerate(around)
    ]


def _target_mark(
    candidate: Candidate, target: Square, values: Mapping[Hashable, Value] | None
) -> Mark:
    """Return the mark of the target of a move."""
    if candidate.pushed and values is None:
        return Mark(target, "push", "pusher", message("guidance.light.push"))
    if candidate.wins:
        entry, role, words = "winning", "square", message("guidance.light.wins")
    elif values is None:
        entry, role, words = "legal", "squares", message("guidance.light.legal")
    else:
        entry, role, words = _VALUED[values.get(candidate.move, "unknown")]
    if candidate.pushed:
        push = message("guidance.light.push")
        words = message("guidance.light.valued", move=push, value=words)
    return Mark(target, entry, role, words)


def hint_marks(origin: Square | None, target: Square) -> list[Mark]:
    """Return the marks of a hint, lit as a move that players are asked to carry out.

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
    """Return the marks of the move that refutes a wrong one."""
    return [
        Mark(origin, "execute", "from", message("guidance.light.the_reply_comes_from_here")),
        Mark(target, "execute", "to", message("guidance.light.the_reply_goes_here")),
    ]


def idea_marks(squares: Iterable[IdeaSquare]) -> tuple[Mark, ...]:
    """Return the marks of what a reason is about.  Displays draw them; no light shows them."""
    return tuple(Mark(square, "idea", role, _IDEAS[role]) for square, role in squares)


def outcome_marks(outcome: Outcome, size: tuple[int, int], match: bool = False) -> list[Mark]:
    """Return the marks of the end of a round, or of a match of several rounds.

    Args:
        size: files and ranks of the game.
        match: True if a match of several rounds has ended: rings run around the winning square, or
            around the middle of the board if no square shows the end, as on time.
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
    """Return the marks of all squares in the colours of their pieces, to be checked by eye."""
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
    """Return the marks of the last move; `fresh` while it is being acknowledged.

    Args:
        origin: None for a piece that has come onto the board.
    """
    marks = [Mark(target, "last", "to", message("guidance.light.last_move"))]
    if origin is not None:
        marks.insert(0, Mark(origin, "last", "from", message("guidance.light.last_move_from_here")))
    if fresh:
        marks.append(Mark(target, "accepted", "square", message("guidance.light.move_accepted")))
    return marks
