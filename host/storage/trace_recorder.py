"""Record the inputs of a session and what it recognises; see `trace` for the format.

The board controller calls the recorder: with each input before the session handles it, and with
`session_called` afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from host import VERSION
from host.engine.game import Side
from host.message import Words, message, system_error
from host.recognition.history import common_plies
from host.session.session import Session
from host.session.view import Notice, Severity
from host.storage.trace import WOKEN, Entry, Header, entry_line, header_line


class Recorder:
    """The null recorder, and the interface of recorders.

    Attributes:
        writes: True if a trace is written.
    """

    writes = False

    def board_found(self, size: tuple[int, int], about: Mapping[str, object], now_ms: int) -> None:
        """Record the hello of a board with this size (files, ranks)."""

    def snapshot(self, cells: str, now_ms: int, age_ms: int = 0) -> None:
        """Record the state of the cells and its age, if it has changed."""

    def snapshots_missed(self, now_ms: int) -> None:
        """Record that snapshots were lost before the next one."""

    def board_lost(self, now_ms: int) -> None:
        """Record that the board is gone."""

    def request(self, request: Mapping[str, object], now_ms: int) -> None:
        """Record a request that was carried out."""

    def pieces_forgotten(self, now_ms: int) -> None:
        """Record that pieces were set up without being seen."""

    def virtual_hand(self, on: bool, now_ms: int) -> None:
        """Record whether a virtual hand sets up and carries from now on what players need not."""

    def host_stalled(self, from_ms: int, until_ms: int) -> None:
        """Record that the host did nothing for a while, so that no player's time ran."""

    def session_called(self, notices: Iterable[Notice], now_ms: int) -> list[Notice]:
        """Record the session's outputs after a call; return notices about the recording."""
        return []

    def end(self, now_ms: int) -> None:
        """Record the end of the recording."""


class TraceRecorder(Recorder):
    """Writes the trace of a session.

    Args:
        session: to record, before its first input.
        write: called with whole lines; an OSError ends the recording and is reported.
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
        self._called_ms = 0
        self._last_ms = 0
        self._plies = session.plies
        self._game = session.game_number
        self._over = session.outcome is not None
        self._complaint: Words = ""
        self._put(header_line(_header(session, north)))

    def board_found(self, size: tuple[int, int], about: Mapping[str, object], now_ms: int) -> None:
        """Record the hello of a board with this size (files, ranks)."""
        self._files = size[0]
        self._cells = ""
        self._input("board", {"size": list(size), **about}, now_ms)

    def snapshot(self, cells: str, now_ms: int, age_ms: int = 0) -> None:
        """Record the state of the cells and its age, or that it has come again."""
        if cells == self._cells:
            if self._written_ms < now_ms:  # else the session has just been called
                self._input("again", True, now_ms, age_ms)
            return
        self._cells = cells
        self._input("see", cells, now_ms, age_ms)

    def snapshots_missed(self, now_ms: int) -> None:
        """Record that snapshots were lost before the next one."""
        self._cells = ""
        self._input("missed", True, now_ms)

    def board_lost(self, now_ms: int) -> None:
        """Record that the board is gone."""
        self._cells = ""
        self._input("lost", True, now_ms)

    def request(self, request: Mapping[str, object], now_ms: int) -> None:
        """Record a request that was carried out."""
        self._input("wish", dict(request), now_ms)

    def pieces_forgotten(self, now_ms: int) -> None:
        """Record that pieces were set up without being seen."""
        self._cells = ""
        self._input("forget", True, now_ms)

    def virtual_hand(self, on: bool, now_ms: int) -> None:
        """Record whether a virtual hand sets up and carries from now on what players need not."""
        self._input("hand", on, now_ms)

    def host_stalled(self, from_ms: int, until_ms: int) -> None:
        """Record that the host did nothing for a while, so that no player's time ran."""
        # What the board sent meanwhile is read later, with the times at which it was sent.
        at_ms = self._relative(self._called_ms)
        value = [self._relative(from_ms), self._relative(until_ms)]
        self._entry(Entry(at_ms, "stalled", value))

    def session_called(self, notices: Iterable[Notice], now_ms: int) -> list[Notice]:
        """Record the session's outputs after a call; return notices about the recording."""
        session = self._session
        self._relative(now_ms)  # starts the trace if there was no input yet
        self._called_ms = now_ms
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
        """Record the end of the recording."""
        self._input("end", True, now_ms)

    def _recognised(self) -> Iterable[tuple[str, str]]:
        """Yield kind and value of what was recognised since the last call."""
        session = self._session
        plies = session.plies
        if session.game_number != self._game:
            self._game, self._plies, self._over = session.game_number, (), False
            yield "begun", session.game.name
        before = self._plies
        if len(plies) != len(before) or (plies and plies[-1] is not before[-1]):
            same = common_plies(before, plies)
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
        """Write an input."""
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
        # An input may carry the time at which it was heard, and come after another.
        self._last_ms = max(self._last_ms, entry.at_ms)
        self._put(entry_line(replace(entry, at_ms=self._last_ms), self._files))

    def _put(self, line: str) -> None:
        try:
            self._write(f"{line}\n")
        except OSError as error:
            self._write = _discard
            reason = system_error(error)
            self._complaint = message("storage.recording_ended", error=reason)


def _header(session: Session, north: Side) -> Header:
    plies = session.plies
    return Header(
        game=session.game.name,
        start=session.game.position_text(session.first),
        clock="" if session.settings.control is None else str(session.settings.control),
        help=session.help.value,
        north=north.name.lower(),
        plies=tuple(ply.stored() for ply in plies),
        times=session.times if plies else None,
        version=VERSION,
        touch_move=session.settings.touch_move,
        termination="" if session.termination is None else str(session.termination),
        opponent="" if session.settings.opponent is None else str(session.settings.opponent),
        drawn=session.settings.drawn,
        serious=session.settings.serious,
    )


def _discard(_line: str) -> None:
    """Replace `write` after an error."""
