"""Messages to people, put into words where they are shown."""

from __future__ import annotations

from host.message.messages import (
    Argument,
    Catalogue,
    Message,
    Template,
    Words,
    alternatives,
    catalogue,
    message,
    message_of,
    render,
    sentences,
    verbatim,
)

__all__ = [
    "Argument",
    "Catalogue",
    "Message",
    "Template",
    "Words",
    "alternatives",
    "catalogue",
    "message",
    "message_of",
    "render",
    "sentences",
    "verbatim",
]
