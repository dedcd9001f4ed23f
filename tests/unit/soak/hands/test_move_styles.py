"""Ways in which modelled hands make a move."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TypeVar

import pytest

from host.engine.game import AnyGame, Square
from host.engine.registry import game_named
from host.engine.squares import parse_square
from host.recognition.times import DWELL_MS
from host.session.match_settings import MatchSettings
from host.session.session import Session
from soak.hands.motions import REST_MS
from soak.hands.move_styles import MoveStyles
from soak.intended_game import IntendedGame
from soak.session_tabletop import SessionTabletop
from soak.tabletop import tokens_of


class SlidingTabletop(SessionTabletop):
    """A tabletop that counts slides."""

    slides = 0

    def slide(self, origin: Square, path: Sequence[Square], ms: Sequence[int]) -> None:
        self.slides += 1
        super().slide(origin, path, ms)


Made = TypeVar("Made", bound=SessionTabletop)


def begun(
    made: type[Made], game: AnyGame, start: Hashable | None = None, seed: int = 1
) -> tuple[Made, MoveStyles, IntendedGame]:
    """A tabletop with a round from its first or another position, and how its pieces are moved."""
    chance = random.Random(seed)
    tabletop = made(Session(MatchSettings(game), start), chance)
    intended = IntendedGame(game)
    if start is not None:
        intended.position, intended.places = start, tokens_of(game.pieces(start))
    return tabletop, MoveStyles(tabletop, chance, intended, Counter()), intended


@pytest.mark.parametrize(("target", "slides"), [("d5", 1), ("e5", 1), ("e6", 0), ("f5", 0)])
def test_a_piece_slides_along_a_line_only(target: str, slides: int) -> None:
    game = game_named("kamisado-single")
    tabletop, styles, _ = begun(SlidingTabletop, game)
    tabletop.put(tabletop.lift(parse_square("d1", game.size)), parse_square("d4", game.size))
    origin, to = parse_square("d4", game.size), parse_square(target, game.size)
    styles._slide(tabletop.standing[origin].token, origin, to)
    assert to in tabletop.standing
    assert tabletop.slides == slides


def test_a_turn_before_a_pass_of_the_opponent_is_let_go_visibly() -> None:
    game = game_named("seega")
    # d3-c3 captures and could go on; White has to pass after it.
    start = game.parse_position("ssSSS/ssSsS/sS1ss/ssSsS/SSSsS b 0 0 -")
    for seed in range(12):
        tabletop, styles, intended = begun(SessionTabletop, game, start, seed)
        styles.move(game.parse_move(start, "d3c3"), plainly=True)
        tabletop.wait(REST_MS)
        assert intended.letting_go is not None
        styles.move(intended.letting_go)
        tabletop.wait(REST_MS)
        assert tabletop.moves() == ["d3c3", "done", "pass"], seed


def test_no_other_legal_square_is_tried_first_that_ends_the_game() -> None:
    game = game_named("five:limit=1")
    start = game.parse_position("ss7/1s2s2s1/9/9/8S/9/9/9/SSS6 w 1 -")
    for seed in range(5):
        tabletop, styles, _ = begun(SessionTabletop, game, start, seed)
        origin, target = parse_square("i5", game.size), parse_square("i4", game.size)
        styles._other_legal_square_first(tabletop.standing[origin].token, origin, target)
        assert tabletop.counts["placements"] == 1, seed


def test_no_piece_is_touched_too_early_where_a_slide_halts_and_ends_the_round() -> None:
    game = game_named("kamisado-series-3")
    start = game.parse_position("2p2r2/4Pyg1/8/1o5O/5b2/5YB1/1Nnk4/1GR1K3 w b series-3 1 0:0 b")
    tabletop, styles, _ = begun(SessionTabletop, game, start)
    origin, target = parse_square("g3", game.size), parse_square("g6", game.size)
    # On g5, where the slide would halt, nobody could move any more.
    styles._touched_too_early(tabletop.standing[origin].token, origin, target)
    assert target in tabletop.standing
    assert tabletop.counts["placements"] == 1


class StickingTabletop(SessionTabletop):
    """A tabletop on which a sensor is stuck whenever somebody waits."""

    def wait(self, ms: int) -> None:
        self.counts["sensors stuck"] += 1
        super().wait(ms)


def test_a_square_tried_first_is_gone_back_from_where_a_sensor_may_have_looked_like_a_touch() -> (
    None
):
    game = game_named("kamisado-single")
    for tabletop_of, placements in ((SessionTabletop, 2), (StickingTabletop, 3)):
        tabletop, styles, _ = begun(tabletop_of, game)
        origin, target = parse_square("d8", game.size), parse_square("d4", game.size)
        styles._other_legal_square_first(tabletop.standing[origin].token, origin, target)
        assert target in tabletop.standing
        assert tabletop.counts["placements"] == placements


class RestingTabletop(SlidingTabletop):
    """A tabletop that keeps the longest rest of a slide."""

    longest_ms = 0

    def slide(self, origin: Square, path: Sequence[Square], ms: Sequence[int]) -> None:
        self.longest_ms = max(self.longest_ms, *ms)
        super().slide(origin, path, ms)


@pytest.mark.parametrize(("limit", "rests"), [(1, False), (50, True)])
def test_no_slide_rests_long_where_that_would_end_the_game(limit: int, rests: bool) -> None:
    game = game_named(f"hasami:limit={limit}")
    start = game.parse_position("ss7/9/9/9/9/9/9/9/7SS w 1")
    longest_ms = 0
    for seed in range(60):
        tabletop, styles, _ = begun(RestingTabletop, game, start, seed)
        origin, target = parse_square("h1", game.size), parse_square("d1", game.size)
        styles._slide(tabletop.standing[origin].token, origin, target)
        longest_ms = max(longest_ms, tabletop.longest_ms)
    assert (longest_ms >= 400) is rests


class PuttingTabletop(SessionTabletop):
    """A tabletop that keeps the shortest time for which a stone is off the board again.

    Attributes:
        sticks: True if a sensor is stuck whenever a stone stands.
    """

    shortest_ms = 10_000
    sticks = False

    def wait(self, ms: int) -> None:
        self.counts["sensors stuck"] += self.sticks and bool(self.standing)
        if not self.standing:
            self.shortest_ms = min(self.shortest_ms, ms)
        super().wait(ms)


@pytest.mark.parametrize("sticks", [False, True])
def test_a_put_that_a_stuck_sensor_may_have_replied_to_is_taken_back_before_another(
    sticks: bool,
) -> None:
    game = game_named("seega")
    shortest_ms = []
    for seed in range(60):
        tabletop, styles, intended = begun(PuttingTabletop, game, seed=seed)
        tabletop.sticks = sticks
        styles.move(game.parse_move(intended.position, "d4"))
        if styles.counts["other from the box"]:
            shortest_ms.append(tabletop.shortest_ms)
    assert (min(shortest_ms) > DWELL_MS) is sticks
