"""The text picture: letters and signs tell everything, colours only repeat it."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from host.engine.geometry import parse_square
from host.engine.kamisado.round import KamisadoRound
from host.lighting import GLOWS
from host.session import Session
from host.tracking import Sight, picture_of
from host.ui import messages
from host.ui.text_board import (
    BACKGROUNDS,
    LETTERS,
    SIGNS,
    HandPieceMessage,
    Hello,
    State,
    letter,
    render,
    render_moves,
)

GAME = KamisadoRound()
ANSI = re.compile(r"\x1b\[[0-9;]*m")

HELLO: Hello = {
    "size": [8, 8],
    "tints": {
        str(square): str(tint)
        for square, tint in ((f"{'abcdefgh'[s % 8]}{s // 8 + 1}", GAME.tint(s)) for s in range(64))
    },
    "virtual": True,
    "runtime": "",
}


def played(*steps: str, position: str | None = None) -> State:
    """The state after lifts (`d8`) and moves (`d8d4`) on a board, as the page is told it."""
    start = None if position is None else GAME.parse_position(position)
    session = Session(GAME, start)
    picture = list(picture_of(GAME.pieces(session.position), 64))
    now_ms = 0
    for step in ("", *steps):
        if step:
            origin = parse_square(step[:2], GAME.size)
            seen, picture[origin] = picture[origin], Sight.EMPTY
            if len(step) == 4:
                picture[parse_square(step[2:], GAME.size)] = seen
        session.see(tuple(picture), now_ms)
        now_ms += 2000
        session.tick(now_ms)
        session.tick(now_ms)
    return state_message(session)


def state_message(session: Session) -> State:  # type: ignore[type-arg]
    told = messages.state(GAME, session.view(), 1, {"state": "up", "text": "Virtual board"})
    return told  # type: ignore[return-value]


def cell(text: str, square: str, width: int = 7) -> str:
    """What the picture shows on a square, without the blanks around it."""
    lines = ANSI.sub("", text).splitlines()
    line = next(line for line in lines if line.startswith(f"  {square[1]} "))
    at = 4 + width * "abcdefgh".index(square[0])
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
        assert names == [HELLO["tints"][f"{file}{rank}"][:3] for file in "abcdefgh"]


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
    assert state["trouble"] is not None
    assert "! must not stand here   v put it back here" in text
    assert "! The brown tower on a1 must move" in text


def test_a_board_to_be_set_up_tells_the_next_step_just_once() -> None:
    session = Session(GAME)
    session.see((Sight.EMPTY,) * 64, 0)
    text = render(HELLO, state_message(session))
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
    assert state["outcome"]["reason"] in text.replace("\n  ", " ")
    assert "= the winning row" in text


def test_a_virtual_board_is_drawn_as_the_pieces_lie() -> None:
    def lying(name: str, where: str, square: str | None) -> HandPieceMessage:
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
    assert painted == [str(BACKGROUNDS[HELLO["tints"][f"{file}8"]]) for file in "abcdefgh"]


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
    assert state["trouble"] is not None
    state["trouble"]["text"] = "A very long sentence about what went wrong here. " * 5
    lines = render(HELLO, state, width=width).splitlines()
    assert max(map(len, lines)) <= width
    assert cell("\n".join(lines), "d1", 7 if width >= 64 else 6) == "vYv"


def test_the_whole_picture_fits_a_terminal_of_24_lines() -> None:
    for state in (played(), played("d8"), played("d8d4")):
        assert len(render(HELLO, state).splitlines()) + 1 <= 24


def test_boards_of_other_sizes_and_without_colours_are_drawn_too() -> None:
    hello: Hello = {"size": [9, 10], "tints": {}, "virtual": False, "runtime": ""}
    state = played()
    state["pieces"] = [{"square": "i10", "side": "black", "name": "stone", "teeth": 0}]
    state["marks"] = [{"square": "i10", "entry": "new", "role": "thing", "words": "of later"}]
    lines = render(hello, state, colour=True).splitlines()
    assert lines[0].split() == list("abcdefghi")
    assert lines[2].split() == ["10", "?s?", "10"]
    assert "? of later" in lines
    assert len(lines) == 1 + 20 + 1 + 2


def test_the_more_important_of_two_marks_is_shown() -> None:
    state = played()
    for entries in (("required", "illegal"), ("illegal", "required")):
        roles = {"required": "tower", "illegal": "square"}
        state["marks"] = [
            {"square": "d8", "entry": entry, "role": roles[entry], "words": ""} for entry in entries
        ]
        assert cell(render(HELLO, state), "d8") == "!k!"


def test_nothing_that_is_told_can_command_the_terminal() -> None:
    state = played()
    state["link"] = {"state": "refused", "text": "\x1b[2J\x07evil\r\nboard"}
    state["prompt"] = "\x9b31mred"
    text = render(HELLO, state)
    assert all(line.isprintable() for line in text.splitlines())
    assert "evil" in text


def test_every_role_of_the_vocabulary_that_a_square_can_have_is_drawn() -> None:
    """Roles of whole-board animations have no square of their own to explain."""
    animations = {"accepted", "last", "lost", "thinking", "match"}
    missing = {key for key in GLOWS if key not in SIGNS and key[0] not in animations} - {
        ("execute", "path")
    }
    assert missing == set()


def test_signs_that_mean_different_things_look_different_where_they_can_meet() -> None:
    """Marks of one situation are on the board together; so are those of push and legal."""
    together = [{"illegal", "putback"}, {"fill", "illegal"}, {"legal", "winning", "push"}]
    together += [{"blocked", "any"}, {"deadlock"}, {"execute"}]
    for entries in together:
        shown = {}
        for (entry, _), (left, right, meaning) in SIGNS.items():
            if entry in entries:
                shown.setdefault((left, right), set()).add(meaning)
        allowed = {"must not stand here", "take this one"}
        assert all(len(meanings - allowed) <= 1 for meanings in shown.values()), shown


def test_all_moves_are_listed_one_a_line() -> None:
    state = played("d8d4", "a1a2")
    numbers = [line.split(".")[0] for line in render_moves(state).splitlines()]
    assert numbers == [str(move["ply"]) for move in state["moves"]]
    assert len(numbers) >= 2
    assert all(int(b) == int(a) + 1 for a, b in pairwise(numbers))
    assert render_moves(played()) == "No move has been made."


def test_letters_of_pieces_are_those_of_position_text() -> None:
    assert letter("white", "brown") + letter("black", "pink") == "Nk"
    assert letter("black", "stone") == "s"
    assert letter("white", "") == "?"
