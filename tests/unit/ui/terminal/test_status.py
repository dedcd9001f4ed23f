"""Lines below the text board: prompts, moves, clocks, scores and choices."""

from __future__ import annotations

from itertools import pairwise

import pytest

from host.ui.messages.clock import ClockMessage
from host.ui.messages.match import MatchData
from host.ui.messages.moves import MoveData
from host.ui.messages.state import StateMessage
from host.ui.terminal.status import time_text
from host.ui.terminal.symbols import SIGNS
from host.ui.terminal.text_board import render, render_moves
from tests.unit.ui.terminal.states import HELLO, cell, mark, played

STANDARD: MatchData = {
    "title": "standard match",
    "round": 2,
    "rounds": None,
    "goal": 3,
    "white": 1,
    "black": 0,
}
CLOCK: ClockMessage = {
    "t": "clock",
    "white": 600_000,
    "black": 587_300,
    "running": "black",
    "text": "10+5",
}


def between() -> StateMessage:
    """A standard match whose first round White has just won with green."""
    state = played("d8d4")
    state["phase"] = "between"
    state["match"] = {**STANDARD, "round": 1}
    state["prompt"] = "White chooses how the home rows are filled (F1)."
    state["round"] = {"winner": "white", "reason": "White's green tower has reached d8 (M7)."}
    state["reward"] = {"square": "d8", "words": "Put a dragon tooth on White's green tower on d8."}
    state["choices"] = [
        {"text": "fill left", "words": "Fill from the left", "square": "a1"},
        {"text": "fill right", "words": "Fill from the right", "square": "h1"},
    ]
    state["marks"] = [mark("a1", "choice", "corner"), mark("d8", "round", "row")]
    return state


def test_all_moves_are_listed_one_a_line() -> None:
    state = played("d8d4", "a1a2")
    numbers = [line.split(".")[0] for line in render_moves(state).splitlines()]
    assert numbers == [str(move["ply"]) for move in state["moves"]]
    assert len(numbers) >= 2
    assert all(int(b) == int(a) + 1 for a, b in pairwise(numbers))
    assert render_moves(played()) == "No move has been made."


def test_the_score_and_the_clocks_are_told_in_one_line() -> None:
    state = played("d8d4")
    state["match"] = STANDARD
    score = "Standard match to 3, round 2: White 1, Black 0"
    times = "Clock: White 10:00, Black 9:48"
    assert f"\n{score}\n" in render(HELLO, state)
    assert f"\n{score}   {times}\n" in render(HELLO, state, None, CLOCK)
    assert f"\n{score}\n{times}\n" in render(HELLO, state, None, CLOCK, width=78), "one too long"
    state["match"] = None
    assert f"\n{times}\n" in render(HELLO, state, None, CLOCK)


def test_a_series_tells_how_many_rounds_were_agreed() -> None:
    state = played()
    state["match"] = {**STANDARD, "title": "series of 5 single rounds", "rounds": 5, "goal": None}
    assert "\nSeries of 5 single rounds, round 2 of 5: White 1, Black 0\n" in render(HELLO, state)


def test_a_clock_that_stands_says_so_and_none_is_silent() -> None:
    stands: ClockMessage = {**CLOCK, "running": None}
    assert "\nClock stands: White 10:00, Black 9:48\n" in render(HELLO, played(), None, stands)
    none: ClockMessage = {"t": "clock", "white": None, "black": None, "running": None, "text": ""}
    assert render(HELLO, played(), None, none) == render(HELLO, played())


@pytest.mark.parametrize(
    ("left_ms", "shown"),
    [
        (0, "0:00"),
        (1, "0:01"),
        (1000, "0:01"),
        (59_001, "1:00"),
        (3_599_000, "59:59"),
        (3_599_001, "1:00:00"),
        (36_000_000, "10:00:00"),
    ],
)
def test_time_is_shown_in_seconds_begun(left_ms: int, shown: str) -> None:
    assert time_text(left_ms) == shown


def test_between_rounds_the_end_the_tooth_and_the_choices_are_told() -> None:
    lines = render(HELLO, between()).splitlines()
    board = next(number for number, line in enumerate(lines) if line.startswith("Standard match"))
    assert lines[board:] == [
        "Standard match to 3, round 1: White 1, Black 0",
        "{ } choose by this square   = the winning row",
        "White's green tower has reached d8 (M7).",
        "Put a dragon tooth on White's green tower on d8.",
        "White chooses how the home rows are filled (F1).",
        "Type ok when the tooth is on.",
        "Type fill left (Fill from the left) or fill right (Fill from the right).",
    ]
    assert cell("\n".join(lines), "a1") == "{N}"


def test_what_the_prompt_says_is_not_said_again() -> None:
    state = between()
    assert state["round"] is not None
    assert state["reward"] is not None
    state["prompt"] = f"{state['round']['reason']} {state['reward']['words']}"
    text = render(HELLO, state).replace("\n  ", " ")
    assert text.count("has reached d8") == text.count("Put a dragon tooth") == 1
    assert "Type ok when the tooth is on." in text


def test_a_choice_that_says_no_more_than_its_text_is_told_once() -> None:
    state = between()
    state["choices"] = [{"text": "set up", "words": "Set up", "square": None}]
    assert "Type set up.\n" in render(HELLO, state) + "\n"


def test_moves_are_grouped_by_round_and_the_last_are_those_of_this_one() -> None:
    state = played("d8d4", "a1a2")
    first, second = state["moves"][:2]
    fill: MoveData = {**first, "ply": 3, "words": "Fill from the left", "text": "fill left"}
    state["moves"] = [first, second, fill, {**first, "ply": 4, "round": 2}]
    state["match"] = STANDARD
    assert render_moves(state).splitlines() == [
        "Round 1",
        "1. Black: Pink 4 Brown (d8d4)",
        f"2. White: {second['words']} (a1a2)",
        "3. Black: Fill from the left (fill left)",
        "Round 2",
        "4. Black: Pink 4 Brown (d8d4)",
    ]
    assert "Last: 4. Black: Pink 4 Brown (d8d4)\n" in render(HELLO, state)


def test_the_end_of_a_match_is_told_with_the_score_and_how_to_begin_anew() -> None:
    state = played("d2d1", position="obp1yrgn/8/8/8/3Y4/8/3k4/NGR1KPBO b k")
    state["match"] = {**STANDARD, "black": 3}
    lines = render(HELLO, state).splitlines()
    assert "Standard match to 3, round 2: White 1, Black 3" in lines
    assert lines[-1] == "Type new to begin again."


def test_a_record_tells_where_it_stands_and_what_may_be_typed() -> None:
    state = played()
    state["phase"] = "replay"
    state["replay"] = {"ply": 3, "of": 40, "title": "standard match"}
    state["marks"] = [mark("d8", "execute", "from"), mark("d4", "execute", "to")]
    lines = render(HELLO, state).splitlines()
    assert lines[-1] == "Record of a standard match, move 3 of 40: next, back, go N or quit."
    assert cell("\n".join(lines), "d8") == "[k]"
    assert cell("\n".join(lines), "d4") == "v"


def test_a_match_with_clocks_fits_a_terminal_of_24_lines() -> None:
    for state in (played(), played("d8"), played("d8d4")):
        state["match"] = STANDARD
        assert len(render(HELLO, state, None, CLOCK).splitlines()) + 1 <= 24


def test_whether_moves_stand_is_told() -> None:
    told = "Touch-move: moves cannot be taken back."
    assert told not in render(HELLO, played())
    assert told in render(HELLO, {**played(), "touch_move": True})


def test_a_serious_game_is_told() -> None:
    told = "A serious game: no hints and no proven values until the match is over"
    assert told not in render(HELLO, played())
    assert told in render(HELLO, {**played(), "conditions": "serious"}).replace("\n", " ")


def test_the_way_back_of_a_wrong_move_may_be_typed() -> None:
    state = played()
    state["correction"] = {"text": "Put it back on h1.", "squares": ["h1"], "told": True}
    state["marks"] = [mark("h2", "illegal", "square"), mark("h1", "putback", "home")]
    assert "Type h2h1 to put it back, or arrange" in render({**HELLO, "virtual": True}, state)
    state["marks"] += [mark("g2", "illegal", "square"), mark("g1", "putback", "home")]
    assert "Type arrange to let" in render({**HELLO, "virtual": True}, state)
    assert "Type arrange" not in render({**HELLO, "virtual": False}, state)


def test_what_is_proven_is_told_by_signs_and_a_legend_and_that_help_is_on() -> None:
    state = played()
    state["marks"] = [
        mark("d4", "winning", "proven"),
        mark("d5", "losing", "square"),
        mark("d6", "legal", "unknown"),
    ]
    assert "Help: proven values" not in render(HELLO, state)
    state["help"] = "proven"
    shown = render(HELLO, state)
    assert "Help: proven values are shown." in shown
    for told in ("winning, as proven", "proven to lose", "not proven yet"):
        assert told in shown
    signs = {SIGNS[key] for key in (("winning", "proven"), ("losing", "square"))}
    assert len(signs | {SIGNS["legal", "unknown"], SIGNS["winning", "square"]}) == 4


def test_a_hint_is_told_below_the_board_and_a_puzzle_tells_what_may_be_typed() -> None:
    state = played()
    state["hint"] = {"words": "Hint: pink from d8 to d4, brown. It is winning."}
    assert "Hint: pink from d8 to d4, brown. It is winning." in render(HELLO, state)
    assert "Type puzzle" not in render(HELLO, state)
    state["puzzle"] = {"number": 3, "of": 60, "grade": 1, "state": "open"}
    assert "Puzzle 3 of 60, grade 1." in render(HELLO, state)
    assert "Type puzzle for the next one, puzzle N, puzzle grade N, leave" in render(HELLO, state)
