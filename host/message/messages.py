"""Messages to people: an id with arguments, put into words where they are shown.

The words stand in `host/data/locale/LANGUAGE.json`, in a section for each package of `host/`.  An
entry is a template, or one for each plural form of the argument `count`:

    "engine.blocked": "{square} is in the way (M2)"
    "engine.reach": {"one": "... {count} square ...", "other": "... {count} squares ..."}

A placeholder names an argument.  `{x:capital}` begins with a capital letter, `{x:uncapital}` with a
small one, `{x:clause}` leaves the final full stop away, `{x:24}` fills a column of a table: numbers
to the right, texts to the left.  An argument is a text, a number, a message, or a tuple of these,
which is listed ("a1, b1 and c1"; with `{x:or}` "a1, b1 or c1").
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from host import COMMAND

Argument: TypeAlias = "str | int | Message | tuple[str | int | Message, ...]"
Template: TypeAlias = str | Mapping[str, str]
Catalogue: TypeAlias = Mapping[str, Template]

DEFAULT_LANGUAGE = "en"
_PLACEHOLDER = re.compile(r"\{(\w+)(?::(\w+))?\}")


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence, or a part of one, before it is put into words; a value.

    `str` gives it in English, for logs, developers' commands and tests.

    Attributes:
        id: of the template in the catalogues.
        args: names and values of its arguments, sorted by name.
    """

    id: str
    args: tuple[tuple[str, Argument], ...] = ()

    def __str__(self) -> str:
        return render(self, catalogue(DEFAULT_LANGUAGE))


Words: TypeAlias = Message | str
"""A text for people; a plain one is shown as it is."""


def message(id: str, /, **args: Argument) -> Message:
    """Return the message of a template with its arguments."""
    return Message(id, tuple(sorted(args.items())))


def verbatim(text: str) -> Message:
    """Return a message of words that no catalogue has: a quotation, or another program's text."""
    return message("verbatim", text=text)


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


@cache
def catalogue(language: str) -> Catalogue:
    """Read the templates of a language by their ids.

    Raises:
        FileNotFoundError: there is no such language.
    """
    file = files("host").joinpath("data/locale", f"{language}.json")
    # Templates name the launcher of a checkout; a package has none.
    found: Catalogue = json.loads(file.read_text(encoding="utf-8").replace("./kamisado", COMMAND))
    return found


def render(told: Message, words: Catalogue) -> str:
    """Put a message into the words of a catalogue.

    Raises:
        KeyError: the catalogue lacks the id, or the message an argument of the template.
    """
    args = dict(told.args)
    if told.id == "sentences":
        parts = args["parts"]
        assert isinstance(parts, tuple)
        return " ".join(filter(None, (_render_argument(part, words) for part in parts)))
    template = words[told.id]
    if not isinstance(template, str):
        template = template["one" if args["count"] == 1 else "other"]

    def fill(found: re.Match[str]) -> str:
        conjunction = "list_or" if found[2] == "or" else "list"
        text = _render_argument(args[found[1]], words, conjunction)
        match found[2]:
            case "capital":
                return text[:1].upper() + text[1:]
            case "uncapital":
                return text[:1].lower() + text[1:]
            case "clause":
                return text.rstrip(".")
            case width if width and width.isdecimal():
                return f"{args[found[1]] if isinstance(args[found[1]], int) else text:{width}}"
            case _:
                return text

    return _PLACEHOLDER.sub(fill, template)


def _render_argument(value: Argument, words: Catalogue, conjunction: str = "list") -> str:
    if isinstance(value, Message):
        return render(value, words)
    if not isinstance(value, tuple):
        return str(value)
    texts = [_render_argument(each, words) for each in value]
    if len(texts) < 2:
        return "".join(texts)
    return render(message(conjunction, head=", ".join(texts[:-1]), last=texts[-1]), words)
