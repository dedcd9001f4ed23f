"""Elementary actions of modelled hands."""

from __future__ import annotations

import random
from collections import Counter

from host.engine.game import Square
from host.engine.registry import game_named
from host.session.match_settings import MatchSettings
from host.session.session import Session
from soak.hands.motions import BOUNCE_MS, Motions
from soak.intended_game import IntendedGame
from soak.session_tabletop import SessionTabletop
from soak.tabletop import Token


class WatchedTabletop(SessionTabletop):
    """A tabletop that keeps when its pieces are lifted and put."""

    def __init__(self, session: Session, chance: random.Random) -> None:
        super().__init__(session, chance)
        self.lifts: list[int] = []
        self.puts: list[int] = []

    def lift(self, square: Square) -> Token:
        self.lifts.append(self.now_ms)
        return super().lift(square)

    def put(self, token: Token, square: Square, aside: float = 0.0) -> None:
        self.puts.append(self.now_ms)
        super().put(token, square, aside)


def hands() -> tuple[WatchedTabletop, Motions]:
    game, chance = game_named("kamisado-single"), random.Random(1)
    tabletop = WatchedTabletop(Session(MatchSettings(game)), chance)
    return tabletop, Motions(tabletop, chance, IntendedGame(game), Counter())


def test_a_piece_that_bounces_is_back_on_its_square_after_a_moment() -> None:
    tabletop, motions = hands()
    motions.bounces = 1.0
    token = tabletop.lift(0)
    motions.put(token, 20)
    assert tabletop.standing[20].token == token
    off_ms = [put - lift for lift, put in zip(tabletop.lifts[1:], tabletop.puts[1:], strict=True)]
    assert len(off_ms) in (1, 2)
    assert all(BOUNCE_MS[0] <= ms <= BOUNCE_MS[1] for ms in off_ms)
    assert motions.counts == {"bounced: moves": 1}


def test_no_piece_bounces_unless_it_is_wanted() -> None:
    tabletop, motions = hands()
    motions.put(tabletop.lift(0), 20)
    assert len(tabletop.puts) == 1
    assert not motions.counts
