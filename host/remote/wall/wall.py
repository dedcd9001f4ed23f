"""All boards of a club, as a wall shows them: what they have published, and which are dead.

Where pairings go: `Wall.seat` says who plays at a board, and its page, the overlay, the results
and the records name them; `Results` (results.py) has what was played.  A tournament seats its
players by the first, and reads its results from the second (`host/cli/club/tournament.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from host.remote.topics import ROOT
from host.remote.wall.delay_line import DelayLine
from host.remote.wall.payloads import EMPTY, KINDS, read_payload

ShownBoard: TypeAlias = Mapping[str, object]
"""A board as pages are told of it, JSON; `docs/protocols/wall.md` has its fields.  Never changed:
another one takes its place."""

ONLINE = b"online"
SILENT_MS = 8000
"""A board that has published nothing for so long is dead; it does every three seconds."""
MOST_BOARDS = 2000
"""Further ones are left out: names are what others choose."""
LONGEST_NAME = 80
"""Characters; boards with longer names are left out."""
MOST_REOPENED = 4
"""Moves of a match that had ended which are taken back at once, passes included."""

_DEPTH = len(ROOT.split("/"))


class _Board:
    """A board with all that has come from it."""

    def __init__(self, name: str, now_ms: int) -> None:
        self.heard_ms = now_ms
        self.presence: bytes | None = None
        self.has_state = False
        self.record: Mapping[str, object] | None = None
        self.shown: dict[str, object] = {
            "name": name,
            "live": "live",
            "players": None,
            **EMPTY,
        }

    def live(self, now_ms: int) -> str:
        """Return "live", "offline" or "silent"."""
        if self.presence not in (ONLINE, None):
            return "offline"
        return "silent" if now_ms - self.heard_ms >= SILENT_MS else "live"


class Wall:
    """The boards of a club; pure, time is an argument.

    Presence is told at once, all else after the delay.

    Args:
        delay_ms: of what spectators see.
    """

    def __init__(self, delay_ms: int = 0) -> None:
        self._line = DelayLine(delay_ms)
        self._boards: dict[str, _Board] = {}
        self._players: dict[str, Mapping[str, str]] = {}
        self._changed: dict[str, None] = {}

    def board(self, name: str) -> ShownBoard | None:
        """Return a board; None if there is no such one, or no more."""
        board = self._boards.get(name)
        return None if board is None else board.shown

    def record(self, name: str) -> Mapping[str, object] | None:
        """Return `moves` and `text` of the record of a board's last match that has ended."""
        board = self._boards.get(name)
        return None if board is None else board.record

    def seat(self, name: str, players: Mapping[str, str] | None) -> None:
        """Say who plays at a board, whether it is there already or not.

        A match that has ended keeps its players until another one begins.

        Args:
            name: of the board, as it stands in its topics.
            players: names of "black" and "white"; None for nobody known.
        """
        if players is None:
            self._players.pop(name, None)
        else:
            self._players[name] = dict(players)
        board = self._boards.get(name)
        if board is not None and not has_ended(board.shown):
            self._show(name, {"players": self._players.get(name)})

    def hear(self, topic: str, payload: bytes, now_ms: int) -> None:
        """Take in a message of the broker; an empty presence takes the board away.

        Args:
            topic: of the message; others than those of boards are ignored.
            payload: as `docs/club.md` describes it.
            now_ms: time at which it came.
        """
        levels = topic.split("/")
        if len(levels) != _DEPTH + 3 or levels[-1] not in KINDS:
            return
        name, kind = levels[-2:]
        if not payload:
            if kind == "presence":
                self._forget(name)
            return
        if name not in self._boards:
            if len(self._boards) >= MOST_BOARDS or not 0 < len(name) <= LONGEST_NAME:
                return
            self._boards[name] = _Board(name, now_ms)
            self._show(name, {"players": self._players.get(name)})
            self._changed[name] = None
        board = self._boards[name]
        board.heard_ms = now_ms
        board.has_state |= kind == "state"
        if kind == "presence":
            board.presence = payload
        elif not self._line.delay_ms:
            self._take(name, kind, payload)
        elif kind == "clock":
            clock = read_payload("clock", payload) or {}
            self._line.put_clock(name, clock.get("running"), payload, now_ms)
        else:
            self._line.put(name, kind, payload, now_ms)
        self._show(name, {"live": board.live(now_ms)})

    def tick(self, now_ms: int) -> None:
        """Show what is due, and find boards that have fallen silent; once a second or oftener."""
        for name, kind, payload in self._line.take(now_ms):
            if name in self._boards:
                self._take(name, kind, payload)
        for name, board in self._boards.items():
            self._show(name, {"live": board.live(now_ms)})

    def lacks_states(self, now_ms: int) -> bool:
        """Return True if a live board has not told its state, though it has been heard."""
        boards = self._boards.values()
        return any(not board.has_state and board.live(now_ms) == "live" for board in boards)

    def take_changed(self) -> list[str]:
        """Return the names of the boards that have changed, come or gone since the last call."""
        changed = list(self._changed)
        self._changed.clear()
        return changed

    def _take(self, name: str, kind: str, payload: bytes) -> None:
        """Show what a board has published; what has not its form is ignored."""
        told = read_payload(kind, payload)
        if told is None:
            return
        if kind == "record":
            self._boards[name].record = told
            self._changed[name] = None
        elif kind == "clock":
            self._show(name, {"clock": told})
        else:
            shown = self._boards[name].shown
            if kind == "state" and not goes_on(moves_of(shown), moves_of(told)):
                told["players"] = self._players.get(name)
            self._show(name, told)

    def _show(self, name: str, told: Mapping[str, object]) -> None:
        board = self._boards[name]
        if any(board.shown[field] != value for field, value in told.items()):
            board.shown = {**board.shown, **told}
            self._changed[name] = None

    def _forget(self, name: str) -> None:
        if self._boards.pop(name, None) is not None:
            self._changed[name] = None


def has_ended(board: ShownBoard) -> bool:
    """Return True if a board shows a match that has ended, with at least one move."""
    if board["puzzle"] is not None or board["tutorial"] is not None:
        return False
    return board["phase"] == "over" and board["outcome"] is not None and bool(moves_of(board))


def moves_of(board: ShownBoard) -> tuple[str, ...]:
    """Return the moves that a board shows, as texts."""
    moves = board["moves"]
    if not isinstance(moves, list):
        return ()
    return tuple(str(move["text"]) for move in moves if isinstance(move, Mapping))


def goes_on(before: tuple[str, ...], now: tuple[str, ...]) -> bool:
    """Return True if a match goes on from the moves before to those now, or was taken back."""
    both = min(len(before), len(now))
    return both > 0 and len(before) - len(now) <= MOST_REOPENED and before[:both] == now[:both]
