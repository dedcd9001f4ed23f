"""Ways in which modelled hands make a move."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from host.engine.game import Square
from host.engine.registry import game_named
from host.engine.squares import parse_square
from host.session.match_settings import MatchSettings
from host.session.session import Session
from soak.intended_game import IntendedGame
from soak.move_styles import MoveStyles
from soak.session_tabletop import SessionTabletop


class SlidingTabletop(SessionTabletop):
    """A tabletop that counts slides."""

    slides = 0

    def slide(self, origin: Square, path: Sequence[Square], ms: Sequence[int]) -> None:
        self.slides += 1
        super().slide(origin, path, ms)


@pytest.mark.parametrize(("target", "slides"), [("d5", 1), ("e5", 1), ("e6", 0), ("f5", 0)])
def test_a_piece_slides_along_a_line_only(target: str, slides: int) -> None:
    game = game_named("kamisado-single")
    chance = random.Random(1)
    table = SlidingTabletop(Session(MatchSettings(game)), chance)
    table.put(table.lift(parse_square("d1", game.size)), parse_square("d4", game.size))
    styles = MoveStyles(table, chance, IntendedGame(game), Counter())
    origin, to = parse_square("d4", game.size), parse_square(target, game.size)
    styles._slide(table.standing[origin].token, origin, to)
    assert to in table.standing
    assert table.slides == slides
