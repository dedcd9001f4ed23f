"""Moves in messages: those that were made, a hint, and a review of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypedDict, cast

from host.ai.analysis.moments import Moment
from host.ai.results import ReviewedMove
from host.ai.solver.adapter import Value
from host.engine.game import Square
from host.engine.squares import square_name
from host.message import Words
from host.message.schema import OneOf
from host.recognition.history import Ply
from host.session.analysis import HelpUsed, Hint, PlyData
from host.ui.messages.pieces import SideName, side_name

SquaresData = TypedDict("SquaresData", {"from": str | None, "to": str | None})
"""Squares of a move; None for what it does not have, as a choice between rounds."""


class MoveData(SquaresData):
    """A move that was made.

    A pass of a certain piece has `from` = `to`; a piece that is put on the board has no `from`; a
    choice between rounds, an adjudication (`adjudicate POSITION`) and the pass of a side have
    neither, and no piece.

    Attributes:
        ply: its number, from 1.
        piece: name of the piece; None for a choice between rounds.
        words: in the notation of the game.
        spelled: the same with its squares.
        round: number of its round, from 1.
        help_used: the help with which it was made; `proven`: values were shown.
    """

    ply: int
    side: SideName
    piece: str | None
    words: Words
    spelled: Words
    text: str
    round: int
    help_used: Annotated[str, OneOf(*HelpUsed)] | None


class HintData(SquaresData):
    """The move that was given as a hint.

    Attributes:
        line: texts of the move and of those that follow it, with best play of both sides; empty
            where nothing is proven.
    """

    text: str
    words: Words
    line: Sequence[str]


class ReviewedMoveData(TypedDict):
    """A move that was played, with what is proven of it.

    Attributes:
        ply, round: its number, from 1.
        before: value of the position for the side that moved; unknown between rounds.
        after: value of the move for the same side.
        choices: number of legal moves.
        better: texts of the winning moves, if this one was a blunder.
        why: explanation of a blunder; `""` of other moves.
        instead: the fastest winning move with its explanation; `""` of other moves.
        match: sentence that the match was lost here, also of a blunder; `""` where that is not
            proven, and while the match goes on.
        ends: True if it ended the round.
        end: own moves of the winner from after the move to the end of the round, with best play of
            both; 0 if they are not known, or too many to be searched.
        best_end: the same from before the move, with the best move of its side.
        holding: number of moves that win; 0 if it is not known.
        refutation: moves that show a blunder or a short defence, from before the move.
        best_line: the same for the best move.
        worth: what the kind is in words, with these numbers.
        kind: `blunder` gave the win away; `match` gave the match away but not the round, or is such
            a fill, with `before` and `after` unknown.
    """

    ply: int
    round: int
    side: Annotated[str, OneOf("white", "black")]
    text: str
    words: Words
    before: Value
    after: Value
    choices: int
    better: Sequence[str]
    why: Words
    instead: Words
    match: Words
    ends: bool
    end: int
    best_end: int
    holding: int
    refutation: Sequence[str]
    best_line: Sequence[str]
    worth: Words
    kind: Annotated[str, OneOf("won", "lost", "forced", "unknown", "blunder", "match")]


class MomentData(TypedDict):
    """A move of a review that is worth a second look.

    Attributes:
        ply: its number.
        words: what happened there.
        line: texts of the moves that show it, from the position before the move.
    """

    ply: int
    kind: Annotated[str, OneOf("blunder", "missed", "defence", "only")]
    words: Words
    line: Sequence[str]


class ReviewMessage(TypedDict):
    """The moves of a match, with what is proven of them; without moves the review is closed.

    Attributes:
        moves: in order; they grow from the end while `finished` is False.
        moments: two or three of them, once it is finished.
        lines: the same as sentences, once it is finished.
    """

    t: Literal["review"]
    moves: Sequence[ReviewedMoveData]
    moments: Sequence[MomentData]
    summary: Sequence[Words]
    lines: Sequence[Words]
    finished: bool


def name_of(square: Square | None, files: int) -> str | None:
    """Return the name of a square; None for no square."""
    return None if square is None else square_name(square, files)


def squares_data(origin: Square | None, target: Square | None, files: int) -> SquaresData:
    """Describe where a move begins and ends."""
    return {"from": name_of(origin, files), "to": name_of(target, files)}


def move_data(ply: Ply, number: int, files: int, help_used: HelpUsed | None) -> MoveData:
    """Describe a move that was made."""
    return {
        "ply": number,
        "side": side_name(ply.side),
        "piece": None if ply.piece is None else ply.piece.name,
        **squares_data(ply.origin, ply.target, files),
        "words": ply.words,
        "spelled": ply.spelled,
        "text": ply.text,
        "round": ply.round,
        "help_used": None if help_used is None else help_used.value,
    }


def moves_of(files: int) -> PlyData[MoveData]:
    """Return what describes the moves of a game, each of them once."""
    return PlyData(lambda ply, number, aid: move_data(ply, number, files, aid))


def hint_data(hint: Hint, files: int) -> HintData:
    """Describe a hint."""
    squares = squares_data(hint.origin, hint.target, files)
    return {"text": hint.text, "words": hint.words, "line": hint.line, **squares}


def review_message(
    moves: Sequence[ReviewedMove] = (),
    summary: Sequence[Words] = (),
    lines: Sequence[Words] = (),
    moments: Sequence[Moment] = (),
    finished: bool = True,
) -> ReviewMessage:
    """Build a review; without arguments the one that says that there is none."""
    return {
        "t": "review",
        "moves": [cast(ReviewedMoveData, move.as_json()) for move in moves],
        "moments": [cast(MomentData, moment.as_json()) for moment in moments],
        "summary": summary,
        "lines": lines,
        "finished": finished,
    }
