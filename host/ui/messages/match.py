"""Results, score and choices of a match in messages."""

from __future__ import annotations

from typing import TypedDict

from host.engine.game import MatchScore, Outcome
from host.message import Words
from host.session.view import Choice
from host.ui.messages.moves import name_of
from host.ui.messages.pieces import PieceData, SideName, piece_data, side_name


class OutcomeData(TypedDict):
    """The result of a round or of the whole game; without a winner it is a draw."""

    winner: SideName | None
    reason: Words


class MatchData(TypedDict):
    """The score of a match.

    Attributes:
        rounds: the agreed number of rounds; None if there is none.
        goal: the points that win; None if there are none.
    """

    title: Words
    round: int
    rounds: int | None
    goal: int | None
    white: int
    black: int


class RewardData(PieceData):
    """A piece with its new tooth, which is still to be put on."""

    words: Words


class ChoiceData(TypedDict):
    """A choice between two rounds, or a move that leaves no trace on the board.

    Attributes:
        text: for `choose`.
        square: where it is made on the board, or None.
        pieces: where it has the pieces in the next round, in the order in which they go there; none
            for a move.
    """

    text: str
    words: Words
    square: str | None
    pieces: list[PieceData]


def choice_data(choice: Choice, files: int) -> ChoiceData:
    """Describe a choice."""
    return {
        "text": choice.text,
        "words": choice.words,
        "square": name_of(choice.square, files),
        "pieces": [piece_data(each.target, each.piece, files) for each in choice.relocations],
    }


def outcome_data(outcome: Outcome | None) -> OutcomeData | None:
    """Describe a result; None while there is none."""
    if outcome is None:
        return None
    winner = None if outcome.winner is None else side_name(outcome.winner)
    return {"winner": winner, "reason": outcome.reason}


def match_data(standing: MatchScore | None) -> MatchData | None:
    """Describe the score; None in a game without rounds."""
    if standing is None:
        return None
    return {
        "title": standing.title,
        "round": standing.round,
        "rounds": standing.rounds,
        "goal": standing.goal,
        "white": standing.white,
        "black": standing.black,
    }
