"""Players of all levels: the same again for the same seed, mistakes that people make, no others."""

from __future__ import annotations

import random
import subprocess
import sys
from functools import cache

import pytest

from host.ai.players.adaptive_level import START_STRENGTH, adapted
from host.ai.players.blunders import BlunderModel
from host.ai.players.levels import KAMISADO_LEVELS, PERFECT
from host.ai.players.opponent import Opponent, opponent_named, parse_opponent
from host.ai.players.player import Player
from host.ai.search.iterative_deepening import IterativeDeepening
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.board import FILES, HOME_ROWS
from host.engine.kamisado.notation import move_text, position_text
from host.engine.kamisado.position import Move, Position, start
from host.engine.registry import game_named
from tests.unit.ai.solver.brute import opening, round_from

SEED = 31
ROUND = game_named("kamisado")


@cache
def positions(count: int) -> list[Position]:
    """Positions in the middle of rounds, with more than one legal move."""
    chance = random.Random(SEED)
    found: list[Position] = []
    while len(found) < count:
        first = start() if chance.random() < 0.5 else opening(chance)
        position = chance.choice(round_from(first, chance))
        if len(rules.legal_moves(position)) > 1:
            found.append(position)
    return found


@pytest.mark.parametrize("level", [*KAMISADO_LEVELS, PERFECT])
@pytest.mark.slow
def test_every_level_plays_legal_moves_and_the_same_again(level: int) -> None:
    for position in positions(8):
        played = Player(level, 3).choose(ROUND, position)
        assert ROUND.parse_move(position, played.move) in ROUND.legal_moves(position)
        # Another has been asked about other positions before; that makes no difference.
        other = Player(level, 3)
        other.choose(ROUND, start())
        assert other.choose(ROUND, position) == played


@pytest.mark.slow
def test_another_process_finds_the_same_moves() -> None:
    program = (
        "from host.ai.players.player import Player; from host.engine.registry import game_named\n"
        "game = game_named('kamisado')\n"
        "print(*(Player(4, seed).choose(game, game.start()).move for seed in range(20)))"
    )
    # Each has a hash seed of its own.
    found = {subprocess.check_output([sys.executable, "-c", program]) for _ in range(2)}
    assert len(found) == 1
    assert len(set(found.pop().split())) > 5, "seeds make no difference"


def test_what_is_overlooked_is_far_and_rather_on_a_diagonal() -> None:
    missed = {"near": 0, "file": 0, "diagonal": 0}
    there = dict(missed)
    for number, position in enumerate(positions(400)):
        moves = rules.legal_moves(position)
        seen = BlunderModel(ROUND, position, 1.0, number)(position, moves, 0)
        for move in moves:
            if move.push or move.is_pass:
                continue
            ranks = abs(move.target // FILES - move.origin // FILES)
            straight = (move.target - move.origin) % FILES == 0
            kind = "near" if ranks == 1 else "file" if straight else "diagonal"
            if kind != "near" and ranks < 4:
                continue
            there[kind] += 1
            missed[kind] += move not in seen
    shares = {kind: missed[kind] / there[kind] for kind in there}
    assert shares["near"] == 0
    assert 0.2 < shares["file"] < shares["diagonal"] < 0.95, shares


def test_a_nearer_square_on_a_line_is_seen_whenever_a_farther_one_is() -> None:
    for number, position in enumerate(positions(100)):
        moves = rules.legal_moves(position)
        seen = set(BlunderModel(ROUND, position, 0.8, number)(position, moves, 2))
        for move in moves:
            if move not in seen:
                continue
            between = [
                other
                for other in rules.legal_moves(position)
                if other.origin == move.origin
                and not other.push
                and not move.push
                and (move.target - move.origin) % FILES == 0
                and (other.target - other.origin) % FILES == 0
                and abs(other.target - other.origin) < abs(move.target - move.origin)
            ]
            assert set(between) <= seen


def test_good_eyes_see_everything() -> None:
    for position in positions(50):
        moves = rules.legal_moves(position)
        assert BlunderModel(ROUND, position, 0, 1)(position, moves, 5) == moves


def sends_home(position: Position, text: str) -> bool:
    """Return True if the opponent wins at once after a move."""
    move = next(m for m in rules.legal_moves(position) if move_text(m) == text)
    after = rules.play_unchecked(position, move)
    goal = HOME_ROWS[after.turn.other]
    return any(reply.target in goal for reply in rules.legal_moves(after))


@pytest.mark.slow
def test_a_beginner_sends_the_opponent_home_and_a_level_that_looks_ahead_does_not() -> None:
    sent, could = {1: 0, 4: 0, 9: 0}, 0
    for number, position in enumerate(positions(100)):
        moves = rules.legal_moves(position)
        sending = {move_text(move) for move in moves if sends_home(position, move_text(move))}
        if reach_home(position, 1) or not 0 < len(sending) < len(moves):
            continue
        could += 1
        for level in sent:
            sent[level] += Player(level, number).choose(ROUND, position).move in sending
    assert sent[1] > sent[4] > sent[9], sent
    assert sent[1] > could / 5, "it looks at its own move only"
    assert sent[9] <= could / 20, "it hardly ever overlooks it"


def test_the_chain_of_colours_is_followed_no_farther_than_so_many_plies() -> None:
    # With perfect eyes, who thinks n plies ahead finds every win in n plies, and the others not.
    found = {1: 0, 3: 0}
    wins_in_3 = 0
    for position in positions(600):
        if reach_home(position, 1) or not reach_home(position, 3):
            continue
        wins_in_3 += 1
        for plies in found:
            move = IterativeDeepening(ROUND, 1, quiescence=0).search(position, depth=plies).move
            assert isinstance(move, Move)
            after = rules.play_unchecked(position, move)
            mine = after.turn is position.turn
            found[plies] += reach_home(after, 2) if mine else not escapes(after)
    assert wins_in_3 > 20
    assert found[3] == wins_in_3
    assert found[1] < wins_in_3


def reach_home(position: Position, plies: int) -> bool:
    """Return True if the side to move can force a win on the home row in at most `plies` plies."""
    side = position.turn
    for move in rules.legal_moves(position):
        if move.target in HOME_ROWS[side.other]:
            return True
        after = rules.play_unchecked(position, move)
        if plies < 2 or not rules.legal_moves(after):
            continue
        if reach_home(after, plies - 1) if after.turn is side else not escapes(after):
            return True
    return False


def escapes(position: Position) -> bool:
    """Return True if the side to move has a move after which the opponent cannot win at once."""
    other = position.turn.other
    for move in rules.legal_moves(position):
        if move.target in HOME_ROWS[other]:
            return True
        after = rules.play_unchecked(position, move)
        if after.turn is not other:
            return True
        if not any(reply.target in HOME_ROWS[other.other] for reply in rules.legal_moves(after)):
            return True
    return not rules.legal_moves(position)


def test_a_perfect_level_that_is_stopped_says_that_nothing_is_proven() -> None:
    position = ROUND.play(ROUND.start(), ROUND.parse_move(ROUND.start(), "a8a3"))
    assert not Player(PERFECT, 1).choose(ROUND, position, lambda: True).proven
    assert Player(PERFECT, 1).choose(ROUND, position).proven


def test_a_strength_between_two_levels_is_now_the_one_and_now_the_other() -> None:
    chosen = {}
    for strength in (2, 2.5, 3):
        player = Player(strength, 9)
        chosen[strength] = [player.choose(ROUND, position).move for position in positions(120)]
    differ = [m for m in zip(*chosen.values(), strict=True) if m[0] != m[2]]
    lower = sum(between == low for low, between, _ in differ)
    assert all(between in (low, high) for low, between, high in differ)
    assert 0.2 < lower / len(differ) < 0.8, (lower, len(differ))


@pytest.mark.parametrize("level", [2, 7])
@pytest.mark.slow
def test_who_plays_against_the_even_level_wins_about_half(level: int) -> None:
    lost: list[bool] = []
    rounds = 40
    for number in range(rounds):
        strength = adapted(START_STRENGTH, lost)
        side = Side.WHITE if number % 2 else Side.BLACK
        players = {
            side: Player(strength, 2 * number),
            side.other: Player(level, 2 * number + 1),
        }
        position = ROUND.start()
        while (outcome := ROUND.outcome(position)) is None:
            played = players[ROUND.turn(position)].choose(ROUND, position)
            position = ROUND.play(position, ROUND.parse_move(position, played.move))
        lost.append(outcome.winner is not side)
    share = sum(lost) / rounds
    assert 0.38 <= share <= 0.62, f"the player wins {share:.0%}"


@pytest.mark.parametrize("text", ["level 10 white seed 0", "even 4.5 black seed 123"])
def test_an_opponent_is_read_back_from_its_text(text: str) -> None:
    assert str(parse_opponent(text)) == text


@pytest.mark.parametrize("text", ["", "level 0 white seed 1", "level 4.5 white seed 1", "4"])
def test_what_is_no_opponent_is_quoted(text: str) -> None:
    with pytest.raises(ValueError, match="is no opponent") as error:
        parse_opponent(text)
    assert repr(text) in str(error.value)


def test_an_opponent_is_named_by_its_level_or_even() -> None:
    assert opponent_named("7", Side.WHITE, 3) == Opponent(Side.WHITE, 7, False, 3)
    assert opponent_named("even", Side.BLACK, 3).adapts
    with pytest.raises(ValueError, match="'11' is not a level: levels are 1 to 10, or 'even'"):
        opponent_named("11", Side.WHITE, 3)


def test_positions_are_what_they_are_said_to_be() -> None:
    assert len({position_text(position) for position in positions(50)}) > 40
