"""Proofs of matches against trying everything by the engine's rules."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial
from itertools import islice
from zlib import crc32

import pytest

from host.ai.match.prover import MatchProver
from host.ai.match.round_search import RoundSearch
from host.ai.match.score import after_round, deciders
from host.ai.match.symmetry import mirrored, normal_start, turned
from host.ai.solver.solver import Solver
from host.ai.stop_condition import never_stop
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.notation import parse_position, position_text
from host.engine.kamisado.position import Move, Position
from host.engine.kamisado.scoring import points_of
from tests.unit.ai.match.naive import late_rounds, naive_winner
from tests.unit.ai.solver.brute import TooManyError

LIMIT = 120
CASES = 60
CHALLENGE = "gpnk+oyrb/8/8/8/8/8/8/KYP+BORG+N b -"
"""1 : 2 in a standard match: White has won the last round.  Proven soon, by half a second."""


def drawn_by_lot(start: Position) -> Side:
    """A winner for each start, the same for its mirror image."""
    image = min(one.squares + one.teeth for one in (start, mirrored(start)))
    return Side.BLACK if crc32(image) & 4 else Side.WHITE


def test_a_round_with_any_winners_of_the_next_starts_has_the_winner_of_the_naive_search() -> None:
    solver = Solver(1)
    met: Counter[object] = Counter()
    for position, goal in late_rounds(random.Random(1)):
        try:
            expected = naive_winner(position, goal, drawn_by_lot, LIMIT)
        except TooManyError:
            continue
        search = RoundSearch(
            goal,
            position.teeth,
            solver,
            lambda start: None,
            lambda start, stop: drawn_by_lot(start),
        )
        node = search.node(position, never_stop)
        assert node is not None
        assert search.prove(node, never_stop) is expected, (position_text(position), goal)
        met[len(deciders(position.teeth, goal)), expected is position.turn] += 1
        if met.total() == CASES:
            break
    assert len(met) == 6, "any win of the round decides the match for two sides, for one, for none"


@pytest.mark.slow
def test_a_match_whose_next_round_is_the_last_has_the_winner_of_the_naive_search() -> None:
    solver, cases = Solver(16), Counter[bool]()
    for position, goal in late_rounds(random.Random(2)):
        if goal - min(points_of(position.teeth)) > 2:
            continue
        starts: dict[Position, Side] = {}
        winner_of_start = partial(winner_of_last_round, solver, goal, starts)
        try:
            expected = naive_winner(position, goal, winner_of_start, LIMIT)
        except TooManyError:
            continue
        if not starts:
            continue
        prover = MatchProver(goal, 1)
        assert prover.winner(position) is expected, (position_text(position), goal)
        assert prover.known(position) is expected
        if expected is position.turn:
            assert expected in prover.moves(position).values()
        else:
            assert set(prover.moves(position).values()) == {expected}
        cases[expected is position.turn] += 1
        if cases.total() == 10:
            break
    assert min(cases[True], cases[False]) > 1


def winner_of_last_round(
    solver: Solver, goal: int, found: dict[Position, Side], start: Position
) -> Side:
    """Return the winner of a start, which must be that of a last round, and one of a few."""
    if len(deciders(start.teeth, goal)) < 2 or len(found) >= 6:
        raise TooManyError
    winner = solver.winner(start)
    assert winner is not None
    found[start] = winner
    return winner


def test_the_symmetries_keep_the_rules_and_the_fills() -> None:
    for position, goal in islice(late_rounds(random.Random(3)), 200):
        for image in (mirrored, turned):
            moved = image(position)
            assert image(moved) == position
            after = {image(rules.play_unchecked(position, m)) for m in rules.legal_moves(position)}
            assert after == {rules.play_unchecked(moved, m) for m in rules.legal_moves(moved)}
            if rules.is_over(position):
                following, same = after_round(position, goal), after_round(moved, goal)
                if isinstance(following, Side):
                    assert same is (following if image is mirrored else following.other)
                else:
                    assert isinstance(same, dict)
                    assert set(map(image, following.values())) == set(same.values())


@pytest.mark.slow
def test_equal_starts_have_equal_winners_and_one_normal_form() -> None:
    start = parse_position(CHALLENGE)
    images = [start, mirrored(start), turned(start), turned(mirrored(start))]
    assert len(set(images)) == 4
    assert len(set(map(normal_start, images))) == 1
    winners = [MatchProver(3, 32).winner(image) for image in images]
    assert winners == [Side.WHITE, Side.WHITE, Side.BLACK, Side.BLACK]


@pytest.mark.slow
def test_what_is_forgotten_is_proven_again_with_the_same_nodes() -> None:
    start, prover, nodes = parse_position(CHALLENGE), MatchProver(3, 32), [0]
    for _ in range(2):
        prover.forget()
        assert prover.winner(start) is Side.WHITE
        nodes.append(prover.nodes)
    assert nodes[2] - nodes[1] == nodes[1] > 0


@pytest.mark.slow
def test_a_stopped_proof_goes_on_and_finds_the_same() -> None:
    start = parse_position(CHALLENGE)
    prover, polls = MatchProver(3, 32), Counter[str]()

    def stop() -> bool:
        polls["all"] += 1
        return polls["all"] % 100 == 0

    stopped = 0
    while (winner := prover.winner(start, stop)) is None:
        stopped += 1
    assert stopped > 3
    assert winner is MatchProver(3, 32).winner(start)


@pytest.mark.slow
def test_in_the_winners_strategy_all_is_known_up_to_the_last_round() -> None:
    """The winner has a proven move against all that the loser plays."""
    position = parse_position(CHALLENGE)
    chance, prover = random.Random(4), MatchProver(3, 32)
    winner = prover.winner(position)
    while sum(position.teeth) == 3 and not rules.is_over(position):
        moves = {
            move: prover.winner(rules.play_unchecked(position, move))
            for move in prover.moves(position)
        }
        good = [move for move, known in moves.items() if known is winner]
        assert good if position.turn is winner else len(good) == len(moves)
        move = chance.choice(good)
        assert isinstance(move, Move)
        position = rules.play_unchecked(position, move)
    if not isinstance(after_round(position, 3), Side):
        assert winner in prover.moves(position).values()
