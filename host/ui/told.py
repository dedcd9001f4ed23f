"""What a text picture is told: messages of PAGE.md, as far as it needs them, as types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict


class PieceMessage(TypedDict):
    """A piece as the game has it."""

    square: str
    side: Literal["white", "black"]
    name: str
    teeth: int


class HandPieceMessage(TypedDict):
    """A piece of the virtual board, as it lies."""

    side: Literal["white", "black"]
    name: str
    teeth: int
    where: Literal["board", "hand", "box"]
    square: str | None


class MarkMessage(TypedDict):
    """Why a square is lit."""

    square: str
    entry: str
    role: str
    words: str
    tint: str | None
    side: str | None


class MoveMessage(TypedDict):
    """A move that was made."""

    ply: int
    side: str
    words: str
    text: str
    round: int


class TroubleMessage(TypedDict):
    """What is wrong, with the remedy."""

    text: str
    squares: list[str]


class LinkMessage(TypedDict):
    """How the board is connected."""

    state: str
    text: str


class OutcomeMessage(TypedDict):
    """How the game ended."""

    winner: str | None
    reason: str


class MatchMessage(TypedDict):
    """The score of a match."""

    title: str
    round: int
    rounds: int | None
    goal: int | None
    white: int
    black: int


class RewardMessage(TypedDict):
    """What is to be put on a piece."""

    square: str
    words: str


class ChoiceMessage(TypedDict):
    """What may be chosen between two rounds."""

    text: str
    words: str
    square: str | None


class CountMessage(TypedDict):
    """How many pieces stand where they belong."""

    done: int
    of: int


class ReplayMessage(TypedDict):
    """How far a record has been stepped through."""

    ply: int
    of: int
    title: str


class HintMessage(TypedDict):
    """A move that is told."""

    words: str


class OpponentMessage(TypedDict):
    """Whom the computer plays as."""

    side: Literal["white", "black"]


class PuzzleMessage(TypedDict):
    """The puzzle that is to be solved."""

    number: int
    of: int
    state: str


class OfferMessage(TypedDict):
    """What one side has offered and the other has not answered."""

    action: Literal["draw", "new"]
    by: Literal["white", "black"]
    words: str


class SettingMessage(TypedDict):
    """What players may agree on before a game."""

    name: str
    values: Sequence[str]


class GameMessage(TypedDict):
    """A game that may be begun."""

    name: str
    title: str
    settings: Sequence[SettingMessage]


class PileMessage(TypedDict):
    """Alike pieces beside the board."""

    side: Literal["white", "black"]
    name: str
    count: int


class Hello(TypedDict):
    """What PAGE.md says of `hello`, as far as a text picture needs it."""

    game: str
    size: Sequence[int]
    tints: Mapping[str, str]
    virtual: bool
    runtime: str
    games: list[GameMessage]


class Clock(TypedDict):
    """What PAGE.md says of `clock`; the milliseconds are null if its text is empty."""

    white: int | None
    black: int | None
    running: str | None
    text: str


class State(TypedDict):
    """What PAGE.md says of `state`, as far as a text picture needs it."""

    phase: Literal["setup", "play", "between", "over", "paused", "replay"]
    turn: str
    prompt: str
    pieces: list[PieceMessage]
    lifted: str | None
    marks: list[MarkMessage]
    trouble: TroubleMessage | None
    moves: list[MoveMessage]
    outcome: OutcomeMessage | None
    match: MatchMessage | None
    round: OutcomeMessage | None
    reward: RewardMessage | None
    choices: list[ChoiceMessage]
    arranged: CountMessage | None
    opponent: OpponentMessage | None
    reserve: list[PileMessage]
    captured: list[PileMessage]
    replay: ReplayMessage | None
    offer: OfferMessage | None
    touch_move: bool
    help: Literal["off", "required", "legal", "proven"]
    hint: HintMessage | None
    puzzle: PuzzleMessage | None
    link: LinkMessage
