"""Messages: templates, plural forms, lists, and messages within messages."""

from __future__ import annotations

import pytest

from host.message import Message, catalogue, message, message_of, render, sentences, verbatim

WORDS = {
    "verbatim": "{text}",
    "list": "{head} and {last}",
    "blocked": "{square} is in the way (M2)",
    "reach": {"one": "It reaches {count} square.", "other": "It reaches {count} squares."},
    "over": "The round is over: {reason:clause}",
    "tower": "the {colour} tower",
    "must": "{tower:capital} must move",
    "take": "Take {squares} off.",
}


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (message("blocked", square="d4"), "d4 is in the way (M2)"),
        (message("reach", count=1), "It reaches 1 square."),
        (message("reach", count=5), "It reaches 5 squares."),
        (message("over", reason=verbatim("White wins.")), "The round is over: White wins"),
        (message("must", tower=message("tower", colour="pink")), "The pink tower must move"),
        (message("take", squares=("a1",)), "Take a1 off."),
        (message("take", squares=("a1", "b1", "c1")), "Take a1, b1 and c1 off."),
        (sentences(verbatim("One."), verbatim(""), verbatim("Two.")), "One. Two."),
    ],
)
def test_a_message_is_put_into_words(told: Message, words: str) -> None:
    assert render(told, WORDS) == words


def test_messages_are_values() -> None:
    assert message("x", a=1, b="c") == message("x", b="c", a=1)
    assert len({message("x", a=("p", "q")), message("x", a=("p", "q"))}) == 1


def test_a_missing_template_or_argument_is_an_error() -> None:
    with pytest.raises(KeyError, match="unknown"):
        render(message("unknown"), WORDS)
    with pytest.raises(KeyError, match="square"):
        render(message("blocked"), WORDS)


def test_an_exception_carries_its_message_and_reads_in_english() -> None:
    error = ValueError(verbatim("'x' is no square"))
    assert message_of(error) == verbatim("'x' is no square")
    assert str(error) == "'x' is no square"
    assert message_of(ValueError("plain")) == verbatim("plain")


def test_the_english_catalogue_is_read() -> None:
    assert catalogue("en")["verbatim"] == "{text}"
    with pytest.raises(FileNotFoundError):
        catalogue("xx")
