"""The recorder: writes down what a table's session takes in and what it makes of it.

It stands beside the table: what comes is written before the session acts on it, what was
recognised once it has.  See `trace` for the lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TextIO

from host.engine.game import Side
from host.message import message
from host.recognition.history import Ply
from host.session.session import Session
from host.session.view import Notice, Severity
from host.storage.trace import WOKEN, Entry, Header, PlayedPly, entry_line, header_line
from host.version import VERSION


class Recorder:
    """Records nothing; what a table has unless a trace is wished for.

    Attributes:
        is_recording: whether anything is recorded.
    """

    writes = False

    def board_found(self, size: tuple[int, int], about: Mapping[str, object], now_ms: int) -> None:
        """A board of that size (files, ranks) has said hello."""

    def snapshot(self, cells: str, now_ms: int, age_ms: int = 0) -> None:
        """The board shows this, and has shown it for that long; the same again is harmless."""

    def board_lost(self, now_ms: int) -> None:
        """The board is gone."""

    def request(self, wish: Mapping[str, object], now_ms: int) -> None:
        """A display's wish has been granted."""

    def pieces_forgotten(self, now_ms: int) -> None:
        """Pieces have been set up unseen."""

    def session_called(self, notices: Iterable[Notice], now_ms: int) -> list[Notice]:
        """The session has acted, and said this; what people must know about the recording."""
        return []

    def end(self, now_ms: int) -> None:
        """Nothing more is recorded."""


class TraceRecorder(Recorder):
    """Records a session.

    Args:
        session: what is recorded, before anything has come in.
        write: takes whole lines; may raise OSError, which ends the recording and is told.
        north: the side whose pieces have their north pole down.
    """

    writes = True

    def __init__(
        self,
        session: Session,
        write: Callable[[str], object],
        north: Side = Side.WHITE,
    ) -> None:
        self._session = session
        self._write = write
        self._origin_ms: int | None = None
        self._files = 0
        self._cells = ""
        self._wake_ms: int | None = None
        self._written_ms = -1
        self._plies = session.plies
        self._games = session.games
        self._over = session.outcome is not None
        self._complaint = ""
        self._put(header_line(_header(session, north)))

    def board_found(self, size: tuple[int, int], about: Mapping[str, object], now_ms: int) -> None:
        """A board of that size (files, ranks) has said hello."""
        self._files = size[0]
        self._cells = ""
        self._input("board", {"size": list(size), **about}, now_ms)

    def snapshot(self, cells: str, now_ms: int, age_ms: int = 0) -> None:
        """The board shows this, and has shown it for that long; the same again is harmless."""
        if cells != self._cells:
            self._cells = cells
            self._input("see", cells, now_ms, age_ms)

    def board_lost(self, now_ms: int) -> None:
        """The board is gone."""
        self._cells = ""
        self._input("lost", True, now_ms)

    def request(self, wish: Mapping[str, object], now_ms: int) -> None:
        """A display's wish has been granted."""
        self._input("wish", dict(wish), now_ms)

    def pieces_forgotten(self, now_ms: int) -> None:
        """Pieces have been set up unseen."""
        self._cells = ""
        self._input("forget", True, now_ms)

    def session_called(self, notices: Iterable[Notice], now_ms: int) -> list[Notice]:
        """The session has acted, and said this; what people must know about the recording."""
        session = self._session
        self._relative(now_ms)  # the trace begins at the latest now
        recognised = list(self._recognised())
        overslept = self._wake_ms is not None and self._wake_ms < now_ms
        unasked = bool(recognised) and self._wake_ms != now_ms
        if self._written_ms < now_ms and (overslept or unasked):
            self._input(WOKEN, True, now_ms)
        for kind, value in recognised:
            self._entry(Entry(self._relative(now_ms), kind, value))
        for notice in notices:
            at_ms = self._relative(now_ms)
            self._entry(Entry(at_ms, "said", notice.text, level=notice.level.value))
        self._wake_ms = session.next_wake_ms
        complaint, self._complaint = self._complaint, ""
        return [Notice(Severity.WARN, complaint)] if complaint else []

    def end(self, now_ms: int) -> None:
        """Nothing more is recorded."""
        self._input("end", True, now_ms)

    def _recognised(self) -> Iterable[tuple[str, str]]:
        """What was recognised since this was asked last."""
        session = self._session
        plies = session.plies
        if session.games != self._games:
            self._games, self._plies, self._over = session.games, (), False
            yield "begun", session.game.name
        before = self._plies
        if len(plies) != len(before) or (plies and plies[-1] is not before[-1]):
            same = _common_length(before, plies)
            for ply in reversed(before[same:]):
                yield "unmade", ply.text
            for ply in plies[same:]:
                yield "made", ply.text
            self._plies = plies
        outcome = session.outcome
        if outcome is not None and not self._over:
            yield "over", "draw" if outcome.winner is None else outcome.winner.name.lower()
        self._over = outcome is not None

    def _input(self, kind: str, value: object, now_ms: int, age_ms: int = 0) -> None:
        """Something has come in."""
        due_ms = self._wake_ms
        late = due_ms is not None and due_ms < now_ms and self._written_ms < now_ms
        self._written_ms = now_ms
        at_ms = self._relative(now_ms)
        due_ms = self._relative(due_ms) if late and due_ms is not None else None
        self._entry(Entry(at_ms, kind, value, due_ms, age_ms=age_ms))

    def _relative(self, now_ms: int) -> int:
        if self._origin_ms is None:
            self._origin_ms = now_ms
        return now_ms - self._origin_ms

    def _entry(self, entry: Entry) -> None:
        self._put(entry_line(entry, self._files))

    def _put(self, line: str) -> None:
        try:
            self._write(f"{line}\n")
        except OSError as error:
            self._write = _discard
            reason = error.strerror or str(error)
            self._complaint = str(message("storage.recording_ended", error=reason))


def create_trace_file(path: Path) -> TextIO:
    """A new file for a trace, each line written at once.

    Raises:
        ValueError: there is such a file already, or it cannot be made; the message says so.
    """
    try:
        return path.open("x", buffering=1, encoding="utf-8")
    except FileExistsError:
        raise ValueError(message("storage.trace_exists", file=repr(str(path)))) from None
    except OSError as error:
        why = error.strerror or str(error)
        raise ValueError(
            message("storage.trace_cannot_be_written", file=repr(str(path)), error=why)
        ) from None


def _header(session: Session, north: Side) -> Header:
    plies = session.plies
    first = plies[0].before.position if plies else session.position
    return Header(
        game=session.game.name,
        start=session.game.position_text(first),
        clock="" if session.settings.control is None else str(session.settings.control),
        help=session.help.value,
        north=north.name.lower(),
        plies=tuple(PlayedPly(ply.text, ply.times) for ply in plies),
        times=session.times if plies else None,
        version=VERSION,
        touch_move=session.settings.touch_move,
        termination="" if session.termination is None else str(session.termination),
        opponent="" if session.settings.opponent is None else str(session.settings.opponent),
        lots=session.settings.drawn,
    )


def _common_length(one: tuple[Ply, ...], other: tuple[Ply, ...]) -> int:
    """How many plies at the beginning are the same."""
    for number, (a, b) in enumerate(zip(one, other, strict=False)):
        if a is not b:
            return number
    return min(len(one), len(other))


def _discard(_line: str) -> None:
    """It could not be written before."""
