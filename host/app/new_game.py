"""Draw by lot what a new game leaves open: settings of the game, and who plays which side."""

from __future__ import annotations

import random
from dataclasses import replace

from host.ai.players.opponent import AnyOpponent
from host.engine.game import Setting, Side
from host.message import Message, message
from host.recognition.sensing.cell_map import fits, refusal
from host.session.requests import NewGame
from host.session.view import Notice, Severity


def draw_new_game(
    request: NewGame, board: tuple[int, int] | None
) -> tuple[NewGame, tuple[Notice, ...]]:
    """Draw by lot what is left open, and return what there is to say of it.

    Args:
        board: files and ranks of the board; None if they are not known yet.

    Raises:
        ValueError: the game does not fit the board, or there is no such position.
    """
    if request.settings is None:
        return request, ()
    settings, told = request.settings.draw_lots(by_chance)
    game = settings.game
    if board is not None and not fits(game.size, board):
        raise ValueError(refusal(game.title, game.size, board))
    if request.position is not None:
        game.parse_position(request.position)
    if request.sides_by_lot:
        opponent, remark = draw_sides(settings.opponent)
        settings, told = replace(settings, opponent=opponent), (*told, remark)
    return NewGame(settings, position=request.position), tuple(
        Notice(Severity.INFO, words) for words in told
    )


def draw_sides(opponent: AnyOpponent | None) -> tuple[AnyOpponent | None, Message]:
    """Draw by lot who plays which side.

    Args:
        opponent: the computer player; None if people play both sides.

    Returns:
        The opponent with the side drawn for it, and the announcement.
    """
    side = random.choice(tuple(Side))
    if opponent is None:
        return None, message("app.asker_by_lot", side=side.message)
    told = message("app.sides_by_lot", you=side.other.message, computer=side.message)
    return replace(opponent, side=side), told


def by_chance(setting: Setting) -> str:
    """Draw one of a setting's values."""
    return random.choice(setting.values)
