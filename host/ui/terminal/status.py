"""Sentences below the text board: score, clocks, events, and the commands for what is offered."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence

from host.engine.game import Side
from host.message import DEFAULT_LANGUAGE, Message, catalogue, message, verbatim
from host.ui.messages.clock import ClockMessage
from host.ui.messages.hello import HelloMessage
from host.ui.messages.match import ChoiceData, MatchData
from host.ui.messages.moves import MoveData
from host.ui.messages.pieces import HandPieceData
from host.ui.messages.state import MarkData, StateMessage
from host.ui.terminal.symbols import legend

LAST_MOVES = 3
_PLAYERS = {side.name.lower(): side.message for side in Side}
_NOTHING = verbatim("")
_WRONG, _HOME = ("illegal", "square"), ("putback", "home")
"""Marks of a piece that must not stand where it does, and of its place."""


def status_lines(
    hello: HelloMessage,
    state: StateMessage,
    hand: Sequence[HandPieceData] | None,
    clock: ClockMessage | None,
    width: int,
) -> Iterable[str]:
    """Return the sentences in their order; some may be empty.

    Args:
        width: columns of the terminal.
    """
    in_hand = _pieces_at("hand", hand)
    in_box = "" if _is_known(state, hand) else _pieces_at("box", hand)
    link = state["link"]
    lines: Iterable[object] = (
        *_score_and_times(str(_score(state["match"])), str(_times(clock)), width),
        _names(state),
        legend(state),
        message("ui.in_hand", pieces=in_hand) if in_hand else "",
        _beside(state),
        message("ui.off_board", pieces=in_box) if in_box else "",
        _last(state),
        message("ui.touch_move") if state["touch_move"] else "",
        message("guidance.serious") if state["conditions"] == "serious" else "",
        message("ui.proven_shown") if _is_proven(state) else "",
        "" if link["state"] == "up" else f"! {link['text']}",
        *_sentences(state),
        *_offers(hello, state),
    )
    return map(str, lines)


def _score_and_times(score: str, times: str, width: int) -> Iterable[str]:
    """Return score and times, in one line if they fit."""
    together = f"{score}   {times}"
    return (together,) if score and len(together) <= width else (score, times)


def _score(match: MatchData | None) -> Message:
    """Return the score, e.g. "Standard match to 3, round 2: White 1, Black 0"."""
    if match is None:
        return _NOTHING
    title = match["title"]
    name = title if isinstance(title, Message) else verbatim(title)
    if match["goal"] is not None:
        name = message("ui.match_to", title=name, goal=match["goal"])
    points = message("ui.points", white=match["white"], black=match["black"])
    if match["rounds"] is None:
        return message("ui.score", match=name, round=match["round"], points=points)
    rounds = match["rounds"]
    return message("ui.score_of", match=name, round=match["round"], rounds=rounds, points=points)


def _names(state: StateMessage) -> str:
    """Return who plays, as far as it is known: "White: Ann, Black: Bob"."""
    return ", ".join(
        str(message("ui.player", side=_PLAYERS[side], name=name))
        for side, name in state["names"].items()
        if name
    )


def _times(clock: ClockMessage | None) -> Message:
    """Return the time on both clocks; it says so when they stand."""
    if clock is None or clock["white"] is None or clock["black"] is None:
        return _NOTHING
    white, black = time_text(clock["white"]), time_text(clock["black"])
    if clock["running"] is None:
        return message("ui.clock_stands", white=white, black=black)
    return message("ui.clock", white=white, black=black)


def time_text(left_ms: int) -> str:
    """Return the time as a clock shows it, rounded up to seconds: 0:00 when nothing is left.

    >>> time_text(587_300), time_text(3_600_000), time_text(1), time_text(0)
    ('9:48', '1:00:00', '0:01', '0:00')
    """
    minutes, seconds = divmod(-(-left_ms // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _last(state: StateMessage) -> Message:
    """Return the last moves of the round under way; after a round its result says more."""
    if state["phase"] == "between" or not state["moves"]:
        return _NOTHING
    newest = state["moves"][-1]["round"]
    moves = [move for move in state["moves"][-LAST_MOVES:] if move["round"] == newest]
    return message("ui.last_moves", moves=moves_text(moves))


def _sentences(state: StateMessage) -> Iterable[str]:
    """Return what has happened and what is to be done, each once."""
    correction, reward = state["correction"], state["reward"]
    prompt = str(state["prompt"])
    now = [prompt]
    if correction is not None:
        wrong = str(correction["text"])
        now = [f"! {wrong}", *(text for text in now if text != wrong)]
    results = (state["round"], state["outcome"])
    before = [str(result["reason"]) for result in results if result is not None]
    if reward is not None:
        before.append(str(reward["words"]))
    before = [text for text in before if text not in prompt]
    if (puzzle := state["puzzle"]) is not None:
        number, of, grade = puzzle["number"], puzzle["of"], puzzle["grade"]
        before.append(str(message("session.puzzle_title", number=number, of=of, grade=grade)))
    if state["hint"] is not None:
        before.append(str(state["hint"]["words"]))
    if state["setup"] is not None:
        done, of = state["setup"]["done"], state["setup"]["of"]
        before.append(str(message("ui.set_up", done=done, of=of)))
    return [*before, *now]


def _is_proven(state: StateMessage) -> bool:
    """Return True if the lights show proven values; those of a record show nothing."""
    return state["help"] == "proven" and state["replay"] is None


def _offers(hello: HelloMessage, state: StateMessage) -> Iterable[Message]:
    """Yield the commands that are of use now, besides moves."""
    captured = [mark["square"] for mark in state["marks"] if _is_captured(mark)]
    if state["setup"] is not None and hello["virtual"]:
        yield message("ui.type_arrange")
    elif state["correction"] is not None and hello["virtual"] and not captured:
        yield _put_right(state)
    if state["reward"] is not None:
        yield message("ui.type_ok")
    if captured and hello["virtual"]:
        yield message("ui.type_off", commands=joined("ui.both", (f"off {at}" for at in captured)))
    if hello["virtual"] and _is_to_place(state):
        yield message("ui.type_square")
    if state["choices"]:
        choices = joined("ui.either", map(_choice, state["choices"]))
        yield message("ui.type_choice", choices=choices)
    if state["offer"] is not None:
        yield message("ui.type_answer")
    if state["phase"] == "paused":
        yield message("ui.type_continue")
    replay = state["replay"]
    if replay is not None:
        title = str(replay["title"])
        yield message("ui.record", title=title, ply=replay["ply"], of=replay["of"])
    elif state["puzzle"] is not None:
        yield message("ui.type_puzzle")
    elif state["phase"] == "over":
        yield message("ui.type_new")


def joined(id: str, texts: Iterable[str]) -> Message:
    """Return the texts joined by a template of two: "a or b or c"."""
    first, *others = map(verbatim, texts)
    for second in others:
        first = message(id, first=first, second=second)
    return first


def _choice(choice: ChoiceData) -> str:
    text, words = choice["text"], str(choice["words"])
    return text if words.lower() == text else f"{text} ({words})"


def _is_to_place(state: StateMessage) -> bool:
    """Return True if a person is to move, and that puts a piece on the board."""
    turn, opponent = state["turn"], state["opponent"]
    return (
        state["phase"] == "play"
        and (opponent is None or opponent["side"] != turn)
        and any(pile["side"] == turn for pile in state["reserve"])
    )


def _put_right(state: StateMessage) -> Message:
    """Return the commands that put a wrong board right: the way back of a piece, if it is one."""
    marked = {(mark["entry"], mark["role"]): mark["square"] for mark in state["marks"]}
    counts = Counter((mark["entry"], mark["role"]) for mark in state["marks"])
    if counts[_WRONG] == counts[_HOME] == 1:
        return message("ui.type_back", move=f"{marked[_WRONG]}{marked[_HOME]}")
    return message("ui.type_arrange")


def _is_captured(mark: MarkData) -> bool:
    return (mark["entry"], mark["role"]) == ("capture", "piece")


def _pieces_at(where: str, hand: Sequence[HandPieceData] | None) -> str:
    """Return the pieces of a virtual board that lie beside it, with their numbers."""
    counts = Counter(
        message("ui.piece_of", side=_PLAYERS[piece["side"]], piece=_piece_name(piece["name"]))
        for piece in hand or ()
        if piece["where"] == where
    )
    return ", ".join(
        f"{name} ({count})" if count > 1 else str(name) for name, count in counts.items()
    )


def _piece_name(name: str) -> Message:
    """Return the name of a piece beside the board: its colour, or its kind."""
    ids = (f"colour.{name}", f"piece.{name}")
    known = catalogue(DEFAULT_LANGUAGE)
    return next((message(id) for id in ids if id in known), verbatim(name))


def _beside(state: StateMessage) -> Message:
    """Return the numbers of pieces that are still to be placed, and of captured ones."""
    parts = [
        str(message(id, side=_PLAYERS[pile["side"]], count=pile["count"]))
        for id, piles in (("ui.to_place", state["reserve"]), ("ui.captured", state["captured"]))
        for pile in piles
    ]
    return message("ui.beside_board", pieces=", ".join(parts)) if parts else _NOTHING


def _is_known(state: StateMessage, hand: Sequence[HandPieceData] | None) -> bool:
    """Return True if the box holds just the pieces that the game has beside the board."""
    known = Counter[str]()
    for pile in (*state["reserve"], *state["captured"]):
        known[pile["side"]] += pile["count"]
    boxed = Counter[str](piece["side"] for piece in hand or () if piece["where"] == "box")
    return boxed == known


def moves_text(moves: Iterable[MoveData]) -> str:
    """Return moves with their numbers, in one line."""
    return "   ".join(
        str(
            message(
                "ui.move",
                ply=move["ply"],
                side=_PLAYERS[move["side"]],
                move=move["words"],
                text=move["text"],
            )
        )
        for move in moves
    )


def wrapped(text: str, width: int) -> list[str]:
    """Return lines of at most `width` columns, printable as by `printable`."""
    return textwrap.wrap(printable(text), width, subsequent_indent="  ")


def printable(text: str) -> str:
    """Return the text with a space for each character that a terminal would interpret."""
    return "".join(character if character.isprintable() else " " for character in text)
