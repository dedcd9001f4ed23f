"""`analysis`: a position beside the match, for the page that has asked for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

from host.ai.analysis.picture import picture
from host.ai.solver.adapter import Value
from host.engine.game import AnyGame
from host.engine.squares import square_name
from host.engine.successors import outcome_of
from host.guidance.marks import idea_marks
from host.message import Words
from host.recognition.matching import Candidate, Expectation
from host.ui.messages.match import OutcomeData, outcome_data
from host.ui.messages.moves import SquaresData, squares_data
from host.ui.messages.pieces import PieceData, SideName, piece_data, side_name
from host.ui.messages.state import MarkData, mark_data


class LegalMoveData(SquaresData):
    """A legal move.

    Attributes:
        pushes: True if it pushes other pieces.
        value: what is proven of it for who makes it; None if nobody has asked.
    """

    text: str
    words: Words
    pushes: bool
    value: Value | None


class PositionData(TypedDict):
    """The fields of `AnalysisMessage` that follow from the position."""

    t: Literal["analysis"]
    position: str
    turn: SideName
    pieces: list[PieceData]
    movable: list[str]
    legal: list[LegalMoveData]
    outcome: OutcomeData | None
    value: Value | None
    ideas: list[MarkData]


class AnalysisMessage(PositionData):
    """A position that a page has asked for, with its legal moves.

    Attributes:
        position: its text.
        movable: squares of the pieces of which one must move.
        outcome: None while the game, or round, goes on.
        value: proven value for the side to move; None if nobody has asked.
        ideas: as in `state`, of this position; none if nobody has asked.
        number: of the request.
        ply: number of moves of the match before it.
        moves: those that were tried after them, forced passes included.
        finished: True if no further values come.
    """

    number: int
    ply: int
    moves: Sequence[str]
    finished: bool


def analysis_message(
    game: AnyGame,
    expectation: Expectation,
    value: Value | None = None,
    values: Mapping[str, Value] | None = None,
) -> PositionData:
    """Describe a position.

    Args:
        value: what is proven of it for the side to move; None if nobody has asked.
        values: the same of its moves, by their texts.
    """
    position, files = expectation.position, game.size[0]
    outcome = outcome_of(game, position)
    ideas = () if value is None else picture(game, position)
    movable = [] if outcome is not None else game.movable_squares(position)

    def legal(candidate: Candidate) -> LegalMoveData:
        text = game.move_text(position, candidate.move)
        return {
            "text": text,
            **squares_data(candidate.origin, candidate.target, files),
            "words": game.describe_move(position, candidate.move),
            "pushes": bool(candidate.pushed),
            "value": None if value is None else (values or {}).get(text, "unknown"),
        }

    return {
        "t": "analysis",
        "position": game.position_text(position),
        "turn": side_name(expectation.turn),
        "pieces": [
            piece_data(square, piece, files) for square, piece in sorted(expectation.pieces.items())
        ],
        "movable": [square_name(square, files) for square in movable],
        "legal": [legal(candidate) for candidate in expectation.candidates],
        "outcome": outcome_data(outcome),
        "value": value,
        "ideas": [mark_data(mark, files) for mark in idea_marks(ideas)],
    }
