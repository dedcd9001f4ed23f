"""Messages to people, and the languages in which they are shown."""

from __future__ import annotations

from host.message.catalogues import DEFAULT_LANGUAGE, Catalogue, Template, catalogue
from host.message.language import (
    find_language,
    language_of_environment,
    languages,
    spoken_language,
    use_language,
)
from host.message.messages import (
    Argument,
    Message,
    Words,
    alternatives,
    in_english,
    message,
    message_of,
    quoted,
    render,
    sentences,
    verbatim,
)
from host.message.stored import as_json, from_json, read_stored, stored_text
from host.message.system_error import system_error

__all__ = [
    "DEFAULT_LANGUAGE",
    "Argument",
    "Catalogue",
    "Message",
    "Template",
    "Words",
    "alternatives",
    "as_json",
    "catalogue",
    "find_language",
    "from_json",
    "in_english",
    "language_of_environment",
    "languages",
    "message",
    "message_of",
    "quoted",
    "read_stored",
    "render",
    "sentences",
    "spoken_language",
    "stored_text",
    "system_error",
    "use_language",
    "verbatim",
]
