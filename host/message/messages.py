"""Messages to people: an id with arguments, put into words where they are shown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from host.message.catalogues import DEFAULT_LANGUAGE, Catalogue, Template, catalogue
from host.message.language import spoken_language
from host.message.plural import plural_category

Argument: TypeAlias = "str | int | Message | tuple[str | int | Message, ...]"
"""An argument of a message; several are listed ("a1, b1 and c1")."""

_PLACEHOLDER = re.compile(r"\{(\w+)((?::\w+)*)\}")


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence, or a part of one, before it is put into words; a value.

    `str` gives it in the language that this program speaks.

    Attributes:
        id: of the template in the catalogues.
        args: names and values of its arguments, sorted by name.
    """

    id: str
    args: tuple[tuple[str, Argument], ...] = ()

    def __str__(self) -> str:
        return render(self, catalogue(spoken_language()))


QUOTE_LENGTH = 60
"""Characters of a bad input that are quoted back."""

Words: TypeAlias = Message | str
"""A text for people; a plain one is shown as it is."""


def message(id: str, /, **args: Argument) -> Message:
    """Return the message of a template with its arguments."""
    return Message(id, tuple(sorted(args.items())))


def verbatim(text: str) -> Message:
    """Return a message of words that no catalogue has: a quotation, or another program's text."""
    return message("verbatim", text=text)


def quoted(text: str) -> str:
    """Return a text in quotation marks, cut to `QUOTE_LENGTH` characters."""
    return repr(text if len(text) <= QUOTE_LENGTH else text[: QUOTE_LENGTH - 1] + "…")


def sentences(*parts: Words) -> Message:
    """Return one message of several sentences, in their order."""
    return message("sentences", parts=parts)


def alternatives(first: str | Message, *others: str | Message) -> Message:
    """Return one message of several choices: "a or b or c"."""
    choices = first if isinstance(first, Message) else verbatim(first)
    for other in others:
        choices = message("list_or", head=choices, last=other)
    return choices


def message_of(error: BaseException) -> Message:
    """Return the message that an exception was raised with."""
    first = error.args[0] if error.args else None
    return first if isinstance(first, Message) else verbatim(str(error))


def render(told: Message, words: Catalogue, form: str = "") -> str:
    """Put a message into the words of a catalogue.

    Args:
        told: the message.
        words: templates by their ids.
        form: the grammatical form that is asked for; the first one if there is none of that name.

    Raises:
        KeyError: the catalogue lacks the id, or the message an argument of the template.
    """
    args = dict(told.args)
    if told.id == "sentences":
        parts = args["parts"]
        assert isinstance(parts, tuple)
        return " ".join(filter(None, (_render_argument(part, words) for part in parts)))

    def fill(found: re.Match[str]) -> str:
        return _fill(args[found[1]], found[2].split(":")[1:], words)

    return _PLACEHOLDER.sub(fill, _choose(words[told.id], args, words, form))


def in_english(told: Message) -> str:
    """Return the English words of a message, as older files have them."""
    return render(told, catalogue(DEFAULT_LANGUAGE))


def _choose(template: Template, args: Mapping[str, Argument], words: Catalogue, form: str) -> str:
    """Return the plural form or the grammatical form of an entry."""
    if isinstance(template, str):
        return template
    if "other" not in template and "many" not in template:
        return template.get(form) or next(iter(template.values()))
    count = args["count"]
    assert isinstance(count, int)
    category = plural_category(str(words.get("locale", "en")), count)
    return template[category if category in template else "other"]


def _fill(value: Argument, formats: list[str], words: Catalogue) -> str:
    """Return the text of an argument as the formats of its placeholder want it."""
    form = next((name for name in formats if not (name in _FORMATS or name.isdecimal())), "")
    text = _render_argument(value, words, "list_or" if "or" in formats else "list", form)
    for name in formats:
        match name:
            case "capital":
                text = text[:1].upper() + text[1:]
            case "uncapital":
                text = text[:1].lower() + text[1:]
            case "clause":
                text = text.rstrip(".")
            case "decimal":
                text = text.replace(".", str(words["decimal_mark"]))
            case "the":
                text = _with_article(text, words)
            case width if width.isdecimal():
                text = f"{value if isinstance(value, int) else text:{width}}"
    return text


_FORMATS = {"capital", "uncapital", "clause", "decimal", "or", "the"}


def _with_article(text: str, words: Catalogue) -> str:
    articles = words["the"]
    assert not isinstance(articles, str)
    found = next((name for name, sound in articles.items() if re.match(sound, text, re.I)), "")
    return f"{found} {text}" if found else text


def _render_argument(
    value: Argument, words: Catalogue, conjunction: str = "list", form: str = ""
) -> str:
    if isinstance(value, Message):
        return render(value, words, form)
    if not isinstance(value, tuple):
        return str(value)
    texts = [_render_argument(each, words, form=form) for each in value]
    if len(texts) < 2:
        return "".join(texts)
    return render(message(conjunction, head=", ".join(texts[:-1]), last=texts[-1]), words)
