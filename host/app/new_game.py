"""Settings of a new game that are drawn by lot, and the size of its board."""

from __future__ import annotations

import random

from host.engine.game import Setting
from host.recognition.cell_map import fits, refusal
from host.session.match_settings import MatchSettings
from host.session.view import Notice, Severity


def draw_new_game(
    settings: MatchSettings, board: tuple[int, int] | None
) -> tuple[MatchSettings, list[Notice]]:
    """Draw by lot what is left open, and return what there is to say of it.

    Args:
        board: files and ranks of the board; None if they are not known yet.

    Raises:
        ValueError: the game does not fit the board.
    """
    drawn, remarks = settings.draw_lots(by_chance)
    game = drawn.game
    if board is not None and not fits(game.size, board):
        raise ValueError(refusal(game.title, game.size, board))
    return drawn, [Notice(Severity.INFO, text) for text in remarks]


def by_chance(setting: Setting) -> str:
    """Draw one of a setting's values."""
    return random.choice(setting.values)
