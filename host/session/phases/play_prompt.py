"""Prompt of play: the next thing to do while a round is played."""

from __future__ import annotations

from collections.abc import Sequence

from host.engine.game import Square
from host.engine.material import reserve
from host.guidance import phrases
from host.guidance.instruction import carry_out_words
from host.message import Words
from host.session.match_state import MatchState


def prompt_of(state: MatchState, capturing: Sequence[Square]) -> Words:
    """Return what is to be done next in a game that goes on.

    Args:
        capturing: squares of captured pieces that are still to be taken off.
    """
    history = state.history
    if state.negotiation.waits:
        return state.negotiation.prompt(history)
    game, expectation = state.settings.game, history.expectation
    if capturing and not state.virtual_hand:
        return phrases.take_captured(game, state.with_pieces(capturing))
    opponent = state.settings.opponent
    if opponent is not None and state.computers_turn:
        candidate = next(iter(expectation.candidates), None)
        if candidate is None:
            is_far = state.settings.far_side is not None  # perhaps away
            return phrases.FAR_TO_MOVE if is_far else phrases.thinks(opponent.label)
        return carry_out_words(
            game, expectation, candidate, opponent.label, by_hand=not state.virtual_hand
        )
    if expectation.letting_go is not None:
        last = history.last_of_round
        moved = [] if last is None or last.target is None else state.with_pieces([last.target])
        return phrases.to_go_on(game, expectation.turn, moved[0] if moved else None)
    if expectation.puts:
        pieces = reserve(game, expectation.position)
        own_reserve = {p: count for p, count in pieces.items() if p.side is expectation.turn}
        return phrases.to_put(game, expectation.turn, own_reserve)
    movers = state.with_pieces(game.movable_squares(expectation.position))
    own = sum(piece.side is expectation.turn for piece in expectation.pieces.values())
    return phrases.to_move(game, expectation.turn, movers, len(movers) == own)
