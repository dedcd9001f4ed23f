"""A host that stands still: what the board has sent meanwhile counts from when it was sent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from host.app.board_controller import ASK_MS, LATE_MS, UNSETTLED_MS
from host.cli.develop.story.part import Part
from host.cli.develop.story.teller import story_of
from host.engine.game import Side
from host.engine.squares import parse_square
from host.guidance.steady_lights import STEADY_MS
from host.link.events import BoardReady, BoardSilent, BoardWarning
from host.recognition.times import DWELL_MS, SET_DOWN_MS
from host.session.requests import TakeBack
from host.storage.trace import decode
from host.storage.trace_player import first_difference, play_back
from tests.support.scripted_board import HELLO, ROWS, Bench

# Every move sends the opponent on with the tower of the colour on which it has ended.
MOVES = ("d8d4", "a1c3", "h8h3", "b1d3", "c8g4")


def test_moves_that_have_rested_while_the_host_stood_still_are_made() -> None:
    bench = Bench()
    for move in MOVES:
        bench.carry(move[:2], move[2:])
        bench.board_ms += 1500
    assert bench.texts == []
    bench.wake()
    assert bench.texts == list(MOVES)


def test_a_move_that_has_rested_is_made_before_its_line_is_repeated() -> None:
    """Or the tower, which moves on after a pass, would have slid on to where it rests at last."""
    bench = Bench()
    for move in ("c8c6", "h1h7"):
        bench.carry(move[:2], move[2:])
        bench.rest(2500)
    bench.carry("c6", "d5")
    bench.board_ms += 1000
    bench.repeat(1000)
    bench.board_ms += 700
    bench.carry("d5", "c4")
    bench.board_ms += 2000
    bench.repeat(2000)
    bench.wake()
    assert [text for text in bench.texts if text != "pass"] == ["c8c6", "h1h7", "c6d5", "d5c4"]


def test_a_virtual_hand_is_told_to_the_session_and_recorded() -> None:
    bench = Bench()
    bench.controller.set_virtual_hand(True)
    bench.carry("d8", "d4")
    bench.wake()
    bench.rest(2000)
    bench.controller.handled(TakeBack(), bench.session.take_back(bench.board_ms), bench.board_ms)
    bench.rest(1000)
    assert bench.session.view().correction is None
    was = decode("".join(bench.lines))
    assert [entry.value for entry in was.entries if entry.kind == "hand"] == [True]
    assert first_difference(was, play_back(was)) is None
    assert "hand" in {entry.kind for entry in play_back(was).entries}


def test_a_rest_on_the_way_that_was_too_short_is_no_move_however_late_it_is_read() -> None:
    bench = Bench()
    bench.carry("d8", "d7", air_ms=50)
    bench.board_ms += DWELL_MS - 50
    bench.carry("d7", "d4", air_ms=50)
    bench.board_ms += 3000
    bench.wake()
    assert bench.texts == ["d8d4"]
    assert not any("d8d7" in str(notice.text) for notice in bench.controller.pump(99_000))


def test_a_snapshot_that_was_missed_does_not_lengthen_the_one_before() -> None:
    bench = Bench()
    bench.carry("d8", "d5")
    bench.board_ms += 50
    bench.revision += 1  # the line that says that it was lifted again is lost
    bench.board_ms += 5000
    bench.cells = ROWS
    bench.send()
    bench.wake()
    assert bench.session.plies == ()


@pytest.mark.parametrize("missed", [False, True])
def test_the_session_is_told_whether_snapshots_were_missed(missed: bool) -> None:
    bench = Bench()
    bench.carry("d8", "d6")
    bench.rest(750)
    assert bench.texts == ["d8d6"]
    cells = list(bench.cells)
    for square, cell in {"d6": ".", "d7": "s", "b1": ".", "a2": "n"}.items():
        cells[parse_square(square, (8, 8))] = cell
    bench.cells = "".join(cells)
    bench.revision += missed
    bench.send()
    bench.rest(3000)
    assert bench.texts == (["d8d7", "b1a2"] if missed else ["d8d6"])
    trace = decode("".join(bench.lines))
    assert ("missed" in [entry.kind for entry in trace.entries]) == missed
    assert play_back(trace) == trace


def test_nothing_lasts_while_a_line_is_awaited_that_tells_whether_pieces_left() -> None:
    bench = Bench()
    bench.put_down("d8", "d5", SET_DOWN_MS - 50)
    bench.seem_lifted("d5", "h8")
    bench.revision += 2  # the lines that say that both have left are lost
    bench.rest(UNSETTLED_MS - 200)
    assert bench.texts == []
    bench.cells = ROWS
    bench.send()
    bench.rest(2000)
    assert bench.texts == []
    trace = decode("".join(bench.lines))
    assert play_back(trace) == trace


def test_a_move_has_lasted_until_the_line_that_another_piece_leaves() -> None:
    bench = Bench()
    bench.put_down("d8", "d5", SET_DOWN_MS - 10)
    bench.seem_lifted("h8")
    bench.board_ms += 20
    bench.put("h8", ".")
    bench.wake()
    assert bench.texts == ["d8d5"]


def test_a_board_that_tells_no_more_is_asked_and_not_awaited_for_ever() -> None:
    bench = Bench()
    bench.put_down("d8", "d5", SET_DOWN_MS - 50)
    bench.seem_lifted("h8")
    bench.rest(ASK_MS - 10)
    assert bench.link.asked == 0
    bench.rest(UNSETTLED_MS - ASK_MS)
    assert bench.link.asked == UNSETTLED_MS // ASK_MS - 1
    assert bench.texts == []
    bench.rest(20)
    assert bench.texts == ["d8d5"]


@pytest.mark.parametrize("still_ms", [LATE_MS + 100, 30_000])
def test_no_clock_runs_while_the_host_stands_still(still_ms: int) -> None:
    bench = Bench("0.1+0")
    bench.carry("d8", "d4")
    bench.rest(1000)
    assert bench.texts == ["d8d4"]
    before = bench.session.view().clock
    assert before is not None
    assert before.running is Side.WHITE
    due_ms = bench.controller.next_wake_ms
    bench.board_ms += still_ms
    if due_ms is not None and bench.board_ms + 500 - due_ms <= LATE_MS:
        bench.board_ms = due_ms + LATE_MS
    bench.wake()
    bench.rest(10)
    after = bench.session.view().clock
    assert after is not None
    now_ms = bench.board_ms + 500
    assert bench.session.outcome is None
    assert after.left(Side.WHITE, now_ms) > 0


def test_a_trace_of_a_host_that_stood_still_is_played_back_to_the_millisecond() -> None:
    bench = Bench("0.1+0")
    bench.carry("d8", "d4")
    bench.rest(700)
    bench.board_ms += 4000
    for move in ("a1c3", "h8h3"):
        bench.board_ms += 2500
        bench.carry(move[:2], move[2:])
    bench.board_ms += 1000
    bench.wake()
    bench.rest(3000)
    bench.carry("b1", "d3")
    bench.rest(1000)
    assert bench.texts == ["d8d4", "a1c3", "h8h3", "b1d3"]
    trace = decode("".join(bench.lines))
    assert [entry.kind for entry in trace.entries].count("stalled") == 1
    assert play_back(trace) == trace
    running = tuple(entry for entry in trace.entries if entry.kind != "stalled")
    played = play_back(replace(trace, entries=running))
    assert first_difference(trace, played) is not None, "White's time would have run out"


def test_a_lift_is_lit_before_it_has_settled_and_is_no_lift_for_the_session() -> None:
    bench = Bench()
    bench.rest(6000)
    before = bench.controller.frame
    bench.seem_lifted("d8")
    early = bench.controller.frame
    assert early != before
    view = bench.session.view()
    assert view.lifted is None
    assert not view.changed
    bench.board_ms += 14
    bench.put("d8", ".")
    bench.wake()
    assert bench.session.view().lifted == parse_square("d8", (8, 8))
    assert bench.controller.frame == early, "the same lights, so that nothing flickers"


def test_a_lift_that_was_none_goes_dark_again_but_not_at_once() -> None:
    bench = Bench()
    bench.rest(6000)
    before = bench.controller.frame
    bench.seem_lifted("d8")
    lit_ms = bench.board_ms
    bench.board_ms += 7
    bench.seem_lifted()
    assert bench.controller.frame != before
    bench.rest(STEADY_MS - 8)
    assert bench.controller.frame != before
    bench.rest(1)
    assert bench.controller.frame == before
    assert bench.controller.frame_changed_ms - 500 == lit_ms + STEADY_MS
    assert bench.texts == []


def test_two_lifts_at_once_are_lit_once_they_have_settled() -> None:
    bench = Bench()
    bench.rest(6000)
    before = bench.controller.frame
    bench.seem_lifted("d8", "e8")
    assert bench.controller.frame == before


def test_a_light_that_waits_wakes_nobody_while_it_cannot_be_shown() -> None:
    bench = Bench()
    bench.rest(6000)
    bench.seem_lifted("d8")
    bench.seem_lifted()
    assert bench.controller.next_wake_ms is not None
    bench.link.coming = [BoardSilent()]
    bench.board_ms += STEADY_MS
    bench.wake()
    wake_ms = bench.controller.next_wake_ms
    assert wake_ms is None or wake_ms > bench.board_ms + 500


def test_a_trace_has_the_lifts_that_were_lit_and_is_played_back() -> None:
    bench = Bench()
    bench.seem_lifted("d8")
    bench.board_ms += 14
    bench.carry("d8", "d4")
    bench.rest(1000)
    assert bench.texts == ["d8d4"]
    trace = decode("".join(bench.lines))
    seen = [str(entry.value) for entry in trace.entries if entry.kind == "see"]
    assert [cells for cells in seen if "S" in cells] == [ROWS[:59] + "S" + ROWS[60:]]
    assert play_back(trace) == trace


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("supply", "The lights have their supply again."),
        ("sensors", "All sensors answer again."),
    ],
)
def test_the_end_of_a_warning_is_told_by_its_kind(code: str, text: str) -> None:
    bench = Bench()
    bench.link.coming.append(BoardWarning(code, None))
    notices = bench.controller.pump(bench.board_ms + 500)
    assert text in [notice.text for notice in notices]


def test_magnets_that_are_the_other_way_up_are_read_so_once_that_is_told() -> None:
    bench = Bench(cells=ROWS[::-1])
    assert [choice.text for choice in bench.session.view().choices] == ["magnets reversed"]
    asked = bench.link.asked
    bench.put("h1", ".")
    bench.rest(400)
    bench.put("h1", "s")
    bench.rest(1000)
    assert bench.link.asked > asked, "the board is to be seen anew"
    bench.repeat(0)
    bench.rest(8000)
    assert bench.session.view().prompt.startswith("Black to move")
    bench.carry("d8", "d4")
    bench.wake()
    bench.rest(2000)
    assert bench.texts == ["d8d4"]
    bench.controller.handled(TakeBack(), bench.session.take_back(bench.board_ms), bench.board_ms)
    # The board comes back, and its magnets are known.
    bench.link.coming = [BoardSilent(), BoardReady(HELLO, restarted=False)]
    bench.carry("d4", "d8")
    bench.rest(2000)
    bench.carry("d8", "d5")
    bench.rest(2000)
    assert bench.texts == ["d8d5"]
    was = decode("".join(bench.lines))
    assert first_difference(was, play_back(was)) is None
    assert story_of(was, Part())


def test_a_board_that_is_known_to_have_such_magnets_is_read_so_at_once() -> None:
    bench = Bench(north=Side.BLACK, cells=ROWS[::-1])
    assert bench.session.view().prompt.startswith("Black to move")
    was = decode("".join(bench.lines))
    assert first_difference(was, play_back(was)) is None
