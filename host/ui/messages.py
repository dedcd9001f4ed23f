"""What the displays are told: a session's view as the JSON objects of PAGE.md."""

from __future__ import annotations

from typing import TypeVar

from host.engine.game import Game, Square
from host.engine.geometry import square_name
from host.view import Notice, Ply, View

PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")

Message = dict[str, object]


def hello(game: Game[PositionT, MoveT], version: str, virtual: bool, runtime: str) -> Message:
    """The first message of a connection."""
    files, ranks = game.size
    tints = {square_name(s, files): game.tint(s) for s in range(files * ranks)}
    return {
        "t": "hello",
        "version": version,
        "game": game.name,
        "size": [files, ranks],
        "virtual": virtual,
        "tints": {name: tint for name, tint in tints.items() if tint is not None},
        "runtime": runtime,
    }


def state(
    game: Game[PositionT, MoveT], view: View[PositionT, MoveT], rev: int, link: Message
) -> Message:
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
            {
                "square": name(square),
                "side": piece.side.name.lower(),
                "name": piece.name,
                "teeth": piece.teeth,
            }
            for square, piece in sorted(view.outlook.pieces.items())
        ],
        "movers": [name(square) for square in view.movers],
        "lifted": name(view.lifted),
        "marks": [
            {
                "square": name(mark.square),
                "entry": mark.entry,
                "role": mark.role,
                "words": mark.words,
            }
            for mark in view.marks
        ],
        "trouble": None
        if view.trouble is None
        else {
            "text": view.trouble.text,
            "squares": [name(square) for square in view.trouble.squares],
        },
        "last": None if last is None else {"from": name(last.origin), "to": name(last.target)},
        "moves": [_move(ply, number, files) for number, ply in enumerate(view.plies, 1)],
        "outcome": None
        if view.outcome is None
        else {
            "winner": None if view.outcome.winner is None else view.outcome.winner.name.lower(),
            "reason": view.outcome.reason,
        },
        "can_takeback": view.can_take_back,
        "help": view.help.value,
        "link": link,
    }


def _move(ply: Ply[PositionT, MoveT], number: int, files: int) -> Message:
    return {
        "ply": number,
        "side": ply.side.name.lower(),
        "piece": None if ply.piece is None else ply.piece.name,
        "from": None if ply.origin is None else square_name(ply.origin, files),
        "to": None if ply.target is None else square_name(ply.target, files),
        "words": ply.words,
        "text": ply.text,
    }


def say(notice: Notice) -> Message:
    """Something that happened."""
    return {"t": "say", "level": notice.level.value, "text": notice.text}
