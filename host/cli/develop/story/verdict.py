"""Words for what a session sees on its board, and for what it takes it."""

from __future__ import annotations

from collections.abc import Sequence

from host.engine.game import Square
from host.engine.squares import square_name
from host.guidance import phrases
from host.message import Words, in_english
from host.recognition.history import History
from host.recognition.recogniser import Interpretation
from host.recognition.snapshot import Snapshot, SquareState, differing
from host.session.match_state import MatchState
from host.session.view import Phase

POSITION = "the position"
MOST_SQUARES = 6
"""Number of squares that are told one by one."""
MOST_MOVES = 3
"""Number of moves under way that are told one by one."""
_OCCUPIED = SquareState.OCCUPIED
_STATES = {
    SquareState.EMPTY: "empty",
    SquareState.WHITE: "White",
    SquareState.BLACK: "Black",
    SquareState.UNSURE: "unclear",
    SquareState.OCCUPIED: "occupied",
}


def english(words: Words) -> str:
    """Return the sentence in English."""
    return words if isinstance(words, str) else in_english(words)


def seconds(ms: int) -> str:
    """Return a time as it is written: "0.4 s", "12.35 s"."""
    return f"{round(ms / 1000, 3):g} s"


def names(squares: Sequence[Square], files: int) -> str:
    """Return squares by name: "a1, b2"; of many the first ones."""
    told = [square_name(square, files) for square in squares[:MOST_SQUARES]]
    more = len(squares) - len(told)
    return ", ".join(told) + (f" and {more} more" if more else "")


def changes(state: MatchState, before: Snapshot | None, after: Snapshot) -> str:
    """Return what sensors show: "d8 empty (White's orange tower), d4 White".

    Args:
        before: what they showed last; None tells what differs from the game.
    """
    game, expected = state.settings.game, state.history.expectation
    changed = differing(after, expected.snapshot if before is None else before)
    if before is None:
        changed = [s for s in changed if not (s in expected.pieces and after[s] is _OCCUPIED)]
    told = []
    for square in changed[:MOST_SQUARES]:
        text = f"{square_name(square, game.size[0])} {_STATES[after[square]]}"
        if after[square] is SquareState.EMPTY and (piece := _piece(state, square)):
            text += f" ({piece})"
        told.append(text)
    more = len(changed) - len(told)
    if more:
        told.append(f"{more} squares more")
    return ", ".join(told) or ("all as the game has it" if before is None else "the same again")


def read_as(state: MatchState, sensed: Snapshot, before: Snapshot | None) -> str:
    """Return how what sensors show is read where that is something else; empty if it is not.

    Args:
        sensed: what they show.
        before: what they showed last; None tells of all squares.
    """
    seen, files = state.board.seen, state.settings.game.size[0]
    if seen is None or len(seen) != len(sensed):
        return ""
    other = [s for s in differing(sensed, seen) if before is None or sensed[s] is not before[s]]
    told = [f"{square_name(s, files)} {_STATES[seen[s]]}" for s in other[:MOST_SQUARES]]
    return f"read as {', '.join(told)}" if told else ""


def taken_for(state: MatchState) -> str:
    """Return what the session takes the board for."""
    phase, seen = state.phase, state.board.seen
    if seen is None:
        return ""
    if phase.correction is not None:
        return english(phase.correction.words)
    if phase.name is Phase.SETUP:
        return "being set up"
    if phase.name is Phase.ROUND_BREAK:
        return "the round is over, the next is to be chosen"
    if phase.name is Phase.ENDED:
        return "the game is over"
    if phase.asks or state.negotiation.waits:
        return english(phase.prompt())
    if state.left.explain(seen):
        return "pieces on their way, as something was asked for on a display"
    if state.memory.cleared:
        return "cleared, for a new set-up"
    return _interpreted(state.history, seen, phase.interpret(seen))


def _interpreted(history: History, seen: Snapshot, found: Interpretation) -> str:
    """Return an interpretation in words."""
    game = history.game
    if found.settled:
        return POSITION
    if found.acts:
        return f"{_change(history, found)}, if it rests for {seconds(found.rest_ms)}"
    position = history.position
    if found.capture is not None:
        text = game.move_text(position, found.capture.move)
        standing = found.capture.standing(history.expectation.snapshot, seen)
        return f"{text}, with {names(standing, game.size[0])} still to be taken off"
    if not found.hints:
        return "nothing that is known yet"
    legal = set(history.expectation.candidates)
    if not legal.issuperset(found.hints):
        return f"the last move under way again, one of {len(found.hints)}"
    if len(found.hints) > MOST_MOVES:
        return f"one of {len(found.hints)} moves under way"
    texts = [game.move_text(position, each.move) for each in found.hints]
    return f"{' or '.join(texts)} under way"


def _change(history: History, found: Interpretation) -> str:
    """Return the change of the game that an interpretation makes: "d8d4", "a1b2 instead of
    a1c3"."""
    real = [ply for ply in history.plies if not ply.forced]
    back = real[len(real) - found.undo :] if found.undo else []
    undone = " ".join(ply.text for ply in reversed(back))
    if found.make is None:
        return f"{undone} taken back"
    position = back[0].before.position if back else history.position
    made = history.game.move_text(position, found.make.move)
    return f"{made} instead of {undone}" if back else made


def _piece(state: MatchState, square: Square) -> str:
    """Return the piece that stands or stood on a square: "White's orange tower"; else ""."""
    game, pieces = state.settings.game, state.history.expectation.pieces
    known = None if state.board.known is None else state.board.known.on.get(square)
    piece = pieces.get(square) if known is None else known.piece
    return "" if piece is None else english(phrases.piece_of_side(game, piece))
