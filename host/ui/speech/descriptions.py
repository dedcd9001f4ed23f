"""Descriptions of the board for who does not see it: a lifted piece, a square, the ranks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from host.engine.game import AnyGame, Piece, Square
from host.engine.squares import parse_square, square_name
from host.guidance import phrases
from host.guidance.marks import Help
from host.message import (
    DEFAULT_LANGUAGE,
    Message,
    Words,
    catalogue,
    in_english,
    message,
    quoted,
    sentences,
)
from host.recognition.matching import Candidate
from host.session.access.fair_play import Conditions
from host.session.requests import Describe
from host.session.view import View
from host.ui.speech.time_left import times_left

PROVEN = {("winning", "proven"), ("losing", "square")}
"""Marks, by entry and role, of squares where the lights show a proven value."""
LEAST_IN_LINE = 3
"""Squares in a row that are told by the first and the last one."""


def description(game: AnyGame, view: View, request: Describe, now_ms: int) -> Words:
    """Return what a request asks for.

    Raises:
        ValueError: there is no such square; the message quotes it.
    """
    match request.what:
        case "ranks":
            return ranks(game, view)
        case "square":
            return square_content(game, view, parse_square(request.name, game.size))
        case "piece":
            return places(game, view, request.name)
        case "turn":
            return turn(view, now_ms)


def turn(view: View, now_ms: int) -> Message:
    """Tell what is to be done, what is wrong first, the time left where there are clocks, and that
    the game is serious."""
    task = view.task if view.correction is None else view.correction.words
    times = "" if view.clock is None else times_left(view.clock, now_ms)
    return sentences(task, times, phrases.SERIOUS if _is_serious(view) else "")


def _is_serious(view: View) -> bool:
    return view.conditions is Conditions.SERIOUS


def lifted(game: AnyGame, view: View, square: Square, detailed: bool = False) -> Message:
    """Describe a piece that is in the air: which it is, from where, and where it may go.

    Args:
        view: with the square in its position.
        detailed: with the colours of the squares that it may go to.
    """
    piece = view.expectation.pieces[square]
    where = square_name(square, game.size[0])
    whose = phrases.piece_of_side(game, piece)
    if view.offer is not None:  # it may be the answer
        return sentences(message("ui.lifted", piece=whose, square=where), view.task)
    candidates = moves_from(view, square)
    if not candidates:
        return sentences(message("ui.lifted_another", piece=whose, square=where), view.task)
    words = game.describe_piece(piece)
    if view.help is Help.OFF:
        return message("ui.lifted", piece=words, square=where)
    proven = {mark.square: mark.entry for mark in view.marks if (mark.entry, mark.role) in PROVEN}
    valued: dict[str, list[Candidate]] = {"": [], "winning": [], "losing": []}
    for move in candidates:
        valued["" if move.target is None else proven.get(move.target, "")].append(move)
    others, *results = (_targets(game, moves, detailed) for moves in valued.values())
    told = (
        message("ui.lifted_to", piece=words, square=where, targets=others)
        if others
        else message("ui.lifted", piece=words, square=where)
    )
    ids = ("ui.proven_to_win", "ui.proven_to_lose")
    return sentences(
        told, *(message(id, targets=each) for id, each in zip(ids, results, strict=True) if each)
    )


def _targets(game: AnyGame, moves: Sequence[Candidate], detailed: bool) -> tuple[Words, ...]:
    """Return where these moves go, square by square, or in lines if not in detail."""
    lines = [[move] for move in moves] if detailed else _lines(game, moves)
    return tuple(
        _in_line(game, line) if len(line) >= LEAST_IN_LINE else _target(game, line[0], detailed)
        for line in lines
    )


def moves_from(view: View, square: Square) -> list[Candidate]:
    """Return the moves of the piece on a square; none if it may not be moved now."""
    return [move for move in view.expectation.candidates if move.origin == square]


def square_content(game: AnyGame, view: View, square: Square) -> Message:
    """Describe what stands on a square."""
    piece = view.expectation.pieces.get(square)
    name = _square(game, square, coloured=True)
    if piece is None:
        return message("ui.square_empty", square=name)
    return message("ui.square_holds", square=name, piece=phrases.piece_of_side(game, piece))


def places(game: AnyGame, view: View, name: str) -> Message:
    """Tell where the pieces stand that a name fits: "pink", "white pink", "white stone".

    Args:
        name: words of the piece's name in the language that this program speaks, or in English.
    """
    found: dict[Piece, list[str]] = {}
    for square, piece in sorted(view.expectation.pieces.items()):
        if _is_called(game, piece, name):
            found.setdefault(piece, []).append(square_name(square, game.size[0]))
    if not found:
        return message("ui.no_such_piece", name=quoted(name))
    return sentences(
        *(
            message(
                "ui.piece_stands", piece=phrases.piece_of_side(game, piece), squares=tuple(squares)
            )
            for piece, squares in found.items()
        )
    )


def ranks(game: AnyGame, view: View) -> Message:
    """Read the board, the highest rank first; empty ranks are not named."""
    files, count = game.size
    told: list[Words] = []
    for rank in range(count - 1, -1, -1):
        row = _row(view.expectation.pieces, range(rank * files, (rank + 1) * files))
        pieces = tuple(
            message(
                "ui.piece_on",
                square=square_name(square, files),
                piece=phrases.piece_of_side(game, piece),
            )
            for square, piece in row.items()
        )
        if pieces:
            told.append(message("ui.rank", rank=rank + 1, pieces=pieces))
    if len(told) < count:
        told.append(message("ui.other_ranks_empty") if told else message("ui.board_empty"))
    return sentences(*told)


def _lines(game: AnyGame, moves: Sequence[Candidate]) -> Iterator[list[Candidate]]:
    """Yield the moves that go ever one square further from the origin, others one by one."""
    line: list[Candidate] = []
    for move in moves:
        if not (line and _goes_on(game, line[-1], move)):
            yield from [line] if len(line) >= LEAST_IN_LINE else [[each] for each in line]
            line = []
        line.append(move)
    yield from [line] if len(line) >= LEAST_IN_LINE else [[each] for each in line]


def _goes_on(game: AnyGame, before: Candidate, move: Candidate) -> bool:
    """Return True if a move goes one square further in the direction of the one before."""
    if any(each.pushed or each.wins for each in (before, move)):
        return False
    begun, gone = (_way(game, each) for each in (before, move))
    return begun is not None and gone == (begun[0], begun[1] + 1)


def _way(game: AnyGame, move: Candidate) -> tuple[tuple[int, int], int] | None:
    """Return the direction of a straight move, (files, ranks) of a step, and its steps."""
    if move.origin is None or move.target is None:
        return None
    files = game.size[0]
    across = move.target % files - move.origin % files
    up = move.target // files - move.origin // files
    steps = max(abs(across), abs(up))
    if steps == 0 or across % steps or up % steps:
        return None
    return (across // steps, up // steps), steps


def _in_line(game: AnyGame, line: Sequence[Candidate]) -> Message:
    first, last = (
        square_name(move.target, game.size[0])
        for move in (line[0], line[-1])
        if move.target is not None
    )
    return message("ui.squares_in_line", first=first, last=last)


def _row(pieces: Mapping[Square, Piece], squares: Iterable[Square]) -> dict[Square, Piece]:
    return {square: pieces[square] for square in squares if square in pieces}


def _target(game: AnyGame, move: Candidate, detailed: bool) -> Words:
    if move.target is None:
        return game.describe_move(move.position, move.move)
    square = _square(game, move.target, detailed)
    if move.pushed:
        return message("ui.pushing", square=square)
    return message("ui.winning", square=square) if move.wins else square


def _square(game: AnyGame, square: Square, coloured: bool) -> Words:
    name = square_name(square, game.size[0])
    colour = f"colour.{game.square_colour(square)}" if coloured else ""
    if colour not in catalogue(DEFAULT_LANGUAGE):
        return name
    return message("ui.coloured_square", square=name, colour=message(colour))


def _is_called(game: AnyGame, piece: Piece, name: str) -> bool:
    words = name.casefold().split()
    told = (phrases.piece_of_side(game, piece), game.describe_piece(piece), piece.side.message)
    for texts in (map(str, told), map(in_english, told)):
        text = " ".join(texts).casefold()
        if words and all(word in text for word in words):
            return True
    return False
