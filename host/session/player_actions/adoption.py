"""Adoption of the board: play goes on from the position that stands there.

It is the last way out where the board and the game disagree.  The host proposes the position,
people correct and confirm it, and the game's rules check it.  In the history it is an adjudication
(`host.engine.game.Adjudicable`).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache

from host.engine.game import Adjudicable, AnyGame, Piece, Side, Square
from host.guidance import phrases
from host.message import message, sentences
from host.recognition.history import History
from host.recognition.snapshot import STATE_OF_SIDE, Snapshot, SquareState
from host.session.match_state import MatchState
from host.session.player_actions.gestures import lifted
from host.session.player_actions.hand_negotiation import StandingBoard
from host.session.view import Notice, Phase, Severity

STANDING_MS = 3000
"""Time for which a board that is not as the game has it must rest to be taken as it stands."""


def adopt(state: MatchState, text: str) -> list[Notice]:
    """Go on from another position of the game.

    Where the board is not as that has it, it is guided to it.

    Args:
        text: of the position, as `Adjudicable.parse_adjudication` reads it.

    Raises:
        ValueError: it cannot be; the sentence says why, and nothing has changed.
    """
    game, history = state.settings.game, state.history
    if state.settings.far_side is not None:
        raise ValueError(message("session.far_player_has_record"))
    if not isinstance(game, Adjudicable):
        raise ValueError(message("session.adopts_no_board", game=game.title))
    if state.outcome is not None:
        raise ValueError(message("session.adopts_not_when_over"))
    move = game.parse_adjudication(history.position, text)
    if game.play(history.position, move) == history.position:
        raise ValueError(message("session.adopted_already", text=repr(text)))
    return adjudicate(state, move)


def adjudicate(state: MatchState, move: Hashable) -> list[Notice]:
    """Make an adjudication of the position that the game has reached."""
    history = state.history
    state.negotiation.drop()
    state.negotiation.note_standing(None)
    ply = history.record(move, times=state.clock.times)
    state.forget_hands()
    passes = state.pass_on()
    state.enter()
    state.board.follow(history.expectation)
    made = phrases.made(ply)
    if state.phase.name is Phase.PLAY:
        if not state.stands:
            state.enter_phase(Phase.SETUP)
        told = sentences(made, state.phase.prompt())
        return [Notice(Severity.INFO, told), *passes]
    ended = state.outcome or history.round_outcome
    assert ended is not None, "neither play goes on nor has it ended"
    return [
        Notice(Severity.INFO, made),
        Notice(Severity.GOOD, ended.reason),
        *state.phase.opening_notices(),
    ]


def proposal(state: MatchState) -> str | None:
    """Return the text of the position that seems to stand on the board, for `adopt`.

    None where no position can be adopted, and where too few pieces stand on the board.
    """
    game = state.settings.game
    if state.settings.far_side is not None:
        return None  # the other board has the record as well
    if not isinstance(game, Adjudicable) or state.outcome is not None:
        return None
    if state.stands:  # nearly always, and it is asked for with every view
        return _own_proposal(game, state.history.position)
    pieces = _standing(state)
    if pieces is None:
        return None
    return game.propose_adjudication(state.history.position, pieces)


@lru_cache(maxsize=4)
def _own_proposal(game: AnyGame, position: Hashable) -> str | None:
    """Return the text of the position that the game has."""
    assert isinstance(game, Adjudicable), "asked for such games only"
    return game.propose_adjudication(position, game.pieces(position))


def watch_standing_board(state: MatchState, seen: Snapshot, now_ms: int) -> None:
    """Note the board as it stands, once it has rested while it is not as the game has it.

    It stays noted while pieces are only lifted, or hands settle whether play goes on from there.
    """
    negotiation = state.negotiation
    standing, waits = negotiation.standing, negotiation.waits
    if standing is not None and not waits:
        stays = lifted(standing.history.expectation.snapshot, seen) is not None
        if state.stands or not stays:
            standing = None
            negotiation.note_standing(None)
    is_due = standing is None and not waits and not state.stands and bool(state.history.plies)
    if is_due and state.dwell.elapsed(STANDING_MS, now_ms):
        negotiation.note_standing(_adoptable(state, seen))


def _adoptable(state: MatchState, seen: Snapshot) -> StandingBoard | None:
    """Return the board as it stands, if that is a legal position, with no piece in doubt."""
    game, position = state.settings.game, state.history.position
    text = proposal(state)
    if text is None or not isinstance(game, Adjudicable):
        return None
    try:
        move = game.parse_adjudication(position, text)
    except ValueError:
        return None
    history = History(game, game.play(position, move))
    is_seen = history.expectation.snapshot == seen
    return StandingBoard(move, history) if is_seen and history.position != position else None


def _standing(state: MatchState) -> Mapping[Square, Piece] | None:
    """Return the pieces of the game where they seem to stand; None if they do not fit.

    Where pieces have names, known ones come first, then those that stand where the game has one of
    their side; any others get the names that are left, and one that is not seen stands where the
    game has it.
    """
    expected, seen = state.history.expectation.pieces, state.board.seen
    if seen is None or state.stands:
        return expected
    shown = {
        square: side
        for square, here in enumerate(seen)
        if (side := _side(here, expected.get(square))) is not None
    }
    if all(piece == Piece(piece.side) for piece in expected.values()):  # stones have no names
        return {square: Piece(side) for square, side in shown.items()}
    placed: dict[Square, Piece] = {}
    for side in Side:
        left = {square: piece for square, piece in expected.items() if piece.side is side}
        squares = [square for square, other in shown.items() if other is side]
        by_name = {piece.name: square for square, piece in left.items()}
        for name_of in (_known_name, _expected_name):
            for square in list(squares):
                home = by_name.get(name_of(state, square, side) or "")
                if home in left:
                    placed[square] = left.pop(home)
                    squares.remove(square)
        for square, home in zip(squares, list(left), strict=False):
            placed[square] = left.pop(home)
        if any(square in shown for square in left):
            return None
        placed.update(left)
    return placed


def _side(here: SquareState, expected: Piece | None) -> Side | None:
    """Return the side of the piece that a square shows; unclear, that of the game."""
    for side, state in STATE_OF_SIDE.items():
        if here is state:
            return side
    return None if here is SquareState.EMPTY or expected is None else expected.side


def _known_name(state: MatchState, square: Square, side: Side) -> str | None:
    """Return the name of the piece on a square, if it is known which that is."""
    known = state.board.known
    found = None if known is None else known.on.get(square)
    piece = None if found is None else found.piece
    return None if piece is None or piece.side is not side else piece.name


def _expected_name(state: MatchState, square: Square, side: Side) -> str | None:
    """Return the name of the piece of a side that the game has on a square."""
    piece = state.history.expectation.pieces.get(square)
    return None if piece is None or piece.side is not side else piece.name
