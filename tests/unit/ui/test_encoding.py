"""Messages of the host as JSON text."""

from __future__ import annotations

import json

import pytest

from host.message import message, sentences, verbatim
from host.ui.messages.encoding import encode


def test_a_message_is_sent_as_its_id_and_arguments() -> None:
    inner = message("engine.tower", colour="pink")
    text = message("ui.example", tower=inner, squares=("a1", "b2"), count=2)
    told = {"t": "notice", "text": text}
    assert json.loads(encode(told)) == {
        "t": "notice",
        "text": {
            "id": "ui.example",
            "args": {
                "tower": {"id": "engine.tower", "args": {"colour": "pink"}},
                "squares": ["a1", "b2"],
                "count": 2,
            },
        },
    }


def test_sentences_are_sent_in_their_order_and_plain_text_as_it_is() -> None:
    told = sentences(verbatim("One."), message("ui.two"))
    assert json.loads(encode({"text": told, "words": "plain"})) == {
        "text": {
            "id": "sentences",
            "args": {
                "parts": [
                    {"id": "verbatim", "args": {"text": "One."}},
                    {"id": "ui.two", "args": {}},
                ]
            },
        },
        "words": "plain",
    }


def test_nothing_else_is_sent_in_a_form_of_its_own() -> None:
    with pytest.raises(TypeError, match="no JSON form"):
        encode({"t": object()})
