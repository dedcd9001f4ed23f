"""What the displays are told: a session's view as the JSON objects of PAGE.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict

from host.ai.solver.adapter import is_provable
from host.engine.game import AnyGame, Configurable, MatchScore, Outcome, Piece, Side, Square
from host.engine.material import captured, reserve
from host.engine.squares import square_name
from host.guidance.progress import Count
from host.recognition.cell_map import fits
from host.recognition.history import Ply
from host.session.analysis import HelpUsed
from host.session.clock import Clock
from host.session.negotiation import offered_words
from host.session.view import Action, Notice, View

Message = dict[str, object]


def hello(
    game: AnyGame,
    version: str,
    virtual: bool,
    runtime: str,
    games: Iterable[AnyGame],
    board: tuple[int, int] | None,
) -> Message:
    """The first message of a connection.

    Args:
        games: all that there are.
        board: files and ranks of the board; None while they are not known.
    """
    files, ranks = game.size
    tints = {square_name(s, files): game.square_colour(s) for s in range(files * ranks)}
    return {
        "t": "hello",
        "version": version,
        "game": game.name,
        "title": game.title,
        "size": [files, ranks],
        "virtual": virtual,
        "tints": {name: tint for name, tint in tints.items() if tint is not None},
        "provable": is_provable(game),
        "runtime": runtime,
        "games": [
            {
                "name": other.name,
                "title": other.title,
                "size": list(other.size),
                "fits": board is None or fits(other.size, board),
                "settings": [asdict(setting) for setting in other.settings]
                if isinstance(other, Configurable)
                else [],
            }
            for other in games
        ],
    }


def state(game: AnyGame, view: View, rev: int, link: Message) -> Message:
    """The whole of what a display may show."""
    files = game.size[0]

    def name(square: Square | None) -> str | None:
        return None if square is None else square_name(square, files)

    last = next((ply for ply in reversed(view.plies) if not ply.forced), None)
    return {
        "t": "state",
        "rev": rev,
        "phase": view.phase.value,
        "turn": view.turn.name.lower(),
        "prompt": view.prompt,
        "pieces": [
            _piece(square, piece, files)
            for square, piece in sorted(view.expectation.pieces.items())
        ],
        "movers": [name(square) for square in view.movable_squares],
        "lifted": name(view.lifted),
        "marks": [
            {
                "square": name(mark.square),
                "entry": mark.entry,
                "role": mark.role,
                "words": mark.words,
                "tint": mark.tint,
                "side": None if mark.side is None else mark.side.name.lower(),
            }
            for mark in view.marks
        ],
        "trouble": None
        if view.correction is None
        else {
            "text": view.correction.text,
            "squares": [name(square) for square in view.correction.squares],
        },
        "last": None if last is None else {"from": name(last.origin), "to": name(last.target)},
        "moves": [
            _move(ply, number, files, view.aids.get(number))
            for number, ply in enumerate(view.plies, 1)
        ],
        "outcome": _outcome(view.outcome),
        "opponent": None
        if view.opponent is None
        else {
            "label": view.opponent.label,
            "level": view.opponent.choice,
            "side": view.opponent.side.name.lower(),
            "thinking": view.thinking,
        },
        "match": _standing(view.standing),
        "round": _outcome(view.round_outcome),
        "reward": None
        if view.reward is None
        else {**_piece(view.reward.square, view.reward.piece, files), "words": view.reward.words},
        "choices": [
            {"text": choice.text, "words": choice.words, "square": name(choice.square)}
            for choice in view.choices
        ],
        "arranged": _count(view.arranged),
        "reserve": _pile(reserve(game, view.expectation.position)),
        "captured": _pile(captured(game, view.expectation.position)),
        "replay": None
        if view.replay is None
        else {"ply": view.replay.ply, "of": view.replay.of, "title": view.replay.title},
        "puzzle": None if view.puzzle is None else asdict(view.puzzle),
        "menu": [
            {
                "square": name(item.square),
                "action": item.action.value,
                "words": item.words,
                "held": _count(item.held),
            }
            for item in view.menu
        ],
        "offer": None
        if view.offer is None
        else {
            "action": view.offer.action.value,
            "by": view.offer.by.name.lower(),
            "words": offered_words(game, view.expectation.position, view.offer.action),
        },
        "agreement": offered_words(game, view.expectation.position, Action.DRAW)
        if Action.DRAW in view.may
        else None,
        "may": [action.value for action in view.may],
        "can_takeback": view.can_take_back,
        "can_redo": view.can_redo,
        "touch_move": view.touch_move,
        "help": view.help.value,
        "hint": None
        if view.hint is None
        else {
            "text": view.hint.text,
            "words": view.hint.words,
            "from": name(view.hint.origin),
            "to": name(view.hint.target),
        },
        "link": link,
    }


def clock(clock: Clock | None, now_ms: int) -> Message:
    """What the players' clocks show at a moment."""
    if clock is None:
        return {"t": "clock", "white": None, "black": None, "running": None, "text": ""}
    return {
        "t": "clock",
        "white": clock.left(Side.WHITE, now_ms),
        "black": clock.left(Side.BLACK, now_ms),
        "running": None if clock.running is None else clock.running.name.lower(),
        "text": str(clock.control),
    }


def _pile(pieces: Mapping[Piece, int]) -> list[Message]:
    return [
        {"side": piece.side.name.lower(), "name": piece.name, "count": count}
        for piece, count in pieces.items()
    ]


def _count(count: Count | None) -> Message | None:
    return None if count is None else {"done": count.done, "of": count.of}


def _piece(square: Square, piece: Piece, files: int) -> Message:
    return {
        "square": square_name(square, files),
        "side": piece.side.name.lower(),
        "name": piece.name,
        "teeth": piece.teeth,
    }


def _outcome(outcome: Outcome | None) -> Message | None:
    if outcome is None:
        return None
    winner = None if outcome.winner is None else outcome.winner.name.lower()
    return {"winner": winner, "reason": outcome.reason}


def _standing(standing: MatchScore | None) -> Message | None:
    if standing is None:
        return None
    return {
        "title": standing.title,
        "round": standing.round,
        "rounds": standing.rounds,
        "goal": standing.goal,
        "white": standing.white,
        "black": standing.black,
    }


def _move(ply: Ply, number: int, files: int, aid: HelpUsed | None) -> Message:
    return {
        "ply": number,
        "side": ply.side.name.lower(),
        "piece": None if ply.piece is None else ply.piece.name,
        "from": None if ply.origin is None else square_name(ply.origin, files),
        "to": None if ply.target is None else square_name(ply.target, files),
        "words": ply.words,
        "text": ply.text,
        "round": ply.round,
        "aid": None if aid is None else aid.value,
    }


def say(notice: Notice) -> Message:
    """Something that happened."""
    return {"t": "say", "level": notice.level.value, "text": notice.text}
