"""`notice`: something that happened, or why a request was refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Literal, TypedDict

from host.message import Message, Words, message, quoted
from host.message.schema import OneOf
from host.session.view import Notice, Severity


class NoticeMessage(TypedDict):
    """Something that happened, or a refusal.

    Attributes:
        refusal: true if a request of this page was refused, and what it has shown already is not.
    """

    t: Literal["notice"]
    level: Annotated[str, OneOf(*Severity)]
    text: Words
    refusal: bool


def notice_message(notice: Notice) -> NoticeMessage:
    """Build the message of a notice."""
    level = notice.level.value
    return {"t": "notice", "level": level, "text": notice.words, "refusal": False}


def warning_message(text: Words) -> NoticeMessage:
    """Build the answer to a request that was refused."""
    return {"t": "notice", "level": Severity.WARN.value, "text": text, "refusal": True}


def unknown(request: Mapping[str, object]) -> Message:
    """Return the refusal of a request that is not known.

    >>> str(unknown({"t": "castle"}))
    'What was asked is not known here, and nothing was done: \\'{"t":"castle"}\\'.'
    """
    text = json.dumps(dict(request), ensure_ascii=False, separators=(",", ":"))
    return message("ui.unknown_request", request=quoted(text))
