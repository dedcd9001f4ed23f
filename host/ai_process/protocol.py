"""Protocol between the program and the solver process: pickled dataclasses in frames.

A frame is the length of its payload, four bytes big-endian, and the payload.  Both ends are started
by the same program from the same sources, so nothing foreign is ever unpickled, and the dataclasses
are the only definition: a schema would check what cannot be wrong.

The client sends a `Query`; a new one ends the search at work, which is then answered with what is
known.  The server sends answers with the number of their query, the last of them marked.
"""

from __future__ import annotations

import pickle
import struct
from dataclasses import dataclass
from typing import TypeAlias, cast

from host.ai.results import ChosenMove, MoveHint, ReviewedMove, Verdict
from host.message import Message

HEADER = struct.Struct(">I")
"""Length of the payload."""


@dataclass(frozen=True, slots=True)
class ProveRequest:
    """Prove a position and its moves; answered by a growing `Verdict`.

    Attributes:
        game, position: name of the game and text of the position, as in all requests.
        time_ms: time limit; None for none.
        think_on: go on after the answer with the moves and replies that may be asked for next.
    """

    game: str
    position: str
    time_ms: float | None = None
    think_on: bool = False


@dataclass(frozen=True, slots=True)
class HintRequest:
    """Find a hint; answered by one `MoveHint`."""

    game: str
    position: str
    time_ms: float


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """Choose the move of a computer player; answered by one `ChosenMove`."""

    game: str
    position: str
    strength: float
    seed: int
    time_ms: float | None = None


@dataclass(frozen=True, slots=True)
class ReviewRequest:
    """Review a match; answered by a `ReviewedMove` for each move, the last one first, then by None.

    Attributes:
        position: before the first move.
        moves: texts, passes and choices between rounds included.
        time_ms: limit of each search.
        match: tell where the match was lost, not only where its rounds were.
    """

    game: str
    position: str
    moves: tuple[str, ...]
    time_ms: float
    match: bool = False


Request: TypeAlias = ProveRequest | HintRequest | MoveRequest | ReviewRequest
Result: TypeAlias = Verdict | MoveHint | ChosenMove | ReviewedMove


@dataclass(frozen=True, slots=True)
class Query:
    """A numbered request; one without a request only ends the search at work."""

    number: int
    request: Request | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a query.

    Attributes:
        is_last: no more answers follow.
        error: the reason why the request is refused; then there is no result.
    """

    number: int
    result: Result | None = None
    is_last: bool = True
    error: Message | None = None


def encode(item: Query | Answer) -> bytes:
    """Return the frame of a query or an answer."""
    payload = pickle.dumps(item)
    return HEADER.pack(len(payload)) + payload


def decode_query(payload: bytes) -> Query:
    """Return the query of a frame's payload."""
    return cast(Query, pickle.loads(payload))


def decode_answer(payload: bytes) -> Answer:
    """Return the answer of a frame's payload."""
    return cast(Answer, pickle.loads(payload))
