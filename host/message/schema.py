"""Schemas: the forms of JSON values, declared by annotations, and the codec that follows them.

A schema is a str, int, float, bool, None or `object` (any value), a `Literal`, an enum, a list,
tuple or dict of schemas, a union of them, or a class:

- A dataclass is an object that is *read whole*: one with an unknown field is refused.  It is for
  what asks the program to act, where what is not understood may change what is asked.
- A TypedDict is an object that *tells* something: unknown fields stay, as a newer program may tell
  more, and nothing is made of it but a checked dict.

A field with a default may be missing, and is left out where it has its default.  `Annotated` adds a
`Key`, a `Limits`, a `Pattern` or a `OneOf`.  A StrEnum is its text; another enum that is decoded is
the names of its members in lower case.

No library does this, as msgspec and pydantic are compiled: the static site would have to fetch
them, and could not stay below the size of its first visit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum, EnumMeta, StrEnum
from functools import cache
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
    """A value has not the form of its schema."""


@dataclass(frozen=True, slots=True)
class Key:
    """Name of a field in JSON, where it is another one than in Python."""

    name: str


@dataclass(frozen=True, slots=True)
class Limits:
    """The least and the most that a number may be, or a text or a list may be long."""

    least: float
    most: float

    def allows(self, value: Any) -> bool:
        """Return True if a value is within them; NaN is within none."""
        return self.least <= (len(value) if isinstance(value, str | list) else value) <= self.most


@dataclass(frozen=True, slots=True)
class Pattern:
    """Regular expression of a whole text."""

    text: str

    def allows(self, value: str) -> bool:
        """Return True if a text is as it says."""
        return re.fullmatch(self.text, value) is not None


class OneOf:
    """Texts of which a field has one: plain ones, or the values of an enum's members."""

    def __init__(self, *texts: str | Enum) -> None:
        self.texts = tuple(str(one.value) if isinstance(one, Enum) else one for one in texts)

    def allows(self, value: str) -> bool:
        """Return True if it is one of them."""
        return value in self.texts


class Member(NamedTuple):
    """Field of a class: its name in JSON and in Python, the schema of its value, and its default.

    The default is `MISSING` if the field must be there.
    """

    key: str
    name: str
    kind: Any
    default: object = MISSING


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
    return Member(key, field.name, hint, field.default)


def decode(schema: type[T], value: object) -> T:
    """Return what a JSON value stands for.

    Raises:
        SchemaError: it has not the form of the schema, or its class refuses it.
    """
    return cast(T, _decoder(cast(Any, schema))(value))


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
                one.key: encode(each)
                for one, each in told.items()
                if defaults or one.default is MISSING or each != one.default
            }
    return value


def wire_name(member: Enum) -> str:
    """Return the text of an enum's member in JSON."""
    return str(member) if isinstance(member, StrEnum) else member.name.lower()


@cache
def _decoder(kind: Any) -> Decoder:
    """Return the decoder of a schema."""
    origin, args = get_origin(kind), get_args(kind)
    if kind is object:
        return lambda value: value
    if kind is Message:
        return _message
    if is_dataclass(kind) or is_typeddict(kind):
        return _object(kind)
    if origin is Annotated:
        return _limited(_decoder(args[0]), [one for one in args[1:] if not isinstance(one, Key)])
    if origin in (Union, UnionType):
        return _union(args)
    if origin is Literal or isinstance(kind, EnumMeta):
        return _choice(args or tuple(kind))
    if origin in (dict, Mapping):
        read_key, read_value, read_dict = *map(_decoder, args), _exactly(dict)
        return lambda value: {read_key(k): read_value(v) for k, v in read_dict(value).items()}
    if origin is tuple and args[-1] is not ...:
        return _row([_decoder(one) for one in args])
    if origin in (list, tuple, Sequence):
        read_one, read_list = _decoder(args[0]), _exactly(list)
        make = tuple if origin is tuple else list
        return lambda value: make([read_one(one) for one in read_list(value)])
    return _exactly(kind)


def _message(value: Any) -> Message:
    try:
        return from_json(value)
    except (KeyError, TypeError):
        raise SchemaError("no message") from None


def _exactly(kind: type) -> Decoder:
    """Decode a value of one type; a bool is no number, and a whole number is a float."""
    kinds = (int, float) if kind is float else (kind,)

    def read(value: Any) -> Any:
        if type(value) not in kinds:
            raise SchemaError(f"no {kind.__name__}")
        return value

    return read


def _choice(options: Sequence[Any]) -> Decoder:
    wire = [wire_name(one) if isinstance(one, Enum) else one for one in options]
    named = {(type(text), text): one for text, one in zip(wire, options, strict=True)}

    def read(value: Any) -> Any:
        try:
            return named[type(value), value]
        except (KeyError, TypeError):  # also of what has no hash
            raise SchemaError(f"none of {wire}") from None

    return read


def _limited(read: Decoder, limits: Sequence[Any]) -> Decoder:
    def read_within(value: Any) -> Any:
        decoded = read(value)
        if not all(limit.allows(decoded) for limit in limits):
            raise SchemaError(f"not within {limits}")
        return decoded

    return read_within


def _union(kinds: Sequence[Any]) -> Decoder:
    readers = [_decoder(one) for one in kinds]

    def read(value: Any) -> Any:
        if value is None and NoneType in kinds:
            return None
        for read_one in readers:
            try:
                return read_one(value)
            except SchemaError:
                continue
        raise SchemaError(f"none of {kinds}")

    return read


def _row(columns: Sequence[Decoder]) -> Decoder:
    def read(value: Any) -> Any:
        if not isinstance(value, list) or len(value) != len(columns):
            raise SchemaError(f"no list of {len(columns)}")
        return tuple(read_one(one) for read_one, one in zip(columns, value, strict=True))

    return read


def _object(kind: Any) -> Decoder:
    known = {one.key: (one.name, _decoder(one.kind)) for one in members(kind)}
    needed = {one.key for one in members(kind) if one.default is MISSING}
    is_open = is_typeddict(kind)

    def read(value: Any) -> Any:
        if not isinstance(value, dict) or not needed <= value.keys():
            raise SchemaError(f"no {kind.__name__}")
        if not is_open and not value.keys() <= known.keys():
            raise SchemaError(f"more than a {kind.__name__}")
        told = {name: read(value[key]) for key, (name, read) in known.items() if key in value}
        try:
            return value | told if is_open else kind(**told)
        except ValueError as error:
            raise SchemaError(*error.args) from None

    return read
