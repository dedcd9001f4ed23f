"""The ten strength levels: search depth and blunders of each.

No level plays at random.  It plays the move that looks best to a player who thinks some plies ahead
(`host.ai.search.alphabeta`), overlooks moves (`blunders.py`), and cannot tell moves apart that are
nearly equally good.  The numbers were chosen so that each level is rated above the one
below in every game; docs/opponents.md has the measurements and the command for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from host.ai.search.depths import MAX_DEPTH, QUIESCENCE_PLIES
from host.ai.solver.adapter import is_provable
from host.engine.game import AnyGame
from host.message import Message, message

LOWEST, PERFECT = 1, 10

EXPERT_INDIFFERENCE = 8
"""Difference that a strong player does not notice, in hundredths of a piece."""


@dataclass(frozen=True, slots=True)
class Level:
    """Strength of a player.

    Attributes:
        depth: plies that are searched; 1 for the own move alone.
        quiescence: plies of replies to a capture that are searched beyond.
        blindness: how often the most difficult move is overlooked (`BlunderModel`).
        indifference: difference of scores that the player does not notice, in units of the
            evaluation; among such moves the seed decides.
        nodes: approximate limit of the positions searched for a move, which ends the deepening
            early where there are many moves.
        words: description for players.
    """

    depth: int
    quiescence: int
    blindness: float
    indifference: int
    nodes: int
    words: Message


LEVELS: dict[int, Level] = {
    1: Level(1, 0, 1.0, 500, 400, message("ai.level_first_game")),
    2: Level(1, 0, 1.0, 300, 400, message("ai.level_sees_worth")),
    3: Level(2, 0, 1.0, 200, 800, message("ai.level_near_replies")),
    4: Level(2, 0, 0.7, 60, 1_200, message("ai.level_far_replies")),
    5: Level(3, 1, 0.65, 55, 2_500, message("ai.level_one_farther")),
    6: Level(3, 1, 0.38, 28, 3_500, message("ai.level_overlooks_less")),
    7: Level(3, 1, 0.22, 16, 4_500, message("ai.level_good_eyes")),
    8: Level(3, 2, 0.1, 10, 6_000, message("ai.level_good_player")),
    9: Level(5, 3, 0.04, EXPERT_INDIFFERENCE, 12_000, message("ai.level_expert_five")),
    PERFECT: Level(
        MAX_DEPTH,
        QUIESCENCE_PLIES,
        0.0,
        EXPERT_INDIFFERENCE,
        36_000,
        message("ai.level_its_best"),
    ),
}
"""Levels of games that the solver cannot prove."""

KAMISADO_LEVELS: dict[int, Level] = {
    1: Level(1, 0, 1.0, 30, 20_000, message("ai.level_first_game")),
    2: Level(2, 0, 1.0, 9, 20_000, message("ai.level_near_replies")),
    3: Level(2, 0, 0.5, 9, 20_000, message("ai.level_far_replies")),
    4: Level(3, 0, 0.32, 9, 20_000, message("ai.level_one_farther")),
    5: Level(3, 0, 0.18, 9, 20_000, message("ai.level_overlooks_less")),
    6: Level(4, 0, 0.15, 9, 20_000, message("ai.level_four_plies")),
    7: Level(4, 0, 0.07, 9, 20_000, message("ai.level_good_eyes")),
    8: Level(5, 0, 0.04, 9, 20_000, message("ai.level_five_plies")),
    9: Level(7, 0, 0.02, 9, 20_000, message("ai.level_expert_seven")),
}
"""Levels of Kamisado below the perfect one, which proves who wins (`PerfectPlayer`)."""

PERFECT_WORDS = message("ai.perfect")


def levels_of(game: AnyGame) -> Mapping[int, Level]:
    """Return the levels of a game that are played by search."""
    return KAMISADO_LEVELS if is_provable(game) else LEVELS


def level_words(game: AnyGame, number: int) -> Message:
    """Return the description of a level for players."""
    levels = levels_of(game)
    return levels[number].words if number in levels else PERFECT_WORDS


def parse_level(text: str) -> int:
    """Parse the number of a level.

    Raises:
        ValueError: there is no such level; the message quotes the text.
    """
    if text.isascii() and text.isdigit() and LOWEST <= int(text) <= PERFECT:
        return int(text)
    raise ValueError(message("ai.no_level", text=repr(text), lowest=LOWEST, highest=PERFECT))
