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
        self.turned: list[bool] = []

    def lift(self, square: Square) -> Token:
        self.lifts.append(self.now_ms)
        return super().lift(square)

    def put(
        self, token: Token, square: Square, aside: float = 0.0, upside_down: bool = False
    ) -> None:
        self.puts.append(self.now_ms)
        self.turned.append(upside_down)
        super().put(token, square, aside, upside_down)


def hands(seed: int = 1) -> tuple[WatchedTabletop, Motions]:
    game, chance = game_named("kamisado-single"), random.Random(seed)
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


def test_a_piece_that_is_upside_down_is_turned_and_then_its_move_is_made() -> None:
    for seed in range(8):
        tabletop, motions = hands(seed)
        tabletop.wait(6000)
        token = tabletop.lift(59)
        motions.put_upside_down(token, 35)
        tabletop.wait(1000)
        assert tabletop.turned == [True, False]
        assert not tabletop.standing[35].upside_down
        assert tabletop.moves() == ["d8d5"]
        assert motions.counts["put upside down: moves"] == 1
