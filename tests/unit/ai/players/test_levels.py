"""Players of games in which nothing is proven: legal moves, the same again, mistakes that people
make, and level 10 that hardly makes one."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Hashable
from pathlib import Path

import pytest

from host.ai.analysis.hint import find_hint
from host.ai.analysis.review import review
from host.ai.players.blunders import BlunderModel
from host.ai.players.level_search import search_at_level
from host.ai.players.levels import KAMISADO_LEVELS, LEVELS
from host.ai.players.player import Player
from host.ai.results import MoveHint
from host.ai.search.alphabeta import all_moves
from host.ai.solver.adapter import is_provable
from host.ai.solver.solver import Solver
from host.ai.solver.verdict import prove_position
from host.engine.game import AnyGame, UncheckedPlay
from host.engine.registry import GAMES, game_named

SEED = 17
FREE = [game for game in GAMES.values() if not is_provable(game)]
NAMES = [game.name for game in FREE]


def middle(game: AnyGame, plies: int, seed: int = SEED) -> Hashable:
    """A position after so many moves by chance, where there is a choice."""
    chance = random.Random(seed)
    while True:
        position = game.start()
        for _ in range(plies):
            position = game.play(position, chance.choice(game.legal_moves(position)))
            if game.outcome(position) is not None:
                break
        if len(game.legal_moves(position)) > 3:
            return position


def test_there_is_a_prover_for_kamisado_alone() -> None:
    assert len(FREE) >= 3
    for game in GAMES.values():
        assert is_provable(game) == game.name.startswith("kamisado")


@pytest.mark.parametrize("name", NAMES)
def test_every_level_plays_legal_moves_and_the_same_again(name: str) -> None:
    game = game_named(name)
    for plies in (0, 9, 30):
        position = middle(game, plies)
        text = game.position_text(position)
        for level in LEVELS:
            first = search_at_level(game, position, level, 3, nodes=150)
            assert first.move in game.legal_moves(position)
            search_at_level(game, game.start(), level, 3, nodes=50)
            again = search_at_level(game, game.parse_position(text), level, 3, nodes=150)
            assert (again.move, again.score) == (first.move, first.score)
            if level < 4:
                played = Player(level, 3).choose(game, position)
                assert game.parse_move(position, played.move) in game.legal_moves(position)
                assert played.proven


@pytest.mark.slow
def test_another_process_finds_the_same_moves_and_seeds_find_different_ones() -> None:
    program = (
        "from host.ai.players.player import Player\n"
        "from host.engine.registry import GAMES, game_named\n"
        f"for name in {NAMES!r}:\n"
        "    game = game_named(name)\n"
        "    print(*(Player(2.5, seed).choose(game, game.start()).move for seed in range(12)))"
    )
    # Each has a hash seed of its own.
    found = {subprocess.check_output([sys.executable, "-c", program]) for _ in range(2)}
    assert len(found) == 1
    for line in found.pop().decode().splitlines():
        assert len(set(line.split())) > 3, "seeds make no difference"


def test_between_two_levels_both_are_played() -> None:
    game = FREE[0]
    below = above = 0
    for seed in range(40):
        position = middle(game, 20, seed)
        low, high, mixed = (
            Player(strength, seed).choose(game, position).move for strength in (1, 2, 1.5)
        )
        assert mixed in (low, high)
        below += mixed == low != high
        above += mixed == high != low
    assert below
    assert above


@pytest.mark.parametrize("name", NAMES)
def test_what_is_overlooked_is_far_and_rather_imagined(name: str) -> None:
    game = game_named(name)
    position = middle(game, 40)
    moves = game.legal_moves(position)
    missed = dict.fromkeys((0, 4), 0)
    for seed in range(60):
        blunders = BlunderModel(game, position, 1.0, seed)
        for ply in missed:
            seen = blunders(position, moves, ply)
            assert seen
            assert set(seen) <= set(moves)
            assert blunders(position, moves, ply) == seen, "what is overlooked stays overlooked"
            missed[ply] += len(moves) - len(seen)
    assert 0 < missed[0] < missed[4] < 60 * len(moves)
    assert BlunderModel(game, position, 0.0, 1)(position, moves, 9) == all_moves(position, moves, 9)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("s8/9/9/9/9/9/9/s8/S7S w 0", ("a1b1", "i1i9")),
        ("s7s/S8/9/9/9/9/9/9/S8 b 0", ("a9b9", "i9i1")),
    ],
    ids=("White", "Black"),
)
def test_a_stone_that_goes_far_is_overlooked_more_often_than_one_that_goes_near(
    text: str, moves: tuple[str, str]
) -> None:
    game = game_named("hasami")
    position = game.parse_position(text)
    near, far = (game.parse_move(position, move) for move in moves)
    seen = [
        BlunderModel(game, position, 1.0, seed)(position, [near, far], 0) for seed in range(200)
    ]
    assert all(near in some for some in seen)
    assert sum(far in some for some in seen) < 40


@pytest.mark.slow
def test_what_is_hardest_to_see_is_overlooked_as_often_as_the_tables_say() -> None:
    text = Path("docs/opponents.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| \d+ \|(?: \d+ \|)? (\d+)% \|", text, re.MULTILINE)
    game = game_named("hasami")
    position = game.parse_position("s8/9/9/9/9/9/9/s8/S7S w 0")
    near, far = (game.parse_move(position, text) for text in ("a1b1", "i1i9"))
    kamisado, others = dict(rows[:9]), dict(rows[9:])
    for level in range(1, 10):
        assert kamisado[str(level)] == f"{min(0.95, KAMISADO_LEVELS[level].blindness):.0%}"[:-1]
        blindness = LEVELS[level].blindness
        missed = sum(
            far not in BlunderModel(game, position, blindness, seed)(position, [near, far], 0)
            for seed in range(1000)
        )
        assert abs(missed / 10 - int(others[str(level)])) < 3, level


@pytest.mark.slow
def test_a_beginner_does_not_always_notice_what_a_capture_is_worth() -> None:
    game = game_named("hasami")
    position = game.parse_position("sssss4/9/9/9/9/2Ss5/4S4/9/SSSSS4 w 0")  # e3e4 takes d4
    capture = game.parse_move(position, "e3e4")
    taken = {
        level: sum(
            search_at_level(game, position, level, seed).move == capture for seed in range(40)
        )
        for level in (1, 4, 7)
    }
    assert 0 < taken[1] < 40
    assert taken[1] < taken[4] <= taken[7] == 40


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.slow
def test_level_4_beats_a_beginner(name: str) -> None:
    game, weaker, stronger = game_named(name), 1, 4
    points = 0.0
    for seed in range(6):
        position = game.start()
        levels = [weaker, stronger] if seed % 2 else [stronger, weaker]
        players = dict(zip((game.turn(position), game.turn(position).other), levels, strict=True))
        while (outcome := game.outcome(position)) is None:
            level = players[game.turn(position)]
            position = game.play(position, search_at_level(game, position, level, seed).move)
        winner = outcome.winner
        points += 0.5 if winner is None else players[winner] == stronger
    assert points >= 4.5


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("hasami", "9/9/9/9/1Ss6/9/3S5/9/S7s w 0"),  # a single dark stone is left
        ("five", "sssssssss/sssssssss/9/9/SSSS5/9/4S4/9/SSSSSSSSS w 9 -"),  # a line
        ("seega", "5/1S3/1s3/S4/4s w 4 0 -"),
    ],
)
def test_a_win_at_hand_is_taken(name: str, text: str) -> None:
    game = game_named(name)
    position = game.parse_position(text)
    for level in (5, 7, 10):
        result = search_at_level(game, position, level, 1, nodes=3000)
        ended = game.outcome(game.play(position, result.move))
        assert ended is not None
        assert ended.winner is game.turn(position)
        assert result.value == "win"
        assert result.plies_to_end == 1


def test_what_needs_a_prover_is_refused_in_a_sentence() -> None:
    for game in FREE:
        sentence = f"Who wins cannot be proven in {game.title}: there is no solver for it."
        with pytest.raises(ValueError, match=sentence):
            prove_position(Solver(1), game, game.start())
        with pytest.raises(ValueError, match=sentence):
            next(review(Solver(1), game, game.start(), []))


def test_a_hint_is_what_looks_best_or_what_certainly_wins() -> None:
    for game in FREE:
        position = middle(game, 12)
        hint = find_hint(Solver(1), game, position, lambda: True)
        move = game.parse_move(position, hint.move)
        if hint.value == "unknown":
            words = str(game.describe_move(position, move))
            assert str(hint.sentence(words)) == f"Hint: {words}. It looks best."
    win = MoveHint("a1a2", "win", None)
    assert str(win.sentence("a1 to a2")) == "Hint: a1 to a2. It is winning."


def test_a_search_uses_what_a_game_offers_to_searches() -> None:
    assert all(isinstance(game, UncheckedPlay) for game in FREE)
