"""Commands: every way of typing them, and what is said to lines that are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.ui.command import HELP, Act, Command, CommandError, Quit, Show, parse_command

SIZE = (8, 8)
MOVE = Act(({"t": "lift", "square": "d8"}, {"t": "put", "square": "d4"}), moves=True)
PUSH = Act(({"t": "push", "from": "c3", "to": "c4"},), moves=True)
TAKE_BACK = Act(({"t": "takeback"},))


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("d8d4", MOVE),
        ("  D8D4  ", MOVE),
        ("d8-d4", MOVE),
        ("d8 d4", MOVE),
        ("c3c4+", PUSH),
        ("push c3 c4", PUSH),
        ("slide d8 d4", Act(({"t": "slide", "from": "d8", "to": "d4"},), moves=True)),
        ("lift d8", Act(({"t": "lift", "square": "d8"},))),
        ("PUT d4", Act(({"t": "put", "square": "d4"},), moves=True)),
        ("takeback", TAKE_BACK),
        ("undo", TAKE_BACK),
        ("new", Act(({"t": "new"},))),
        ("help off", Act(({"t": "help", "level": "off"},))),
        ("help required", Act(({"t": "help", "level": "required"},))),
        ("Help Legal", Act(({"t": "help", "level": "legal"},))),
        ("help", Show.HELP),
        ("?", Show.HELP),
        ("moves", Show.MOVES),
        ("board", Show.BOARD),
        ("quit", Quit()),
        ("exit", Quit()),
        ("q", Quit()),
        ("", None),
        ("   \t", None),
    ],
)
def test_a_command_is_understood(line: str, command: Command | None) -> None:
    assert parse_command(line, SIZE) == command


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("castle", "'castle' is no command. Type ?"),
        ("foo bar", "'foo bar' is no command"),
        ("d8", "'d8' is no command"),
        ("d8d4d5", "'d8d4d5' is no command"),
        ("dd8d4", "'dd8d4' is no command"),
        ("8d4d", "'8d4d' is no command"),
        ("d8d4++", "'d8d4++' is no command"),
        ("takeback now", "'takeback now' is no command"),
        ("d8d9", "'d8d9': there is no square 'd9' on a board of 8x8."),
        ("i1a1", "'i1a1': there is no square 'i1'"),
        ("d0d4", "'d0d4': there is no square 'd0'"),
        ("d8d8", "'d8d8' goes nowhere"),
        ("lift", "lift wants one square, e.g. lift d8: 'lift'."),
        ("put d4 d5", "put wants one square, e.g. put d8: 'put d4 d5'."),
        ("lift z9", "'lift z9': there is no square 'z9'"),
        ("push c3", "push wants two squares, e.g. push c3 c4: 'push c3'."),
        ("slide a1 b2 c3", "slide wants two squares, e.g. slide c3 c4: 'slide a1 b2 c3'."),
        ("help everything", "The levels of help are off, required and legal: 'help everything'."),
        ("d8d\uff14", "'d8d\uff14'"),
        ("\x1b[2J", "'\\x1b[2J' is no command"),
        ("x" * 500, repr("x" * 40 + "...")),
    ],
)
def test_a_line_that_is_no_command_is_quoted_with_what_would_be_one(line: str, said: str) -> None:
    with pytest.raises(CommandError) as caught:
        parse_command(line, SIZE)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 200


def test_squares_are_those_of_the_game_that_is_played() -> None:
    assert parse_command("i9i5", (9, 9)) == Act(
        ({"t": "lift", "square": "i9"}, {"t": "put", "square": "i5"}), moves=True
    )
    with pytest.raises(CommandError, match="on a board of 5x5"):
        parse_command("a1a6", (5, 5))


def test_every_command_that_help_lists_is_understood() -> None:
    listed = [line[:18].strip() for line in HELP.splitlines()]
    assert len(listed) == 12
    for entry in listed:
        for line in entry.replace("LEVEL", "legal").split(", "):
            assert parse_command(line, SIZE) is not None


@given(st.text(max_size=60))
def test_any_text_is_a_command_or_refused_in_one_printable_line(line: str) -> None:
    said = ""
    try:
        parse_command(line, SIZE)
    except CommandError as error:
        said = str(error)
    assert said.isprintable()
