"""Verdict of a position whose moves are proven elsewhere: its value is that of its best move."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from host.ai.results import Verdict
from host.ai.solver import verdict as verdict_module
from host.ai.solver.solver import Solver
from host.ai.solver.verdict import OnWinners, prove_position
from host.ai.stop_condition import StopCondition, never_stop
from host.engine.game import Side
from host.engine.kamisado.notation import move_text, parse_position
from host.engine.kamisado.position import Position
from host.engine.kamisado.rules import legal_moves, outcome, play_unchecked
from host.engine.registry import game_named

GAME = game_named("kamisado")
LOST = "obp2rgn/8/1GRk4/8/8/8/4y3/N2YKPBO b o"
WON = "2p+++r+1n++1g/2G2o+++2/1k6/8/Y7/6b+1/3Oy1K+++1/1N++2PR+++1B w k"
ROUNDS = pytest.mark.parametrize("text", [LOST, WON], ids=["lost", "won"])


def elsewhere(
    positions: Mapping[str, Position], stop: StopCondition, on_winners: OnWinners | None
) -> dict[str, Side | None]:
    """Prove with a table of its own."""
    return Solver(4).winners(positions, stop, on_winners)


@pytest.fixture(autouse=True)
def _not_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdict_module, "OWN_NODES", 0)


@ROUNDS
def test_a_hard_position_has_the_value_of_its_best_move(text: str) -> None:
    position = parse_position(text)
    alone, told = prove_position(Solver(4), GAME, position), list[Verdict]()
    found = prove_position(
        Solver(4), GAME, position, never_stop, told.append, elsewhere, with_line=True
    )
    assert told[0].value == "unknown"
    assert told[0].line == ()
    assert (found.value, found.moves) == (alone.value, alone.moves)


@ROUNDS
def test_its_line_ends_with_the_win_of_who_is_proven_to_win(text: str) -> None:
    position, referee = parse_position(text), Solver(4)
    winner = referee.winner(position)
    found = prove_position(Solver(4), GAME, position, prove_moves=elsewhere, with_line=True)
    for move in found.line:
        legal = {move_text(each): each for each in legal_moves(position)}
        position = play_unchecked(position, legal[move])
        assert referee.winner(position) is winner
    ended = outcome(position)
    assert ended is not None
    assert ended.winner is winner


@ROUNDS
def test_the_solver_knows_its_winner_from_then_on(text: str) -> None:
    position, solver = parse_position(text), Solver(4)
    prove_position(solver, GAME, position, prove_moves=elsewhere)
    assert solver.known(position) is Solver(4).winner(position)


@ROUNDS
def test_it_is_unknown_while_no_move_wins_and_not_all_lose(text: str) -> None:
    position = parse_position(text)
    values = prove_position(Solver(4), GAME, position).moves

    def one_is_open(
        positions: Mapping[str, Position], stop: StopCondition, on_winners: OnWinners | None
    ) -> dict[str, Side | None]:
        found = elsewhere(positions, stop, on_winners)
        return {text: None if values[text] == "win" else side for text, side in found.items()}

    def one_is_lost(
        positions: Mapping[str, Position], stop: StopCondition, on_winners: OnWinners | None
    ) -> dict[str, Side | None]:
        found = elsewhere(positions, stop, on_winners)
        return {**found, next(iter(found)): None}

    limited = one_is_open if "win" in values.values() else one_is_lost
    found = prove_position(Solver(4), GAME, position, prove_moves=limited, with_line=True)
    assert (found.value, found.line) == ("unknown", ())


def test_an_easy_position_is_proven_before_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdict_module, "OWN_NODES", 100_000)
    told: list[Verdict] = []
    position = parse_position(LOST)
    prove_position(Solver(4), GAME, position, never_stop, told.append, elsewhere, with_line=True)
    assert told[0].value == "loss"
    assert told[0].line


@pytest.mark.parametrize("own_nodes", [0, 100_000])
def test_who_shows_no_line_does_not_wait_for_it(
    own_nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdict_module, "OWN_NODES", own_nodes)
    monkeypatch.delattr(verdict_module, "principal_variation")
    found = prove_position(Solver(4), GAME, parse_position(LOST), prove_moves=elsewhere)
    assert (found.value, found.line) == ("loss", ())
