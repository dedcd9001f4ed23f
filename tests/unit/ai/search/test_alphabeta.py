"""Foresight against plain minimax in games made by chance: turns that do not alternate, forced
moves, draws and early ends; its limits, and that it finds the same again."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import cast

import pytest

from host.ai.search.iterative_deepening import IterativeDeepening
from host.ai.search.result import MAX_SCORE, PROVEN_SCORE, SearchResult
from host.ai.search.transposition_table import EXACT, Entry, TranspositionTable
from host.engine.game import AnyGame
from host.engine.registry import game_named
from tests.unit.ai.search.thicket import Spot, Thicket

SEEDS = [seed for seed in range(300) if len(Thicket(seed).legal_moves(Spot(0, seed))) > 1]
"""Of thickets in which there is a choice at once: where there is none, nothing is result."""
DEEP = 16
"""More plies than a thicket has, less deep searches of late moves included."""


def any_game(game: Thicket) -> AnyGame:
    return cast(AnyGame, game)


def sign(result: SearchResult) -> int:
    return {"win": 1, "loss": -1, "unknown": 0}[result.value]


@pytest.mark.slow
def test_a_search_to_the_end_finds_what_minimax_finds() -> None:
    values = {-1: 0, 0: 0, 1: 0}
    for seed in SEEDS:
        game = Thicket(seed)
        result = IterativeDeepening(any_game(game), 1).search(game.start(), depth=DEEP)
        true = game.true_value(game.start())
        values[true] += 1
        assert sign(result) == true, seed
        after = game.play(game.start(), cast(int, result.move))
        same = game.turn(after) is game.turn(game.start())
        assert (game.true_value(after) if same else -game.true_value(after)) == true, seed
    assert min(values.values()) > 10, f"these games show too little: {values}"


@pytest.mark.slow
def test_an_end_that_it_calls_certain_is_certain_at_every_depth() -> None:
    certain = 0
    for seed in SEEDS[:80]:
        game = Thicket(seed, longest=8)
        for result in IterativeDeepening(any_game(game), 1).iterate(game.start(), depth=5):
            if result.value != "unknown":
                certain += 1
                assert sign(result) == game.true_value(game.start()), (seed, result)
    assert certain > 50


def test_the_line_of_a_win_leads_to_its_end_in_so_many_plies() -> None:
    ended = 0
    for seed in SEEDS:
        game = Thicket(seed)
        result = IterativeDeepening(any_game(game), 16).search(game.start(), depth=DEEP)
        position, turn = game.start(), game.turn(game.start())
        for move in result.line:
            assert move in game.legal_moves(position)
            position = game.play(position, cast(int, move))
        outcome = game.outcome(position)
        if result.plies_to_end is not None and len(result.line) == result.plies_to_end:
            ended += 1
            assert outcome is not None
            assert outcome.winner is (turn if result.value == "win" else turn.other)
    assert ended > 80


def test_it_finds_the_same_with_the_same_number_of_nodes_and_stops_soon_after() -> None:
    for seed in range(60):
        game = any_game(Thicket(seed, longest=30, wins=0))
        found = []
        for _ in range(2):
            search = IterativeDeepening(game, 1)
            found.append(search.search(game.start(), lambda s=search: s.nodes >= 600))
            assert search.nodes <= 600 + 2 * 64
        assert found[0] == found[1]


def test_a_search_that_is_stopped_at_once_still_names_a_legal_move() -> None:
    game = Thicket(5)
    result = IterativeDeepening(any_game(game), 1).search(game.start(), lambda: True)
    assert result.move in game.legal_moves(game.start())
    assert result.depth == 0


def test_a_game_that_is_over_is_refused() -> None:
    game = Thicket(5, longest=0)
    with pytest.raises(ValueError, match="the game is over in '0 5'"):
        IterativeDeepening(any_game(game), 1).search(game.start())


def test_what_is_not_seen_is_neither_played_nor_feared() -> None:
    game = Thicket(11, longest=8)
    asked = set()

    def last_only(position: Hashable, moves: Sequence[Hashable], ply: int) -> Sequence[Hashable]:
        asked.add(ply)
        return moves[-1:]

    search = IterativeDeepening(any_game(game), 1, move_filter=last_only)
    result = search.search(game.start(), depth=4)
    position: Spot = game.start()
    for move in result.line:
        assert move == game.legal_moves(position)[-1]
        position = game.play(position, cast(int, move))
    assert 0 in asked
    assert max(asked) > 0


@pytest.mark.slow
def test_a_bonus_decides_between_moves_that_look_nearly_equal_but_not_against_a_win() -> None:
    swayed = 0
    for seed in SEEDS:
        game = Thicket(seed)
        true = game.true_value(game.start())
        moves = game.legal_moves(game.start())
        for liked in moves:
            search = IterativeDeepening(
                any_game(game), 1, bonus=lambda m, liked=liked: 500 * (m == liked)
            )
            result = search.search(game.start(), depth=DEEP)
            assert sign(result) == true
            swayed += true == 0 and result.move == liked
    assert swayed > 20


def test_a_round_of_kamisado_is_judged_by_its_open_lines() -> None:
    game = game_named("kamisado")
    position = game.parse_position("1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g")
    result = IterativeDeepening(game, 1).search(position, depth=2)
    assert result.value == "win"
    assert result.plies_to_end == 1
    first = IterativeDeepening(game, 1).search(game.start(), depth=2)
    assert first.value == "unknown"
    assert -MAX_SCORE < -PROVEN_SCORE < first.score < PROVEN_SCORE < MAX_SCORE


def test_a_game_without_an_estimate_is_judged_by_what_all_games_have() -> None:
    game = game_named("kamisado-standard")
    first = IterativeDeepening(game, 1).search(game.start(), depth=1)
    assert first.value == "unknown"
    assert -PROVEN_SCORE < first.score < PROVEN_SCORE


def test_the_table_forget_what_was_long_not_in_use_and_never_outgrow_their_memory() -> None:
    table = TranspositionTable(1)
    for number in range(10_000):
        table.write(number, Entry(1, EXACT, number, None))
        table.read(7)
        assert len(table) <= 2**20 // 500
    assert table.read(7) == (1, EXACT, 7, None)
    assert table.read(8) is None
    assert table.read(9_999) == (1, EXACT, 9_999, None)
    for megabytes in (0, 10**6):
        with pytest.raises(ValueError, match=f"not {megabytes}"):
            TranspositionTable(megabytes)
