"""The text protocol for other programs, UGI and in the manner of UCI; docs/protocols/engine.md.

`Engine` is the whole of it without input and output: a line in, lines out.

Source of UGI, the Universal Game Interface: ugi.md of the tournament program cutegames.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from host import VERSION
from host.ai.transposition_table_size import DEFAULT_MB, MAX_MB, MIN_MB
from host.cli.develop.engine_search import EngineSearch, SearchState
from host.cli.options import DEFAULT_GAME
from host.cli.positions import START, read_position
from host.engine.game import AnyGame, Side
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


GO_MS = 5000
"""Time limit of a `go` without any limit; it ends earlier when all is proven."""
MOVES_LEFT = 20
"""A move gets this share of the time left: rounds of Kamisado have some ten moves of each side."""
INCREMENT_SHARE = 0.75
"""Share of the increment that a move gets besides."""
OVERHEAD_MS = 50
"""Time left untouched: for the pipes, and for a computer that does other things as well."""

_CLOCK = re.compile(r"(?:p[12]|[wb])(?:time|inc)")
"""The clock of a player, by who begins as in UGI or by side as in UCI."""
_NUMBERS = re.compile(rf"movetime|nodes|depth|movestogo|{_CLOCK.pattern}")
_UNTIL_STOP = ("infinite", "ponder")
_USAGE = (
    "write 'go', 'go movetime 1000', 'go nodes 20000', 'go depth 6', 'go infinite' or "
    "'go p1time 60000 p2time 60000 p1inc 1000 p2inc 1000'"
)


@dataclass(frozen=True, slots=True)
class GoLimits:
    """Limits of one search.

    Attributes:
        infinite: until `stop`.
        nodes, depth: None for no limit.
        time_ms: None for no limit.
        ignored: words that are no limit.
    """

    infinite: bool = False
    nodes: int | None = None
    depth: int | None = None
    time_ms: float | None = None
    ignored: tuple[str, ...] = ()


def parse_limits(words: Sequence[str], side: Side, is_p1: bool, tolerant: bool = False) -> GoLimits:
    """Parse the words after `go`.

    Args:
        side: the side to move, whose clock counts.
        is_p1: player one is to move.
        tolerant: ignore words that are no limit, and a clock of the other side alone.

    Raises:
        ValueError: they are malformed, or name only the clock of the other side; never if tolerant.
    """
    limits: dict[str, int] = {}
    ignored = []
    infinite = False
    number = re.compile(r"-?[0-9]{1,18}" if tolerant else r"[0-9]{1,18}")
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in _UNTIL_STOP:
            infinite = True
        elif rest and word not in limits and _NUMBERS.fullmatch(word) and number.fullmatch(rest[0]):
            limits[word] = max(0, int(rest.pop(0)))  # a clock that has run out may be negative
        else:
            ignored.append(word)
    if ignored and not tolerant:
        raise ValueError(f"{_USAGE}, not {' '.join(words)!r}")
    if infinite:
        return GoLimits(infinite=True, ignored=tuple(ignored))
    own = [name for name in ("p1" if is_p1 else "p2", side.value) if f"{name}time" in limits]
    times: list[float] = [limits["movetime"]] if "movetime" in limits else []
    moves = max(1, min(MOVES_LEFT, limits.get("movestogo", MOVES_LEFT)))
    times += [_share(limits[f"{name}time"], limits.get(f"{name}inc", 0), moves) for name in own]
    if not own and any(map(_CLOCK.fullmatch, limits)) and not tolerant:
        asked = "p1" if is_p1 else "p2"
        raise ValueError(f"{asked} is to move, and its clock is missing: {_USAGE}")
    if not times and not limits.keys() & {"nodes", "depth"}:
        times.append(GO_MS)
    return GoLimits(
        nodes=limits.get("nodes"),
        depth=limits.get("depth"),
        time_ms=min(times, default=None),
        ignored=tuple(ignored),
    )


def _share(left_ms: int, increment_ms: int, moves: int) -> float:
    """Return the time in ms for the next move.

    Args:
        left_ms: the time left.
        increment_ms: the time that each move adds.
        moves: the number of moves for which the time left must last.
    """
    share = left_ms / moves + INCREMENT_SHARE * increment_ms
    return max(0, min(share, left_ms - OVERHEAD_MS))


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
