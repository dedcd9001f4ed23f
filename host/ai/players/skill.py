"""The ten levels of the computer in any game: how far each thinks and how much it overlooks.

They are for games in which nothing is proven; `level.py` has those of Kamisado.  No level plays by
lot: it plays what looks best (`foresight.py`) to somebody who thinks so many plies ahead and
overlooks so much (`vision.py`), and to whom moves look alike that are nearly equally good.  The
numbers were chosen so that each level is rated above the one below in every game of this program;
docs/opponents.md has what was measured, and the command for it.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from host.ai.limits import StopCondition, never_stop
from host.ai.players.level import PERFECT
from host.ai.players.seeded_random import random_unit, seed_of_text
from host.ai.players.vision import Vision
from host.ai.search.alphabeta import DEEPEST, UNREST, AlphaBeta
from host.ai.search.result import SearchResult
from host.engine.game import AnyGame

MEGABYTES = 32
"""For the notes of one move: more than the strongest level makes."""
TASTE = 8
"""How much, of a piece's 100, a move may look worse than another to good eyes and be played by
taste."""


@dataclass(frozen=True, slots=True)
class SearchLevel:
    """How somebody plays any game.

    Attributes:
        plies: how many are thought ahead; 1 for the own move alone.
        unrest: how many plies of replies to a capture are looked at beyond these.
        blindness: how often what is hardest to see is overlooked (`Vision`, which has a limit).
        taste: how much, of a piece's 100, a move may look worse than another without this being
            noticed: among such moves it plays what it likes.
        nodes: how many positions are looked at for one move, about: where there are many moves,
            this ends its thoughts before so many plies, the most likely line of which is known.
        words: whom it plays like.
    """

    plies: int
    unrest: int
    blindness: float
    taste: int
    nodes: int
    words: str


SKILLS: dict[int, SearchLevel] = {
    1: SearchLevel(1, 0, 1.0, 500, 400, "a first game: it looks at its own move only"),
    2: SearchLevel(1, 0, 1.0, 300, 400, "the same, and knows better what a move is worth"),
    3: SearchLevel(2, 0, 1.0, 200, 800, "a child: it sees the reply, where it is near"),
    4: SearchLevel(2, 0, 0.7, 60, 1_200, "it sees the reply, and often the far ones"),
    5: SearchLevel(3, 1, 0.65, 55, 2_500, "it thinks one move farther"),
    6: SearchLevel(3, 1, 0.38, 28, 3_500, "it overlooks less"),
    7: SearchLevel(3, 1, 0.22, 16, 4_500, "the same, with good eyes"),
    8: SearchLevel(3, 2, 0.1, 10, 6_000, "a good player: it hardly overlooks anything near"),
    9: SearchLevel(5, 3, 0.04, TASTE, 12_000, "an expert: five plies, hardly a slip"),
    PERFECT: SearchLevel(
        DEEPEST, UNREST, 0.0, TASTE, 36_000, "its best: as many plies as it finds time for"
    ),
}


def think(
    game: AnyGame,
    position: Hashable,
    level: int,
    seed: int,
    stop: StopCondition = never_stop,
    nodes: int | None = None,
) -> SearchResult:
    """What a level thinks of a position, the same again for the same seed, unless it is stopped.

    Args:
        nodes: in place of the level's own number.

    Raises:
        ValueError: the game is over.
    """
    skill = SKILLS[level]
    taste = seed_of_text(seed, game.position_text(position))
    liked = {
        move: int(skill.taste * random_unit(taste, number))
        for number, move in enumerate(game.legal_moves(position))
    }
    search = AlphaBeta(
        game,
        MEGABYTES,
        Vision(game, position, skill.blindness, seed),
        liked.__getitem__,
        skill.unrest,
    )
    most = skill.nodes if nodes is None else nodes
    return search.think(position, lambda: search.nodes >= most or stop(), skill.plies)
