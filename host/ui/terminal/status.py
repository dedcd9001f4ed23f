"""The sentences below a text picture: the score, what has happened, what may be typed now."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence

from host.ui.messages.clock import ClockMessage
from host.ui.messages.hello import HelloMessage
from host.ui.messages.moves import MoveData
from host.ui.messages.pieces import HandPieceData
from host.ui.messages.state import MarkData, MatchData, StateMessage
from host.ui.terminal.symbols import legend

LAST_MOVES = 3


def below(
    hello: HelloMessage,
    state: StateMessage,
    hand: Sequence[HandPieceData] | None,
    clock: ClockMessage | None,
    width: int,
) -> Iterable[str]:
    """What is said below the board, in order; empty texts say nothing.

    Args:
        width: columns of the terminal.
    """
    return (
        *_score_and_times(_score(state["match"]), _times(clock), width),
        legend(state),
        _elsewhere(hand, "hand", "In the hand"),
        _beside(state),
        "" if _is_known(state, hand) else _elsewhere(hand, "box", "Off the board"),
        _last(state),
        "Touch-move: moves stand as they were made." if state["touch_move"] else "",
        "Help: proven values are shown." if _is_proven(state) else "",
        "" if state["link"]["state"] == "up" else f"! {state['link']['text']}",
        *_sentences(state),
        *_offers(hello, state),
    )


def _score_and_times(score: str, times: str, width: int) -> Iterable[str]:
    """Both in one line if they fit into it."""
    together = f"{score}   {times}"
    return (together,) if score and len(together) <= width else (score, times)


def _score(match: MatchData | None) -> str:
    """The score, e.g. "Standard match to 3, round 2: White 1, Black 0"."""
    if match is None:
        return ""
    goal = "" if match["goal"] is None else f" to {match['goal']}"
    of = "" if match["rounds"] is None else f" of {match['rounds']}"
    title = str(match["title"])
    title = title[:1].upper() + title[1:]
    score = f"White {match['white']}, Black {match['black']}"
    return f"{title}{goal}, round {match['round']}{of}: {score}"


def _times(clock: ClockMessage | None) -> str:
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


def _last(state: StateMessage) -> str:
    """The last moves of the round that is played; how a round ended is told by its reason."""
    if state["phase"] == "between" or not state["moves"]:
        return ""
    newest = state["moves"][-1]["round"]
    moves = [move for move in state["moves"][-LAST_MOVES:] if move["round"] == newest]
    return f"Last: {moves_text(moves)}"


def _sentences(state: StateMessage) -> Iterable[str]:
    """What has happened and what is to be done, each said once."""
    correction, ended, reward = state["trouble"], state["round"], state["reward"]
    prompt = str(state["prompt"])
    said = [prompt]
    if correction is not None:
        said = [
            f"! {correction['text']}",
            *(text for text in said if text != str(correction["text"])),
        ]
    told = [str(over["reason"]) for over in (ended, state["outcome"]) if over is not None]
    if reward is not None:
        told.append(str(reward["words"]))
    told = [text for text in told if text not in prompt]
    if state["hint"] is not None:
        told.append(str(state["hint"]["words"]))
    counted = state["arranged"]
    if counted is not None:
        told.append(f"{counted['done']} of {counted['of']} stand where they belong.")
    return [*told, *said]


def _is_proven(state: StateMessage) -> bool:
    """Whether the lights tell who wins; a record is only looked at."""
    return state["help"] == "proven" and state["replay"] is None


def _offers(hello: HelloMessage, state: StateMessage) -> Iterable[str]:
    """What may be typed now besides moves."""
    if state["arranged"] is not None and hello["virtual"]:
        yield "Type arrange to let the simulated hand do it."
    if state["reward"] is not None:
        yield "Type ok when the tooth is on."
    captured = [mark["square"] for mark in state["marks"] if _is_captured(mark)]
    if captured and hello["virtual"]:
        yield f"Type {' and '.join(f'off {square}' for square in captured)}."
    if hello["virtual"] and _is_to_place(state):
        yield "Type the square alone, e.g. a1."
    if state["choices"]:
        offered = [
            choice["text"]
            + (f" ({choice['words']})" if str(choice["words"]).lower() != choice["text"] else "")
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


def _is_to_place(state: StateMessage) -> bool:
    """Whether the next move puts a piece on the board, and a person makes it."""
    turn, opponent = state["turn"], state["opponent"]
    return (
        state["phase"] == "play"
        and (opponent is None or opponent["side"] != turn)
        and any(pile["side"] == turn for pile in state["reserve"])
    )


def _is_captured(mark: MarkData) -> bool:
    return (mark["entry"], mark["role"]) == ("capture", "piece")


def _elsewhere(hand: Sequence[HandPieceData] | None, where: str, title: str) -> str:
    away = Counter(
        f"{piece['side'].capitalize()}'s {piece['name']}"
        for piece in hand or ()
        if piece["where"] == where
    )
    told = [f"{name} ({count})" if count > 1 else name for name, count in away.items()]
    return f"{title}: {', '.join(told)}." if told else ""


def _beside(state: StateMessage) -> str:
    """What is still to be put on the board, and what has been taken off it, by side."""
    told = [
        f"{pile['side'].capitalize()} {pile['count']} {what}"
        for what, piles in (("to place", state["reserve"]), ("captured", state["captured"]))
        for pile in piles
    ]
    return f"Beside the board: {', '.join(told)}." if told else ""


def _is_known(state: StateMessage, hand: Sequence[HandPieceData] | None) -> bool:
    """Whether nothing lies in the box but what the game has beside the board."""
    known = Counter[str]()
    for pile in (*state["reserve"], *state["captured"]):
        known[pile["side"]] += pile["count"]
    boxed = Counter[str](piece["side"] for piece in hand or () if piece["where"] == "box")
    return boxed == known


def moves_text(moves: Iterable[MoveData]) -> str:
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
