"""Actions of the simulated hand that carry out a move."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from host.engine.game import AnyGame
from host.engine.squares import square_name
from host.recognition.matching import Candidate, Expectation
from host.virtual.board import JsonObject


def hand_actions(game: AnyGame, expectation: Expectation, move: Hashable) -> list[JsonObject]:
    """Return the actions of `VirtualHand.act` that carry out a move, in order.

    The mover's piece moves first, then captured pieces are removed.  A move that changes nothing on
    the board has no actions.
    """
    candidate = next(candidate for candidate in expectation.candidates if candidate.move == move)
    return list(_hand_actions(game, expectation, candidate))


def _hand_actions(
    game: AnyGame, expectation: Expectation, candidate: Candidate
) -> Iterator[JsonObject]:
    files = game.size[0]
    if candidate.target is not None and candidate.origin is None:
        side = expectation.turn.name.lower()
        yield {"do": "put", "square": square_name(candidate.target, files), "side": side}
    elif candidate.target is not None and candidate.origin is not None:
        yield {
            "do": "push" if candidate.pushed else "move",
            "from": square_name(candidate.origin, files),
            "to": square_name(candidate.target, files),
        }
    if not candidate.pushed:
        left = candidate.touched - {candidate.origin, candidate.target}
        for square in sorted(left):
            yield {"do": "remove", "square": square_name(square, files)}
