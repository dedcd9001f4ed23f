"""The text picture: letters and signs tell everything, colours only repeat it."""

from __future__ import annotations

import re

import pytest

from host.engine.kamisado.board import COLOURS as TOWERS
from host.engine.kamisado.board import LETTERS
from host.engine.registry import game_named
from host.guidance.lighting import GLOWS
from host.message import catalogue, languages, use_language
from host.recognition.snapshot import SquareState
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.ui.messages.hello import HelloMessage, hello_message
from host.ui.messages.pieces import HandPieceData
from host.ui.messages.state import StateMessage, state_message
from host.ui.terminal.status import printable
from host.ui.terminal.symbols import BACKGROUNDS, COLOURS, SIGNS, letter, meaning
from host.ui.terminal.text_board import CELLS, render
from tests.unit.ui.terminal.states import ANSI, GAME, HELLO, cell, mark, played, state_of


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


@pytest.mark.parametrize("language", languages())
def test_the_letters_of_the_colours_differ(language: str) -> None:
    words = catalogue(language)
    signs = {str(words[f"ui.letter_{name}"]) for name in COLOURS}
    assert len(signs) == len({sign.lower() for sign in signs}) == len(COLOURS)
    assert all(len(sign) == 1 and sign.isupper() for sign in signs)
    shorts = {str(words[f"ui.short_{name}"]) for name in BACKGROUNDS}
    assert len(shorts) == len(BACKGROUNDS)
    assert max(map(len, shorts)) < CELLS[1], "a space is left between two squares"
    assert len({short[: CELLS[-1]] for short in shorts}) == len(shorts)


def test_the_english_letters_are_those_of_positions() -> None:
    assert "".join(letter("white", name) for name in TOWERS) == LETTERS


def test_the_board_speaks_the_language_of_the_program() -> None:
    use_language("hu")
    try:
        text = render(HELLO, played())
    finally:
        use_language("en")
    assert [cell(text, f"{file}8") for file in "abcdefgh"] == [f"({c})" for c in "nklrspzb"]
    assert "bar" in text


def test_a_lifted_tower_shows_where_it_may_go() -> None:
    text = render(HELLO, played("d8"))
    assert cell(text, "d8") == "<k>"
    assert cell(text, "d2") == cell(text, "a5") == cell(text, "h4") == "*"
    assert cell(text, "d1") == "Y"
    assert "* may go here   < > lifted" in text
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
    assert "! does not belong here   v put it back here" in text
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


@pytest.mark.parametrize("width", [38, 40, 55, 56, 60, 62, 80, 120])
def test_no_line_is_longer_than_the_terminal_is_wide(width: int) -> None:
    state = played("d8d4", "d1d2")
    assert state["correction"] is not None
    state["correction"]["text"] = "A very long sentence about what went wrong here. " * 5
    lines = render(HELLO, state, width=width).splitlines()
    assert max(map(len, lines)) <= width
    columns = 7 if width >= 64 else 6 if width >= 56 else 4
    assert cell("\n".join(lines), "d1", columns) == "vYv"


def test_a_board_of_nine_files_and_all_teeth_fits_forty_columns() -> None:
    hello = HELLO | {"size": [9, 9]}
    state = played()
    for piece in state["pieces"]:
        piece["teeth"] = 3
    lines = render(hello, state, width=40).splitlines()
    assert max(map(len, lines)) <= 40
    assert any("k3" in line for line in lines)
    assert not any("++" in line for line in lines)


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
        candidate = next(
            o for o in before.candidates if game.move_text(before.position, o.move) == text
        )
        for snapshot in (before.snapshot, candidate.after):
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


def test_who_plays_is_told_as_far_as_it_is_known() -> None:
    hello, state = stones("seega")
    assert "White:" not in render(hello, state)
    state["names"] = {"white": "Ann", "black": ""}
    assert "\nWhite: Ann\n" in render(hello, state)
    state["names"] = {"white": "Ann", "black": "Bob"}
    assert "\nWhite: Ann, Black: Bob\n" in render(hello, state)


def test_what_is_to_be_placed_and_what_is_captured_is_counted() -> None:
    hello, state = stones("seega", "a1", "b1")
    text = render(hello, state)
    assert "Beside the board: White 11 to place, Black 11 to place." in text
    assert "Type the square alone, e.g. a1." in text
    assert "Type the square" not in render(hello, {**state, "opponent": {"side": "white"}})
    state["captured"] = [{"side": "black", "name": "stone", "count": 2}]
    assert "Black 11 to place, Black lost 2." in render(hello, state)
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
        for (entry, role), signs in SIGNS.items():
            if entry in entries:
                shown.setdefault(signs, set()).add(str(meaning(entry, role)))
        allowed = {"does not belong here", "take this one"}
        assert all(len(meanings - allowed) <= 1 for meanings in shown.values()), shown


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


def test_control_characters_become_blanks() -> None:
    assert printable("a\x1b[2J\nb\x9bc") == "a [2J b c"


def test_letters_of_pieces_are_those_of_position_text() -> None:
    assert letter("white", "brown") + letter("black", "pink") == "Nk"
    assert letter("black", "stone") == "X"
    assert letter("white", "") == "?"
