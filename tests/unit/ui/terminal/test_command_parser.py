"""Commands: every way of typing them, and what is said to lines that are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.engine.registry import GAMES
from host.message import message
from host.ui.terminal.command import (
    Command,
    CommandContext,
    CommandError,
    Print,
    Quit,
    Send,
    Wait,
)
from host.ui.terminal.command_parser import parse_command, short_names

PLAY = CommandContext((8, 8), game="kamisado-single", games=tuple(GAMES), turn="black")
BETWEEN = CommandContext((8, 8), choices=("fill left", "fill right"))
MAY_GO_ON = CommandContext((5, 5), choices=("done",))
REPLAY = CommandContext((8, 8), replay=True)

MOVE = Send(({"t": "lift", "square": "d8"}, {"t": "put", "square": "d4"}), Wait.RESULT)
PUSH = Send(({"t": "push", "from": "c3", "to": "c4"},), Wait.RESULT)
TAKE_BACK = Send(({"t": "takeback"},))
NEXT = Send(({"t": "step", "by": 1},), Wait.RESULT)
LEFT = Send(({"t": "choose", "text": "fill left"},), Wait.RESULT)


def new(game: str, clock: str, **more: bool) -> Send:
    return Send(({"t": "new", "game": game, "clock": clock, **more},), Wait.SET_UP)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("d8d4", MOVE),
        ("  D8D4  ", MOVE),
        ("d8-d4", MOVE),
        ("d8 d4", MOVE),
        ("c3c4+", PUSH),
        ("push c3 c4", PUSH),
        ("slide d8 d4", Send(({"t": "slide", "from": "d8", "to": "d4"},), Wait.RESULT)),
        ("lift d8", Send(({"t": "lift", "square": "d8"},))),
        ("PUT d4", Send(({"t": "put", "square": "d4"},), Wait.RESULT)),
        ("takeback", TAKE_BACK),
        ("undo", TAKE_BACK),
        ("redo", Send(({"t": "redo"},))),
        ("adopt", Print.ADOPTION),
        ("Adopt  8/Nn w  b", Send(({"t": "adopt", "position": "8/Nn w b"},), Wait.RESULT)),
        ("pause", Send(({"t": "pause"},))),
        ("continue", Send(({"t": "resume"},))),
        ("agree", Send(({"t": "answer", "agree": True},))),
        ("refuse", Send(({"t": "answer", "agree": False},))),
        ("say 6", Send(({"t": "say", "number": 5},))),
        ("draw", Send(({"t": "draw", "side": "black"},))),
        ("draw white", Send(({"t": "draw", "side": "white"},))),
        ("resign Black", Send(({"t": "resign", "side": "black"},))),
        ("new touch", new("kamisado-single", "", touch_move=True)),
        ("new serious", new("kamisado-single", "", serious=True)),
        ("new 5+3 touch serious", new("kamisado-single", "5+3", touch_move=True, serious=True)),
        ("new long 5+3 touch", new("kamisado-long", "5+3", touch_move=True)),
        (
            "new against 4",
            new("kamisado-single", "", opponent="4", plays="white"),
        ),
        (
            "new long 5+3 touch against even as White",
            new("kamisado-long", "5+3", touch_move=True, opponent="even", plays="black"),
        ),
        ("new against 4 by lot", new("kamisado-single", "", opponent="4", plays="lot")),
        ("new 5+3 by lot", new("kamisado-single", "5+3", plays="lot")),
        ("names Ann, Bob Lee", Send(({"t": "names", "white": "Ann", "black": "Bob Lee"},))),
        ("Names ,Bob", Send(({"t": "names", "white": "", "black": "Bob"},))),
        ("ok", Send(({"t": "confirm"},), Wait.RESULT)),
        ("arrange", Send(({"t": "arrange"},), Wait.SET_UP)),
        ("new", Send(({"t": "new"},), Wait.SET_UP)),
        ("new standard", new("kamisado-standard", "")),
        ("new standard 10+5", new("kamisado-standard", "10+5")),
        ("NEW Kamisado-Long 0.5+0", new("kamisado-long", "0.5+0")),
        ("new 10+5", new("kamisado-single", "10+5")),
        ("new kamisado", new("kamisado", "")),
        ("next", NEXT),
        ("back", Send(({"t": "step", "by": -1},), Wait.RESULT)),
        ("go 12", Send(({"t": "go", "ply": 12},), Wait.RESULT)),
        ("go 0", Send(({"t": "go", "ply": 0},), Wait.RESULT)),
        ("help off", Send(({"t": "help", "level": "off"},))),
        ("help required", Send(({"t": "help", "level": "required"},))),
        ("Help Legal", Send(({"t": "help", "level": "legal"},))),
        ("help", Print.HELP),
        ("?", Print.HELP),
        ("moves", Print.MOVES),
        ("board", Print.BOARD),
        ("quit", Quit()),
        ("exit", Quit()),
        ("q", Quit()),
        ("", None),
        ("   \t", None),
    ],
)
def test_a_command_is_understood(line: str, command: Command | None) -> None:
    assert parse_command(line, PLAY) == command


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("fill left", LEFT),
        (" Fill  LEFT ", LEFT),
        ("left", LEFT),
        ("choose fill left", LEFT),
        ("choose left", LEFT),
        ("ok", Send(({"t": "confirm"},), Wait.RESULT)),
        ("d8d4", MOVE),
    ],
)
def test_what_is_offered_is_chosen_by_its_words_or_the_last_of_them(
    line: str, command: Command
) -> None:
    assert parse_command(line, BETWEEN) == command


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("fill lef", "Unknown command: 'fill lef'. Choose fill left or fill right. Type ?"),
        ("fill", "Unknown command: 'fill'. Choose fill left or fill right."),
        ("choose", "'choose' is not offered. Choose fill left or fill right."),
        ("choose middle", "'choose middle' is not offered. Choose fill left or fill right."),
    ],
)
def test_a_choice_that_is_not_offered_is_told_what_is(line: str, said: str) -> None:
    with pytest.raises(CommandError) as caught:
        parse_command(line, BETWEEN)
    assert said in str(caught.value)


def test_a_last_word_that_two_choices_share_chooses_neither() -> None:
    context = CommandContext((8, 8), choices=("own left", "other left"))
    assert parse_command("own left", context) == Send(
        ({"t": "choose", "text": "own left"},), Wait.RESULT
    )
    with pytest.raises(CommandError, match="Choose own left or other left"):
        parse_command("left", context)


@pytest.mark.parametrize("line", ["h1c6 b8h2", "choose h1c6 b8h2", "CHOOSE H1C6 B8H2"])
def test_moves_made_unseen_are_chosen_by_all_of_them(line: str) -> None:
    context = CommandContext((8, 8), choices=("h1c6 b8h2", "h1g2 b8e5 g2c6 e5h2"))
    chosen = Send(({"t": "choose", "text": "h1c6 b8h2"},), Wait.RESULT)
    assert parse_command(line, context) == chosen
    assert parse_command("b8h2", context) == Send(
        ({"t": "lift", "square": "b8"}, {"t": "put", "square": "h2"}), Wait.RESULT
    )


def test_a_choice_never_hides_a_command() -> None:
    assert parse_command("quit", CommandContext((8, 8), choices=("quit", "board"))) == Quit()


def test_return_alone_is_the_next_move_of_a_record() -> None:
    assert parse_command("", REPLAY) == NEXT
    assert parse_command("  ", PLAY) is None


def test_games_are_named_by_what_follows_the_first_dash() -> None:
    shorts = short_names(tuple(GAMES))
    assert shorts["standard"] == "kamisado-standard"
    assert shorts["kamisado"] == "kamisado"
    assert set(shorts.values()) == set(GAMES)
    assert short_names(["a-x", "b-x"]) == {"a-x": "a-x", "b-x": "b-x"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("castle", "Unknown command: 'castle'. Type ?"),
        ("foo bar", "Unknown command: 'foo bar'"),
        ("d8d4d5", "Unknown command: 'd8d4d5'"),
        ("dd8d4", "Unknown command: 'dd8d4'"),
        ("8d4d", "Unknown command: '8d4d'"),
        ("d8d4++", "Unknown command: 'd8d4++'"),
        ("say", "1 “Hello!”"),
        ("say 7", "After 'say 7', give one of these numbers"),
        ("takeback now", "Unknown command: 'takeback now'"),
        ("d8d9", "'d8d9': 'd9' is not a square of the 8x8 board."),
        ("i1a1", "'i1a1': 'i1' is not a square"),
        ("d0d4", "'d0d4': 'd0' is not a square"),
        ("d8d8", "'d8d8' goes nowhere"),
        ("lift", "lift needs one square, e.g. lift d8: 'lift'."),
        ("put d4 d5", "put needs one square, e.g. put d8: 'put d4 d5'."),
        ("lift z9", "'lift z9': 'z9' is not a square"),
        ("push c3", "push needs two squares, e.g. push c3 c4: 'push c3'."),
        ("slide a1 b2 c3", "slide needs two squares, e.g. slide c3 c4: 'slide a1 b2 c3'."),
        ("choose", "There is nothing to choose now: 'choose'."),
        ("choose left", "There is nothing to choose now: 'choose left'."),
        ("fill left", "Unknown command: 'fill left'. Type ? for the list of commands."),
        ("go", "go needs the number of a move, e.g. go 12: 'go'."),
        ("go -1", "go needs the number of a move, e.g. go 12: 'go -1'."),
        ("go 1 2", "go needs the number of a move"),
        ("go \u0662", "go needs the number of a move"),
        ("go 9999999", "go needs the number of a move"),
        ("resign", "Really? You would lose the whole match. Type resign white or resign black."),
        ("resign green", "resign needs white or black: 'resign green'."),
        ("draw white black", "draw needs white or black: 'draw white black'."),
        ("new touch 10+5", "'10+5' in 'new touch 10+5': new needs, in order: "),
        ("new chess", "'chess' in 'new chess': new needs, in order: kamisado, single, standard,"),
        ("new 10+5 standard", "'standard' in 'new 10+5 standard': new needs, in order: "),
        ("new standard 10", "'10' in 'new standard 10': new needs, in order: "),
        ("new standard 10+x", "'new standard 10+x': '10+x' is not a clock: write the minutes"),
        ("new 0+5", "'0+5' is not a clock: each player must have more than 0"),
        ("help all", "The levels of help are off, required, legal and proven: 'help all'."),
        ("d8d\uff14", "'d8d\uff14'"),
        ("\x1b[2J", "Unknown command: '\\x1b[2J'"),
        ("x" * 500, repr("x" * 59 + "…")),
    ],
)
def test_a_line_that_is_no_command_is_quoted_with_what_would_be_one(line: str, said: str) -> None:
    with pytest.raises(CommandError) as caught:
        parse_command(line, PLAY)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 200


def test_a_clock_too_long_to_quote_is_shortened() -> None:
    with pytest.raises(CommandError) as caught:
        parse_command("new " + "1" * 500 + "+1", PLAY)
    assert len(str(caught.value)) < 300


def test_squares_are_those_of_the_game_that_is_played() -> None:
    assert parse_command("i9i5", CommandContext((9, 9))) == Send(
        ({"t": "lift", "square": "i9"}, {"t": "put", "square": "i5"}), Wait.RESULT
    )
    with pytest.raises(CommandError, match="not a square of the 5x5 board"):
        parse_command("a1a6", CommandContext((5, 5)))


def test_a_square_alone_puts_a_piece_of_the_side_to_move_there() -> None:
    put = {"t": "put", "square": "c2", "side": "black"}
    assert parse_command("C2", CommandContext((5, 5), turn="black")) == Send((put,), Wait.RESULT)
    with pytest.raises(CommandError, match="not a square of the 5x5 board"):
        parse_command("f2", CommandContext((5, 5)))


def test_a_piece_is_taken_off_its_square() -> None:
    assert parse_command("off b5", PLAY) == Send(({"t": "remove", "square": "b5"},), Wait.RESULT)
    with pytest.raises(CommandError, match=r"off needs one square, e\.g\. off b5: 'off'"):
        parse_command("off", PLAY)


def test_the_turn_is_let_go_where_that_is_offered() -> None:
    done = Send(({"t": "choose", "text": "done"},), Wait.RESULT)
    assert parse_command("done", MAY_GO_ON) == done
    with pytest.raises(CommandError, match="Unknown command: 'done'"):
        parse_command("done", PLAY)


@pytest.mark.parametrize(("line", "win"), [("claim", True), ("claim  DRAW", False)])
def test_a_game_with_somebody_who_is_away_is_claimed(line: str, win: bool) -> None:
    assert parse_command(line, PLAY) == Send(({"t": "far_claim", "win": win},))
    with pytest.raises(CommandError, match="Unknown command: 'claim all'"):
        parse_command("claim all", PLAY)


def test_a_new_game_is_played_as_it_was_agreed_on() -> None:
    context = CommandContext((9, 9), game="hasami:first=black", games=("hasami", "kamisado-long"))

    def asked(line: str) -> object:
        command = parse_command(line, context)
        assert isinstance(command, Send)
        return command.requests[0]

    new = {"t": "new", "game": "hasami:limit=30,line_capture=yes", "clock": ""}
    assert asked("new hasami limit=30 line_capture=yes") == new
    assert asked("new limit=30 10+5") == {"t": "new", "game": "hasami:limit=30", "clock": "10+5"}
    assert asked("new long 10+5") == {"t": "new", "game": "kamisado-long", "clock": "10+5"}


def test_every_command_that_help_lists_is_understood() -> None:
    listed = [line[:18].strip() for line in str(message("ui.commands")).splitlines()]
    assert len(listed) == 41
    examples = {"LEVEL": "legal", "GAME": "standard", "CLOCK": "10+5", "N": "3", "WORDS": "left"}
    examples["SIDE"] = "white"
    for entry in listed:
        for shown in entry.split(", "):
            line = " ".join(examples.get(word, word) for word in shown.split())
            context = {"WORDS": BETWEEN, "done": MAY_GO_ON}.get(shown.split()[-1], PLAY)
            assert parse_command(line, context) is not None
    assert max(map(len, str(message("ui.commands")).splitlines())) < 80


@given(st.text(max_size=60), st.sampled_from([PLAY, BETWEEN, REPLAY]))
def test_any_text_is_a_command_or_refused_in_one_printable_line(
    line: str, context: CommandContext
) -> None:
    said = ""
    try:
        parse_command(line, context)
    except CommandError as error:
        said = str(error)
    assert said.isprintable()
