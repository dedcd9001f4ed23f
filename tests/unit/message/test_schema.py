"""Schemas of JSON values: what is read, what is refused, and what is written."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypedDict

import pytest

from host.message import Message, message
from host.message.schema import (
    NEEDED,
    PRINTABLE,
    As,
    Key,
    Limits,
    OneOf,
    Pattern,
    SchemaError,
    decode,
    encode,
)


class Colour(enum.Enum):
    RED = "r"


class Level(enum.StrEnum):
    LOW = "1"


@dataclass(frozen=True)
class Order:
    origin: Annotated[str, Key("from")]
    colour: Colour | None = None
    sizes: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.origin:
            raise ValueError("from nowhere")


@dataclass(frozen=True)
class Parcel:
    weight: Annotated[int, NEEDED] = 1
    label: Annotated[str | None, As(Annotated[str, PRINTABLE] | None, str.upper, str.lower)] = None
    orders: tuple[Order, ...] = ()


class Report(TypedDict):
    text: str
    orders: list[Order]


SOUND: list[tuple[Any, Any, Any]] = [
    (int, 3, 3),
    (float, 3, 3),
    (int | None, None, None),
    (object, {"a": [1]}, {"a": [1]}),
    (Literal[1, -1], -1, -1),
    (Literal[Colour.RED], "red", Colour.RED),
    (Level, "1", Level.LOW),
    (tuple[str, int], ["a", 1], ("a", 1)),
    (list[str], ["a"], ["a"]),
    (dict[str, int], {"a": 1}, {"a": 1}),
    (Annotated[list[int], Limits(1, 2)], [5, 6], [5, 6]),
    (Annotated[str, Pattern("[a-h]")], "a", "a"),
    (Annotated[str, OneOf("a", Level.LOW)], "1", "1"),
    (Message | str, "plain", "plain"),
    (
        Message | str,
        {"id": "a", "args": {"x": ["e1", {"id": "b", "args": {}}]}},
        message("a", x=("e1", message("b"))),
    ),
    (Order, {"from": "a1"}, Order("a1")),
    (Order, {"from": "a1", "colour": "red", "sizes": [1]}, Order("a1", Colour.RED, (1,))),
    (Parcel, {"weight": 1}, Parcel()),
    (Parcel, {"weight": 1, "label": "a"}, Parcel(label="A")),
]


@pytest.mark.parametrize(("schema", "value", "read"), SOUND)
def test_what_has_the_form_is_read_and_written(schema: Any, value: object, read: object) -> None:
    assert decode(schema, value) == read
    assert encode(read) == value


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        (int, True),
        (int, 1.0),
        (float, "1"),
        (str, None),
        (bool, 1),
        (Literal[1, -1], True),
        (Literal["a"], ["a"]),
        (Level, "2"),
        (Colour, "r"),
        (tuple[str, int], ["a"]),
        (list[str], "a"),
        (list[str], [1]),
        (dict[str, int], {"a": "b"}),
        (str | None, 1),
        (Annotated[int, Limits(0, 5)], 6),
        (Annotated[float, Limits(0, 5)], float("nan")),
        (Annotated[list[int], Limits(1, 2)], []),
        (Annotated[str, Pattern("[a-h]")], "ab"),
        (Annotated[str, OneOf("a", Level.LOW)], "b"),
        (Message, {"id": "a"}),
        (Order, {}),
        (Order, []),
        (Order, {"from": ""}),
        (Report, {"text": ""}),
    ],
)
def test_what_has_not_the_form_is_refused(schema: Any, value: object) -> None:
    with pytest.raises(SchemaError):
        decode(schema, value)


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ([], r"all of it: here stands an object \{...\}, not \[\]"),
        ({}, "^weight: it is missing$"),
        ({"weight": None}, "^weight: here stands a whole number, not null$"),
        ({"weight": 1, "label": "\n"}, "^label: here stands a text of printable characters, not"),
        ({"weight": 1, "orders": [{"from": 1}]}, r"^orders\[0\].from: here stands a text, not 1$"),
        ({"weight": 1, "orders": [{"from": "a", "colour": "x"}]}, "colour: here stands one of red"),
        ({"weight": 1, "orders": [{"from": ""}]}, r"^orders\[0\]: from nowhere$"),
        ({"weight": 1, "new": 1}, "^new: it is not known$"),
    ],
)
def test_errors_tell_the_place(value: object, why: str) -> None:
    with pytest.raises(SchemaError) as error:
        decode(Parcel, value)
    assert re.search(why, str(error.value))


def test_defaults_are_written_on_demand() -> None:
    assert encode(Order("a1"), defaults=True) == {"from": "a1", "colour": None, "sizes": []}


def test_only_what_asks_for_something_must_be_understood_whole() -> None:
    with pytest.raises(SchemaError):
        decode(Order, {"from": "a1", "new": 1})
    told = {"text": "", "orders": [], "new": 1}
    assert decode(Report, told) == told
    more = {"weight": 1, "orders": [{"from": "a1", "new": 1}], "new": 1}
    assert decode(Parcel, more, tells=True) == Parcel(orders=(Order("a1"),))
