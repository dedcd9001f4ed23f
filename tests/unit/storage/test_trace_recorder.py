"""Traces recorded and played back to the same result."""

from __future__ import annotations

import errno

import pytest

from host.engine.game import Side
from host.engine.registry import game_named
from host.engine.squares import parse_square
from host.recognition.history import StoredPly
from host.recognition.memory import RecognitionMemory
from host.recognition.snapshot import Snapshot, SquareState
from host.recognition.times import DWELL_MS, SET_DOWN_MS
from host.session.clock import parse_control
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Notice, Severity
from host.storage.trace import Entry, Trace, decode, encode
from host.storage.trace_player import first_difference, play_back
from host.storage.trace_recorder import Recorder, TraceRecorder
from tests.support.requests import handle
from tests.support.snapshots import SnapshotHand

LETTERS = {
    SquareState.EMPTY: ".",
    SquareState.WHITE: "n",
    SquareState.BLACK: "s",
    SquareState.UNSURE: "?",
}
LATE_MS = 7


class RecordedHand(SnapshotHand):
    """A hand whose session is recorded, and called late as on a busy machine."""

    def __init__(self, clock: str = "", late_ms: int = 0) -> None:
        self.lines: list[str] = []
        self.late_ms = late_ms
        self.told: list[Notice] = []
        self.recorder = Recorder()
        super().__init__(clock=clock)
        self.recorder = TraceRecorder(self.session, self.lines.append)
        self.recorder.board_found((8, 8), {}, self.now_ms)
        self.wait(1000)

    def pump(self, age_ms: int = 0) -> None:
        """Pass the snapshot on as the board controller does."""
        cells = "".join(LETTERS[state] for state in self.snapshot)
        self.recorder.snapshot(cells, self.now_ms, age_ms)
        notices = self.session.see(self.snapshot, self.now_ms, age_ms)
        self.told += self.recorder.session_called(notices, self.now_ms)

    def wait(self, ms: int) -> None:
        """Let time pass; the session is called when it asks for it, or too late."""
        if not self.lines:  # not yet recorded
            return
        end_ms = self.now_ms + ms
        self.pump()
        while (wake_ms := self.session.next_wake_ms) is not None and wake_ms <= end_ms:
            self.now_ms = max(self.now_ms, wake_ms + self.late_ms)
            self.told += self.recorder.session_called(self.session.tick(self.now_ms), self.now_ms)
        self.now_ms = max(end_ms, self.now_ms)

    def show(self, square: str, state: SquareState) -> None:
        """Change the state of one square."""
        at = parse_square(square, self.game.size)
        self.snapshot = (*self.snapshot[:at], state, *self.snapshot[at + 1 :])
        self.pump()

    def request(self, **fields: object) -> None:
        """Send a request of a display."""
        notices = handle(self.session, fields, self.now_ms)
        assert notices is not None
        self.recorder.request(fields, self.now_ms)
        self.told += self.recorder.session_called(notices, self.now_ms)

    def trace(self) -> Trace:
        """Return the recorded trace."""
        return decode("".join(self.lines))


def kinds(trace: Trace) -> list[tuple[str, object]]:
    return [(entry.kind, entry.value) for entry in trace.recognised]


@pytest.mark.parametrize("late_ms", [0, LATE_MS])
def test_a_trace_is_played_back_to_the_millisecond_however_late_the_program_was(
    late_ms: int,
) -> None:
    hand = RecordedHand("10+5", late_ms)
    hand.move("d8d4")
    hand.move("a1c3")
    hand.move("c3a1")  # taken back by hand
    hand.move("a1c3")
    hand.move("h8h6", rest_ms=0)
    hand.show("h6", SquareState.EMPTY)
    hand.show("h5", SquareState.BLACK)  # it slides on
    hand.wait(600)
    hand.request(t="takeback")
    hand.wait(600)
    hand.move("h5h8")
    hand.request(t="new", game="kamisado-long", clock="5+0")
    hand.recorder.end(hand.now_ms)
    trace = hand.trace()
    assert play_back(trace) == trace
    assert kinds(trace) == [
        ("made", "d8d4"),
        ("made", "a1c3"),
        ("unmade", "a1c3"),
        ("made", "a1c3"),
        ("made", "h8h5"),
        ("unmade", "h8h5"),
        ("begun", "kamisado-long"),
    ]
    due = [entry.at_ms - entry.due_ms for entry in trace.entries if entry.due_ms is not None]
    assert due == [late_ms] * len(due)
    assert bool(due) is bool(late_ms)


def test_how_old_a_picture_was_is_played_back() -> None:
    hand = RecordedHand()
    hand.move("h8h2")
    hand.move("c1c3")  # and Black has to pass
    hand.snapshot = hand.snapshot_with(c3=SquareState.EMPTY, c5=SquareState.WHITE)
    hand.now_ms += 2600
    hand.pump(age_ms=2300)
    hand.recorder.end(hand.now_ms)
    trace = hand.trace()
    assert trace.recognised[-1].value == "c1c5", "it slid on while the line was dead"
    assert play_back(trace) == trace


def test_a_picture_that_came_again_tells_when_played_back_that_nothing_was_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    explained: list[int] = []
    explain = RecognitionMemory.explain

    def note(memory: RecognitionMemory, now_ms: int, seen: Snapshot | None = None) -> None:
        explained.append(now_ms)
        explain(memory, now_ms, seen)

    hand = RecordedHand()
    monkeypatch.setattr(RecognitionMemory, "explain", note)
    for _ in range(5):
        hand.wait(1000)
    hand.move("d8d4")
    hand.recorder.end(hand.now_ms)
    trace = hand.trace()
    assert [entry.kind for entry in trace.entries].count("again") >= 5
    begun_ms = explained[0] - 1000
    recorded = [at_ms - begun_ms for at_ms in explained]
    explained.clear()
    assert play_back(trace) == trace
    assert set(recorded) <= set(explained)


def test_a_picture_that_came_just_before_the_program_woke_too_late_came_first() -> None:
    hand = RecordedHand()
    hand.lift("d8")
    hand.wait(200)
    hand.put("d4", Side.BLACK)
    wake_ms = hand.session.next_wake_ms
    assert wake_ms is not None
    hand.now_ms = wake_ms + 60  # the machine was busy; meanwhile the tower was lifted again
    hand.lift("d4")
    hand.wait(1000)
    assert kinds(hand.trace()) == [], "nothing was made, though it had rested long enough"
    assert play_back(hand.trace()) == hand.trace()


def test_a_picture_that_came_in_the_moment_of_waking_came_after_what_was_done_then() -> None:
    hand = RecordedHand()
    hand.lift("d8")
    hand.wait(200)
    hand.put("d5", Side.BLACK)
    hand.wait(DWELL_MS)
    assert [ply.text for ply in hand.session.plies] == ["d8d5"]
    hand.lift("d5")  # in the same millisecond
    hand.wait(200)
    hand.put("d4", Side.BLACK)
    hand.wait(1000)
    trace = hand.trace()
    assert [entry.value for entry in trace.recognised] == ["d8d5", "d8d5", "d8d4"]
    assert first_difference(trace, play_back(trace)) is None


def test_the_board_may_go_and_come_back() -> None:
    hand = RecordedHand()
    hand.move("d8d4")
    hand.recorder.board_lost(hand.now_ms)
    hand.session.board_lost()
    hand.now_ms += 5000
    hand.recorder.board_found((8, 8), {}, hand.now_ms)
    hand.wait(500)
    hand.move("a1c3")
    trace = hand.trace()
    assert play_back(trace) == trace
    seen = [entry.kind for entry in trace.entries if entry.kind in ("see", "lost")]
    at = seen.index("lost")
    assert seen[at + 1] == "see", "what it shows is written down again, though it is the same"


def test_a_match_that_was_gone_on_with_is_played_back_from_its_plies() -> None:
    first = RecordedHand("10+5")
    first.move("d8d4")
    first.move("a1c3")
    lines: list[str] = []
    again: Session = Session(MatchSettings(first.game, parse_control("10+5")))
    again.restore(first.session.plies, first.session.times)
    recorder = TraceRecorder(again, lines.append)
    recorder.session_called([], 0)
    trace = decode("".join(lines))
    assert [ply.text for ply in trace.header.plies] == ["d8d4", "a1c3"]
    assert trace.header.times == first.session.times
    assert trace.recognised == (), "they were played before"
    assert play_back(trace) == trace


def test_lots_fall_as_they_fell_when_a_trace_is_played_back() -> None:
    begun = set()
    for rank in range(2, 8):
        game = game_named("hasami:first=black")
        session: Session = Session(MatchSettings(game, drawn=("first",)))
        session.restore([StoredPly(f"a9a{rank}")])
        lines: list[str] = []
        recorder = TraceRecorder(session, lines.append)
        again = {"t": "new"}
        for now_ms, fields in enumerate(
            [again, {**again, "game": "hasami", "lots": ["first"]}, again]
        ):
            notices = handle(session, fields, now_ms)
            assert notices is not None
            recorder.request(fields, now_ms)
            recorder.session_called(notices, now_ms)
        trace = decode("".join(lines))
        begun |= {entry.value for entry in trace.recognised if entry.kind == "begun"}
        assert play_back(trace) == trace
    assert begun == {"hasami", "hasami:first=black"}


def test_what_is_recognised_differently_is_told() -> None:
    hand = RecordedHand()
    hand.move("d8d4")
    hand.move("a1c3")
    trace = hand.trace()
    two = [entry for entry in trace.entries if entry.kind == "made"]

    def altered(*made: Entry) -> Trace:
        rest = [entry for entry in trace.entries if entry.kind != "made"]
        entries = sorted([*rest, *made], key=lambda entry: entry.at_ms)
        return Trace(trace.header, tuple(entries))

    assert first_difference(trace, play_back(trace)) is None
    for wrong, told in (
        (altered(two[0]), "the trace ends there, but now 'a1c3' is made at"),
        (altered(*two, Entry(two[1].at_ms, "over", "white")), "now nothing more is recognised"),
        (altered(two[0], Entry(two[1].at_ms, "made", "a1b2")), "'a1b2' is made at"),
    ):
        said = first_difference(wrong, play_back(wrong))
        assert said is not None
        assert told in said
    mended = play_back(altered(two[0]))
    assert decode(encode(mended)) == trace, "and the trace can be made to say so"


def test_a_session_that_waits_longer_by_now_is_woken_when_it_wishes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hand = RecordedHand(late_ms=LATE_MS)
    hand.move("d8d4", rest_ms=2000)
    trace = hand.trace()
    monkeypatch.setattr("host.recognition.recogniser.SET_DOWN_MS", SET_DOWN_MS + 500)
    played = play_back(trace)
    assert first_difference(trace, played) is None
    (then,), (now,) = trace.recognised, played.recognised
    assert now.at_ms == then.at_ms - LATE_MS + 500


def test_a_file_that_fills_the_disk_ends_the_recording_and_not_the_game() -> None:
    lines: list[str] = []

    def write(line: str) -> None:
        if len(lines) > 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        lines.append(line)

    game = game_named("kamisado")
    recorder = TraceRecorder(Session(MatchSettings(game), None), write)
    recorder.board_found((8, 8), {}, 0)
    recorder.snapshot("." * 64, 0)
    recorder.snapshot("n" * 64, 0)
    warning = "The game is no longer recorded: No space left on device. Play continues."
    (told,) = recorder.session_called([], 0)
    assert (told.level, told.text) == (Severity.WARN, warning)
    recorder.snapshot("." * 64, 5)
    assert recorder.session_called([], 5) == [], "it is told once"
    assert len(lines) == 3


def test_what_was_heard_before_another_input_is_not_written_before_it() -> None:
    hand = RecordedHand()
    hand.recorder.pieces_forgotten(hand.now_ms + 3)
    hand.recorder.snapshot("........" * 8, hand.now_ms)
    *_, forgotten, seen = decode("".join(hand.lines)).entries
    assert (forgotten.kind, seen.kind) == ("forget", "see")
    assert forgotten.at_ms == seen.at_ms
