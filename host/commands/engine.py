"""`kamisado engine`: the game for other programs, as lines of text in the manner of UCI.

docs/engine-protocol.md describes the protocol.  `Engine` is the whole of it, without input
and output: a line in, lines out.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Hashable, Sequence

from host.commands.arguments import Tell
from host.commands.positions import ROUND, START, read_position
from host.engine.registry import AnyGame, game_named
from host.version import VERSION

NONE = "none"
_TWO_WORDS = ("fill", "set")  # moves of two words begin with one of these


class Engine:
    """One conversation: the position that was set up, and the move that is due on `stop`.

    Attributes:
        running: whether more lines are wanted; False after `quit`.
    """

    def __init__(self, seed: int) -> None:
        self.running = True
        self._chance = random.Random(seed)
        self._game: AnyGame = game_named(ROUND)
        self._position: Hashable = self._game.start()
        self._due: list[str] = []

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
            case _:
                raise ValueError(
                    "write 'setoption name Game value kamisado-standard' or "
                    "'setoption name Seed value 1'"
                )
        return []

    def _set_position(self, words: list[str]) -> list[str]:
        split = words.index("moves") if "moves" in words else len(words)
        text = " ".join(words[:split])
        game, position = self._game, self._game.start()
        if not text:
            raise ValueError(f"write 'position {START}' or the text of a position")
        if text != START:
            game, position = read_position(text)
        for move in _moves(words[split + 1 :]):
            position = game.play(position, game.parse_move(position, move))
        # All of it is right, or nothing is changed.
        self._game, self._position, self._due = game, position, []
        return []

    def _go(self, words: list[str]) -> list[str]:
        match words:
            case [] | ["infinite"]:
                pass
            case ["movetime", milliseconds] if milliseconds.isascii() and milliseconds.isdigit():
                pass
            case _:
                raise ValueError(
                    f"write 'go movetime 1000' or 'go infinite', not {' '.join(words)!r}"
                )
        answer = self._choice()
        if words == ["infinite"]:
            self._due = answer[-1:]
            return answer[:-1]
        self._due = []
        return answer

    def _choice(self) -> list[str]:
        """What is said about the position, the best move last."""
        moves = self._game.legal_moves(self._position)
        outcome = self._game.outcome(self._position)
        if outcome is not None:
            return [f"info string {outcome.reason}", f"bestmove {NONE}"]
        move = self._chance.choice(moves)
        text = self._game.move_text(self._position, move)
        words = self._game.move_words(self._position, move)
        return [f"info depth 0 nodes {len(moves)} pv {text} string {words}", f"bestmove {text}"]


def _options() -> list[str]:
    return [
        f"option name Game type string default {ROUND}",
        "option name Seed type spin default 1 min 0",
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
    engine = Engine(options.seed)
    # Bytes, so that noise which is no UTF-8 is answered as well.
    for line in sys.stdin.buffer:
        for answer in engine.answer(line.decode(errors="replace")):
            tell(answer.encode("ascii", "backslashreplace").decode())
        if not engine.running:
            break
    return 0
