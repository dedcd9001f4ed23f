"""Actions of the simulated hand that carry out a move."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from host.engine.game import AnyGame
from host.engine.squares import square_name
from host.recognition.matching import Candidate, Expectation
from host.virtual.process import JsonObject


def hand_actions(game: AnyGame, expectation: Expectation, move: Hashable) -> list[JsonObject]:
    """Return the actions of `VirtualHand.act` that carry out a move, in order.

    The mover's piece moves first, then captured pieces are removed.  A move that changes nothing on
    the board has no actions.
    """
    option = next(option for option in expectation.options if option.move == move)
    return list(_hand_actions(game, expectation, option))


def _hand_actions(
    game: AnyGame, expectation: Expectation, option: Candidate
) -> Iterator[JsonObject]:
    files = game.size[0]
    if option.target is not None and option.origin is None:
        side = expectation.turn.name.lower()
        yield {"do": "put", "square": square_name(option.target, files), "side": side}
    elif option.target is not None and option.origin is not None:
        yield {
            "do": "push" if option.pushed else "move",
            "from": square_name(option.origin, files),
            "to": square_name(option.target, files),
        }
    if not option.pushed:
        left = option.touched - {option.origin, option.target}
        for square in sorted(left):
            yield {"do": "remove", "square": square_name(square, files)}
