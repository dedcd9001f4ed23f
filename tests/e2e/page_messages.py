"""Messages of a host to the page (docs/protocols/page.md), for tests that script them."""

from __future__ import annotations

import copy
import json
from pathlib import Path

from tests.e2e.page_support import Message

_TOLD = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
"""Messages that the tests of the scripts without a browser take as well (tests/js/)."""

HELLO: Message = _TOLD["hello"]


def state(**changes: object) -> Message:
    """A quiet state with the two pink towers at home."""
    quiet: Message = copy.deepcopy(_TOLD["state"])
    return quiet | changes


def match(**changes: object) -> Message:
    """The second round of a standard match that White leads."""
    return {
        "title": "standard match",
        "round": 2,
        "rounds": None,
        "goal": 3,
        "white": 1,
        "black": 0,
    } | changes


def clock(white: int | None, black: int | None, running: str | None, text: str) -> Message:
    return {"t": "clock", "white": white, "black": black, "running": running, "text": text}


def mark(square: str, entry: str, role: str, words: str = "", colour: str | None = None) -> Message:
    told = {"square": square, "entry": entry, "role": role, "words": words}
    return {**told, "colour": colour, "side": None}


def piece(name: str, square: str | None, side: str = "black", teeth: int = 0) -> Message:
    return {
        "id": f"{side}-{name}",
        "side": side,
        "name": name,
        "teeth": teeth,
        "where": "hand" if square is None else "board",
        "square": square,
        "dx": 0,
        "dy": 0,
    }


def hand(busy: bool = False, **squares: str | None) -> Message:
    """Squares of the pink, the yellow and the white pink tower."""
    at: dict[str, str | None] = {"pink": "d8", "yellow": "e8", "white_pink": "e1"}
    at.update(squares)
    return {
        "t": "hand",
        "by_hand": False,
        "busy": busy,
        "pieces": [
            piece("pink", at["pink"]),
            piece("yellow", at["yellow"], teeth=2),
            piece("pink", at["white_pink"], "white", teeth=1),
        ],
    }


def plies(count: int, round_number: int = 1, begin: int = 1) -> list[Message]:
    """So many moves of a round, the first with the number `begin`."""
    return [
        {
            "ply": number,
            "side": "black" if number % 2 else "white",
            "piece": "pink",
            "from": "d8",
            "to": "d4",
            "words": "Pink 4 Brown",
            "spelled": "Pink from d8 to d4, brown",
            "text": "d8d4",
            "round": round_number,
        }
        for number in range(begin, begin + count)
    ]


def choice(number: int, side: str, words: str, round_number: int = 1) -> Message:
    """An entry of the moves that is a choice between two rounds."""
    nowhere = {"piece": None, "from": None, "to": None}
    return nowhere | {
        "ply": number,
        "side": side,
        "words": words,
        "spelled": words,
        "text": words.lower(),
        "round": round_number,
    }


def filled(square: str) -> Message:
    """A fill that begins on a square: it has the white pink tower there, the black one at home."""
    towers = {"d8": ("black", 0), square: ("white", 2)}
    pieces = [
        {"square": at, "side": side, "name": "pink", "teeth": teeth}
        for at, (side, teeth) in towers.items()
    ]
    return {"square": square, "pieces": pieces}


REASON = "White's pink tower reached Black's home row on d8 (M7)."

BETWEEN = state(
    phase="between",
    turn="white",
    prompt="White chooses how the towers are set up again.",
    match=match(),
    round={"winner": "white", "reason": REASON},
    reward={
        "square": "e1",
        "side": "white",
        "name": "pink",
        "teeth": 2,
        "words": "Put a dragon tooth on White's pink tower (S1).",
    },
    choices=[
        {"text": "fill left", "words": "Fill from the left"} | filled("a1"),
        {"text": "fill right", "words": "Fill from the right"} | filled("e1"),
    ],
    movable=[],
    marks=[
        mark("a1", "choice", "corner", "fill from the left"),
        mark("e1", "choice", "corner", "fill from the right"),
        mark("d8", "reward", "tower", "a tooth for this tower"),
    ],
)
SETUP = state(
    phase="setup",
    prompt="Set up the board: the pink tower from e5 to d8.",
    match=match(),
    setup={"done": 3, "of": 16},
    movable=[],
    marks=[
        mark("e5", "fill", "from", "take from here", "pink"),
        mark("d8", "fill", "here", "put the pink tower here", "pink"),
        mark("e8", "fill", "rest", "the yellow tower belongs here", "yellow"),
    ],
)
OVER = state(
    phase="over",
    prompt="White wins the standard match.",
    match=match(round=4, white=3, black=1),
    outcome={"winner": "white", "reason": REASON},
    movable=[],
    moves=plies(3),
)


def replay(ply: int, of: int = 40) -> Message:
    """A record that has been stepped through so far."""
    return state(
        phase="replay",
        match=match(),
        replay={
            "ply": ply,
            "of": of,
            "title": "standard match",
            "game_waits": False,
            "number": 0,
        },
        prompt=f"After move {ply}.",
        can_takeback=True,
    )


PHASES = {"between": BETWEEN, "setup": SETUP, "over": OVER, "replay": replay(12)}
