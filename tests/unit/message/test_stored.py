"""Messages in files."""

from __future__ import annotations

import pytest

from host.message import Message, message, read_stored, stored_text

TOLD = [
    message("engine.resigned", side=message("side.white"), winner=message("side.black")),
    message("engine.nothing_taken", count=30),
    message("session.pieces_stand", squares=("a1", message("side.white"), 3)),
    message("engine.draw_agreed"),
]


@pytest.mark.parametrize("told", TOLD, ids=lambda told: told.id)
def test_a_message_is_read_as_it_was_stored(told: Message) -> None:
    assert read_stored(stored_text(told)) == told


@pytest.mark.parametrize(
    "text",
    [
        "White wins.",
        "",
        "7",
        "{",
        "{}",
        '{"id": "engine.draw_agreed"}',
        '{"id": "engine.draw_agreed", "args": []}',
        '{"id": "engine.of_another_version", "args": {}}',
        '{"id": "engine.resigned", "args": {"side": "White"}}',
        '{"id": "engine.nothing_taken", "args": {"count": null}}',
    ],
)
def test_another_text_is_shown_as_it_is(text: str) -> None:
    assert read_stored(text) == text
    assert stored_text(text) == text
