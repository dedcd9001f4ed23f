"""The perfect level: it wins what is won for the most and soonest, and loses for the least."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable
from functools import cache

import pytest

from host.ai.players.perfect import PerfectPlayer
from host.ai.solver.adapter import is_choosing_fill
from host.ai.solver.distance_to_win import DistanceToWin
from host.ai.solver.solver import Solver
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.match_format import format_named
from host.engine.kamisado.match_position import MatchPosition
from host.engine.kamisado.notation import move_text, position_text
from host.engine.kamisado.position import Move, Position, start
from host.engine.kamisado.rules import outcome
from host.engine.kamisado.scoring import TOOTH_POINTS, rewarded_tower
from host.engine.registry import game_named
from tests.unit.ai.solver.brute import TooManyError, late_positions, winners

SEED = 22
LATE, FEWER = 180, 125
ROUND = game_named("kamisado")
STANDARD = game_named("kamisado-standard")


def value(position: Position, limit: int) -> tuple[int, int]:
    """White's points by the best play of both, and the plies to the end of the fastest win and
    the longest defence, points before plies: by trying everything."""
    left = limit

    @cache
    def best(position: Position) -> tuple[int, int]:
        nonlocal left
        left -= 1
        if left < 0:
            raise TooManyError
        moves = rules.legal_moves(position)
        if not moves:
            ended = outcome(position)
            assert ended is not None
            points = TOOTH_POINTS[position.teeth[rewarded_tower(position, ended)]]
            return (points if ended.winner is Side.WHITE else -points), 0
        afters = [best(rules.play_unchecked(position, m)) for m in moves]
        sign = 1 if position.turn is Side.WHITE else -1
        points = sign * max(sign * points for points, _ in afters)
        wins = sign * points > 0
        plies = (min if wins else max)(n for p, n in afters if p == points)
        return points, plies + 1

    return best(position)


@cache
def late() -> list[tuple[Position, tuple[int, int]]]:
    """Late positions with more than one move, and their value."""
    found = []
    for position in late_positions(random.Random(SEED)):
        if len(found) == LATE:
            return found
        if len(rules.legal_moves(position)) > 1:
            try:
                found.append((position, value(position, 400)))
            except TooManyError:
                continue
    raise AssertionError("there are late positions without end")


@pytest.mark.slow
def test_the_points_that_are_told_are_those_of_the_best_play_of_both() -> None:
    player, seen = PerfectPlayer(8), Counter[str]()
    for position, (points, _) in late()[:FEWER]:
        choice = player.choose(ROUND, position)
        own = points if position.turn is Side.WHITE else -points
        assert choice.points == own, position_text(position)
        after = rules.play_unchecked(position, movement_named(position, choice.move))
        assert value(after, 400)[0] == points, f"{choice.move} in {position_text(position)}"
        seen[f"{own}"] += 1
    assert min(seen["2"], seen["4"], seen["-1"]) > 5, seen
    assert seen["-2"], seen


def movement_named(position: Position, text: str) -> Move:
    """The legal move of that text."""
    return next(m for m in rules.legal_moves(position) if move_text(m) == text)


def tried(position: Position, limit: int) -> tuple[dict[Position, Side], Callable[[Position], int]]:
    """Return the winner of each position reachable from one, and the plies to the end."""
    values = winners(position, limit)

    @cache
    def plies(position: Position) -> int:
        afters = [rules.play_unchecked(position, m) for m in rules.legal_moves(position)]
        if not afters:
            return 0
        if values[position] is position.turn:
            return 1 + min(plies(a) for a in afters if values[a] is position.turn)
        return 1 + max(map(plies, afters))

    return values, plies


@pytest.mark.slow
def test_distances_are_those_of_the_fastest_win_and_the_longest_defence() -> None:
    solver, seen = Solver(8), Counter[int]()
    for position, _ in late():
        winner = solver.winner(position)
        assert winner is not None
        moves = {m: rules.play_unchecked(position, m) for m in rules.legal_moves(position)}
        distance = DistanceToWin(solver, winner)
        found = (distance.fastest_wins if winner is position.turn else distance.longest_defences)(
            moves
        )
        values, plies = tried(position, 400)
        expected = plies(position)
        assert found[1] == expected, position_text(position)
        good = [m for m, a in moves.items() if values[a] is winner and plies(a) == expected - 1]
        assert sorted(found[0]) == sorted(good), position_text(position)
        seen[expected] += 1
    assert sum(count for length, count in seen.items() if length > 2) > 10, seen


def test_a_distance_that_is_too_far_is_not_guessed() -> None:
    solver, position = Solver(), start()
    winner = solver.winner(position)
    assert winner is Side.BLACK
    moves = {m: rules.play_unchecked(position, m) for m in rules.legal_moves(position)}
    assert DistanceToWin(solver, winner, max_positions=300).fastest_wins(moves) == ([], None)


@pytest.mark.slow
def test_no_more_points_are_played_for_than_the_match_needs() -> None:
    # White has two sumo towers and 2 of 3 points: a win with one of them, worth 2, is worth 1 now.
    teeth = bytes([1, 1] + [0] * 14)
    format_, seen = format_named("standard"), Counter[int]()
    for position in late_positions(random.Random(SEED)):
        try:
            worth_2 = Position.of(
                position.squares,
                teeth,
                turn=position.turn,
                required=position.required,
                last_mover=position.last_mover,
            )
            if outcome(worth_2) is not None or value(worth_2, 400)[0] != 2:
                continue
        except (ValueError, TooManyError):
            continue
        match = MatchPosition.of(format_, worth_2, challenger=Side.BLACK)
        assert match.points == (2, 0)
        sign = 1 if position.turn is Side.WHITE else -1
        assert PerfectPlayer(8).choose(ROUND, worth_2).points == 2 * sign
        assert PerfectPlayer(8).choose(STANDARD, match).points == 1 * sign
        seen[sign] += 1
        if min(seen[1], seen[-1]) >= 3:
            return


def test_what_is_not_proven_in_time_is_not_said_to_be() -> None:
    position = ROUND.play(ROUND.start(), ROUND.parse_move(ROUND.start(), "a8a3"))
    choice = PerfectPlayer(8).choose(ROUND, position, lambda: True)
    assert (choice.value, choice.points, choice.plies) == ("unknown", None, None)
    assert choice.move in {ROUND.move_text(position, move) for move in ROUND.legal_moves(position)}
    proven = PerfectPlayer(8).choose(ROUND, position, with_line=True)
    assert proven.value != "unknown"
    assert proven.line[0] == proven.move
    assert len(proven.line) > 1


@pytest.mark.slow
def test_the_fill_is_chosen_by_who_wins_the_next_round() -> None:
    ended = played_to_the_end(random.Random(SEED))
    choice = PerfectPlayer(64).choose(STANDARD, ended)
    defender = STANDARD.turn(ended)
    wins = {}
    for move in STANDARD.legal_moves(ended):
        after = STANDARD.play(ended, move)
        assert isinstance(after, MatchPosition)
        wins[STANDARD.move_text(ended, move)] = Solver().winner(after.round) is defender
    assert wins[choice.move] == any(wins.values()), f"seed {SEED}"
    assert choice.value == ("win" if any(wins.values()) else "loss")


def played_to_the_end(chance: random.Random) -> Hashable:
    """The end of the first round of a standard match, played by chance."""
    position = STANDARD.start()
    while not is_choosing_fill(position):
        position = STANDARD.play(position, chance.choice(STANDARD.legal_moves(position)))
    return position
