"""Write what follows from the schemas of messages to pages: their types, and their tables.

The types are `types.js` and that of the wall, for the checker of the pages' scripts; the tables are
parts of docs/protocols/page.md and wall.md.  Run as `python -m docs.tools.page_messages`.
"""

from __future__ import annotations

import inspect
import json
import pkgutil
import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import MISSING
from enum import Enum
from importlib import import_module
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, is_typeddict

import host.ui.messages
from docs.tools.generated_parts import with_parts
from host.guidance.marks import Help
from host.maintenance.monitor import BoardMessage
from host.message import Message
from host.message.schema import Limits, Member, OneOf, members, wire_name
from host.session.request_codec import FORMS, TYPES, SameGame
from host.session.view import Action, Severity
from host.ui.messages.pieces import SideName
from host.ui.web.wall_feed import WallBoard, WallMessage

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "host" / "ui" / "static" / "js" / "types.js"
WALL_SCRIPT = SCRIPT.parent / "wall" / "types.js"
PAGE = ROOT / "docs" / "protocols" / "page.md"
WALL_PAGE = PAGE.with_name("wall.md")
MESSAGES: list[type] = [
    value
    for _, module, _ in pkgutil.iter_modules(host.ui.messages.__path__)
    for name, value in vars(import_module(f"host.ui.messages.{module}")).items()
    if is_typeddict(value) and name.endswith("Message")
]
MESSAGES.append(BoardMessage)
"""All that the program sends to the page."""
WRAPPER = textwrap.TextWrapper(
    118,
    initial_indent=" * ",
    subsequent_indent=" *   ",
    break_long_words=False,
    break_on_hyphens=False,
)
SHOWN = ("AccessMessage", "HelloMessage", "StateMessage")
"""Messages whose tables stand in sections of their own."""
_PLAIN = {str: "string", Message: "string", int: "number", float: "number", bool: "boolean"}
"""The page puts messages into words as they arrive."""
_ALIASES = {
    "Side": SideName,
    "Action": Action,
    "Help": Help,
    "Severity": Severity,
    "RequestName": Annotated[str, OneOf(*TYPES)],
}
_LITERALS = {"None": "null", "True": "true", "False": "false"}


def script() -> str:
    """Return types.js as it is now."""
    comments = [f"@typedef {{{text}}} {name}" for text, name in NAMED.items()]
    comments += map(_typedef, types())
    comments.append(_any_of([one.__name__ for one in MESSAGES], "HostMessage"))
    comments.append(_any_of(_requests(), "PageRequest"))
    return _script(PAGE, comments)


def wall_script() -> str:
    """Return the wall's types.js as it is now; what the page has as well comes from there."""
    comments = [_typedef(kind) for kind in wall_types()]
    used = set(re.findall(r"\w+", " ".join(comments)))
    common = [
        name for name in [*NAMED.values(), *(one.__name__ for one in types())] if name in used
    ]
    return _script(
        WALL_PAGE,
        [f'@typedef {{import("../types.js").{name}}} {name}' for name in common] + comments,
    )


def _script(page: Path, comments: Sequence[str]) -> str:
    head = f"""\
// The messages of docs/protocols/{page.name} as types; nothing here exists at run time.
//
// Written by `python -m docs.tools.page_messages`.

"""
    return head + "\n".join(map(_comment, comments)) + "\nexport {};\n"


def page() -> str:
    """Return docs/protocols/page.md with its tables as they are now."""
    others = "\n".join(_described_table(kind) for kind in types() if kind.__name__ not in SHOWN)
    named = "".join(f"| `{name}` | {_code(text)} |\n" for text, name in NAMED.items())
    parts = {kind.__name__: _table(kind) for kind in types() if kind.__name__ in SHOWN}
    parts |= {"other types": f"| name | type |\n|---|---|\n{named}\n{others}"}
    return with_parts(PAGE, parts)


def wall_page() -> str:
    """Return docs/protocols/wall.md with its tables as they are now."""
    parts = {kind.__name__: _described_table(kind) for kind in wall_types()}
    return with_parts(WALL_PAGE, {"types": "\n".join(parts.values())})


def wall_types() -> list[type]:
    """Return the types of the wall that are not the page's as well."""
    return [kind for kind in types([WallMessage, WallBoard]) if kind not in types()]


def types(messages: Sequence[type] = MESSAGES) -> list[type]:
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

    for message in messages:
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


NAMED = {_type_text(kind): name for name, kind in _ALIASES.items()}


def _requests() -> list[str]:
    """Return the types of the requests; those of the same form are one."""
    names: dict[str, list[str]] = {}
    for name, form in (("new", SameGame), *FORMS.items()):
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
    if "\n" not in text and len(text) < WRAPPER.width:
        return f"/** {text} */"
    return "\n".join(["/**", *map(WRAPPER.fill, text.splitlines()), " */"])


def _described_table(kind: type) -> str:
    """Return the table of a type below its name and description."""
    return f"**`{kind.__name__}`** {described(kind)[0]}".rstrip() + f"\n\n{_table(kind)}"


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
    WALL_SCRIPT.write_text(wall_script(), encoding="utf-8")
    WALL_PAGE.write_text(wall_page(), encoding="utf-8")
