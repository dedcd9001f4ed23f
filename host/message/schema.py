"""Schemas: the forms of JSON values, declared by annotations, and the codec that follows them.

A schema is a str, int, float, bool, None or `object` (any value), a `Literal`, an enum, a list,
tuple or dict of schemas, a union of them, or a class:

- A dataclass is an object that is *read whole*: one with an unknown field is refused.  It is for
  what asks the program to act, where what is not understood may change what is asked.  Of what only
  tells something, as a file does, `decode` leaves unknown fields out if it is asked to.
- A TypedDict is an object that *tells* something: unknown fields stay, as a newer program may tell
  more, and nothing is made of it but a checked dict.

A field with a default may be missing, and is left out where it has its default, unless it is
`NEEDED`.  `Annotated` adds that, a `Key`, `As` another form, or a `Limits`, a `Pattern`, a `OneOf`
or `PRINTABLE`.  A StrEnum is its text; another enum that is decoded is the names of its members in
lower case.

No library does this, as msgspec and pydantic are compiled: the static site would have to fetch
them, and could not stay below the size of its first visit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum, EnumMeta, StrEnum
from functools import cache, partial
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from host.message.messages import Message
from host.message.stored import from_json

T = TypeVar("T")
Decoder: TypeAlias = Callable[[Any], Any]
"""Returns what a JSON value stands for.

Raises:
    SchemaError: it has not the form.
"""


class SchemaError(ValueError):
    """A value has not the form of its schema.

    Its text has the place, the reason, and the value in short: `tables[0]: here stands a text, not
    1`.

    Args:
        why: the reason: what should stand there, or what a class says.
        value: that stands there; `MISSING` if the reason tells it, or there is none.
        place: of the value in the whole one.
    """

    def __init__(self, why: object, value: object = MISSING, place: str = "") -> None:
        super().__init__(why)
        self._why, self._value, self._place = why, value, place

    def within(self, place: str) -> SchemaError:
        """Return the error as of a value in which this one's stands at a place."""
        return SchemaError(self._why, self._value, place + self._place)

    def __str__(self) -> str:
        text = f"{self._place.lstrip('.') or 'all of it'}: {self._why}"
        if self._value is MISSING:
            return text
        value = json.dumps(self._value, ensure_ascii=False)
        return f"{text}, not {value if len(value) <= 80 else value[:77] + '...'}"


@dataclass(frozen=True, slots=True)
class Key:
    """Name of a field in JSON, where it is another one than in Python."""

    name: str


_SIZED = (str, list, tuple, dict)


@dataclass(frozen=True, slots=True)
class Limits:
    """The least and the most that a number may be, or a text or a list may be long."""

    least: float
    most: float

    def allows(self, value: Any) -> bool:
        """Return True if a value is within them; NaN is within none."""
        return self.least <= (len(value) if isinstance(value, _SIZED) else value) <= self.most

    def __str__(self) -> str:
        return f"a number or length from {self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class Pattern:
    """Regular expression of a whole text."""

    text: str

    def allows(self, value: str) -> bool:
        """Return True if a text is as it says."""
        return re.fullmatch(self.text, value) is not None

    def __str__(self) -> str:
        return f"a text of the form {self.text}"


class Printable:
    """A text of printable characters."""

    def allows(self, value: str) -> bool:
        """Return True if it has no others."""
        return value.isprintable()

    def __str__(self) -> str:
        return "a text of printable characters"


PRINTABLE = Printable()


class OneOf:
    """Texts of which a field has one: plain ones, or the values of an enum's members."""

    def __init__(self, *texts: str | Enum) -> None:
        self.texts = tuple(str(one.value) if isinstance(one, Enum) else one for one in texts)

    def allows(self, value: str) -> bool:
        """Return True if it is one of them."""
        return value in self.texts

    def __str__(self) -> str:
        return f"one of {', '.join(self.texts) or 'none'}"


NEEDED = object()
"""Of a field that must be there, and is always written, though it has a default in Python."""


@dataclass(frozen=True, slots=True)
class As:
    """Form of a field in JSON, where it is another one than in Python; None stays None.

    Attributes:
        schema: of that form.
        read: returns the value of the form; a ValueError refuses it.
        write: returns the form of the value.
    """

    schema: Any
    read: Callable[[Any], Any]
    write: Callable[[Any], Any]


class Member(NamedTuple):
    """Field of a class: its name in JSON and in Python, the schema of its value, and its default.

    The default is `MISSING` if the field must be there; `form` is None if it has its own.
    """

    key: str
    name: str
    kind: Any
    default: object = MISSING
    form: As | None = None

    def encoded(self, value: Any) -> Any:
        """Return the JSON value of the field."""
        return encode(value if self.form is None or value is None else self.form.write(value))


@cache
def members(kind: Any) -> tuple[Member, ...]:
    """Return the fields of a dataclass, but those that follow from others, or of a TypedDict."""
    hints = get_type_hints(kind, include_extras=True)
    if is_typeddict(kind):
        return tuple(Member(name, name, hint) for name, hint in hints.items())
    return tuple(_member(one, hints[one.name]) for one in fields(kind) if one.init)


def _member(field: Field[Any], hint: Any) -> Member:
    extras = getattr(hint, "__metadata__", ())
    key = next((extra.name for extra in extras if isinstance(extra, Key)), field.name)
    default = MISSING if NEEDED in extras else field.default
    form = next((extra for extra in extras if isinstance(extra, As)), None)
    return Member(key, field.name, hint, default, form)


def decode(schema: type[T], value: object, tells: bool = False) -> T:
    """Return what a JSON value stands for.

    Args:
        tells: True to leave out the unknown fields of dataclasses.

    Raises:
        SchemaError: it has not the form of the schema, or its class refuses it.
    """
    return cast(T, _decoder(cast(Any, schema), tells)(value))


def encode(value: object, defaults: bool = False) -> Any:
    """Return the JSON value that `decode` reads.

    Args:
        defaults: True to write also the fields of an object that have their default.
    """
    match value:
        case Enum():
            return wire_name(value)
        case Message(id, args):
            return {"id": id, "args": encode(dict(args))}
        case dict():
            return {key: encode(each) for key, each in value.items()}
        case tuple() | list():
            return [encode(each) for each in value]
        case _ if is_dataclass(value):
            told = {one: getattr(value, one.name) for one in members(cast(Any, type(value)))}
            return {
                one.key: one.encoded(each)
                for one, each in told.items()
                if defaults or one.default is MISSING or each != one.default
            }
    return value


def wire_name(member: Enum) -> str:
    """Return the text of an enum's member in JSON."""
    return str(member) if isinstance(member, StrEnum) else member.name.lower()


@cache
def _decoder(kind: Any, tells: bool) -> Decoder:
    """Return the decoder of a schema."""
    origin, args = get_origin(kind), get_args(kind)
    decoder = partial(_decoder, tells=tells)
    if kind is object:
        return lambda value: value
    if kind is Message:
        return _message
    if is_dataclass(kind) or is_typeddict(kind):
        return _object(kind, tells)
    if origin is Annotated:
        form = next((one for one in args[1:] if isinstance(one, As)), None)
        if form is not None:
            return _formed(decoder(form.schema), form)
        return _limited(decoder(args[0]), [one for one in args[1:] if hasattr(one, "allows")])
    if origin in (Union, UnionType):
        return _union(args, [decoder(one) for one in args if one is not NoneType])
    if origin is Literal or isinstance(kind, EnumMeta):
        return _choice(args or tuple(kind))
    if origin in (dict, Mapping):
        return _map(*map(decoder, args))
    if origin is tuple and args[-1] is not ...:
        return _row([decoder(one) for one in args])
    if origin in (list, tuple, Sequence):
        return _list(decoder(args[0]), tuple if origin is tuple else list)
    return _exactly(kind)


def _unlike(wanted: object, value: object) -> SchemaError:
    """Return the error about a value that is not what is wanted."""
    return SchemaError(f"here stands {wanted}", value)


def _message(value: Any) -> Message:
    try:
        return from_json(value)
    except (KeyError, TypeError):
        raise _unlike("a message", value) from None


def _exactly(kind: type) -> Decoder:
    """Decode a value of one type; a bool is no number, and a whole number is a float."""
    kinds = (int, float) if kind is float else (kind,)

    def read(value: Any) -> Any:
        if type(value) not in kinds:
            raise _unlike(_NOUNS[kind], value)
        return value

    return read


_NOUNS = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    dict: "an object {...}",
    list: "a list [...]",
    NoneType: "null",
}


def _choice(options: Sequence[Any]) -> Decoder:
    wire = [wire_name(one) if isinstance(one, Enum) else one for one in options]
    named = {(type(text), text): one for text, one in zip(wire, options, strict=True)}
    wanted = OneOf(*map(str, wire))

    def read(value: Any) -> Any:
        try:
            return named[type(value), value]
        except (KeyError, TypeError):  # also of what has no hash
            raise _unlike(wanted, value) from None

    return read


def _formed(read: Decoder, form: As) -> Decoder:
    def read_form(value: Any) -> Any:
        try:
            return None if (told := read(value)) is None else form.read(told)
        except SchemaError:
            raise
        except ValueError as error:
            raise SchemaError(*error.args) from None

    return read_form


def _limited(read: Decoder, limits: Sequence[Any]) -> Decoder:
    def read_within(value: Any) -> Any:
        decoded = read(value)
        for limit in limits:
            if not limit.allows(decoded):
                raise _unlike(limit, value)
        return decoded

    return read_within


def _union(kinds: Sequence[Any], readers: Sequence[Decoder]) -> Decoder:
    def read(value: Any) -> Any:
        if value is None and NoneType in kinds:
            return None
        errors = []
        for read_one in readers:
            try:
                return read_one(value)
            except SchemaError as error:
                errors.append(error)
        raise errors[0] if len(errors) == 1 else _unlike("one of several forms", value)

    return read


def _map(read_key: Decoder, read_value: Decoder) -> Decoder:
    read_dict = _exactly(dict)

    def read(value: Any) -> Any:
        read_dict(value)
        found = {}
        for key, one in value.items():
            name = read_key(key)
            try:
                found[name] = read_value(one)
            except SchemaError as error:
                raise error.within(f".{key}") from None
        return found

    return read


def _list(read_one: Decoder, make: Callable[[list[Any]], Any]) -> Decoder:
    read_list = _exactly(list)

    def read(value: Any) -> Any:
        read_list(value)
        found: list[Any] = []
        try:
            for one in value:
                found.append(read_one(one))
        except SchemaError as error:
            raise error.within(f"[{len(found)}]") from None
        return make(found)

    return read


def _row(columns: Sequence[Decoder]) -> Decoder:
    def read(value: Any) -> Any:
        if not isinstance(value, list) or len(value) != len(columns):
            raise _unlike(f"a list [...] of {len(columns)}", value)
        found: list[Any] = []
        try:
            for read_one, one in zip(columns, value, strict=True):
                found.append(read_one(one))
        except SchemaError as error:
            raise error.within(f"[{len(found)}]") from None
        return tuple(found)

    return read


def _object(kind: Any, tells: bool) -> Decoder:
    known = {one.key: (one.name, _decoder(one.kind, tells)) for one in members(kind)}
    needed = {one.key for one in members(kind) if one.default is MISSING}
    is_open = is_typeddict(kind)
    read_dict = _exactly(dict)

    def read(value: Any) -> Any:
        keys = read_dict(value).keys()
        if not needed <= keys:
            raise SchemaError("it is missing").within(f".{min(needed - keys)}")
        if not is_open and not tells and not keys <= known.keys():
            raise SchemaError("it is not known").within(f".{min(keys - known.keys())}")
        told, key = {}, ""
        try:
            for key, (name, read_one) in known.items():
                if key in value:
                    told[name] = read_one(value[key])
        except SchemaError as error:
            raise error.within(f".{key}") from None
        try:
            return value | told if is_open else kind(**told)
        except ValueError as error:
            raise SchemaError(*error.args) from None

    return read
