"""Records, positions and pictures of what a page shows, for others."""

from __future__ import annotations

from collections.abc import Sequence

from host.engine.api import GameRecord, record_text
from host.message import message
from host.session.modes.board_mode import BoardMode
from host.session.modes.replay import Replay
from host.session.requests import Share
from host.session.session import Session
from host.ui.messages.matches import SharedMessage
from host.ui.pictures.frames import Frame, frames_of
from host.ui.pictures.svg import position_svg

FORM = "words"
"""Notation of the records: every keyboard has its characters."""
MOST_MOVES = 200
"""Moves of a line that may be tried beside the match."""


def record_of(mode: BoardMode) -> GameRecord:
    """Return the record of what is played or stepped through, as far as it is known."""
    if isinstance(mode, Replay) and mode.source is not None:
        return mode.source
    view = mode.view()
    plies = mode.record if isinstance(mode, Replay) else view.plies
    start = plies[0].before.position if plies else view.expectation.position
    termination = mode.termination if isinstance(mode, Session) else None
    aids = tuple((ply, aid.value) for ply, aid in sorted(view.aids.items()))
    moves = tuple(ply.move for ply in plies)
    return GameRecord(mode.game, start, moves, termination, aids, view.names)


def shared_message(request: Share, record: GameRecord) -> SharedMessage:
    """Build the answer, which takes as long as to play all moves.

    Args:
        record: of the game that is shown.

    Raises:
        ValueError: there is no such position or move; the message quotes it.
    """
    if request.what == "record":
        text = record_text(record, FORM)
    else:
        line = _line(record, request.ply, request.moves)
        if request.what == "position":
            text = record.game.position_text(line.positions()[-1])
        else:
            text = last_picture(line)
    return {"t": "shared", "what": request.what, "ply": request.ply, "text": text}


def last_picture(record: GameRecord) -> str:
    """Return the last position of a record as an SVG document, with the move that led to it."""
    return position_svg(record.game, *_last_frame(record))


def _line(record: GameRecord, ply: int, texts: Sequence[str]) -> GameRecord:
    """Return the record of so many moves of another and those that are tried after them."""
    if not 0 <= ply <= len(record.moves):
        count = len(record.moves)
        raise ValueError(message("app.no_ply_to_analyse", ply=ply, count=count))
    if len(texts) > MOST_MOVES:
        raise ValueError(message("app.line_too_long", count=MOST_MOVES))
    game, moves = record.game, list(record.moves[:ply])
    position = GameRecord(game, record.start, tuple(moves)).positions()[-1]
    for text in texts:
        moves.append(game.parse_move(position, text))
        position = game.play(position, moves[-1])
    return GameRecord(game, record.start, tuple(moves))


def _last_frame(line: GameRecord) -> Frame:
    """Return the last position with the last move that is seen on the board, passes left out."""
    positions = line.positions()
    for first in range(len(line.moves) - 1, -1, -1):
        frames = frames_of(GameRecord(line.game, positions[first], line.moves[first:]))
        if len(frames) > 1:
            return frames[-1]
    return positions[-1], (None, None)
