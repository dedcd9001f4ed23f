"""Signs of the text board: pieces on the squares, and the marks around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from host.message import Message, message
from host.ui.messages.pieces import HandPieceData
from host.ui.messages.state import StateMessage

COLOURS = frozenset({"brown", "green", "red", "yellow", "pink", "purple", "blue", "orange"})
"""Colours of towers: each has a letter, in English that of position text."""

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

SIGNS: Mapping[tuple[str, str], tuple[str, str]] = {
    ("illegal", "square"): ("!", "!"),
    ("putback", "home"): ("v", "v"),
    ("putback", "now"): ("?", "?"),
    ("fill", "here"): ("v", "v"),
    ("fill", "from"): ("!", "!"),
    ("fill", "rest"): (":", ":"),
    ("sensor", "square"): ("?", "?"),
    ("execute", "from"): ("[", "]"),
    ("execute", "to"): ("v", "v"),
    ("winning", "square"): ("*", "*"),
    ("winning", "proven"): ("+", "+"),
    ("losing", "square"): ("-", "-"),
    ("legal", "unknown"): ("?", "?"),
    ("capture", "piece"): ("-", "-"),
    ("capture", "may"): ("(", ")"),
    ("capture", "taken"): ("_", "_"),
    ("legal", "squares"): ("*", ""),
    ("legal", "origin"): ("<", ">"),
    ("push", "pusher"): ("^", "^"),
    ("push", "pushed"): ("~", "~"),
    ("push", "landing"): ("~", "~"),
    ("execute", "path"): (".", "."),
    ("menu", "chosen"): ("@", "@"),
    ("menu", "resign"): ("1", "1"),
    ("menu", "draw"): ("2", "2"),
    ("menu", "pause"): ("3", "3"),
    ("menu", "new"): ("4", "4"),
    ("menu", "adopt"): ("5", "5"),
    ("offer", "piece"): ("?", "?"),
    ("choice", "corner"): ("{", "}"),
    ("reward", "tower"): ("*", "*"),
    ("required", "tower"): ("[", "]"),
    ("blocked", "next"): ("[", "]"),
    ("any", "towers"): ("(", ")"),
    ("blocked", "tower"): ("x", "x"),
    ("deadlock", "tooth"): ("#", "#"),
    ("deadlock", "stuck"): ("x", "x"),
    ("round", "row"): ("=", "="),
}
"""Left and right sign of a mark, by entry and role.

The more important come first: a square shows only one.
"""

_UNKNOWN = ("?", "?")
_SILENT = frozenset({"accepted", "area", "last", "lost", "match", "paused", "thinking"})
"""Entries of the vocabulary that are described in words below the board."""
_PROGRESS = ("menu", "progress")
"""Marks of a progress: each step would print the board again."""


def letter(side: str, name: str) -> str:
    """Return the letter of a tower, upper case for White, lower case for Black; or a stone's sign.

    Letters are those of the language that this program speaks.

    >>> letter("white", "pink"), letter("black", "brown"), letter("black", "stone")
    ('K', 'n', 'X')
    """
    if name not in COLOURS:
        return STONES[side] if name else "?"
    shown = str(message(f"ui.letter_{name}"))
    return shown if side == "white" else shown.lower()


def short_colour(tint: str) -> str:
    """Return the first letters of the colour of a square; empty for one without paint."""
    return str(message(f"ui.short_{tint}")) if tint else ""


def game_pieces(state: StateMessage) -> dict[str, str]:
    """Return the text of each piece where the game has it, by square.

    A piece in the air is still shown; its mark says that it is lifted.
    """
    return {
        piece["square"]: letter(piece["side"], piece["name"]) + "+" * piece["teeth"]
        for piece in state["pieces"]
    }


def hand_pieces(hand: Sequence[HandPieceData]) -> dict[str, str]:
    """Return the text of the pieces on each square of a virtual board."""
    shown: dict[str, str] = {}
    for piece in hand:
        if piece["where"] == "board" and piece["square"] is not None:
            text = letter(piece["side"], piece["name"]) + "+" * piece["teeth"]
            shown[piece["square"]] = shown.get(piece["square"], "") + text
    return shown


def due(state: StateMessage) -> dict[str, str]:
    """Return the text of the piece that is due on each square still to be filled."""
    named = game_pieces(state)
    return {
        mark["square"]: named.get(mark["square"], letter(mark["side"] or "white", mark["colour"]))
        for mark in state["marks"]
        if mark["colour"] is not None
    }


def signs_around(state: StateMessage) -> dict[str, tuple[str, str]]:
    """Return the signs around the content of each square."""
    order = list(SIGNS)
    best: dict[str, tuple[int, str, str]] = {}
    for mark in state["marks"]:
        key = (mark["entry"], mark["role"])
        if mark["entry"] in _SILENT or key == _PROGRESS:
            continue
        left, right = SIGNS.get(key, _UNKNOWN)
        found = (order.index(key) if key in SIGNS else len(order), left, right)
        best[mark["square"]] = min(best.get(mark["square"], found), found)
    lifted = state["lifted"]
    if lifted is not None and lifted not in best:
        best[lifted] = (0, "<", ">")
    return {square: (left, right) for square, (_, left, right) in best.items()}


def content(piece: str, signs: tuple[str, str] | None, due: str) -> str:
    """Return the text of a square: its piece between the signs, or the piece that is due."""
    left, right = signs or ("", "")
    if due and due != piece:
        return f"{piece}{left}{due}"
    return f"{left}{piece}{right}" if piece else _sign_alone(left, right)


def _sign_alone(left: str, right: str) -> str:
    """Return a sign without a piece: brackets stay a pair, others are shown once."""
    return left if left == right or not right else f"{left} {right}"


def paint(text: str, tint: str, colour: bool, bold: bool) -> str:
    """Return the text on the colour of its square; unchanged without colours or paint."""
    if not colour or tint not in BACKGROUNDS:
        return text
    ink = _BLACK if tint in _LIGHT else _WHITE
    return f"\x1b[{'1;' if bold else ''}38;5;{ink};48;5;{BACKGROUNDS[tint]}m{text}\x1b[0m"


def meaning(entry: str, role: str) -> Message:
    """Return the meaning of a mark that has a sign."""
    return message(f"ui.mark_{entry}_{role}")


def legend(state: StateMessage) -> str:
    """Return the meanings of the signs on the board, each once."""
    meanings: dict[str, None] = {}
    for mark in state["marks"]:
        key = (mark["entry"], mark["role"])
        if mark["entry"] not in _SILENT and key != _PROGRESS:
            words = meaning(*key) if key in SIGNS else mark["words"]
            meanings[f"{_sign_alone(*SIGNS.get(key, _UNKNOWN))} {words}"] = None
    if state["lifted"] is not None:
        meanings[f"< > {meaning('legal', 'origin')}"] = None
    if due(state):
        meanings[str(message("ui.legend_letter"))] = None
    if any(piece["name"] not in COLOURS for piece in state["pieces"]):
        meanings[str(message("ui.legend_stones", white=STONES["white"], black=STONES["black"]))] = (
            None
        )
    return "   ".join(meanings)
