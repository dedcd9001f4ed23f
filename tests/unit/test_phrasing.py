"""Check of the English that players read."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from tests import phrasing
from tests.phrasing import ForeignPhrases, chains_colons, foreign_phrases, helps, paragraphs

LISTED = ForeignPhrases.read()


@pytest.mark.parametrize(
    "text",
    [
        "'foo' is no command.",
        "Install it anew.",
        "Put it on a corner of the own home row.",
        "It is not known who wins.",
        "Go on with the same game.",
        "You play White, so nothing was done.",
        "Whatever else is done refuses.",
        "Nobody is told who wins.",
        "Say what is to be done.",
        "Five in a line, outside the two own home rows, wins.",
        "Choose from where the towers come.",
        "It counts more points.",
        "Its colour says which tower is next.",
        "Choose it in the list of the browser.",
        "Turning it does not help, as its sensors turn with it.",
    ],
)
def test_a_phrase_of_a_foreigner_is_told_with_a_better_one(text: str) -> None:
    (fault,) = LISTED.in_text(text)
    assert "; say '" in fault


@pytest.mark.parametrize(
    "text",
    [
        "There is no room to push.",
        "It is no longer valid.",
        "The owner of the board, their own link.",
        "Log on to the computer.",
        "Go on a `go on` walk.",
        "As far as the way is free. It reads back as it was written.",
    ],
)
def test_what_a_native_says_is_left_alone(text: str) -> None:
    assert LISTED.in_text(text) == []


def test_a_sentence_has_one_colon() -> None:
    assert chains_colons("It is over: White wins: play again.")
    assert not chains_colons("It is over: White wins. Next: play again, as in `a: b: c`.")


def test_the_help_of_commands_within_commands_is_read() -> None:
    parser = argparse.ArgumentParser("outer", description="First.")
    inner = parser.add_subparsers().add_parser("inner", description="Second.")
    inner.add_argument("--third", help="third")
    inner.add_argument("--secret", help=argparse.SUPPRESS)
    assert ("outer inner", "Second.") in helps(parser)
    assert ("outer inner --third", "third") in helps(parser)
    assert not any("secret" in name for name, _ in helps(parser))


def test_a_page_is_read_by_paragraphs_rows_and_points_without_its_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phrasing, "ROOT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text("# Title\n\nOne\ntwo.\n\n```sh\ngo on\n```\n\n| a |\n| b |\n- c\n  d\n")
    assert list(paragraphs(page)) == [
        ("page.md:1", "# Title"),
        ("page.md:3", "One\ntwo."),
        ("page.md:10", "| a |"),
        ("page.md:11", "| b |"),
        ("page.md:12", "- c\n  d"),
    ]


def test_messages_help_and_first_pages_are_in_the_words_of_a_native() -> None:
    assert foreign_phrases() == []
