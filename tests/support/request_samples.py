"""A sample of each request as a page sends it, White's where there is a side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from host.session.request_codec import TYPES, decode
from host.session.requests import Request

SAMPLES: tuple[Mapping[str, object], ...] = (
    {"t": "takeback"},
    {"t": "redo"},
    {"t": "play", "from": "d8", "to": "d4"},
    {"t": "new"},
    {"t": "names", "white": "Ann"},
    {
        "t": "follow",
        "plies": 3,
        "move": "e1e5",
        "times": [60_000, 55_000],
        "termination": "",
        "paused": False,
        "offer": "takeback",
        "taken_back": ["d8d4"],
        "new_game": False,
    },
    {"t": "announce", "move": "d8d4"},
    {"t": "choose", "text": "fill left"},
    {"t": "confirm"},
    {"t": "resign", "side": "white"},
    {"t": "draw", "side": "white"},
    {"t": "answer", "agree": True},
    {"t": "pause"},
    {"t": "pause", "side": "white"},
    {"t": "resume"},
    {"t": "adopt", "position": "obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -"},
    {"t": "hint"},
    {"t": "help", "level": "off"},
    {"t": "step", "by": 1},
    {"t": "go", "ply": 0},
    {"t": "puzzle"},
    {"t": "leave"},
    {"t": "review"},
    {"t": "analyse", "number": 1, "ply": 0, "moves": ["d8d4"], "values": False},
    {"t": "describe", "what": "piece", "name": "pink"},
    {"t": "share", "what": "picture", "ply": 0, "moves": ["d8d4"]},
    {"t": "examine"},
    {"t": "calibrate", "action": "start"},
    {"t": "lift", "square": "a1"},
    {"t": "put", "square": "a2", "piece": "white-brown"},
    {"t": "remove", "square": "a1"},
    {"t": "slide", "from": "a1", "to": "a2"},
    {"t": "push", "from": "a1", "to": "a2"},
    {"t": "arrange"},
    {"t": "by_hand", "on": True},
    {"t": "invite", "role": "white"},
    {"t": "revoke", "invitation": 1},
    {"t": "tutorial", "book": "kamisado", "number": 1},
    {"t": "show", "record": "game: hasami"},
    {"t": "invitation"},
    {
        "t": "far_invite",
        "game": "kamisado-standard",
        "clock": "10+5",
        "plays": "white",
        "broker": "mqtt://example.org",
    },
    {"t": "far_join", "link": "kamisado:join?broker=x"},
    {"t": "far_leave"},
    {"t": "far_withdraw"},
    {"t": "far_claim", "win": True},
    {"t": "say", "number": 2},
    {"t": "matches"},
    {"t": "open", "match": 1},
    {"t": "export", "match": 1},
    {"t": "draw_match", "match": 7},
    {"t": "delete", "match": 1},
    {"t": "import", "record": "game: hasami"},
)


def check_samples() -> None:
    """Check that no request is left out: no name on the wire, and no type."""
    assert {sample["t"] for sample in SAMPLES} == TYPES.keys()
    assert {type(decode(sample)) for sample in SAMPLES} == set(get_args(Request))
    for sample in SAMPLES:
        assert type(decode(sample)) is TYPES[str(sample["t"])], sample
