"""`kamisado engine` as a process, and a match of two of them by the protocol UGI.

The match asks and waits as the tournament program cutegames does, so that an engine which plays
here can be driven by it: a new game is told, `isready` comes before each position, the engines are
asked for the turn and the end of the game, the clock runs from `go` to `bestmove`, and both engines
are asked for the result.
"""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.support.running import DEADLINE_S

ROOT = Path(__file__).resolve().parents[2]
MAX_PLIES = 500
MARGIN_MS = 5_000
"""Time that a match goes on after a flag has fallen: a busy computer lets engines wait."""


class EngineProcess:
    """An engine, to which lines are sent, and whose lines are waited for.

    Use it as a context manager, which ends the process.

    Args:
        words: arguments of `kamisado engine`.
    """

    def __init__(self, *words: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "host", "engine", *words],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        assert self._process.stdin is not None
        self._input = self._process.stdin
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\n"))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        self._input.close()
        self._reader.join()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def send(self, *lines: str) -> None:
        """Send lines."""
        self._input.write("".join(f"{line}\n" for line in lines))

    def line(self) -> str:
        """Return its next line.

        Raises:
            queue.Empty: there is none before the deadline.
        """
        return self._lines.get(timeout=DEADLINE_S)

    def wait_for(self, word: str) -> list[str]:
        """Return its lines up to the first that begins with a word."""
        lines = [self.line()]
        while lines[-1].split()[:1] != [word]:
            lines.append(self.line())
        return lines

    def ask(self, line: str, word: str) -> str:
        """Send a line; return what follows this word in the answer."""
        self.send(line)
        return self.wait_for(word)[-1].removeprefix(word).strip()

    def end_input(self) -> int:
        """Close its input; return its exit status."""
        self._input.close()
        return self.wait()

    def wait(self) -> int:
        """Wait for its end; return its exit status."""
        return self._process.wait(DEADLINE_S)


@dataclass(frozen=True)
class EngineMatch:
    """A match that was played.

    Attributes:
        moves: texts.
        result: `p1win`, `p2win` or `draw`, on which both engines agree.
        left_ms: time left, of player one and of player two.
    """

    moves: tuple[str, ...]
    result: str
    left_ms: tuple[float, float]


def play_match(
    first: EngineProcess, second: EngineProcess, game: str, time_ms: float, increment_ms: int
) -> EngineMatch:
    """Play a match of two engines with clocks; the first is player one."""
    engines = (first, second)
    left = [time_ms, time_ms]
    for engine in engines:
        engine.ask("ugi", "ugiok")
        engine.send(f"setoption name Game value {game}")
        engine.ask("isready", "readyok")
        engine.send("uginewgame")
    moves: list[str] = []
    while len(moves) < MAX_PLIES:
        position = " ".join(["position startpos", *(["moves", *moves] if moves else [])])
        for engine in engines:
            engine.ask("isready", "readyok")
            engine.send(position)
        turns = [engine.ask("query p1turn", "response") for engine in engines]
        overs = [engine.ask("query gameover", "response") for engine in engines]
        assert turns[0] == turns[1]
        assert overs[0] == overs[1]
        if overs[0] == "true":
            break
        mover = ["true", "false"].index(turns[0])
        legal = engines[1 - mover].ask("query legalmoves", "response").split()
        clocks = f"p1time {left[0]:.0f} p2time {left[1]:.0f}"
        begin = time.monotonic()
        move = engines[mover].ask(
            f"go {clocks} p1inc {increment_ms} p2inc {increment_ms}", "bestmove"
        )
        left[mover] -= (time.monotonic() - begin) * 1000
        assert left[mover] > -MARGIN_MS, f"player {mover + 1} lost on time at move {len(moves) + 1}"
        left[mover] = max(0, left[mover]) + increment_ms
        assert move in legal, f"{move!r} is not legal after {position!r}"
        moves.append(move)
    results = {engine.ask("query result", "response") for engine in engines}
    assert len(results) == 1, results
    return EngineMatch(tuple(moves), results.pop(), (left[0], left[1]))
