"""Proofs for a session: it is told what is new, and not how far a search is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import cast

from host.ai.results import Verdict
from host.ai_process.client import SolverClient
from host.app.ai.hint_service import HintService
from host.engine.registry import game_named
from host.guidance.marks import Help
from host.session.match_settings import MatchSettings
from host.session.session import Session


class Progress:
    """A solver that reports these verdicts."""

    def __init__(self, verdicts: list[Verdict]) -> None:
        self._verdicts = verdicts

    async def verdicts(self, game: str, position: str, think_on: bool) -> AsyncIterator[Verdict]:
        for verdict in self._verdicts:
            yield verdict


def test_the_board_is_shown_anew_only_when_the_value_of_a_move_is_new() -> None:
    session = Session(MatchSettings(game_named("kamisado-single")), None, Help.PROVEN)
    first = session.game.move_text(session.position, session.game.legal_moves(session.position)[0])
    changes: list[int] = []
    found = [Verdict("unknown", {}, (), nodes) for nodes in (100, 200, 300)]
    found += [Verdict("unknown", {first: "loss"}, (), nodes) for nodes in (400, 500)]
    service = HintService(session, lambda: changes.append(1), lambda notice: None)
    subject = service.due()
    asyncio.run(service.run(cast(SolverClient, Progress(found)), subject))
    assert len(changes) == 2
    assert "loss" in session.analysis.values([session.position]).values()
