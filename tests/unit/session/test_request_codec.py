"""Requests as messages: what is decoded is all that the message says."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from host.session.request_codec import decode, encode
from tests.support.request_samples import SAMPLES

INVITATION = next(sample for sample in SAMPLES if sample["t"] == "far_invite")
FOLLOWED = next(sample for sample in SAMPLES if sample["t"] == "follow")
MORE = (
    *SAMPLES,
    {**FOLLOWED, "offer": "pause"},
    {**INVITATION, "serious": True, "absence": 120},
    {"t": "new", "game": "hasami", "clock": "", "touch_move": False, "plays": "white"},
    {"t": "new", "exchanged": True},
    {"t": "put", "square": "a2", "side": "white"},
    {"t": "remove", "piece": "white-brown"},
    {"t": "puzzle", "number": 3},
    {"t": "puzzle", "grade": 2},
    {"t": "describe", "what": "turn"},
    {"t": "import", "record": "game: hasami", "check": True},
)


@pytest.mark.parametrize("sample", MORE, ids=lambda sample: str(sample["t"]))
def test_a_request_with_an_unknown_field_is_none(sample: Mapping[str, object]) -> None:
    request = decode(sample)
    assert request is not None
    assert decode(encode(request)) == request
    assert decode({**sample, "foo": 1}) is None


@pytest.mark.parametrize(
    "message",
    [
        {"t": "analyse", "number": 1, "ply": 0, "moves": [5], "values": False},
        {"t": "analyse", "number": 1, "ply": 0, "moves": ["d8d4", None], "values": False},
        {"t": "new", "game": "hasami", "lots": [1]},
        {**INVITATION, "absence": True},
        {**INVITATION, "absence": "120"},
        {"t": "far_claim", "win": 1},
        {**FOLLOWED, "taken_back": [{}]},
        {**FOLLOWED, "offer": "resign"},
        {"t": "describe", "what": "turn", "name": "pink"},
        {"t": "remove", "square": "a1", "piece": "white-brown"},
    ],
)
def test_what_no_page_means_is_none(message: Mapping[str, object]) -> None:
    assert decode(message) is None
