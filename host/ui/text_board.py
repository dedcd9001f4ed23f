"""The text picture: what the page shows, as lines of ASCII.

A square has two lines: the first letters of its colour's name, and what stands on it between the
signs of what the lights mean.  A tower is the letter of its colour, upper case for White and lower
case for Black, with a `+` for each tooth.  Everything is said by letters and signs; colours only
repeat it, so the picture serves without them too.

    pin        the square is pink
     [k+]      Black's pink tower with one tooth stands on it and must move
     :G        White's green tower is still to be put there
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
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
    ("legal", "squares"): ("*", "", "may go here"),
    ("legal", "origin"): ("<", ">", "in the air"),
    ("push", "pusher"): ("^", "^", "pushes to here"),
    ("push", "pushed"): ("~", "~", "is pushed to here"),
    ("push", "landing"): ("~", "~", "is pushed to here"),
    ("execute", "path"): (".", ".", "on the way"),
    ("menu", "chosen"): ("@", "@", "lift it again to stop this"),
    ("menu", "resign"): ("1", "1", "resign"),
    ("menu", "draw"): ("2", "2", "offer a draw"),
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
    tint: str | None
    side: str | None


class MoveMessage(TypedDict):
    """A move that was made."""

    ply: int
    side: str
    words: str
    text: str
    round: int


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


class MatchMessage(TypedDict):
    """The score of a match."""

    title: str
    round: int
    rounds: int | None
    goal: int | None
    white: int
    black: int


class RewardMessage(TypedDict):
    """What is to be put on a piece."""

    square: str
    words: str


class ChoiceMessage(TypedDict):
    """What may be chosen between two rounds."""

    text: str
    words: str
    square: str | None


class CountMessage(TypedDict):
    """How many pieces stand where they belong."""

    done: int
    of: int


class ReplayMessage(TypedDict):
    """How far a record has been stepped through."""

    ply: int
    of: int
    title: str


class HintMessage(TypedDict):
    """A move that is told."""

    words: str


class PuzzleMessage(TypedDict):
    """The puzzle that is to be solved."""

    number: int
    of: int
    state: str


class OfferMessage(TypedDict):
    """What one side has offered and the other has not answered."""

    action: Literal["draw", "new"]
    by: Literal["white", "black"]


class GameMessage(TypedDict):
    """A game that may be begun."""

    name: str
    title: str


class Hello(TypedDict):
    """What PAGE.md says of `hello`, as far as a text picture needs it."""

    game: str
    size: Sequence[int]
    tints: Mapping[str, str]
    virtual: bool
    runtime: str
    games: list[GameMessage]


class Clock(TypedDict):
    """What PAGE.md says of `clock`; the milliseconds are null if its text is empty."""

    white: int | None
    black: int | None
    running: str | None
    text: str


class State(TypedDict):
    """What PAGE.md says of `state`, as far as a text picture needs it."""

    phase: Literal["setup", "play", "between", "over", "paused", "replay"]
    turn: str
    prompt: str
    pieces: list[PieceMessage]
    lifted: str | None
    marks: list[MarkMessage]
    trouble: TroubleMessage | None
    moves: list[MoveMessage]
    outcome: OutcomeMessage | None
    match: MatchMessage | None
    round: OutcomeMessage | None
    reward: RewardMessage | None
    choices: list[ChoiceMessage]
    arranged: CountMessage | None
    replay: ReplayMessage | None
    offer: OfferMessage | None
    touch_move: bool
    help: Literal["off", "required", "legal", "proven"]
    hint: HintMessage | None
    puzzle: PuzzleMessage | None
    link: LinkMessage


def render(
    hello: Hello,
    state: State,
    hand: Sequence[HandPieceMessage] | None = None,
    clock: Clock | None = None,
    *,
    colour: bool = False,
    width: int = 80,
) -> str:
    """The board with everything a player must know, as lines joined by newlines.

    Args:
        hello, state: the newest messages of PAGE.md.
        hand: where the pieces of a virtual board lie; None shows them where the game has them.
        clock: the newest message of its kind; None leaves the time out.
        colour: whether to paint the squares with ANSI sequences.
        width: columns of the terminal; sentences are wrapped to it.
    """
    width = max(width, MIN_WIDTH)
    lines = _board(hello, state, hand, colour, width)
    for text in (
        *_score_and_times(_score(state["match"]), _times(clock), width),
        _legend(state),
        _elsewhere(hand, "hand", "In the hand"),
        _elsewhere(hand, "box", "Off the board"),
        _last(state),
        "Touch-move: moves stand as they were made." if state["touch_move"] else "",
        "Help: proven values are shown." if _is_proven(state) else "",
        "" if state["link"]["state"] == "up" else f"! {state['link']['text']}",
        *_sentences(state),
        *_offers(hello, state),
    ):
        lines += wrapped(text, width)
    return "\n".join(lines)


def render_moves(state: State, width: int = 80) -> str:
    """All the moves, one a line; those of a match under the headings of their rounds."""
    if not state["moves"]:
        return "No move has been made."
    lines: list[str] = []
    for number, moves in groupby(state["moves"], key=lambda move: move["round"]):
        if state["match"] is not None:
            lines.append(f"Round {number}")
        for move in moves:
            lines += wrapped(_moves_text([move]), width)
    return "\n".join(lines)


def _score_and_times(score: str, times: str, width: int) -> Iterable[str]:
    """Both in one line if they fit into it."""
    together = f"{score}   {times}"
    return (together,) if score and len(together) <= width else (score, times)


def _score(match: MatchMessage | None) -> str:
    """The score, e.g. "Standard match to 3, round 2: White 1, Black 0"."""
    if match is None:
        return ""
    goal = "" if match["goal"] is None else f" to {match['goal']}"
    of = "" if match["rounds"] is None else f" of {match['rounds']}"
    title = match["title"][:1].upper() + match["title"][1:]
    score = f"White {match['white']}, Black {match['black']}"
    return f"{title}{goal}, round {match['round']}{of}: {score}"


def _times(clock: Clock | None) -> str:
    """What both clocks show; that they stand is said, as they run as a rule."""
    if clock is None or clock["white"] is None or clock["black"] is None:
        return ""
    title = "Clock" if clock["running"] else "Clock stands"
    return f"{title}: White {time_text(clock['white'])}, Black {time_text(clock['black'])}"


def time_text(left_ms: int) -> str:
    """Time as a clock shows it, in seconds begun: 0:00 only when nothing is left.

    >>> time_text(587_300), time_text(3_600_000), time_text(1), time_text(0)
    ('9:48', '1:00:00', '0:01', '0:00')
    """
    minutes, seconds = divmod(-(-left_ms // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _last(state: State) -> str:
    """The last moves of the round that is played; how a round ended is told by its reason."""
    if state["phase"] == "between" or not state["moves"]:
        return ""
    newest = state["moves"][-1]["round"]
    moves = [move for move in state["moves"][-LAST_MOVES:] if move["round"] == newest]
    return f"Last: {_moves_text(moves)}"


def _sentences(state: State) -> Iterable[str]:
    """What has happened and what is to be done, each said once."""
    trouble, ended, reward = state["trouble"], state["round"], state["reward"]
    said = [state["prompt"]]
    if trouble is not None:
        said = [f"! {trouble['text']}", *(text for text in said if text != trouble["text"])]
    told = [
        over["reason"]
        for over in (ended, state["outcome"])
        if over is not None and over["reason"] not in state["prompt"]
    ]
    if reward is not None and reward["words"] not in state["prompt"]:
        told.append(reward["words"])
    if state["hint"] is not None:
        told.append(state["hint"]["words"])
    counted = state["arranged"]
    if counted is not None:
        told.append(f"{counted['done']} of {counted['of']} stand where they belong.")
    return [*told, *said]


def _is_proven(state: State) -> bool:
    """Whether the lights tell who wins; a record is only looked at."""
    return state["help"] == "proven" and state["replay"] is None


def _offers(hello: Hello, state: State) -> Iterable[str]:
    """What may be typed now besides moves."""
    if state["arranged"] is not None and hello["virtual"]:
        yield "Type arrange to let the simulated hand do it."
    if state["reward"] is not None:
        yield "Type ok when the tooth is on."
    if state["choices"]:
        offered = [
            choice["text"]
            + (f" ({choice['words']})" if choice["words"].lower() != choice["text"] else "")
            for choice in state["choices"]
        ]
        yield f"Type {' or '.join(offered)}."
    if state["offer"] is not None:
        yield "Type agree or refuse."
    if state["phase"] == "paused":
        yield "Type continue to go on."
    replay = state["replay"]
    if replay is not None:
        place = f"{replay['ply']} of {replay['of']}"
        yield f"Record of a {replay['title']}, ply {place}: next, back, go N or quit."
    elif state["puzzle"] is not None:
        yield "Type puzzle for the next one, puzzle N, puzzle grade N, leave or quit."
    elif state["phase"] == "over":
        yield "Type new to begin again."


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
    due = _due(state)
    pieces = _standing(state) if hand is None else _lying(hand)
    if hand is None:
        # The game has them there already; on the board they are still due.
        pieces = {square: text for square, text in pieces.items() if square not in due}
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
            text = _content(pieces.get(square, ""), signs.get(square), due.get(square, ""))
            below.append(_paint(text.center(cell), tint, colour, bold=True))
        label = f"{rank + 1:>2}"
        lines.append((" " * MARGIN + "".join(above)).rstrip())
        lines.append(f" {label} {''.join(below)} {label.strip()}")
    return [*lines, names.rstrip()]


def _standing(state: State) -> dict[str, str]:
    """What stands on each square as the game has it, by name.

    A piece in the air is still shown; its mark says that it is lifted.
    """
    return {
        piece["square"]: letter(piece["side"], piece["name"]) + "+" * piece["teeth"]
        for piece in state["pieces"]
    }


def _lying(hand: Sequence[HandPieceMessage]) -> dict[str, str]:
    """What lies on each square of a virtual board, by name."""
    shown: dict[str, str] = {}
    for piece in hand:
        if piece["where"] == "board" and piece["square"] is not None:
            text = letter(piece["side"], piece["name"]) + "+" * piece["teeth"]
            shown[piece["square"]] = shown.get(piece["square"], "") + text
    return shown


def _due(state: State) -> dict[str, str]:
    """What is to be put on each square that is still to be filled, by name."""
    standing = _standing(state)
    return {
        mark["square"]: standing.get(mark["square"], letter(mark["side"] or "white", mark["tint"]))
        for mark in state["marks"]
        if mark["tint"] is not None
    }


def _signs(state: State) -> dict[str, tuple[str, str]]:
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


def _content(piece: str, signs: tuple[str, str] | None, due: str) -> str:
    left, right = signs or ("", "")
    if due and due != piece:
        return f"{piece}{left}{due}"
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
        key = (mark["entry"], mark["role"])
        if mark["entry"] not in _SILENT and key != _PROGRESS:
            left, right, meaning = SIGNS.get(key, _UNKNOWN)
            meanings[f"{_sign_alone(left, right)} {meaning or mark['words']}"] = None
    if state["lifted"] is not None:
        meanings["< > in the air"] = None
    if _due(state):
        meanings["(letter: which)"] = None
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


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns, without anything that a terminal would obey."""
    return textwrap.wrap(printable(text), width, subsequent_indent="  ")


def printable(text: str) -> str:
    """Text without anything that a terminal would obey."""
    return "".join(character if character.isprintable() else " " for character in text)
