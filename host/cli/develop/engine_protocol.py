"""The text protocol for other programs, in the manner of UCI; see docs/protocols/engine.md.

`Engine` is the whole of it without input and output: a line in, lines out.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Hashable, Sequence
from typing import TypeAlias

from host import VERSION
from host.ai.limits import DEFAULT_MB, MAX_MB, MIN_MB, StopCondition
from host.ai.players.levels import EXPERT_INDIFFERENCE
from host.ai.players.perfect import PerfectPlayer
from host.ai.search.iterative_deepening import IterativeDeepening
from host.ai.solver.adapter import is_provable
from host.cli.options import DEFAULT_GAME
from host.cli.positions import START, read_position
from host.engine.game import AnyGame
from host.engine.registry import game_named

NONE = "none"
GO_MS = 5000
"""Time limit of a `go` without one; it ends earlier when all is proven."""
_TWO_WORDS = ("fill", "set")  # moves of two words begin with one of these


Interrupted: TypeAlias = Callable[[bool], bool]
"""True if the search shall end; its argument is True for a search without a limit."""


class Engine:
    """One conversation: the current position, and the move that is due on `stop`.

    Attributes:
        running: False after `quit`.

    Args:
        seed: of the choice between equally good moves.
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
        self._game: AnyGame = game_named(DEFAULT_GAME)
        self._position: Hashable = self._game.start()
        self._due: list[str] = []
        self._megabytes = DEFAULT_MB
        self._perfect_player = PerfectPlayer()

    def answer(self, line: str) -> list[str]:
        """Return the answer to a line; a wrong one changes nothing and is answered `error`."""
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
                self._perfect_player = PerfectPlayer(int(megabytes))
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
        """Return the answer about the position, the best move last.

        Args:
            nodes: limit of visited positions; None for no limit.
            stop: ends the search earlier.
        """
        game, position = self._game, self._position
        outcome = game.outcome(position)
        if outcome is not None:
            return [f"info string {outcome.reason}", f"bestmove {NONE}"]
        text, line, info = (self._prove if is_provable(game) else self._search_move)(nodes, stop)
        words = game.describe_move(position, game.parse_move(position, text))
        return [f"info {info} pv {' '.join(line)} string {words}", f"bestmove {text}"]

    def _prove(self, nodes: int | None, stop: StopCondition) -> tuple[str, Sequence[str], str]:
        """Return the best move, its line and figures of the search, in a solvable game."""
        perfect_player, before = self._perfect_player, self._perfect_player.nodes

        def is_spent() -> bool:
            return stop() or (nodes is not None and perfect_player.nodes - before >= nodes)

        choice = perfect_player.choose(self._game, self._position, is_spent, self._chance.choice)
        info = f"depth {len(choice.line)} nodes {choice.nodes} score {choice.value}"
        return choice.move, choice.line, info

    def _search_move(
        self, nodes: int | None, stop: StopCondition
    ) -> tuple[str, Sequence[str], str]:
        """Return the same in any other game."""
        game, position = self._game, self._position
        liked = {
            move: self._chance.randrange(EXPERT_INDIFFERENCE) for move in game.legal_moves(position)
        }
        search = IterativeDeepening(game, self._megabytes, bonus=liked.__getitem__)
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
    """Parse the limits of a `go` by their names; empty for `go infinite`.

    Raises:
        ValueError: they are malformed.
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
        f"option name Game type string default {DEFAULT_GAME}",
        "option name Seed type spin default 1 min 0",
        f"option name Hash type spin default {DEFAULT_MB} min {MIN_MB} max {MAX_MB}",
    ]


def _moves(words: Sequence[str]) -> list[str]:
    """Join words to moves: `fill left` and the like are two words."""
    moves: list[str] = []
    for word in words:
        if moves and moves[-1] in _TWO_WORDS:
            moves[-1] += f" {word}"
        else:
            moves.append(word)
    return moves
