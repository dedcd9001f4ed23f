"""Server of the solver process: answers queries.

The program never waits for the solver, and page, lights and link share no thread with it;
`host.ai_process.client` is the other end, `host.ai_process.protocol` what travels between them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from host.ai.analysis.hint import find_hint
from host.ai.analysis.review import review
from host.ai.players.levels import PERFECT
from host.ai.players.player import Player
from host.ai.results import ChosenMove, Verdict
from host.ai.solver.adapter import is_provable, round_of, successors
from host.ai.solver.verdict import prove_position
from host.ai.stop_condition import StopCondition
from host.ai.transposition_table_size import MAX_MB
from host.ai_process.protocol import (
    Answer,
    HintRequest,
    MoveRequest,
    ProveRequest,
    Request,
    ReviewRequest,
    decode_query,
)
from host.engine.game import AnyGame
from host.engine.kamisado import rules
from host.engine.registry import game_named
from host.message import message_of

if TYPE_CHECKING:
    from host.ai.players.perfect import PerfectPlayer
    from host.ai.solver.solver import Solver

PROGRESS_S = 0.05
"""Least time between two intermediate verdicts: 20 a second are as many as people see."""
MATCH_MS = 60_000
"""Processor time for who wins the match, while the opponent of the perfect level thinks: the proof
from a start of 1 : 2 in a match to three points takes 1 to 25 s."""


class QueryReader(Protocol):
    """Payloads of queries, in order."""

    def waiting(self) -> bool:
        """Return True if `take` would return at once."""

    def take(self) -> bytes:
        """Wait for the next payload; empty at the end."""


class SolverServer:
    """Answers queries until the end of the input.

    Args:
        reader: of the queries.
        send: takes the answers.
        megabytes: for the solver's table; proofs of points take as much again.
    """

    def __init__(self, reader: QueryReader, send: Callable[[Answer], None], megabytes: int) -> None:
        self._reader = reader
        self._send = send
        self._megabytes = megabytes

    @cached_property
    def perfect_player(self) -> PerfectPlayer:
        """The perfect player, whose solver answers all queries from one table.

        Created when it is first needed: the solver's kernel takes some tenths of a second to load.
        """
        from host.ai.players.perfect import PerfectPlayer

        # It gives half of its memory to the solver.
        return PerfectPlayer(min(MAX_MB, 2 * self._megabytes))

    @property
    def solver(self) -> Solver:
        """The solver of the perfect player."""
        return self.perfect_player.solver

    def run(self) -> None:
        """Answer all queries."""
        while payload := self._reader.take():
            query = decode_query(payload)
            if query.request is None:
                continue
            try:
                self._answer(query.number, query.request)
            except ValueError as error:
                self._send(Answer(query.number, error=message_of(error)))

    def _answer(self, number: int, request: Request) -> None:
        """Answer one request.

        Raises:
            ValueError: it names no game, position, move or player, or needs a proof where none
                is possible; a sentence.
        """
        game = game_named(request.game)
        position = game.parse_position(request.position)
        proves = True
        if isinstance(request, MoveRequest):
            proves = is_provable(game) and request.strength > PERFECT - 1
        # Loaded before the time begins.
        perfect_player = self.perfect_player if proves else None
        stop = self._stop_condition(request.time_ms, self._clock_of(request))
        match request:
            case HintRequest():
                values = self.perfect_player.match_values
                found = find_hint(self.solver, game, position, stop, values)
                self._send(Answer(number, found))
            case MoveRequest():
                player = Player(request.strength, request.seed, perfect_player)
                chosen = player.choose(game, position, stop)
                self._send(Answer(number, chosen))
                if perfect_player is not None:
                    self._prove_match(perfect_player, game, position, chosen)
            case ReviewRequest():
                reviewed_moves = review(
                    self.solver,
                    game,
                    position,
                    request.moves,
                    lambda: self._stop_condition(request.time_ms, self._clock_of(request)),
                    self.perfect_player.match_values if request.match else None,
                )
                for reviewed in reviewed_moves:
                    if self._reader.waiting():
                        break
                    self._send(Answer(number, reviewed, is_last=False))
                self._send(Answer(number))
            case ProveRequest():
                report = self._progress_reporter(number)
                verdict = prove_position(self.solver, game, position, stop, report)
                self._send(Answer(number, verdict))
                if request.think_on:
                    self._think_on(request)

    @staticmethod
    def _clock_of(request: Request) -> Callable[[], float]:
        """Return the clock of a request's time limit.

        Players wait for a move.  Everything else is as good on a busy computer as on an idle one:
        only the time of this process counts.
        """
        return time.monotonic if isinstance(request, MoveRequest) else time.process_time

    def _stop_condition(self, time_ms: float | None, clock: Callable[[], float]) -> StopCondition:
        """Return the condition that ends a search after its time, or when another query comes."""
        limit = None if time_ms is None else clock() + time_ms / 1000
        return lambda: self._reader.waiting() or (limit is not None and clock() >= limit)

    def _progress_reporter(self, number: int) -> Callable[[Verdict], None]:
        """Return a function that sends intermediate verdicts, not too often."""
        last = time.monotonic()

        def report(verdict: Verdict) -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= PROGRESS_S:
                last = now
                self._send(Answer(number, verdict, is_last=False))

        return report

    def _prove_match(
        self, player: PerfectPlayer, game: AnyGame, position: Hashable, chosen: ChosenMove
    ) -> None:
        """Prove who wins the match after a move, while the opponent thinks."""
        after = game.play(position, game.parse_move(position, chosen.move))
        stop = self._stop_condition(MATCH_MS, time.process_time)
        player.match_values.winner(game, after, stop=stop)

    def _think_on(self, request: ProveRequest) -> None:
        """Prove the positions that may be asked for next, until another query comes."""
        stop = self._reader.waiting
        game = game_named(request.game)
        position = game.parse_position(request.position)
        afters = list(successors(game, position).values())
        self.solver.winners(dict(enumerate(afters)), stop)
        for after in afters:
            if after.teeth != round_of(position).teeth:
                return  # other teeth need another table: the proofs of this round would be lost
            replies = rules.legal_moves(after)
            self.solver.winners(
                {reply: rules.play_unchecked(after, reply) for reply in replies}, stop
            )
            if stop():
                return
