"""The text picture: what the page shows, as lines of ASCII.

A square has two lines: the first letters of its colour's name, and what stands on it between the
signs of what the lights mean.  A tower is the letter of its colour, upper case for White and lower
case for Black, with a `+` for each tooth.  Everything is said by letters and signs; colours only
repeat it, so the picture serves without them too.

    pin        the square is pink
     [k+]      Black's pink tower with one tooth stands on it and must move
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypedDict

from host.engine.geometry import square_name

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
"""Letters of tower colours, as in position text; any other piece has its name's first letter."""

BACKGROUNDS: Mapping[str, int] = {
    "brown": 94,
    "green": 28,
    "red": 124,
    "yellow": 220,
    "pink": 218,
    "purple": 91,
    "blue": 25,
    "orange": 208,
}
"""Colours of squares among the 256 of a terminal; letters on them keep a contrast of 4.5 to 1."""

_LIGHT = frozenset({"yellow", "pink", "orange"})
_BLACK, _WHITE = 16, 231

SIGNS: Mapping[tuple[str, str], tuple[str, str, str]] = {
    ("illegal", "square"): ("!", "!", "must not stand here"),
    ("putback", "home"): ("v", "v", "put it back here"),
    ("putback", "now"): ("?", "?", "not seen clearly"),
    ("fill", "here"): ("v", "v", "next one belongs here"),
    ("fill", "from"): ("!", "!", "take this one"),
    ("fill", "rest"): (":", ":", "still to be filled"),
    ("sensor", "square"): ("?", "?", "sensor does not answer"),
    ("winning", "square"): ("*", "*", "may go here, and wins"),
    ("losing", "square"): ("-", "-", "may go here, and loses"),
    ("legal", "squares"): ("*", "", "may go here"),
    ("legal", "origin"): ("<", ">", "in the air"),
    ("push", "pusher"): ("^", "^", "pushes to here"),
    ("push", "pushed"): ("~", "~", "is pushed to here"),
    ("push", "landing"): ("~", "~", "is pushed to here"),
    ("execute", "from"): ("[", "]", "must move"),
    ("execute", "to"): ("v", "v", "put it here"),
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
_SILENT = frozenset({"accepted", "last"})
"""Marks that are told in words below the board."""

CELL = 7
MARGIN = 4
MIN_CELL = 6
LAST_MOVES = 3
MIN_WIDTH = 20


class PieceMessage(TypedDict):
    """A piece as the game has it."""

    square: str
    side: Literal["white", "black"]
    name: str
    teeth: int


class HandPieceMessage(TypedDict):
    """A piece of the virtual board, as it lies."""

    side: Literal["white", "black"]
    name: str
    teeth: int
    where: Literal["board", "hand", "box"]
    square: str | None


class MarkMessage(TypedDict):
    """Why a square is lit."""

    square: str
    entry: str
    role: str
    words: str


class MoveMessage(TypedDict):
    """A move that was made."""

    ply: int
    side: str
    words: str
    text: str


class TroubleMessage(TypedDict):
    """What is wrong, with the remedy."""

    text: str
    squares: list[str]


class LinkMessage(TypedDict):
    """How the board is connected."""

    state: str
    text: str


class OutcomeMessage(TypedDict):
    """How the game ended."""

    winner: str | None
    reason: str


class Hello(TypedDict):
    """What PAGE.md says of `hello`, as far as a text picture needs it."""

    size: Sequence[int]
    tints: Mapping[str, str]
    virtual: bool
    runtime: str


class State(TypedDict):
    """What PAGE.md says of `state`, as far as a text picture needs it."""

    phase: Literal["setup", "play", "over"]
    prompt: str
    pieces: list[PieceMessage]
    lifted: str | None
    marks: list[MarkMessage]
    trouble: TroubleMessage | None
    moves: list[MoveMessage]
    outcome: OutcomeMessage | None
    link: LinkMessage


def render(
    hello: Hello,
    state: State,
    hand: Sequence[HandPieceMessage] | None = None,
    *,
    colour: bool = False,
    width: int = 80,
) -> str:
    """The board with everything a player must know, as lines joined by newlines.

    Args:
        hello, state: the newest messages of PAGE.md.
        hand: where the pieces of a virtual board lie; None shows them where the game has them.
        colour: whether to paint the squares with ANSI sequences.
        width: columns of the terminal; sentences are wrapped to it.
    """
    width = max(width, MIN_WIDTH)
    lines = _board(hello, state, hand, colour, width)
    lines += _wrapped(_legend(state), width)
    lines += _wrapped(_elsewhere(hand, "hand", "In the hand"), width)
    lines += _wrapped(_elsewhere(hand, "box", "Off the board"), width)
    if state["moves"]:
        lines += _wrapped(f"Last: {_moves_text(state['moves'][-LAST_MOVES:])}", width)
    if state["link"]["state"] != "up":
        lines += _wrapped(f"! {state['link']['text']}", width)
    trouble = state["trouble"]
    if trouble is not None:
        lines += _wrapped(f"! {trouble['text']}", width)
    if trouble is None or trouble["text"] != state["prompt"]:
        lines += _wrapped(state["prompt"], width)
    return "\n".join(lines)


def render_moves(state: State, width: int = 80) -> str:
    """All the moves, one a line."""
    if not state["moves"]:
        return "No move has been made."
    return "\n".join(
        line for move in state["moves"] for line in _wrapped(_moves_text([move]), width)
    )


def letter(side: str, name: str) -> str:
    """The letter of a piece: upper case for White, lower case for Black.

    >>> letter("white", "pink"), letter("black", "brown"), letter("black", "stone")
    ('K', 'n', 's')
    """
    shown = LETTERS.get(name, name[:1] or "?")
    return shown.upper() if side == "white" else shown.lower()


def _board(
    hello: Hello,
    state: State,
    hand: Sequence[HandPieceMessage] | None,
    colour: bool,
    width: int,
) -> list[str]:
    files, ranks = hello["size"]
    cell = CELL if files * CELL + 2 * MARGIN <= width else MIN_CELL
    signs = _signs(state)
    pieces = _pieces(state, hand)
    names = " " * MARGIN + "".join(
        square_name(file, files)[0].center(cell) for file in range(files)
    )
    lines = [names.rstrip()]
    for rank in reversed(range(ranks)):
        above, below = [], []
        for file in range(files):
            square = square_name(rank * files + file, files)
            tint = hello["tints"].get(square, "")
            above.append(_paint(tint[:3].center(cell), tint, colour, bold=False))
            text = _content(pieces.get(square, ""), signs.get(square))
            below.append(_paint(text.center(cell), tint, colour, bold=True))
        label = f"{rank + 1:>2}"
        lines.append((" " * MARGIN + "".join(above)).rstrip())
        lines.append(f" {label} {''.join(below)} {label.strip()}")
    return [*lines, names.rstrip()]


def _pieces(state: State, hand: Sequence[HandPieceMessage] | None) -> dict[str, str]:
    """What stands on each square, by name.

    Of a real board only the game's view is known; a piece in the air is then still shown, and
    its mark says that it is lifted.
    """
    shown: dict[str, str] = {}
    if hand is None:
        for piece in state["pieces"]:
            shown[piece["square"]] = letter(piece["side"], piece["name"]) + "+" * piece["teeth"]
        return shown
    for lying in hand:
        if lying["where"] == "board" and lying["square"] is not None:
            text = letter(lying["side"], lying["name"]) + "+" * lying["teeth"]
            shown[lying["square"]] = shown.get(lying["square"], "") + text
    return shown


def _signs(state: State) -> dict[str, tuple[str, str]]:
    """The signs around the content of each square, by name."""
    order = list(SIGNS)
    best: dict[str, tuple[int, str, str]] = {}
    for mark in state["marks"]:
        if mark["entry"] in _SILENT:
            continue
        key = (mark["entry"], mark["role"])
        left, right, _ = SIGNS.get(key, _UNKNOWN)
        found = (order.index(key) if key in SIGNS else len(order), left, right)
        best[mark["square"]] = min(best.get(mark["square"], found), found)
    lifted = state["lifted"]
    if lifted is not None and lifted not in best:
        best[lifted] = (0, "<", ">")
    return {square: (left, right) for square, (_, left, right) in best.items()}


def _content(piece: str, signs: tuple[str, str] | None) -> str:
    left, right = signs or ("", "")
    return f"{left}{piece}{right}" if piece else _sign_alone(left, right)


def _sign_alone(left: str, right: str) -> str:
    """A sign without a piece in it: brackets stay a pair, others are shown once."""
    return left if left == right or not right else f"{left} {right}"


def _paint(text: str, tint: str, colour: bool, bold: bool) -> str:
    if not colour or tint not in BACKGROUNDS:
        return text
    ink = _BLACK if tint in _LIGHT else _WHITE
    return f"\x1b[{'1;' if bold else ''}38;5;{ink};48;5;{BACKGROUNDS[tint]}m{text}\x1b[0m"


def _legend(state: State) -> str:
    """What the signs on the board mean, each once."""
    meanings: dict[str, None] = {}
    for mark in state["marks"]:
        if mark["entry"] not in _SILENT:
            left, right, meaning = SIGNS.get((mark["entry"], mark["role"]), _UNKNOWN)
            meanings[f"{_sign_alone(left, right)} {meaning or mark['words']}"] = None
    if state["lifted"] is not None:
        meanings["< > in the air"] = None
    return "   ".join(meanings)


def _elsewhere(hand: Sequence[HandPieceMessage] | None, where: str, title: str) -> str:
    away = [
        f"{piece['side'].capitalize()}'s {piece['name']}"
        for piece in hand or ()
        if piece["where"] == where
    ]
    return f"{title}: {', '.join(away)}." if away else ""


def _moves_text(moves: Iterable[MoveMessage]) -> str:
    return "   ".join(
        f"{move['ply']}. {move['side'].capitalize()}: {move['words']} ({move['text']})"
        for move in moves
    )


def _wrapped(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns, without anything that a terminal would obey."""
    plain = "".join(character if character.isprintable() else " " for character in text)
    return textwrap.wrap(plain, width, subsequent_indent="  ")
