"""Traces: round trips, and errors for texts that are none."""

from __future__ import annotations

import json
import re

import pytest

from host.recognition.history import StoredPly
from host.storage import trace
from host.storage.trace import WOKEN, Entry, Header, Trace, TraceError, decode, describe, encode

HEADER = Header("kamisado", "obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -", "10+5", "off", "black")
CELLS = "n" * 8 + "." * 47 + "?" + "s" * 8
ENTRIES = (
    Entry(0, "board", {"size": [8, 8], "uid": "E6"}),
    Entry(20, "see", CELLS),
    Entry(120, "said", "The board is set up.", level="info"),
    Entry(900, "wish", {"t": "takeback"}, due_ms=880),
    Entry(1303, WOKEN, due_ms=1300),
    Entry(1303, "made", "d8d4"),
    Entry(1400, "unmade", "d8d4"),
    Entry(1500, "lost"),
    Entry(1550, "see", "." * 64, age_ms=320),
    Entry(1600, "forget"),
    Entry(1600, "hand", True),
    Entry(1600, "stalled", [1650, 1690]),
    Entry(1700, "begun", "kamisado-long"),
    Entry(1800, "over", "draw"),
    Entry(1900, "end"),
)
TEXT = encode(Trace(HEADER, ENTRIES))
FIRST = TEXT.split("\n")[0]
BOARD = '{"at":0,"board":{"size":[8,8]}}'


@pytest.mark.parametrize(
    "header",
    [
        HEADER,
        Header("kamisado", "x"),
        Header("kamisado", "x", touch_move=True, termination="white resigns"),
        Header("kamisado", "x", serious=True),
        Header("kamisado", "x", opponent="level 4 white seed 7"),
        Header("hasami", "x", drawn=("first",)),
        Header("kamisado", "x", plies=(StoredPly("d8d4"), StoredPly("a1c3")), version="0.1.0"),
        Header("kamisado", "x", plies=(StoredPly("d8d4", (1000, 2000)),), times=(900, 2000)),
    ],
)
def test_what_is_written_is_read_again(header: Header) -> None:
    trace = Trace(header, ENTRIES)
    assert decode(encode(trace)) == trace


def test_a_picture_is_written_as_it_lies_on_the_table_the_last_rank_first() -> None:
    line = next(line for line in TEXT.splitlines() if '"see"' in line)
    ranks = json.loads(line)["see"].split("/")
    assert ranks == ["ssssssss", ".......?", *["........"] * 5, "nnnnnnnn"]


def test_the_pictures_of_a_wide_board_have_wide_ranks() -> None:
    entries = (Entry(0, "board", {"size": [3, 2]}), Entry(0, "see", "n..s.?"))
    text = encode(Trace(HEADER, entries))
    assert '"see":"s.?/n.."' in text
    assert decode(text).entries == entries


def test_a_line_that_was_cut_off_is_left_away() -> None:
    for cut in range(len(FIRST) + 1, len(TEXT)):
        trace = decode(TEXT[:cut])
        lines = TEXT[:cut].count("\n")
        assert trace.entries == ENTRIES[: lines - 1]
        assert trace.is_complete is (TEXT[cut - 1] == "\n")


def test_what_was_recognised_is_told_with_the_times() -> None:
    trace = decode(TEXT)
    assert [entry.kind for entry in trace.recognised] == ["made", "unmade", "begun", "over"]
    assert list(describe(trace.entries)) == [
        "     1.303 s  d8d4",
        "     1.400 s  taken back: d8d4",
        "     1.700 s  begun: kamisado-long",
        "     1.800 s  over: draw",
    ]


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ([], "no trace: ''"),
        ([FIRST[:30]], "line 1 is no line of a trace: it is not a JSON object"),
        (["[]"], "it is not a JSON object: '\\[\\]'"),
        ([BOARD], 'the first line must have "kamisado":"trace"'),
        ([FIRST.replace('"format":1', '"format":2')], "it is of format 2, this program knows 1"),
        (['{"kamisado":"trace","format":1,"game":"kamisado"}'], "start: it is missing"),
        ([FIRST.replace('"10+5"', "10")], "clock: here stands a text, not 10"),
        ([FIRST[:-1] + ',"lots":"first"}'], 'lots: here stands a list .*, not "first"'),
        ([FIRST[:-1] + ',"lots":[1]}'], r"lots\[0\]: here stands a text, not 1"),
        ([FIRST[:-1] + ',"plies":"d8d4"}'], "plies: here stands a list"),
        ([FIRST[:-1] + ',"plies":[["d8d4",1]]}'], r"plies\[0\]: .*, not \[\"d8d4\", 1\]"),
        ([FIRST[:-1] + ',"plies":[7]}'], r"plies\[0\]: .*, not 7"),
        ([FIRST, "{}"], "line 2 .* at: it is missing"),
        ([FIRST, '{"at":-1}'], "at: here stands a"),
        ([FIRST, '{"at":true}'], "at: here stands a"),
        ([FIRST, '{"at":1,"due":"soon"}'], "due: here stands a whole number, not"),
        ([FIRST, '{"at":1,"said":"x","level":1}'], "level: here stands a text"),
        ([FIRST, BOARD, '{"at":1,"see":"x","age":"old"}'], "age: here stands a"),
        ([FIRST, BOARD, '{"at":1,"see":"x","age":-1}'], "age: here stands a"),
        (
            [FIRST, '{"at":1,"made":"d8d4","lost":true}'],
            "'made' and 'lost': one line",
        ),
        ([FIRST, '{"at":1,"dreamt":"d8d4"}'], "'dreamt' is no event: a trace has board, see, "),
        ([FIRST, '{"at":1,"made":1}'], "made: here stands a text, not 1"),
        (
            [FIRST, BOARD, '{"at":1,"see":"x/y"}'],
            'see: here stands a text of the form .*, not "x/y"',
        ),
        ([FIRST, BOARD, '{"at":1,"see":"n/s"}'], "2 cells are seen on a board of 64"),
        ([FIRST, '{"at":1,"see":"n/s"}'], "2 cells are seen on a board of 0"),
        ([FIRST, '{"at":1,"board":{}}'], "the board's size is missing"),
        ([FIRST, '{"at":1,"stalled":9}'], "stalled: here stands a list"),
        (
            [FIRST, '{"at":1,"stalled":[9]}'],
            r"stalled: here stands a number or length from 2 to 2, not \[9\]",
        ),
        ([FIRST, '{"at":1,"stalled":[9,8]}'], "cannot have stalled from 9 to 8"),
        ([FIRST, '{"at":5}', '{"at":4}'], "the time goes back from 5 to 4 ms"),
    ],
)
def test_what_is_no_trace_is_told(lines: list[str], wrong: str) -> None:
    with pytest.raises(TraceError, match=wrong):
        decode("".join(f"{line}\n" for line in lines))


def test_the_table_of_events_has_all_of_them() -> None:
    told = re.findall(r'^    \{"at":0,"(\w+)":', trace.__doc__ or "", re.MULTILINE)
    assert set(told) == trace.EVENTS.keys()
