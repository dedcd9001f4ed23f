"""`kamisado engine`: the game for other programs, as lines of text in the manner of UCI.

docs/protocols/engine.md describes the protocol.  `Engine` is the whole of it, without input
and output: a line in, lines out; `run` lets it look at the input while it searches.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Hashable, Sequence
from typing import TypeAlias

from host.ai.limits import DEFAULT_MB, MAX_MB, MIN_MB, StopCondition
from host.ai.players.levels import TASTE
from host.ai.players.perfect import PerfectPlayer
from host.ai.search.alphabeta import AlphaBeta
from host.ai.solver.adapter import is_provable
from host.ai_process.input_reader import LineReader
from host.cli.arguments import Tell
from host.cli.positions import ROUND, START, read_position
from host.engine.game import AnyGame
from host.engine.registry import game_named
from host.version import VERSION

NONE = "none"
GO_MS = 5000
"""How long a `go` without a limit may take; it ends earlier when all is proven."""
_TWO_WORDS = ("fill", "set")  # moves of two words begin with one of these


Interrupted: TypeAlias = Callable[[bool], bool]
"""Whether the search shall end: given whether it is one without a limit."""


class Engine:
    """One conversation: the position that was set up, and the move that is due on `stop`.

    Attributes:
        running: whether more lines are wanted; False after `quit`.

    Args:
        seed: of the choice between moves that look equally good.
        interrupted: asked while a move is searched.
        now: seconds that only go forward.
    """

    def __init__(
        self,
        seed: int,
        interrupted: Interrupted = lambda infinite: infinite,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.running = True
        self._interrupted = interrupted
        self._now = now
        self._chance = random.Random(seed)
        self._game: AnyGame = game_named(ROUND)
        self._position: Hashable = self._game.start()
        self._due: list[str] = []
        self._megabytes = DEFAULT_MB
        self._master = PerfectPlayer()

    def answer(self, line: str) -> list[str]:
        """The lines that answer a line; a wrong one changes nothing and is answered `error`."""
        words = line.split()
        if not words:
            return []
        command, *rest = words
        try:
            match command:
                case "uci":
                    return [f"id name Kamisado board {VERSION}", *_options(), "uciok"]
                case "isready":
                    return ["readyok"]
                case "setoption":
                    return self._set_option(rest)
                case "newgame" | "ucinewgame":
                    self._position, self._due = self._game.start(), []
                    return []
                case "position":
                    return self._set_position(rest)
                case "go":
                    return self._go(rest)
                case "stop":
                    due, self._due = self._due, []
                    return due
                case "quit":
                    self.running = False
                    return []
        except ValueError as error:
            return [f"error {error}"]
        return [
            f"error there is no command {command!r}; there are: uci, isready, setoption, newgame, "
            "position, go, stop, quit"
        ]

    def _set_option(self, words: list[str]) -> list[str]:
        match words:
            case ["name", "Game", "value", name]:
                self._game = game_named(name)
                self._position, self._due = self._game.start(), []
            case ["name", "Seed", "value", seed]:
                if not (seed.isascii() and seed.isdigit()):
                    raise ValueError(f"the seed must be a number, not {seed!r}")
                self._chance = random.Random(int(seed))
            case ["name", "Hash", "value", megabytes]:
                if not (megabytes.isascii() and megabytes.isdigit()):
                    raise ValueError(f"the megabytes must be a number, not {megabytes!r}")
                self._master = PerfectPlayer(int(megabytes))
                self._megabytes = int(megabytes)
            case _:
                raise ValueError(
                    "write 'setoption name Game value kamisado-standard', "
                    "'setoption name Seed value 1' or 'setoption name Hash value 256'"
                )
        return []

    def _set_position(self, words: list[str]) -> list[str]:
        split = words.index("moves") if "moves" in words else len(words)
        text = " ".join(words[:split])
        game, position = self._game, self._game.start()
        if not text:
            raise ValueError(f"write 'position {START}' or the text of a position")
        if text != START:
            game, position = read_position(text, game.name)
        for move in _moves(words[split + 1 :]):
            position = game.play(position, game.parse_move(position, move))
        # All of it is right, or nothing is changed.
        self._game, self._position, self._due = game, position, []
        return []

    def _go(self, words: list[str]) -> list[str]:
        limits = _limits(words)
        infinite = not limits
        begin = self._now()
        limit_ms = limits.get("movetime")

        def stop() -> bool:
            if self._interrupted(infinite):
                return True
            return limit_ms is not None and self._now() - begin >= limit_ms / 1000

        answer = self._choice(limits.get("nodes"), stop)
        if infinite:
            self._due = answer[-1:]
            return answer[:-1]
        self._due = []
        return answer

    def _choice(self, nodes: int | None, stop: StopCondition) -> list[str]:
        """What is said about the position, the best move last.

        Args:
            nodes: how many may be visited; None for any number.
            stop: ends the search earlier.
        """
        game, position = self._game, self._position
        outcome = game.outcome(position)
        if outcome is not None:
            return [f"info string {outcome.reason}", f"bestmove {NONE}"]
        text, line, told = (self._proof if is_provable(game) else self._thought)(nodes, stop)
        words = game.describe_move(position, game.parse_move(position, text))
        return [f"info {told} pv {' '.join(line)} string {words}", f"bestmove {text}"]

    def _proof(self, nodes: int | None, stop: StopCondition) -> tuple[str, Sequence[str], str]:
        """The best move, its line, and how it was found, in a game in which that can be proven."""
        master, before = self._master, self._master.nodes

        def enough() -> bool:
            return stop() or (nodes is not None and master.nodes - before >= nodes)

        choice = master.choose(self._game, self._position, enough, self._chance.choice)
        told = f"depth {len(choice.line)} nodes {choice.nodes} score {choice.value}"
        return choice.move, choice.line, told

    def _thought(self, nodes: int | None, stop: StopCondition) -> tuple[str, Sequence[str], str]:
        """The same in any other game."""
        game, position = self._game, self._position
        liked = {move: self._chance.randrange(TASTE) for move in game.legal_moves(position)}
        search = AlphaBeta(game, self._megabytes, bonus=liked.__getitem__)
        result = search.search(
            position, lambda: stop() or (nodes is not None and search.nodes >= nodes)
        )
        line = []
        for move in result.line:
            line.append(game.move_text(position, move))
            position = game.play(position, move)
        score = result.score if result.value == "unknown" else result.value
        return line[0], line, f"depth {result.depth} nodes {result.nodes} score {score}"


def _limits(words: list[str]) -> dict[str, int]:
    """The limits of a `go` by their names; empty for `go infinite`.

    Raises:
        ValueError: it is none.
    """
    if words == ["infinite"]:
        return {}
    limits = {
        name: int(number)
        for name, number in zip(words[::2], words[1::2], strict=False)
        if name in ("movetime", "nodes") and number.isascii() and number.isdigit()
    }
    if len(limits) * 2 != len(words):
        raise ValueError(
            "write 'go', 'go movetime 1000', 'go nodes 20000' or 'go infinite', not "
            f"{' '.join(words)!r}"
        )
    return limits or {"movetime": GO_MS}


def _options() -> list[str]:
    return [
        f"option name Game type string default {ROUND}",
        "option name Seed type spin default 1 min 0",
        f"option name Hash type spin default {DEFAULT_MB} min {MIN_MB} max {MAX_MB}",
    ]


def _moves(words: Sequence[str]) -> list[str]:
    """The moves of a list of words, of which `fill left` and the like are two."""
    moves: list[str] = []
    for word in words:
        if moves and moves[-1] in _TWO_WORDS:
            moves[-1] += f" {word}"
        else:
            moves.append(word)
    return moves


def run(options: argparse.Namespace, tell: Tell) -> int:
    """Answer the standard input until `quit` or its end; the exit status."""
    # Bytes, so that noise which is no UTF-8 is answered as well.
    reader = LineReader(sys.stdin.fileno())

    def interrupted(infinite: bool) -> bool:
        line = reader.peek()
        if line is None:
            return False
        command = line.split()[:1]
        if command == [b"isready"]:
            reader.take()
            tell("readyok")
            return False
        return infinite or command == [b"stop"]

    engine = Engine(options.seed, interrupted)
    while engine.running and (line := reader.take()):
        for answer in engine.answer(line.decode(errors="replace")):
            tell(answer.encode("ascii", "backslashreplace").decode())
    return 0
