"""Proofs of several positions at once: the same values as by one solver."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor, ThreadPoolExecutor

import pytest

from host.ai.solver.solver import Solver
from host.ai.stop_condition import never_stop
from host.ai_process import parallel_proof
from host.ai_process.parallel_proof import ParallelProof, prove_winner
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.notation import move_text, parse_position
from host.engine.kamisado.position import Position

LATE = "8/b2py2g/1BG5/5rR1/3nk2P/N2o1O2/8/3YK3 w o"
EARLY = "1bpkyrg1/8/8/o6n/8/2NG4/8/2RYKPBO b p"
MEGABYTES = 4


def after_moves(text: str) -> dict[str, Position]:
    position = parse_position(text)
    return {
        move_text(move): rules.play_unchecked(position, move)
        for move in rules.legal_moves(position)
    }


def test_hard_positions_are_proven_by_others_and_easy_ones_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    positions = after_moves(EARLY)
    expected = Solver(MEGABYTES).winners(positions)
    monkeypatch.setattr(parallel_proof, "ALONE_NODES", 20)
    told: list[int] = []

    def on_winners(winners: Mapping[str, Side | None]) -> None:
        told.append(sum(winner is not None for winner in winners.values()))

    with ThreadPoolExecutor(2) as pool:
        proof = ParallelProof(Solver(MEGABYTES), MEGABYTES, lambda: pool)
        assert proof.winners(positions, never_stop, on_winners) == expected
    assert proof.nodes > 0
    assert told == sorted(told)
    assert told[-1] == len(positions)


def test_nothing_is_started_for_what_is_easy() -> None:
    def refuse() -> Executor:
        raise AssertionError("these take a few nodes")

    positions = after_moves(LATE)
    proof = ParallelProof(Solver(MEGABYTES), MEGABYTES, refuse)
    found = proof.winners(positions, never_stop)
    assert found == Solver(MEGABYTES).winners(positions)
    assert proof.nodes == 0


def test_what_is_not_proven_in_time_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    position = after_moves(EARLY).popitem()[1]
    assert prove_winner(position, MEGABYTES, deadline_s=0.0)[0] is None
    monkeypatch.setattr(parallel_proof, "ALONE_NODES", 0)
    with ThreadPoolExecutor(1) as pool:
        proof = ParallelProof(Solver(MEGABYTES), MEGABYTES, lambda: pool, deadline_s=0.0)
        found = proof.winners({"one": position}, never_stop)
    assert found == {"one": None}


def test_each_proof_begins_with_an_empty_table() -> None:
    position = after_moves(EARLY).popitem()[1]
    first = prove_winner(position, MEGABYTES, None)
    assert first[1] > 0
    assert prove_winner(position, MEGABYTES, None) == first
