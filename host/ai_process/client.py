"""Who asks the solver: its process, started when it is needed, and again when it has died.

Nothing here takes the event loop's time but a line to write and one to read.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self, cast

from host.ai.analysis.hint import MoveHint
from host.ai.analysis.review import ReviewedMove
from host.ai.limits import DEFAULT_MB, max_slots
from host.ai.players.player import ChosenMove
from host.ai.solver.verdict import Verdict

_LOG = logging.getLogger(__name__)

ATTEMPTS = 3
"""How often one question is asked before it is given up: each time the process has died."""
END_S = 2.0
"""How long the process may take to end by itself; it looks every millisecond."""
LINE_LIMIT = 1 << 20
"""Longer than any answer: 102 moves and a line of some hundred plies."""


class SolverLostError(RuntimeError):
    """The solver's process has died again and again over one question."""


@dataclass
class _Question:
    """One that waits for its last answer, and the answers that came; None: the process died."""

    line: bytes
    answers: asyncio.Queue[dict[str, object] | None] = field(default_factory=asyncio.Queue)


class SolverClient:
    """The solver of this program, in a process of its own.

    One question is at work at a time: the next one ends it, and it is then answered with what
    was known.  Use it as a context manager, which ends the process.

    Args:
        megabytes: for the solver's table.

    Raises:
        ValueError: the table cannot have that size.
    """

    def __init__(self, megabytes: int = DEFAULT_MB) -> None:
        max_slots(megabytes)
        self._megabytes = megabytes
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._asked = 0
        self._closed = False
        self._questions: dict[int, _Question] = {}

    async def __aenter__(self) -> Self:
        """Start the process."""
        await self._run()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End the process."""
        await self.close()

    @property
    def pid(self) -> int | None:
        """The number of the process; None if none is running."""
        process = self._process
        return None if process is None or process.returncode is not None else process.pid

    async def judge(
        self, game: str, position: str, *, time_ms: float | None = None, think_on: bool = False
    ) -> Verdict:
        """The last of `verdicts`."""
        async for verdict in self.verdicts(game, position, time_ms=time_ms, think_on=think_on):
            last = verdict
        return last

    async def verdicts(
        self, game: str, position: str, *, time_ms: float | None = None, think_on: bool = False
    ) -> AsyncGenerator[Verdict, None]:
        """What is known of a position, again whenever there is more; one verdict at least.

        Args:
            game: its name, as the registry has it.
            position: its text.
            time_ms: after which the last comes, with what is known by then; None for no limit.
            think_on: whether the process goes on thinking about what may come next.

        Raises:
            ValueError: there is no such game or position.
            SolverLostError: the process died `ATTEMPTS` times.
        """
        asked = {"game": game, "position": position, "time_ms": time_ms, "think_on": think_on}
        answered = False
        async with aclosing(self._ask(asked)) as answers:
            async for answer in answers:
                yield Verdict.from_json(answer)
                answered = answer["done"] is True
        if not answered:
            yield Verdict("unknown", {}, (), 0)

    async def advise(self, game: str, position: str, *, time_ms: float) -> MoveHint | None:
        """What to play; None if the next question, or the end, came before the answer.

        Raises:
            ValueError: there is no such game or position, or no move to be made in it.
            SolverLostError: the process died `ATTEMPTS` times.
        """
        asked = {"want": "advice", "game": game, "position": position, "time_ms": time_ms}
        advice = None
        async for answer in self._ask(asked):
            advice = MoveHint.from_json(cast("dict[str, object]", answer["advice"]))
        return advice

    async def choose(
        self, game: str, position: str, strength: float, seed: int, time_ms: float | None = None
    ) -> ChosenMove | None:
        """What a player plays (`host.ai.players.player`); None if another question came meanwhile.

        Args:
            game: its name, as the registry has it.
            position: its text.
            strength, seed: the player's.
            time_ms: how long a proof may take; None for no limit.

        Raises:
            ValueError: there is no such game, position or player.
            SolverLostError: the process died `ATTEMPTS` times.
        """
        player = {"strength": strength, "seed": seed}
        asked = {"game": game, "position": position, "time_ms": time_ms, "player": player}
        played = None
        async for answer in self._ask({"want": "move", **asked}):
            played = ChosenMove(str(answer["move"]), answer["proven"] is True)
        return played

    async def review(
        self, game: str, start: str, moves: Sequence[str], *, time_ms: float
    ) -> AsyncGenerator[ReviewedMove, None]:
        """What is proven of each move of a match, the last one first.

        It ends early if the next question, or the end, comes before.

        Args:
            game: its name, as the registry has it.
            start: text of the position before the first move.
            moves: texts, passes and choices included.
            time_ms: for each search.

        Raises:
            ValueError: there is no such game, position or move.
            SolverLostError: the process died `ATTEMPTS` times.
        """
        asked = {
            "want": "review",
            "game": game,
            "position": start,
            "moves": list(moves),
            "time_ms": time_ms,
        }
        async with aclosing(self._ask(asked)) as answers:
            async for answer in answers:
                if "judged" not in answer:
                    return
                yield ReviewedMove.from_json(cast("dict[str, object]", answer["judged"]))

    async def _ask(self, asked: Mapping[str, object]) -> AsyncGenerator[dict[str, object], None]:
        """The answers to a question, `done` in the last; none such if another question ended it.

        Raises:
            ValueError: what was asked cannot be understood.
            SolverLostError: the process died `ATTEMPTS` times.
        """
        self._asked += 1
        number = self._asked
        question = _Question(json.dumps({"id": number, **asked}).encode() + b"\n")
        self._questions[number] = question
        answered = False
        try:
            for _ in range(ATTEMPTS):
                await self._write(question.line)
                while (answer := await question.answers.get()) is not None:
                    answered = "error" in answer or answer["done"] is True
                    if "error" in answer:
                        raise ValueError(str(answer["error"]))
                    yield answer
                    if answered:
                        return
                if self._closed or number != self._asked:
                    # The end of all, or a later question, has ended this one.
                    answered = True
                    return
                _LOG.warning("the solver's process has ended; it is started again")
            raise SolverLostError(
                f"the solver's process died {ATTEMPTS} times over {asked['position']!r}"
            )
        finally:
            del self._questions[number]
            if not answered and number == self._asked:
                await self.rest()  # nobody listens any more

    async def rest(self) -> None:
        """Stop thinking: nothing is asked any more."""
        if self.pid is not None:
            self._asked += 1
            await self._write(json.dumps({"id": self._asked}).encode() + b"\n")

    async def close(self) -> None:
        """End the process, once and for all; questions that are open are answered `unknown`."""
        self._closed = True
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(END_S):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
        if self._reading is not None:
            await self._reading

    async def _write(self, line: bytes) -> None:
        """Send a line to the process, which is started if there is none."""
        process = await self._run()
        assert process.stdin is not None
        # If it dies now, `_read` tells whoever waits.
        with suppress(ConnectionError):
            process.stdin.write(line)
            await process.stdin.drain()

    async def _run(self) -> asyncio.subprocess.Process:
        """The process, started if there is none."""
        async with self._starting:
            if self._process is None or self.pid is None:
                if self._reading is not None:
                    await self._reading
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-m",
                    "host.ai_process.server",
                    "--hash",
                    str(self._megabytes),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    limit=LINE_LIMIT,
                )
                self._reading = asyncio.create_task(self._read(self._process))
            return self._process

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        """Hand out answers until the process ends, then tell all who wait."""
        assert process.stdout is not None
        while line := await process.stdout.readline():
            answer = json.loads(line)
            question = self._questions.get(answer["id"])
            if question is not None:
                question.answers.put_nowait(answer)
        await process.wait()
        for question in self._questions.values():
            question.answers.put_nowait(None)
