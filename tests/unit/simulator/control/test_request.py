"""Request: values of the fields, and the sentence for each wrong one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from simulator.board.geometry import Geometry
from simulator.control.request import Request


def asked(**fields: object) -> Request:
    """Return a request with these fields."""
    return Request({"id": 1, "do": "test", **fields}, Geometry(8, 8))


def test_fields_are_read_as_what_they_are() -> None:
    request = asked(name="x", mt=0.5, rank=3, square="b2", items=[1])
    assert (request.id, request.do) == (1, "test")
    assert request.text("name") == "x"
    assert request.number("mt", None, 0, 1) == 0.5
    assert request.number("rank") == 3.0
    assert request.whole("rank", None, 1, 8) == 3
    assert request.square("square") == 9
    assert request.choice("name", ("x", "y")) == "x"
    assert request.items("items") == [1]
    assert "name" in request


def test_what_is_left_out_or_null_is_the_default() -> None:
    request = asked(hand=None)
    assert request.text("hand", "hand") == "hand"
    assert request.number("dx_mm", 0.0) == 0.0
    assert request.whole("received", 0, 0, 9) == 0
    assert request.choice("direction", ("in", "both"), "both") == "both"
    assert "hand" not in request


READERS: dict[str, Callable[[Request], object]] = {
    "text": lambda request: request.text("it"),
    "number": lambda request: request.number("it", None, 0, 10),
    "whole": lambda request: request.whole("it", None, 0, 10),
    "square": lambda request: request.square("it"),
    "choice": lambda request: request.choice("it", ("a", "b")),
    "items": lambda request: request.items("it"),
}
WRONG: dict[str, list[object]] = {
    "text": ["", 5, ["a"], {}, True],
    "number": ["5", -0.1, 10.1, float("nan"), float("inf"), True, [1]],
    "whole": [1.0, "1", -1, 11, False, {}],
    "square": ["z9", 5, "", ["a1"]],
    "choice": ["c", 1, ["a"], {"a": 1}],
    "items": ["a1", {}, 5],
}


@pytest.mark.parametrize(
    ("kind", "value"), [(kind, value) for kind, values in WRONG.items() for value in values]
)
def test_a_wrong_value_is_refused_and_quoted(kind: str, value: object) -> None:
    with pytest.raises(ValueError, match=r".+") as caught:
        READERS[kind](asked(it=value))
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize("kind", READERS)
def test_a_field_that_is_needed_is_asked_for_by_name(kind: str) -> None:
    with pytest.raises(ValueError, match=r"'test' needs a field 'it'"):
        READERS[kind](asked())


def test_a_field_that_means_nothing_is_refused_with_those_that_do() -> None:
    with pytest.raises(ValueError, match=r"'test' has no field 'tos' \(fields: from, to\)"):
        asked(tos="a1").allow({"to", "from"})
    asked(to="a1").allow({"to", "from"})


@pytest.mark.parametrize("do", [None, 5, ["lift"], {"lift": 1}])
def test_a_request_for_something_that_is_no_text_is_no_request(do: object) -> None:
    assert Request({"do": do}, Geometry(8, 8)).do is None
