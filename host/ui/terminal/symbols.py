"""The signs of a text picture: what stands on a square, and between which signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from host.ui.messages.pieces import HandPieceData
from host.ui.messages.state import StateMessage

LETTERS: Mapping[str, str] = {
    "brown": "N",
    "green": "G",
    "red": "R",
    "yellow": "Y",
    "pink": "K",
    "purple": "P",
    "blue": "B",
    "orange": "O",
}
"""Letters of tower colours, as in position text."""

STONES: Mapping[str, str] = {"white": "O", "black": "X"}
"""Signs of pieces that have no colour of their own, as the page has them: a ring and a cross."""

BACKGROUNDS: Mapping[str, int] = {
    "brown": 94,
    "green": 28,
    "red": 124,
    "yellow": 220,
    "pink": 218,
    "purple": 91,
    "blue": 25,
    "orange": 208,
    "sand": 180,
    "centre": 173,
}
"""Colours of squares among the 256 of a terminal; letters on them keep a contrast of 4.5 to 1."""

_LIGHT = frozenset({"yellow", "pink", "orange", "sand", "centre"})
_BLACK, _WHITE = 16, 231

SIGNS: Mapping[tuple[str, str], tuple[str, str, str]] = {
    ("illegal", "square"): ("!", "!", "must not stand here"),
    ("putback", "home"): ("v", "v", "put it back here"),
    ("putback", "now"): ("?", "?", "not seen clearly"),
    ("fill", "here"): ("v", "v", "next one here"),
    ("fill", "from"): ("!", "!", "take this one"),
    ("fill", "rest"): (":", ":", "still to be filled"),
    ("sensor", "square"): ("?", "?", "sensor does not answer"),
    ("execute", "from"): ("[", "]", "must move"),
    ("execute", "to"): ("v", "v", "put it here"),
    ("winning", "square"): ("*", "*", "may go here, and wins"),
    ("winning", "proven"): ("+", "+", "may go here, proven to win"),
    ("losing", "square"): ("-", "-", "may go here, proven to lose"),
    ("legal", "unknown"): ("?", "?", "may go here; who wins is not known yet"),
    ("capture", "piece"): ("-", "-", "captured: take it off"),
    ("capture", "may"): ("(", ")", "would be captured"),
    ("capture", "taken"): ("_", "_", "was captured from here"),
    ("legal", "squares"): ("*", "", "may go here"),
    ("legal", "origin"): ("<", ">", "in the air"),
    ("push", "pusher"): ("^", "^", "pushes to here"),
    ("push", "pushed"): ("~", "~", "is pushed to here"),
    ("push", "landing"): ("~", "~", "is pushed to here"),
    ("execute", "path"): (".", ".", "on the way"),
    ("menu", "chosen"): ("@", "@", "lift it again to stop this"),
    ("menu", "resign"): ("1", "1", "resign"),
    ("menu", "draw"): ("2", "2", "offer a draw, or the end"),
    ("menu", "pause"): ("3", "3", "pause"),
    ("menu", "new"): ("4", "4", "new match"),
    ("offer", "piece"): ("?", "?", "lift one and put it back to agree"),
    ("choice", "corner"): ("{", "}", "a choice is made here"),
    ("reward", "tower"): ("*", "*", "gets a tooth"),
    ("required", "tower"): ("[", "]", "must move"),
    ("blocked", "next"): ("[", "]", "must move"),
    ("any", "towers"): ("(", ")", "may move"),
    ("blocked", "tower"): ("x", "x", "blocked, passes"),
    ("deadlock", "tooth"): ("#", "#", "gets the tooth"),
    ("deadlock", "stuck"): ("x", "x", "blocked for ever"),
    ("round", "row"): ("=", "=", "the winning row"),
}
"""Left and right sign and meaning of a mark, the more important first: a square shows only one."""

_UNKNOWN = ("?", "?", "")
_SILENT = frozenset({"accepted", "last", "lost", "match", "paused", "thinking"})
"""Entries of the vocabulary that are told in words below the board."""
_PROGRESS = ("menu", "progress")
"""What only fills up, step by step: each step would be a board printed anew."""


def letter(side: str, name: str) -> str:
    """The letter of a tower, upper case for White and lower case for Black; or a stone's sign.

    >>> letter("white", "pink"), letter("black", "brown"), letter("black", "stone")
    ('K', 'n', 'X')
    """
    shown = LETTERS.get(name)
    if shown is None:
        return STONES[side] if name else "?"
    return shown if side == "white" else shown.lower()


def standing(state: StateMessage) -> dict[str, str]:
    """What stands on each square as the game has it, by name.

    A piece in the air is still shown; its mark says that it is lifted.
    """
    return {
        piece["square"]: letter(piece["side"], piece["name"]) + "+" * piece["teeth"]
        for piece in state["pieces"]
    }


def lying(hand: Sequence[HandPieceData]) -> dict[str, str]:
    """What lies on each square of a virtual board, by name."""
    shown: dict[str, str] = {}
    for piece in hand:
        if piece["where"] == "board" and piece["square"] is not None:
            text = letter(piece["side"], piece["name"]) + "+" * piece["teeth"]
            shown[piece["square"]] = shown.get(piece["square"], "") + text
    return shown


def due(state: StateMessage) -> dict[str, str]:
    """What is to be put on each square that is still to be filled, by name."""
    named = standing(state)
    return {
        mark["square"]: named.get(mark["square"], letter(mark["side"] or "white", mark["tint"]))
        for mark in state["marks"]
        if mark["tint"] is not None
    }


def signs_around(state: StateMessage) -> dict[str, tuple[str, str]]:
    """The signs around the content of each square, by name."""
    order = list(SIGNS)
    best: dict[str, tuple[int, str, str]] = {}
    for mark in state["marks"]:
        key = (mark["entry"], mark["role"])
        if mark["entry"] in _SILENT or key == _PROGRESS:
            continue
        left, right, _ = SIGNS.get(key, _UNKNOWN)
        found = (order.index(key) if key in SIGNS else len(order), left, right)
        best[mark["square"]] = min(best.get(mark["square"], found), found)
    lifted = state["lifted"]
    if lifted is not None and lifted not in best:
        best[lifted] = (0, "<", ">")
    return {square: (left, right) for square, (_, left, right) in best.items()}


def content(piece: str, signs: tuple[str, str] | None, due: str) -> str:
    """What a square shows: what stands on it between its signs, or what is due there."""
    left, right = signs or ("", "")
    if due and due != piece:
        return f"{piece}{left}{due}"
    return f"{left}{piece}{right}" if piece else _sign_alone(left, right)


def _sign_alone(left: str, right: str) -> str:
    """A sign without a piece in it: brackets stay a pair, others are shown once."""
    return left if left == right or not right else f"{left} {right}"


def paint(text: str, tint: str, colour: bool, bold: bool) -> str:
    """Text on the colour of its square; as it is without colours, or where none is painted."""
    if not colour or tint not in BACKGROUNDS:
        return text
    ink = _BLACK if tint in _LIGHT else _WHITE
    return f"\x1b[{'1;' if bold else ''}38;5;{ink};48;5;{BACKGROUNDS[tint]}m{text}\x1b[0m"


def legend(state: StateMessage) -> str:
    """What the signs on the board mean, each once."""
    meanings: dict[str, None] = {}
    for mark in state["marks"]:
        key = (mark["entry"], mark["role"])
        if mark["entry"] not in _SILENT and key != _PROGRESS:
            left, right, meaning = SIGNS.get(key, _UNKNOWN)
            meanings[f"{_sign_alone(left, right)} {meaning or mark['words']}"] = None
    if state["lifted"] is not None:
        meanings["< > in the air"] = None
    if due(state):
        meanings["(letter: which)"] = None
    if any(piece["name"] not in LETTERS for piece in state["pieces"]):
        meanings[", ".join(f"{sign} {side}" for side, sign in STONES.items())] = None
    return "   ".join(meanings)
