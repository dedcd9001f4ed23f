"""The solver as a process of its own: requests in, verdicts out, one JSON object a line.

    python -m host.ai_process.server [--hash MB]

Whoever plays never waits for it, and whoever is waited for (page, lights, link) never shares a
thread with it; `host.ai_process.client` is the other end.

    > {"id": 7, "game": "kamisado", "position": "...", "time_ms": 2000, "think_on": true}
    < {"id": 7, "done": false, "value": "win", "moves": {...}, "line": [...], "nodes": 1234}
    < {"id": 7, "done": true, ...}

An answer holds all that is known, so any may be missed.  They come when there is more to tell,
`TELL_S` apart at least, and the last is `done`: everything is proven, `time_ms` (null: no
limit) is over, or the next line has come, which ends what is at work.  `think_on` lets it go on
after that for itself: with what is not proven yet, then with the answers to each move, so that
the next question finds its proof in the table.  `{"id": 8}` asks nothing: it only ends that.

Other requests name what they want, and the answers to them have that instead of a verdict:

    > {"id": 9, "want": "advice", "game": "kamisado", "position": "...", "time_ms": 2000}
    < {"id": 9, "done": true, "advice": {"move": "d8d4", "value": "win", "reason": "..."}}
    > {"id": 10, "want": "review", "game": "...", "position": "...", "moves": [...], "time_ms": 500}
    < {"id": 10, "done": false, "judged": {"ply": 24, ...}}
    < {"id": 10, "done": true}

    > {"id": 11, "want": "move", "game": "...", "position": "...", "time_ms": 5000,
       "player": {"strength": 4.5, "seed": 7}}
    < {"id": 11, "done": true, "move": "d8d4", "proven": true}

A move is what a player of the computer's plays (`host.ai.players.player`); where `proven` is false,
the time was over before it was known whether it is right. A review has an answer for each move, the
last one first (`host.ai.analysis.review`), and its `time_ms` is for each search; one that the next
line ends is answered `done` early.

What cannot be understood is answered `{"id": ..., "error": "..."}`.  The end of the input ends it.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import time
from collections.abc import Callable, Hashable
from dataclasses import asdict, dataclass

from host.ai.analysis.hint import find_hint
from host.ai.analysis.review import review
from host.ai.limits import DEFAULT_MB, MAX_MB, StopCondition
from host.ai.players.levels import PERFECT
from host.ai.players.perfect import PerfectPlayer
from host.ai.players.player import Player
from host.ai.solver.adapter import round_of, successors
from host.ai.solver.verdict import Verdict, prove_position
from host.ai_process.line_reader import LineReader
from host.engine.game import AnyGame
from host.engine.kamisado import rules
from host.engine.registry import game_named

TELL_S = 0.05
"""Twenty times a second is as often as anybody looks at it."""
POLITENESS = 5
"""How much the process steps back behind the others that want the processor (`nice`)."""

WANTED = ("verdict", "advice", "review", "move")

Message = dict[str, object]


@dataclass(frozen=True, slots=True)
class Request:
    """A question.

    Attributes:
        time_ms: how long it may take; None for no limit.
        think_on: whether to go on when it is answered.
        want: one of `WANTED`.
        moves: texts of what was played from the position on, for a review.
        player: the strength and the seed of who is asked for a move.
    """

    game: AnyGame
    position: Hashable
    time_ms: float | None
    think_on: bool
    want: str
    moves: tuple[str, ...]
    player: tuple[float, int]

    @classmethod
    def read(cls, message: Message) -> Request | None:
        """The question of a message; None if it asks nothing.

        Raises:
            ValueError: the message quotes what is wrong.
        """
        text = message.get("position")
        if text is None:
            return None
        time_ms = message.get("time_ms")
        if time_ms is not None and not isinstance(time_ms, int | float):
            raise ValueError(f"'time_ms' must be a number or null, not {time_ms!r}")
        want = message.get("want", "verdict")
        if want not in WANTED:
            raise ValueError(f"'want' must be one of {', '.join(WANTED)}, not {want!r}")
        moves = message.get("moves", [])
        if not isinstance(moves, list):
            raise ValueError(f"'moves' must be a list of texts, not {moves!r}")
        game = game_named(str(message.get("game")))
        position = game.parse_position(str(text))
        think_on = message.get("think_on") is True
        match message.get("player", {"strength": PERFECT, "seed": 0}):
            case {"strength": int() | float() as strength, "seed": int(seed)}:
                player = strength, seed
            case other:
                raise ValueError(f"'player' must have a strength and a seed, not {other!r}")
        texts = tuple(map(str, moves))
        return cls(game, position, time_ms, think_on, str(want), texts, player)


class SolverServer:
    """Answers requests until there are no more.

    Args:
        mailbox: where they come from.
        send: takes the answers.
        megabytes: for the solver's table; what wins are worth is kept in as much again.
    """

    def __init__(
        self, mailbox: LineReader, send: Callable[[Message], None], megabytes: int
    ) -> None:
        self._mailbox = mailbox
        self._send = send
        # One table for all: what was proven to light a square is known when a move is chosen.
        # The master gives half of its memory to it.
        self._master = PerfectPlayer(min(MAX_MB, 2 * megabytes))
        self._solver = self._master.solver

    def run(self) -> None:
        """Answer every line of the mailbox."""
        while line := self._mailbox.take():
            number: object = None
            try:
                message = json.loads(line)
                if not isinstance(message, dict):
                    raise ValueError(f"a request is a JSON object, not {message!r}")
                number = message.get("id")
                request = Request.read(message)
            except ValueError as error:
                self._send({"id": number, "error": str(error)})
                continue
            if request is None:
                continue
            try:
                self._answer(number, request)
            except ValueError as error:
                self._send({"id": number, "error": str(error)})
                continue
            if request.think_on:
                self._think_on(request)

    def _answer(self, number: object, request: Request) -> None:
        match request.want:
            case "advice":
                stop = self._dwell(request.time_ms)
                advice = find_hint(self._solver, request.game, request.position, stop)
                self._send({"id": number, "done": True, "advice": advice.as_json()})
            case "move":
                player = Player(*request.player, self._master)
                stop = self._dwell(request.time_ms)
                played = player.choose(request.game, request.position, stop)
                self._send({"id": number, "done": True, **asdict(played)})
            case "review":
                self._review(number, request)
            case _:
                self._judge(number, request)

    def _dwell(self, time_ms: float | None) -> StopCondition:
        """When a search ends that begins now: after its time, or when the next line has come."""
        limit = None if time_ms is None else time.monotonic() + time_ms / 1000
        return lambda: self._mailbox.waiting() or (limit is not None and time.monotonic() >= limit)

    def _review(self, number: object, request: Request) -> None:
        found = review(
            self._solver,
            request.game,
            request.position,
            request.moves,
            lambda: self._dwell(request.time_ms),
        )
        for judged in found:
            if self._mailbox.waiting():
                break
            self._send({"id": number, "done": False, "judged": judged.as_json()})
        self._send({"id": number, "done": True})

    def _judge(self, number: object, request: Request) -> None:
        told = time.monotonic()
        stop = self._dwell(request.time_ms)

        def tell(verdict: Verdict) -> None:
            nonlocal told
            now = time.monotonic()
            if now - told >= TELL_S:
                told = now
                self._send({"id": number, "done": False, **verdict.as_json()})

        verdict = prove_position(self._solver, request.game, request.position, stop, tell)
        self._send({"id": number, "done": True, **verdict.as_json()})

    def _think_on(self, request: Request) -> None:
        """Prove what will be asked next, until it is asked."""
        stop = self._mailbox.waiting
        afters = list(successors(request.game, request.position).values())
        self._solver.winners(dict(enumerate(afters)), stop)
        for after in afters:
            if after.teeth != round_of(request.position).teeth:
                return  # other teeth, other table: what is known of this round would be lost
            replies = rules.legal_moves(after)
            self._solver.winners(
                {reply: rules.play_unchecked(after, reply) for reply in replies}, stop
            )
            if stop():
                return


def main() -> None:
    """Answer the standard input on the standard output."""
    parser = argparse.ArgumentParser(description="prove who wins, as a process of its own")
    parser.add_argument("--hash", type=int, default=DEFAULT_MB, metavar="MB")
    options = parser.parse_args()
    if hasattr(os, "nice"):
        os.nice(POLITENESS)

    def send(message: Message) -> None:
        sys.stdout.write(f"{json.dumps(message)}\n")
        sys.stdout.flush()

    # Ctrl-C in a terminal reaches all of a program's processes; the parent ends this one.
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        SolverServer(LineReader(sys.stdin.fileno()), send, options.hash).run()


if __name__ == "__main__":
    main()
