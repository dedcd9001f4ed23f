"""The solver in a process of its own: asked, interrupted, killed, and asked again."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from host.ai.analysis.hint import find_hint
from host.ai.analysis.review import review
from host.ai.players.player import Player
from host.ai.results import Verdict
from host.ai.solver.solver import Solver
from host.ai.solver.verdict import prove_position
from host.ai_process.client import ATTEMPTS, SolverClient, SolverLostError
from host.ai_process.solver_process import SolverProcess
from host.engine.registry import game_named
from tests.unit.ai_process.rounds import EASY, GAME, OPENING, ROUND

DEADLINE_S = 60
MIDDLE = "n1prgo2/1y3k2/8/2Y5/R7/8/7b/OB+N1K++G+1P w o"
VERDICTS = json.loads((Path(__file__).parents[2] / "data" / "verdicts.json").read_text())


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process searches in plain Python, which hard positions keep at work for long."""
    monkeypatch.setenv("KAMISADO_PLAIN", "1")


async def prove(solver_client: SolverClient, game: str, position: str, **options: Any) -> Verdict:
    """Return the last verdict."""
    async for verdict in solver_client.verdicts(game, position, **options):
        last = verdict
    return last


def pid_of(solver_client: SolverClient) -> int | None:
    """Return the id of the running process; None if there is none."""
    connection = solver_client.connection
    if connection is None or not connection.is_running:
        return None
    assert isinstance(connection, SolverProcess)
    return connection.pid


def known(verdict: Verdict) -> int:
    """Return the number of proven moves."""
    return sum(value != "unknown" for value in verdict.moves.values())


def within_the_deadline(story: Coroutine[None, None, None]) -> None:
    async def tell() -> None:
        async with asyncio.timeout(DEADLINE_S):
            await story

    asyncio.run(tell())


@pytest.mark.slow
def test_the_process_answers_what_the_solver_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KAMISADO_PLAIN")

    async def story() -> None:
        async with SolverClient(SolverProcess.start, 8) as solver_client:
            for text in (EASY, MIDDLE):
                there = await prove(solver_client, ROUND, text)
                here = prove_position(Solver(8), GAME, GAME.parse_position(text))
                assert (there.value, there.moves) == (here.value, here.moves)
            between = "5rR1/ob1y1P2/1G1kp3/8/4O3/8/g4K1n/N2Y2B1 b g standard 1 1:0 b"
            fills = await prove(solver_client, "kamisado-standard", between)
            assert fills.moves.keys() == {"fill left", "fill right"}

    within_the_deadline(story())


def test_a_game_without_a_prover_is_played_and_advised_and_its_proofs_are_refused() -> None:
    async def story() -> None:
        game = game_named("five")
        start = game.position_text(game.start())
        async with SolverClient(SolverProcess.start, 8) as solver_client:
            played = await solver_client.choose_move(game.name, start, 3, 5)
            assert played == Player(3, 5).choose(game, game.start())
            hint = await solver_client.hint(game.name, start, time_ms=30)
            assert hint is not None
            assert hint.looks_best
            with pytest.raises(ValueError, match="cannot be proven in five"):
                await prove(solver_client, game.name, start)

    within_the_deadline(story())


@pytest.mark.slow
def test_what_is_known_is_told_as_it_becomes_known() -> None:
    async def story() -> None:
        seen: list[Verdict] = []
        async with SolverClient(SolverProcess.start, 8) as solver_client:
            async for verdict in solver_client.verdicts(ROUND, OPENING):
                seen.append(verdict)
                if len(seen) > 2 and known(verdict) > known(seen[0]) + 8:
                    break
        assert len(seen) > 2
        for before, after in itertools.pairwise(seen):
            assert before.value == after.value == "win"
            for move, value in before.moves.items():
                assert after.moves[move] == value or value == "unknown"

    within_the_deadline(story())


def test_after_its_time_it_answers_with_what_is_known() -> None:
    async def story() -> None:
        async with SolverClient(SolverProcess.start, 8) as solver_client:
            verdict = await prove(solver_client, ROUND, OPENING, time_ms=0)
            assert verdict.value == "unknown"
            assert len(verdict.moves) == 102
            assert known(verdict) < 10, "only what is seen without a search"

    within_the_deadline(story())


def test_the_next_question_ends_the_one_before() -> None:
    async def story() -> None:
        async with SolverClient(SolverProcess.start, 8) as solver_client:
            endless = asyncio.create_task(prove(solver_client, ROUND, OPENING))
            await asyncio.sleep(0)  # it is sent first
            verdict = await prove(solver_client, ROUND, EASY)
            assert verdict.moves == {"f3f4": "win", "f3g4": "loss", "f3h5": "loss"}
            assert "unknown" in (await endless).moves.values()

    within_the_deadline(story())


def test_a_question_that_nobody_listens_to_is_not_searched_on() -> None:
    async def story() -> None:
        async with SolverClient(SolverProcess.start, 8) as solver_client:
            verdicts = solver_client.verdicts(ROUND, OPENING)
            await anext(verdicts)
            await verdicts.aclose()
            nodes = (await prove(solver_client, ROUND, EASY)).nodes
            assert nodes < 1000

    within_the_deadline(story())


def test_a_process_that_was_killed_is_started_again_and_the_question_is_answered() -> None:
    async def story() -> None:
        async with SolverClient(SolverProcess.start, 8) as solver_client:
            verdicts = solver_client.verdicts(ROUND, OPENING)
            first = await anext(verdicts)
            assert first.value == "win"
            killed = pid_of(solver_client)
            assert killed is not None
            os.kill(killed, signal.SIGKILL)
            async for verdict in verdicts:
                if pid_of(solver_client) != killed and verdict.value == "win":
                    break
            await verdicts.aclose()
            assert pid_of(solver_client) not in (None, killed)
            # And between two questions.
            assert pid_of(solver_client) is not None
            os.kill(pid_of(solver_client), signal.SIGKILL)
            assert (await prove(solver_client, ROUND, EASY)).value == "win"

    within_the_deadline(story())


@pytest.mark.slow
def test_a_process_that_hangs_is_killed_and_the_question_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("host.ai_process.client.HUNG_S", 1.0)
    kill = SolverClient._kill

    def kill_and_wait_longer(client: SolverClient) -> None:
        monkeypatch.undo()  # the next one may take its time to start
        kill(client)

    monkeypatch.setattr(SolverClient, "_kill", kill_and_wait_longer)

    async def story() -> None:
        async with SolverClient(SolverProcess.start, 8) as solver_client:
            hung = pid_of(solver_client)
            assert hung is not None
            os.kill(hung, signal.SIGSTOP)
            played = await solver_client.choose_move(ROUND, EASY, 2, 1, time_ms=10)
            assert played is not None
            assert pid_of(solver_client) not in (None, hung)

    within_the_deadline(story())


def test_a_process_that_reads_nothing_makes_nobody_wait() -> None:
    async def story() -> None:
        async with SolverClient(SolverProcess.start, 8) as solver_client:
            hung = pid_of(solver_client)
            assert hung is not None
            os.kill(hung, signal.SIGSTOP)
            while pid_of(solver_client) == hung:
                solver_client.stop()
                await asyncio.sleep(0)

    within_the_deadline(story())


@pytest.mark.slow
def test_a_question_over_which_it_dies_again_and_again_is_given_up() -> None:
    async def story() -> None:
        killed: set[int] = set()
        async with SolverClient(SolverProcess.start, 8) as solver_client:

            async def killing() -> None:
                async for _ in solver_client.verdicts(ROUND, OPENING):
                    if pid_of(solver_client) is not None and pid_of(solver_client) not in killed:
                        killed.add(pid_of(solver_client))
                        os.kill(pid_of(solver_client), signal.SIGKILL)

            with pytest.raises(SolverLostError, match=f"died {ATTEMPTS} times"):
                await killing()
            assert len(killed) == ATTEMPTS
            assert (await prove(solver_client, ROUND, EASY)).value == "win"

    within_the_deadline(story())


def test_it_ends_with_its_owner() -> None:
    async def story() -> None:
        async with SolverClient(SolverProcess.start, 8) as solver_client:
            pid = pid_of(solver_client)
            assert pid is not None
            question = asyncio.create_task(prove(solver_client, ROUND, OPENING, think_on=True))
            await asyncio.sleep(0)
            question.cancel()
        assert pid_of(solver_client) is None
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)

    within_the_deadline(story())


def test_a_question_that_is_open_at_the_end_is_answered_and_starts_nothing() -> None:
    async def story() -> None:
        async with SolverClient(SolverProcess.start, 8) as solver_client:
            answers = solver_client.verdicts(ROUND, OPENING)
            await anext(answers)
            assert pid_of(solver_client) is not None
            os.kill(pid_of(solver_client), signal.SIGKILL)  # it cannot answer by itself any more
        last = [verdict async for verdict in answers][-1]
        assert last.value == "unknown" or "unknown" in last.moves.values()
        assert pid_of(solver_client) is None

    within_the_deadline(story())


def test_what_cannot_be_understood_is_told_and_harms_nothing() -> None:
    async def story() -> None:
        async with SolverClient(SolverProcess.start, 8) as solver_client:
            with pytest.raises(ValueError, match="'x y z' is not a position of kamisado"):
                await prove(solver_client, ROUND, "x y z")
            with pytest.raises(ValueError, match="unknown game 'chess'"):
                await prove(solver_client, "chess", OPENING)
            assert (await prove(solver_client, ROUND, EASY)).value == "win"
        with pytest.raises(ValueError, match="1 to 65536 megabytes"):
            SolverClient(SolverProcess.start, 0)

    within_the_deadline(story())


def test_the_process_plays_what_a_player_of_that_strength_and_seed_plays() -> None:
    async def story() -> None:
        async with SolverClient(SolverProcess.start, 8) as solver_client:
            for strength, seed in ((1, 3), (4.5, 4), (10, 5)):
                position = GAME.parse_position(EASY)
                there = await solver_client.choose_move(ROUND, EASY, strength, seed, 5000)
                assert there == Player(strength, seed).choose(GAME, position)
            with pytest.raises(ValueError, match="a strength is from 1 to 10, not 12"):
                await solver_client.choose_move(ROUND, EASY, 12, 1)

    within_the_deadline(story())


def test_advice_and_review_come_from_the_process_as_from_the_solver() -> None:
    async def story() -> None:
        async with SolverClient(SolverProcess.start, 8) as solver_client:
            hint = await solver_client.hint(ROUND, EASY, time_ms=60_000)
            assert hint == find_hint(Solver(8), GAME, GAME.parse_position(EASY))
            played = ["f3g4", "d7d6"]
            there = [one async for one in solver_client.review(ROUND, EASY, played, time_ms=60_000)]
            assert there == list(review(Solver(8), GAME, GAME.parse_position(EASY), played))
            assert [one.ply for one in there] == [2, 1]
            assert there[1].is_blunder
            with pytest.raises(ValueError, match="'f3a1'"):
                _ = [one async for one in solver_client.review(ROUND, EASY, ["f3a1"], time_ms=1)]
            over = "1r1k2ng/4P1b1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 b g"
            with pytest.raises(ValueError, match="is not a position of kamisado"):
                await solver_client.hint(ROUND, over, time_ms=1)

    within_the_deadline(story())


def test_a_perfect_player_whose_time_ends_says_that_nothing_is_proven() -> None:
    async def story() -> None:
        async with SolverClient(SolverProcess.start, 8) as solver_client:
            played = await solver_client.choose_move(ROUND, OPENING, 10, 1, time_ms=0)
            assert played is not None
            assert not played.proven
            assert GAME.parse_move(GAME.parse_position(OPENING), played.move)

    within_the_deadline(story())


def test_advice_that_another_question_overtakes_is_given_with_what_is_known() -> None:
    async def story() -> None:
        async with SolverClient(SolverProcess.start, 8) as solver_client:
            asked = asyncio.create_task(solver_client.hint(ROUND, OPENING, time_ms=60_000))
            await asyncio.sleep(0)
            verdict = await prove(solver_client, ROUND, EASY)
            assert verdict.value != "unknown"
            # It was ended at once, with what was known, or was never begun.
            late = await asked
            position = GAME.parse_position(OPENING)
            legal = {GAME.move_text(position, move) for move in GAME.legal_moves(position)}
            assert late is None or late.move in legal

    within_the_deadline(story())
