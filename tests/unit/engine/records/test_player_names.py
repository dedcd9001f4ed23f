"""Names of players, and the records that have them."""

from __future__ import annotations

import pytest

from host.engine.api import GameRecord, game_named, read_record, record_text
from host.engine.game import Side
from host.engine.records.player_names import LONGEST, NO_NAMES, PlayerNames, parse_names
from host.engine.records.record_errors import InvalidRecordError

GAMES = ("kamisado-standard", "hasami")
RTL, JOINED = "\u202eboB", "A\u200dB"


@pytest.mark.parametrize(
    ("text", "white", "black"),
    [
        ("Ann, Bob", "Ann", "Bob"),
        (" Ann  Lee ,Bob ", "Ann Lee", "Bob"),
        (", Bob", "", "Bob"),
        ("Ann,", "Ann", ""),
        ("Zoë, Ольга", "Zoë", "Ольга"),
        (f"{'x' * LONGEST}, {JOINED}", "x" * LONGEST, JOINED),
    ],
)
def test_names_are_read_with_a_comma_between_them(text: str, white: str, black: str) -> None:
    names = parse_names(text)
    assert (names.of(Side.WHITE), names.of(Side.BLACK)) == (white, black)
    assert names.exchanged == PlayerNames(black, white)
    assert names


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("Ann", "'Ann'"),
        (f"{'x' * (LONGEST + 1)}, Bob", f"'{'x' * (LONGEST + 1)}'"),
        ("Ann, B\0b", r"'B\\x00b'"),
        (f"Ann, {RTL}", r"'\\u202eboB'"),
    ],
)
def test_what_is_no_name_is_quoted(text: str, quoted: str) -> None:
    with pytest.raises(ValueError, match=quoted):
        parse_names(text)


def test_a_name_has_no_spaces_but_between_its_words() -> None:
    for name in (" Ann", "Ann ", "Ann  Lee", "Ann\nLee"):
        with pytest.raises(ValueError, match="cannot be a name"):
            PlayerNames(name)


@pytest.mark.parametrize("form", ["glyphs", "words", "coordinates"])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("names", [PlayerNames("Ann", "Bob"), PlayerNames("", "Bob"), NO_NAMES])
def test_a_record_has_the_names_and_is_read_with_them(
    name: str, form: str, names: PlayerNames
) -> None:
    game = game_named(name)
    moves = (game.legal_moves(game.start())[0],)
    record = GameRecord(game, game.start(), moves, names=names)
    text = record_text(record, form)
    assert ("white player: Ann\n" in text) == bool(names.white)
    assert ("black player: Bob\n" in text) == bool(names.black)
    assert read_record(text) == record


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("white player: Bob", "'white player' stands there twice"),
        (f"black player: {'x' * 25}", "too long"),
        ("red player: Ann", "'red player"),
    ],
)
def test_a_wrong_player_is_quoted_with_its_line(name: str, line: str, words: str) -> None:
    text = f"game: {name}\nwhite player:  Ann \n{line}\n"
    with pytest.raises(InvalidRecordError, match=words) as refused:
        read_record(text)
    assert "line 3" in str(refused.value)
