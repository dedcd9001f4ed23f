"""The text picture: letters and signs tell everything, colours only repeat it."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from host.engine.kamisado.round import KamisadoRound
from host.engine.registry import game_named
from host.engine.squares import parse_square
from host.guidance.lighting import GLOWS
from host.message import message
from host.recognition.snapshot import SquareState, snapshot_of
from host.session.match_settings import MatchSettings
from host.session.match_state import CHECK_MS
from host.session.session import Session
from host.ui.messages.clock import ClockMessage
from host.ui.messages.hello import HelloMessage, hello_message
from host.ui.messages.match import MatchData
from host.ui.messages.moves import MoveData
from host.ui.messages.pieces import HandPieceData
from host.ui.messages.state import MarkData, StateMessage, state_message
from host.ui.terminal.status import printable, time_text
from host.ui.terminal.symbols import BACKGROUNDS, LETTERS, SIGNS, letter
from host.ui.terminal.text_board import render, render_moves

GAME = KamisadoRound()
ANSI = re.compile(r"\x1b\[[0-9;]*m")

HELLO = hello_message(GAME, "", True, "", [], None)
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


def played(*steps: str, position: str | None = None) -> StateMessage:
    """The state after lifts (`d8`) and moves (`d8d4`) on a board, as the page is told it."""
    start = None if position is None else GAME.parse_position(position)
    session = Session(MatchSettings(GAME), start)
    snapshot = list(snapshot_of(GAME.pieces(session.position), 64))
    now_ms = 0
    for step in ("", *steps):
        if step:
            origin = parse_square(step[:2], GAME.size)
            seen, snapshot[origin] = snapshot[origin], SquareState.EMPTY
            if len(step) == 4:
                snapshot[parse_square(step[2:], GAME.size)] = seen
        session.see(tuple(snapshot), now_ms)
        now_ms += 2000 if step else CHECK_MS + 1000
        session.tick(now_ms)
        session.tick(now_ms)
    return state_of(session)


def state_of(session: Session) -> StateMessage:  # type: ignore[type-arg]
    return state_message(GAME, session.view(), 1, {"state": "up", "text": "Virtual board"})


def mark(
    square: str, entry: str, role: str, tint: str | None = None, side: str | None = None
) -> MarkData:
    lit = {"square": square, "entry": entry, "role": role, "words": ""}
    return {**lit, "colour": tint, "side": side}  # type: ignore[typeddict-item]


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


def cell(text: str, square: str, width: int = 7, files: str = "abcdefgh") -> str:
    """Return the text of a square, without the blanks around it."""
    lines = ANSI.sub("", text).splitlines()
    line = next(line for line in lines if line.startswith(f"  {square[1]} "))
    at = 4 + width * files.index(square[0])
    return line[at : at + width].strip()


def test_the_start_shows_every_tower_and_whose_it_is_by_letter_case() -> None:
    text = render(HELLO, played())
    assert [cell(text, f"{file}8") for file in "abcdefgh"] == [f"({c})" for c in "obpkyrgn"]
    assert [cell(text, f"{file}1") for file in "abcdefgh"] == list("NGRYKPBO")
    assert all(cell(text, f"{file}{rank}") == "" for file in "abcdefgh" for rank in range(2, 8))


def test_every_square_tells_its_colour_in_letters() -> None:
    lines = render(HELLO, played()).splitlines()
    for rank in range(1, 9):
        names = lines[1 + 2 * (8 - rank)].split()
        assert names == [HELLO["square_colours"][f"{file}{rank}"][:3] for file in "abcdefgh"]


def test_the_first_letters_of_the_colours_differ() -> None:
    assert len({name[:3] for name in LETTERS}) == len(set(LETTERS.values())) == len(LETTERS) == 8


def test_a_lifted_tower_shows_where_it_may_go() -> None:
    text = render(HELLO, played("d8"))
    assert cell(text, "d8") == "<k>"
    assert cell(text, "d2") == cell(text, "a5") == cell(text, "h4") == "*"
    assert cell(text, "d1") == "Y"
    assert "* may go here   < > in the air" in text
    assert text.endswith("\nBlack to move: any tower.")


def test_a_required_tower_stands_in_brackets_and_the_last_move_is_told_in_words() -> None:
    text = render(HELLO, played("d8d4"))
    assert cell(text, "a1") == "[N]"
    assert cell(text, "d4") == "k"
    assert "[ ] must move" in text
    assert "Last: 1. Black: Pink 4 Brown (d8d4)" in text
    assert "White to move: the brown tower on a1." in text


def test_a_wrong_tower_is_marked_with_where_it_belongs_and_why() -> None:
    state = played("d8d4", "d1d2")
    text = render(HELLO, state)
    assert cell(text, "d2") == "!"
    assert cell(text, "d1") == "vYv"
    assert state["correction"] is not None
    assert "! must not stand here   v put it back here" in text
    assert "! The brown tower on a1 must move" in text


def test_a_board_to_be_set_up_tells_the_next_step_just_once() -> None:
    session = Session(MatchSettings(GAME))
    session.see((SquareState.EMPTY,) * 64, 0)
    text = render(HELLO, state_of(session))
    assert text.count("Set up the board:") == 1
    assert "! Set up the board:" in text


def test_teeth_are_pluses_after_the_letter() -> None:
    text = render(HELLO, played(position="o+bpkyrgn/8/8/8/8/8/8/NGRYK+++PBO b -"))
    assert cell(text, "a8") == "(o+)"
    assert cell(text, "e1") == "K+++"


def test_the_end_is_told_with_its_winner() -> None:
    state = played("d2d1", position="obp1yrgn/8/8/8/3Y4/8/3k4/NGR1KPBO b k")
    assert state["outcome"] is not None
    text = render(HELLO, state)
    assert str(state["outcome"]["reason"]) in text.replace("\n  ", " ")
    assert "= the winning row" in text


def test_a_virtual_board_is_drawn_as_the_pieces_lie() -> None:
    def lying(name: str, where: str, square: str | None) -> HandPieceData:
        return {"side": "black", "name": name, "teeth": 0, "where": where, "square": square}  # type: ignore[typeddict-item]

    hand = [
        lying("pink", "board", "d5"),
        lying("red", "hand", None),
        lying("blue", "box", None),
        lying("green", "board", "d5"),
    ]
    text = render(HELLO, played(), hand)
    assert cell(text, "d5") == "kg"
    assert cell(text, "d8") == "( )"
    assert cell(text, "a1") == ""
    assert "In the hand: Black's red." in text
    assert "Off the board: Black's blue." in text


def test_a_link_that_is_not_up_is_told() -> None:
    state = played()
    state["link"] = {"state": "lost", "text": "Board on COM5: no answer. Check the cable."}
    assert "! Board on COM5: no answer. Check the cable." in render(HELLO, state)


def test_painted_text_says_the_same_as_plain_text() -> None:
    for state in (played(), played("d8"), played("d8d4", "d1d2")):
        painted = render(HELLO, state, colour=True)
        plain = [line.rstrip() for line in render(HELLO, state).splitlines()]
        assert "\x1b" not in "".join(plain)
        assert [ANSI.sub("", line).rstrip() for line in painted.splitlines()] == plain
        assert painted.count("\x1b[0m") == 2 * 64


def test_each_square_is_painted_in_its_own_colour() -> None:
    lines = render(HELLO, played(), colour=True).splitlines()
    painted = re.findall(r"48;5;(\d+)m", lines[2])
    assert painted == [str(BACKGROUNDS[HELLO["square_colours"][f"{file}8"]]) for file in "abcdefgh"]


def _luminance(index: int) -> float:
    levels = (0, 95, 135, 175, 215, 255)
    rest = index - 16
    channels = (levels[rest // 36] / 255, levels[rest // 6 % 6] / 255, levels[rest % 6] / 255)
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_letters_keep_a_contrast_of_four_and_a_half_on_every_colour() -> None:
    text = render(HELLO, played(), colour=True)
    pairs = set(re.findall(r"38;5;(\d+);48;5;(\d+)m", text))
    assert len(pairs) == 8
    for ink, ground in pairs:
        light, dark = sorted((_luminance(int(ink)), _luminance(int(ground))), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (ink, ground)


@pytest.mark.parametrize("width", [60, 62, 80, 120])
def test_no_line_is_longer_than_the_terminal_is_wide(width: int) -> None:
    state = played("d8d4", "d1d2")
    assert state["correction"] is not None
    state["correction"]["text"] = "A very long sentence about what went wrong here. " * 5
    lines = render(HELLO, state, width=width).splitlines()
    assert max(map(len, lines)) <= width
    assert cell("\n".join(lines), "d1", 7 if width >= 64 else 6) == "vYv"


def test_the_whole_picture_fits_a_terminal_of_24_lines() -> None:
    for state in (played(), played("d8"), played("d8d4")):
        assert len(render(HELLO, state).splitlines()) + 1 <= 24


def test_boards_of_other_sizes_and_without_colours_are_drawn_too() -> None:
    hello: HelloMessage = {**HELLO, "size": [9, 10], "square_colours": {}, "virtual": False}
    state = played()
    state["pieces"] = [{"square": "i10", "side": "black", "name": "stone", "teeth": 0}]
    state["marks"] = [{**mark("i10", "new", "thing"), "words": "of later"}]
    lines = render(hello, state, colour=True).splitlines()
    assert lines[0].split() == list("abcdefghi")
    assert lines[2].split() == ["10", *["."] * 8, "?X?", "10"]
    assert lines[4].split() == ["9", *["."] * 9, "9"]
    assert "? of later   O white, X black" in lines
    assert len(lines) == 1 + 20 + 1 + 2


def stones(name: str, *moves: str) -> tuple[HelloMessage, StateMessage]:
    """Return the status lines of a stone game after these moves."""
    game = game_named(name)
    session = Session(MatchSettings(game))
    for text in moves:
        before = session.view().expectation
        option = next(o for o in before.options if game.move_text(before.position, o.move) == text)
        for snapshot in (before.snapshot, option.after):
            session.see(snapshot, 2000 * len(session.plies))
            session.tick(2000 * len(session.plies) + 1500)
    view = session.view()
    told = state_message(game, view, 1, {"state": "up", "text": "Virtual board"})
    hello = hello_message(game, "1", True, "", [game], None)
    return hello, told


def test_stones_are_rings_and_crosses_on_squares_painted_or_not() -> None:
    hello, state = stones("hasami")
    text = render(hello, state)
    row = [cell(text, f"{file}1", files="abcdefghi") for file in "abcdefghi"]
    assert {shown.strip("()") for shown in row} == {"O"}
    assert [cell(text, f"{file}9", files="abcdefghi") for file in "abcdefghi"] == ["X"] * 9
    assert cell(text, "b5", files="abcdefghi") == "."
    assert cell(text, "d5", files="abcdefghi") == ""
    assert "O white, X black" in text
    assert max(map(len, text.splitlines())) <= 80


def test_what_is_to_be_placed_and_what_is_captured_is_counted() -> None:
    hello, state = stones("seega", "a1", "b1")
    text = render(hello, state)
    assert "Beside the board: White 11 to place, Black 11 to place." in text
    assert "Type the square alone, e.g. a1." in text
    assert "Type the square" not in render(hello, {**state, "opponent": {"side": "white"}})
    state["captured"] = [{"side": "black", "name": "stone", "count": 2}]
    assert "Black 11 to place, Black 2 captured." in render(hello, state)
    boxed: list[HandPieceData] = [
        {"side": side, "name": "stone", "teeth": 0, "where": "box", "square": None}
        for side, count in (("white", 12), ("black", 13))
        for _ in range(count)
    ]  # type: ignore[misc]
    assert "Off the board: White's stone (12), Black's stone (13)." in render(hello, state, boxed)
    assert "Off the board" not in render(hello, state, boxed[1:])


def test_captured_stones_are_taken_off_by_a_word() -> None:
    hello, state = stones("hasami")
    state["marks"] = [mark("b5", "capture", "piece"), mark("b6", "capture", "piece")]
    assert "Type off b5 and off b6." in render(hello, state)
    assert "Type off" not in render({**hello, "virtual": False}, state)


def test_the_more_important_of_two_marks_is_shown() -> None:
    state = played()
    for entries in (("required", "illegal"), ("illegal", "required")):
        roles = {"required": "tower", "illegal": "square"}
        state["marks"] = [mark("d8", entry, roles[entry]) for entry in entries]
        assert cell(render(HELLO, state), "d8") == "!k!"


def test_nothing_that_is_told_can_command_the_terminal() -> None:
    state = played()
    state["link"] = {"state": "refused", "text": "\x1b[2J\x07evil\r\nboard"}
    state["prompt"] = "\x9b31mred"
    text = render(HELLO, state)
    assert all(line.isprintable() for line in text.splitlines())
    assert "evil" in text


def test_every_role_of_the_vocabulary_that_a_square_can_have_is_drawn() -> None:
    """Marks that are told in words and animations of the whole board are not in the legend."""
    animations = {"accepted", "last", "lost", "thinking", "match", "paused", "area"}
    progress = ("menu", "progress")
    state = played()
    plain = render(HELLO, {**state, "marks": []})
    state["marks"] = [mark("d5", entry, role) for entry, role in GLOWS if entry in animations]
    state["marks"].append(mark("d5", *progress))
    assert len(state["marks"]) >= len(animations)
    assert render(HELLO, state) == plain
    assert {key for key in GLOWS if key not in SIGNS and key[0] not in animations} == {progress}


def test_signs_that_mean_different_things_look_different_where_they_can_meet() -> None:
    """Marks of one situation are on the board together; so are those of push and legal."""
    together = [{"illegal", "putback"}, {"fill", "illegal"}, {"legal", "winning", "push"}]
    together += [{"blocked", "any"}, {"deadlock", "choice"}, {"round", "choice"}, {"execute"}]
    together += [{"menu", "putback"}]
    for entries in together:
        shown: dict[tuple[str, str], set[str]] = {}
        for (entry, _), (left, right, id) in SIGNS.items():
            if entry in entries:
                shown.setdefault((left, right), set()).add(str(message(id)))
        allowed = {"must not stand here", "take this one"}
        assert all(len(meanings - allowed) <= 1 for meanings in shown.values()), shown


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
        "{ } a choice is made here   = the winning row",
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


def test_towers_still_to_be_put_are_shown_by_letter_where_they_are_due() -> None:
    state = played()
    state["phase"] = "setup"
    state["setup"] = {"done": 3, "of": 16}
    state["correction"] = {"text": "Move White's pink tower from d5 to e1.", "squares": ["e1"]}
    state["pieces"][4] = {"square": "e1", "side": "white", "name": "pink", "teeth": 1}
    state["marks"] = [
        mark("d5", "fill", "from"),
        mark("e1", "fill", "here", "pink"),
        mark("a8", "fill", "rest", "orange"),
        mark("b8", "fill", "rest", "blue"),
        mark("c8", "fill", "rest", "purple"),
    ]
    lying = {"side": "white", "teeth": 0, "where": "board"}
    hand: list[HandPieceData] = [
        {**lying, "name": "pink", "square": "d5", "teeth": 1},  # type: ignore[typeddict-item]
        {**lying, "name": "green", "square": "b8"},  # type: ignore[typeddict-item]
        {**lying, "side": "black", "name": "purple", "square": "c8"},  # type: ignore[typeddict-item]
    ]
    text = render(HELLO, state, hand)
    assert cell(text, "d5") == "!K+!"
    assert cell(text, "e1") == "vK+"
    assert cell(text, "a8") == ":o"
    assert cell(text, "b8") == "G:b", "what stands there, and what is due"
    assert cell(text, "c8") == ":p:", "what is due stands there"
    assert "3 of 16 stand where they belong." in text
    assert "Type arrange to let the simulated hand do it." in text
    assert "! take this one   v next one here   : still to be filled   (letter: which)" in text

    real: HelloMessage = {**HELLO, "virtual": False}
    text = render(real, state)
    assert cell(text, "e1") == "vK+"
    assert cell(text, "a8") == ":o", "the game has it there already, the board has not"
    assert cell(text, "h8") == "n"
    assert "Type arrange" not in text


def test_a_tower_that_the_game_has_elsewhere_is_due_by_the_letter_of_its_colour() -> None:
    state = played()
    state["marks"] = [mark("d5", "fill", "rest", "red")]
    assert cell(render(HELLO, state), "d5") == ":R"


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
    assert lines[-1] == "Record of a standard match, ply 3 of 40: next, back, go N or quit."
    assert cell("\n".join(lines), "d8") == "[k]"
    assert cell("\n".join(lines), "d4") == "v"


def test_a_match_with_clocks_fits_a_terminal_of_24_lines() -> None:
    for state in (played(), played("d8"), played("d8d4")):
        state["match"] = STANDARD
        assert len(render(HELLO, state, None, CLOCK).splitlines()) + 1 <= 24


def test_control_characters_become_blanks() -> None:
    assert printable("a\x1b[2J\nb\x9bc") == "a [2J b c"


def test_letters_of_pieces_are_those_of_position_text() -> None:
    assert letter("white", "brown") + letter("black", "pink") == "Nk"
    assert letter("black", "stone") == "X"
    assert letter("white", "") == "?"


def test_whether_moves_stand_is_told() -> None:
    told = "Touch-move: moves stand as they were made."
    assert told not in render(HELLO, played())
    assert told in render(HELLO, {**played(), "touch_move": True})


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
    for told in ("proven to win", "proven to lose", "who wins is not known yet"):
        assert told in shown
    signs = {SIGNS[key][:2] for key in (("winning", "proven"), ("losing", "square"))}
    assert len(signs | {SIGNS["legal", "unknown"][:2], SIGNS["winning", "square"][:2]}) == 4


def test_a_hint_is_told_below_the_board_and_a_puzzle_tells_what_may_be_typed() -> None:
    state = played()
    state["hint"] = {"words": "Hint: Pink 4 Brown, d8 to d4, wins."}
    assert "Hint: Pink 4 Brown, d8 to d4, wins." in render(HELLO, state)
    assert "Type puzzle" not in render(HELLO, state)
    state["puzzle"] = {"number": 3, "of": 60, "state": "open"}
    assert "Type puzzle for the next one, puzzle N, puzzle grade N, leave" in render(HELLO, state)
