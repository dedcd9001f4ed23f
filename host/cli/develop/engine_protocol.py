"""The text protocol for other programs, UGI and in the manner of UCI; docs/protocols/engine.md.

`Engine` is the whole of it without input and output: a line in, lines out.

Source of UGI, the Universal Game Interface: ugi.md of the tournament program cutegames.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from typing import TypeAlias

from host import VERSION
from host.ai.transposition_table_size import DEFAULT_MB, MAX_MB, MIN_MB
from host.cli.develop.engine_limits import parse_limits
from host.cli.develop.engine_search import EngineSearch, SearchState
from host.cli.options import DEFAULT_GAME
from host.cli.positions import START, read_position
from host.engine.game import AnyGame
from host.engine.registry import game_named

NONE = "none"
INFO_S = 0.5
"""Least time between two `info` of a search at work."""
CERTAIN_CP = 10_000
"""Value of `score cp` for a certain result at an unknown distance."""
MAX_ERROR = 400
"""Number of characters of an error, so that a line of 300 kB is not quoted in full."""
_TWO_WORDS = ("fill", "set")  # moves of two words begin with one of these
_COMMANDS = "ugi, uci, isready, setoption, uginewgame, position, go, stop, query, quit"
_NEW_GAME = ("uginewgame", "ucinewgame", "newgame")
_OF_UCI = ("debug", "register", "ponderhit", *_NEW_GAME)
"""Commands beside `_COMMANDS`; the first two ask for nothing that there is."""
_KNOWN = {*_COMMANDS.split(", "), *_OF_UCI}

Send: TypeAlias = Callable[[str], None]
"""Takes one line of the answer."""
Interrupted: TypeAlias = Callable[[bool], bool]
"""True if the search shall end; its argument is True for a search without a limit."""


class Engine:
    """One conversation: the current position, and the move that is due on `stop`.

    Attributes:
        running: False after `quit`.

    Args:
        seed: of the choice between equally good moves.
        send: takes the answers.
        interrupted: asked while a move is searched.
        now: seconds that only go forward.
    """

    def __init__(
        self,
        seed: int,
        send: Send,
        interrupted: Interrupted = lambda infinite: infinite,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.running = True
        self._send = send
        self._interrupted = interrupted
        self._now = now
        self._game: AnyGame = game_named(DEFAULT_GAME)
        self._position: Hashable = self._game.start()
        self._due: str | None = None
        self._protocol = ""  # until `uci` or `ugi`
        self._search = EngineSearch(seed)

    def handle(self, line: str) -> None:
        """Answer a line; a wrong one changes nothing, and is answered `error`.

        After `uci`, whose programs know no `error`, that is an `info string`, and words before a
        command are ignored.
        """
        words = line.split()
        if self._is_uci:
            words = words[next((i for i, word in enumerate(words) if word in _KNOWN), 0) :]
        if not words:
            return
        try:
            self._obey(words[0], words[1:])
        except ValueError as error:
            told = "info string" if self._is_uci else "error"
            self._send(f"{told} {_shortened(str(error))}")

    @property
    def _is_uci(self) -> bool:
        return self._protocol == "uci"

    def _obey(self, command: str, rest: list[str]) -> None:
        """Carry out one command.

        Raises:
            ValueError: there is no such command, or it is malformed.
        """
        match command:
            case "uci" | "ugi":
                self._protocol = command
                self._introduce(f"{command}ok")
            case "isready":
                self._search.load(self._game)
                self._send("readyok")
            case "setoption":
                self._set_option(rest)
            case _ if command in _NEW_GAME:
                self._search.clear()
                self._set_up(self._game, self._game.start())
            case "position":
                self._set_position(rest)
            case "go":
                self._go(rest)
            case "stop" | "ponderhit":
                if self._due is not None:
                    self._send(self._due)
                    self._due = None
            case "query":
                self._send(f"response {self._response(rest)}")
            case "quit":
                self.running = False
            case "debug" | "register" if self._is_uci:
                pass
            case _:
                raise ValueError(f"there is no command {command!r}; there are: {_COMMANDS}")

    def _introduce(self, end: str) -> None:
        self._send(f"id name Kamisado board {VERSION}")
        self._send("id author The Kamisado board developers")
        self._send(f"option name Game type string default {DEFAULT_GAME}")
        self._send("option name Seed type spin default 1 min 0")
        self._send(f"option name Hash type spin default {DEFAULT_MB} min {MIN_MB} max {MAX_MB}")
        self._send(end)

    def _set_option(self, words: list[str]) -> None:
        # UCI: names of options are the same in capitals and in small letters.
        match [word.lower() for word in words[:3]] + words[3:]:
            case ["name", "game", "value", name]:
                game = game_named(name)
                self._set_up(game, game.start())
            case ["name", "seed", "value", seed]:
                if not (seed.isascii() and seed.isdigit()):
                    raise ValueError(f"the seed must be a number, not {seed!r}")
                self._search.seed(int(seed))
            case ["name", "hash", "value", megabytes]:
                if not (megabytes.isascii() and megabytes.isdigit()):
                    raise ValueError(f"the megabytes must be a number, not {megabytes!r}")
                self._search.resize(int(megabytes))
            case _:
                raise ValueError(
                    "write 'setoption name Game value kamisado-standard', "
                    "'setoption name Seed value 1' or 'setoption name Hash value 256'"
                )

    def _set_up(self, game: AnyGame, position: Hashable) -> None:
        """Go to a position, and drop the move that `stop` would send."""
        self._game, self._position, self._due = game, position, None

    def _set_position(self, words: list[str]) -> None:
        split = words.index("moves") if "moves" in words else len(words)
        text = " ".join(words[words[:1] == ["fen"] : split])
        game, position = self._game, self._game.start()
        if not text:
            raise ValueError(
                f"write 'position {START}', or 'position fen' and the text of a position"
            )
        if text != START:
            game, position = read_position(text, game.name)
        for move in _moves(words[split + 1 :]):
            position = game.play(position, game.parse_move(position, move))
        # All of it is right, or nothing is changed.
        self._set_up(game, position)

    @property
    def _is_p1_turn(self) -> bool:
        """True if the side is to move that begins the game."""
        return self._game.turn(self._position) is self._game.turn(self._game.start())

    def _response(self, words: list[str]) -> str:
        """Return the answer to a query.

        Raises:
            ValueError: there is no such query.
        """
        game, position = self._game, self._position
        outcome = game.outcome(position)
        match words:
            case ["p1turn"]:
                return str(self._is_p1_turn).lower()
            case ["gameover"]:
                return str(outcome is not None).lower()
            case ["result"]:
                if outcome is None:
                    return NONE
                if outcome.winner is None:
                    return "draw"
                return "p1win" if outcome.winner is game.turn(game.start()) else "p2win"
            case ["legalmoves"]:
                moves = [] if outcome is not None else game.legal_moves(position)
                return " ".join(_one_word(game.move_text(position, move)) for move in moves)
        raise ValueError(
            "write 'query p1turn', 'query gameover', 'query result' or 'query legalmoves', not "
            f"{' '.join(words)!r}"
        )

    def _go(self, words: list[str]) -> None:
        game, position = self._game, self._position
        limits = parse_limits(words, game.turn(position), self._is_p1_turn, self._is_uci)
        if limits.ignored:
            self._send(f"info string ignored: {_shortened(' '.join(limits.ignored))}")
        self._due = None
        outcome = game.outcome(position)
        if outcome is not None:
            self._send(f"info string {outcome.reason}")
            self._finish(f"bestmove {NONE}", limits.infinite)
            return
        self._search.load(game)
        begin = last = self._now()

        def stop() -> bool:
            if self._interrupted(limits.infinite):
                return True
            used_ms = (self._now() - begin) * 1000
            return limits.time_ms is not None and used_ms >= limits.time_ms

        def report(state: SearchState) -> None:
            nonlocal last
            now = self._now()
            if now - last >= INFO_S:
                last = now
                self._send(f"info {self._figures(state, now - begin)}")

        state = self._search.search(game, position, stop, report, limits.nodes, limits.depth)
        best = state.line[0]
        spoken = game.describe_move(position, game.parse_move(position, best))
        self._send(f"info {self._figures(state, self._now() - begin)} string {spoken}")
        self._finish(f"bestmove {_one_word(best)}", limits.infinite)

    def _finish(self, answer: str, infinite: bool) -> None:
        """Send the answer to a `go`, or keep it until `stop`."""
        if infinite:
            self._due = answer
        else:
            self._send(answer)

    def _figures(self, state: SearchState, seconds: float) -> str:
        """Return the figures of a search for `info`."""
        parts = [] if state.value is None else [f"depth {state.depth}", *self._score(state)]
        per_second = round(state.nodes / seconds) if seconds else 0
        parts.append(f"nodes {state.nodes} time {round(seconds * 1000)} nps {per_second}")
        if state.line:
            parts.append(f"pv {' '.join(map(_one_word, state.line))}")
        return " ".join(parts)

    def _score(self, state: SearchState) -> list[str]:
        """Return the score as UGI has it, or as a word for a program that does not speak UGI."""
        certain = state.value in ("win", "loss")
        if self._protocol != "ugi":
            plain = state.value if certain or state.score is None else state.score
            return [f"score {plain}"]
        sign = 1 if state.value == "win" else -1
        if certain and state.plies is not None:
            return [f"score mate {sign * state.plies}"]
        if certain:
            return [f"score cp {sign * CERTAIN_CP}"]
        return [] if state.score is None else [f"score cp {state.score}"]


def _one_word(move: str) -> str:
    """Return a move as the protocol writes it: `fill-left` is one word."""
    return move.replace(" ", "-")


def _moves(words: Sequence[str]) -> list[str]:
    """Return the moves that words name: `fill-left` or `fill left` and the like are one."""
    moves: list[str] = []
    for word in words:
        if moves and moves[-1] in _TWO_WORDS:
            moves[-1] += f" {word}"
        elif word.partition("-")[0] in _TWO_WORDS:
            moves.append(word.replace("-", " "))
        else:
            moves.append(word)
    return moves


def _shortened(text: str) -> str:
    """Return a sentence without the middle of what it quotes, if that is long."""
    if len(text) <= MAX_ERROR:
        return text
    return f"{text[: MAX_ERROR // 2]} ... {text[-MAX_ERROR // 2 :]}"
