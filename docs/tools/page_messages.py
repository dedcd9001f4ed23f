"""Write what follows from the schemas of the page's messages: its types, and their tables.

The types are `types.js`, for the checker of the page's scripts; the tables are parts of
docs/protocols/page.md.  Run as `python -m docs.tools.page_messages`.
"""

from __future__ import annotations

import inspect
import json
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, is_typeddict

from docs.tools.generated_parts import with_parts
from host.guidance.marks import Help
from host.maintenance.monitor import BoardMessage
from host.message import Message
from host.message.schema import Limits, Member, OneOf, members, wire_name
from host.session.request_codec import FORMS, TYPES
from host.session.view import Action, Severity
from host.ui.messages.access import AccessMessage
from host.ui.messages.analysis import AnalysisMessage
from host.ui.messages.clock import ClockMessage
from host.ui.messages.far import FarMessage, InvitationMessage
from host.ui.messages.hello import HelloMessage
from host.ui.messages.matches import MatchesMessage, RecordMessage, RecordReadMessage
from host.ui.messages.moves import ReviewMessage
from host.ui.messages.notice import NoticeMessage
from host.ui.messages.pieces import HandMessage, SideName
from host.ui.messages.spoken import SpokenMessage
from host.ui.messages.state import StateMessage

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "host" / "ui" / "static" / "js" / "types.js"
PAGE = ROOT / "docs" / "protocols" / "page.md"
MESSAGES = (
    AccessMessage,
    HelloMessage,
    StateMessage,
    ClockMessage,
    NoticeMessage,
    SpokenMessage,
    HandMessage,
    BoardMessage,
    ReviewMessage,
    AnalysisMessage,
    MatchesMessage,
    RecordMessage,
    RecordReadMessage,
    FarMessage,
    InvitationMessage,
)
"""All that the program sends to the page."""
WIDTH = 118
_PLAIN = {str: "string", Message: "string", int: "number", float: "number", bool: "boolean"}
"""The page puts messages into words as they arrive."""
_LITERALS = {"None": "null", "True": "true", "False": "false"}


def script() -> str:
    """Return types.js as it is now."""
    comments = [f"@typedef {{{text}}} {name}" for name, text in _named().items()]
    comments += map(_typedef, types())
    comments.append(_any_of([one.__name__ for one in MESSAGES], "HostMessage"))
    comments.append(_any_of(_requests(), "PageRequest"))
    return (
        "// The messages of docs/protocols/page.md as types; nothing here exists at run time.\n"
        "//\n"
        "// Written by `python -m docs.tools.page_messages`.\n\n"
        + "\n".join(map(_comment, comments))
        + "\nexport {};\n"
    )


def page() -> str:
    """Return docs/protocols/page.md with its tables as they are now."""
    shown = (AccessMessage, HelloMessage, StateMessage)
    others = "\n".join(
        f"**`{kind.__name__}`** {described(kind)[0]}".rstrip() + f"\n\n{_table(kind)}"
        for kind in types()
        if kind not in shown
    )
    named = "".join(f"| `{name}` | {_code(text)} |\n" for name, text in _named().items())
    tables = {kind.__name__: _table(kind) for kind in shown}
    tables |= {"other types": f"| name | type |\n|---|---|\n{named}\n{others}"}
    return with_parts(PAGE, {name: _always(text) for name, text in tables.items()})


def _always(text: str) -> Callable[[str], str]:
    return lambda _: text


def types() -> list[type]:
    """Return the messages, each followed by the types in it that were not there before."""
    found: dict[type, None] = {}

    def look(kind: Any) -> None:
        if is_typeddict(kind):
            if kind in found:
                return
            found[kind] = None
            for member in members(kind):
                look(member.kind)
        for part in get_args(kind):
            look(part)

    for message in MESSAGES:
        look(message)
    return list(found)


def described(kind: type) -> tuple[str, Mapping[str, str]]:
    """Return the description of a type, and of its fields as far as there is one."""
    doc = inspect.cleandoc(kind.__doc__ or "")
    doc = re.sub(r"\b(None|True|False)\b", lambda found: _LITERALS[found[0]], doc)
    head, _, rest = doc.partition("\nAttributes:\n")
    told = {
        name: " ".join(text.split()).removesuffix(".")
        for names, text in re.findall(r"^    ([\w, ]+): (.+(?:\n {8}.+)*)", rest, re.MULTILINE)
        for name in names.split(", ")
    }
    return " ".join(head.split()), told


def type_text(kind: Any) -> str:
    """Return a schema in the notation of TypeScript."""
    text = _type_text(kind)
    return NAMED.get(text, text)


def _type_text(kind: Any) -> str:
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        for extra in args[1:]:
            if isinstance(extra, OneOf):
                return " | ".join(map(json.dumps, extra.texts))
            if isinstance(extra, Limits) and extra.least == extra.most:
                return f"[{', '.join([type_text(get_args(args[0])[0])] * int(extra.most))}]"
        return type_text(args[0])
    if origin is Literal or (isinstance(kind, type) and issubclass(kind, Enum)):
        options = args or tuple(kind)
        return " | ".join(
            json.dumps(wire_name(one) if isinstance(one, Enum) else one) for one in options
        )
    if origin in (Union, UnionType):
        return " | ".join(dict.fromkeys(map(type_text, args)))
    if origin is tuple and args[-1] is not ...:
        return f"[{', '.join(map(type_text, args))}]"
    if origin in (list, tuple, Sequence):
        one = type_text(args[0])
        return f"({one})[]" if " | " in one else f"{one}[]"
    if origin in (dict, Mapping):
        return f"Record<{', '.join(map(type_text, args))}>"
    return "null" if kind is NoneType else _PLAIN.get(kind) or str(kind.__name__)


NAMED = {
    _type_text(SideName): "Side",
    _type_text(Action): "Action",
    _type_text(Help): "Help",
    _type_text(Severity): "Severity",
    _type_text(Annotated[str, OneOf(*TYPES)]): 'PageRequest["t"]',
}
"""Types with a name of their own."""


def _named() -> dict[str, str]:
    """Return the types that have a name, by names."""
    return {name: text for text, name in NAMED.items() if name.isidentifier()}


def _requests() -> list[str]:
    """Return the types of the requests; those of the same form are one."""
    names: dict[str, list[str]] = {"": ['"new"']}
    for name, form in FORMS.items():
        names.setdefault("".join(map(_optional, members(form))), []).append(json.dumps(name))
    return [f"{{t: {' | '.join(told)}{fields}}}" for fields, told in names.items()]


def _any_of(alternatives: Sequence[str], name: str) -> str:
    return "\n  | ".join(["@typedef {", *alternatives]) + f"}} {name}"


def _optional(member: Member) -> str:
    return f", {member.key}{'' if member.default is MISSING else '?'}: {type_text(member.kind)}"


def _typedef(kind: type) -> str:
    """Return the definition of a type, a line for each field."""
    about, fields = described(kind)
    lines = [f"@typedef {{object}} {kind.__name__} {about}".rstrip()]
    lines += [
        f"@property {{{type_text(one.kind)}}} {one.key} {fields.get(one.key, '')}".rstrip()
        for one in members(kind)
    ]
    return "\n".join(lines)


def _comment(text: str) -> str:
    """Return a comment of JavaScript."""
    if "\n" not in text and len(text) < WIDTH:
        return f"/** {text} */"
    wrapped = (
        textwrap.fill(line, WIDTH, initial_indent=" * ", subsequent_indent=" *   ", **_AS_IT_IS)
        for line in text.splitlines()
    )
    return "\n".join(["/**", *wrapped, " */"])


_AS_IT_IS: dict[str, Any] = {"break_long_words": False, "break_on_hyphens": False}


def _table(kind: type) -> str:
    """Return the fields of a type as a table."""
    about = described(kind)[1]
    rows = (
        (f"`{one.key}`", _code(type_text(one.kind)), about.get(one.key, ""))
        for one in members(kind)
    )
    head = "| field | type | meaning |\n|---|---|---|\n"
    return head + "".join(f"| {' | '.join(row)} |\n" for row in rows if row[0] != "`t`")


def _code(text: str) -> str:
    """Return a text as code in a table."""
    return f"`{text}`".replace("|", r"\|")


if __name__ == "__main__":
    SCRIPT.write_text(script(), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
