"""Boards on which a match is played: what their programs publish, without the programs."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator

from host.cli.club.board import OF_GAME
from host.engine.game import AnyGame
from host.engine.registry import game_named
from host.message import verbatim
from host.recognition.history import StoredPly
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.ui.messages.hello import hello_message
from host.ui.messages.state import LinkData, state_message

GAME = "kamisado-standard"
UP: LinkData = {"state": "up", "text": verbatim("Virtual board")}


def game_payload(game: AnyGame) -> dict[str, object]:
    """Return what a board publishes as `game`."""
    hello = hello_message(game, "", True, "", (), None)
    return {name: hello[name] for name in OF_GAME}  # type: ignore[literal-required]


def states(seed: int, plies: int = 60) -> Iterator[dict[str, object]]:
    """Yield the states of a match of random moves, the last one when it is over.

    Args:
        seed: of the moves.
        plies: after which it begins anew if it is not over.
    """
    game, lot = game_named(GAME), random.Random(seed)
    position: Hashable = game.start()
    made: list[StoredPly] = []
    while True:
        session = Session(MatchSettings(game), game.start())
        session.restore(made)
        told = state_message(game, session.view(), len(made), UP)
        is_over = session.outcome is not None
        yield {**told, "phase": "over" if is_over else "play", "correction": None}
        if is_over or len(made) >= plies:
            return
        move = lot.choice(game.legal_moves(position))
        made.append(StoredPly(game.move_text(position, move)))
        position = game.play(position, move)
