"""A trace told as a story: what was seen, what it was taken for, and what else it could have been.

The traces are of hands at a modelled table, so that each scene is a few lines.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from host.ai.players.opponent import FarPlayer
from host.cli.develop.story.beliefs import BELIEFS, Belief, copy_of
from host.cli.develop.story.explanations import Explanation, explanations
from host.cli.develop.story.happening import WIDTH, Happening
from host.cli.develop.story.part import START, Moment, Part, parse_moment
from host.cli.develop.story.teller import story_of
from host.engine.game import Side
from host.engine.registry import game_named
from host.engine.squares import parse_square
from host.recognition.snapshot import Snapshot
from host.session.match_settings import MatchSettings
from host.session.requests import FollowRecord, TakeBack
from host.session.session import Session
from host.storage.trace import decode
from soak.session_tabletop import SessionTabletop

TRACES = Path(__file__).parents[4] / "data" / "traces"


def table(
    game: str = "kamisado",
    *,
    on_off: bool = False,
    touch_move: bool = False,
    opponent: FarPlayer | None = None,
) -> SessionTabletop:
    """Return a table whose pieces have stood for a second."""
    settings = MatchSettings(game_named(game), touch_move=touch_move, opponent=opponent)
    session = Session(settings)
    made = SessionTabletop(session, random.Random(1), on_off)
    made.wait(1000)
    return made


def carry(made: SessionTabletop, way: str, rest_ms: int = 900) -> None:
    """Carry a piece from one square to another: "d8d4"."""
    origin, target = (parse_square(name, made.session.game.size) for name in (way[:2], way[2:]))
    token = made.lift(origin)
    made.wait(300)
    made.put(token, target)
    made.wait(rest_ms)


def told(made: SessionTabletop, begin: Moment = START) -> list[str]:
    """Return the story of what has happened at a table, each thing in one line."""
    story = story_of(decode("".join(made.trace)), Part(begin))
    lines = []
    for each in story:
        lines.append(f"{each.kind} {each.text}")
        lines += [f"else {other.text}" for other in each.others]
    return lines


def test_a_move_is_told_from_the_lift_to_the_record() -> None:
    made = table()
    carry(made, "d8d4")
    assert told(made, Moment(1000)) == [
        "seen d8 empty (Black's pink tower): one of 13 moves under way",
        "seen d4 Black: d8d4, if it rests for 0.15 s",
        "MADE 1. d8d4",
        "said Pink from d8 to d4, brown. White to move: the brown tower on a1.",
    ]


def test_where_no_game_explains_the_board_the_nearest_is_told_once() -> None:
    made = table()
    carry(made, "d8d4")
    carry(made, "b1c2", rest_ms=1500)
    carry(made, "c2c3", rest_ms=1500)
    lines = told(made, Moment(move=2))
    assert lines.count("else no legal game ends so; the position would, but for b1, c2") == 1
    assert lines[-1] == "else no legal game ends so; the position would, but for b1, c3"
    assert sum(line.startswith("else") for line in lines) == 2, "of the board as it is at the end"


def test_a_game_that_waits_for_a_rest_is_told_with_it() -> None:
    made = table()
    carry(made, "d8d4", rest_ms=1000)
    carry(made, "d4d8", rest_ms=100)
    assert told(made)[-1] == "else d8d4 taken back waits for a rest of 0.4 s"


def test_what_a_request_has_left_is_named_as_the_reason() -> None:
    made = table()
    carry(made, "d8d4")
    made.ask(TakeBack())
    made.wait(2000)
    lines = told(made)
    assert "asked takeback" in lines
    assert "BACK d8d4 is taken back" in lines
    assert "else d8d4 refused: a request has left the board so: it means no move" in lines


def test_a_rule_of_the_match_is_named_as_the_reason() -> None:
    made = table(touch_move=True)
    carry(made, "d8d4")
    carry(made, "d4d8", rest_ms=4000)
    assert "else d8d4 taken back refused: a move stands once it is made" in told(made)


def test_a_far_match_is_told_with_what_the_record_asks_for() -> None:
    made = table(opponent=FarPlayer(Side.BLACK))
    carry(made, "d8d4", rest_ms=2500)
    carry(made, "d4d8")
    made.ask(FollowRecord(0, "e8g6"))
    carry(made, "e8g6")
    lines = told(made)
    why = "it is the turn of the computer or of a player elsewhere"
    assert f"else d8d4 refused: {why}" in lines
    asked = "asked follow: plies 0, move e8g6, paused False, new_game False"
    assert asked in lines
    assert "MADE 1. e8g6" in lines[lines.index(asked) :]


def test_a_move_that_another_game_explains_as_well_says_so() -> None:
    trace = decode((TRACES / "put_right_and_replied_to_over_a_bad_line.jsonl").read_text("utf-8"))
    story = story_of(trace, Part(Moment(move=20), Moment(move=20)))
    (made,) = (each for each in story if each.kind == "MADE" and each.others)
    assert (made.text, made.plies) == ("20. b1h7", 20)
    assert [other.text for other in made.others] == ["could also be b1h7 d7h3"]


def test_a_board_that_tells_no_sides_is_compared_without_them() -> None:
    made = table(on_off=True)
    assert told(made)[1] == "seen all as the game has it"
    carry(made, "d8d4")
    made.ask(TakeBack())
    made.wait(2000)
    lines = told(made)
    assert "seen d4 occupied: d8d4, if it rests for 0.15 s" in lines
    assert "else d8d4 refused: a request has left the board so: it means no move" in lines


def test_a_captured_stone_that_still_stands_is_named() -> None:
    made = table("hasami")
    for way in ("d1d5", "e9e5", "f1f4", "a9a8"):
        carry(made, way)
    carry(made, "f4f5", rest_ms=2000)
    lines = told(made)
    assert "seen f5 White: f4f5, with e5 still to be taken off" in lines
    assert lines[-1] == "else f4f5 waits for e5 to be taken off"
    made.lift(parse_square("e5", made.session.game.size))
    made.wait(1000)
    assert "MADE 5. f4f5" in told(made)


def test_a_board_that_goes_and_comes_back_is_told() -> None:
    made = table("seega")
    made.look_away()
    made.wait(100)
    assert told(made, Moment(500)) == [
        "board is gone",
        "board 5x5 squares",
        "seen all as the game has it: the position",
    ]


@pytest.mark.parametrize(
    "name", ["five_over_a_bad_line", "put_right_after_the_round_beside_a_bad_sensor"]
)
@pytest.mark.slow
def test_every_line_fits_a_terminal(name: str) -> None:
    trace = decode((TRACES / f"{name}.jsonl").read_text(encoding="utf-8"))
    lines = [line for each in story_of(trace, Part()) for line in each.lines()]
    assert max(map(len, lines)) <= WIDTH
    kinds = {line[12:17].strip() for line in lines}
    assert {"board", "seen", "MADE", "said"} <= kinds


def test_a_happening_is_broken_into_lines_below_its_text() -> None:
    happening = Happening(12_345, "said", "word " * 20, 3)
    first, second = happening.lines()
    assert first.startswith("   12.345 s said  word word")
    assert second == " " * 18 + " ".join(["word"] * 8)
    assert happening.fields() == {
        "at": 12_345,
        "kind": "said",
        "text": "word " * 20,
        "moves": 3,
        "others": [],
    }


def test_all_short_ways_to_a_board_are_explanations() -> None:
    made = table()
    carry(made, "d8d4")
    carry(made, "a1a2")
    state = made.session.state
    plies, before = state.history.plies, state.history.expectation

    def words(seen: Snapshot) -> list[str]:
        return [one.words for one in explanations(plies, before, seen)]

    assert words(plies[1].before.snapshot) == ["a1a2 taken back"]
    (reply,) = (o for o in plies[1].before.candidates if o.target == parse_square("b2", (8, 8)))
    assert words(reply.after) == ["a1b2 instead of a1a2"]


@pytest.mark.parametrize("belief", BELIEFS, ids=lambda belief: str(belief.words))
def test_a_belief_is_dropped_from_what_is_there(belief: Belief) -> None:
    """A belief that recognition no longer has is no reason any more: take it from the table."""
    made = table(on_off=True, touch_move=True)
    carry(made, "d8d4")
    state = copy_of(made.session.state)
    (candidate, *_) = state.history.expectation.candidates
    holders = [state, state.memory, state.phase, state.board, state.dwell]
    before = [set(vars(holder)) for holder in holders]
    belief.drop(state, Explanation((), ("",), ((state.history.position, candidate),)))
    assert [set(vars(holder)) for holder in holders] == before
    assert made.session.state.settings.touch_move, "the session itself is left alone"


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("12.5", Moment(12_500)),
        ("3s", Moment(3000)),
        (".25", Moment(250)),
        ("m7", Moment(move=7)),
    ],
)
def test_a_moment_is_a_time_or_a_move(text: str, moment: Moment) -> None:
    assert parse_moment(text) == moment


@pytest.mark.parametrize("text", ["", "m0", "m", "-1", "7m", "1e3", "soon", "٣"])
def test_what_is_no_moment_is_quoted(text: str) -> None:
    with pytest.raises(ValueError, match="is no moment of a trace: give seconds") as refused:
        parse_moment(text)
    assert str(refused.value).startswith(repr(text))


def test_a_part_goes_from_what_led_to_a_move_to_the_next_one() -> None:
    part = Part(Moment(move=2), Moment(move=2))
    moments = [(0, 0), (1, 1), (2, 2), (3, 1), (4, 2), (5, 3), (6, 2)]
    assert [part.holds(*moment) for moment in moments] == [
        False,
        True,
        True,
        True,
        True,
        False,
        False,
    ]
