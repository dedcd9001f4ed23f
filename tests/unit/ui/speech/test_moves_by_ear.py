"""Moves as they are spoken: whoever only listens knows where all pieces stand."""

from __future__ import annotations

import random
import re
from collections.abc import Hashable

import pytest

from host.engine.game import AnyGame
from host.engine.registry import game_named
from host.engine.squares import square_name
from host.guidance import phrases
from host.message import catalogue, render
from host.message.language import languages
from host.recognition.history import History, Ply
from tests.unit.ui.speech.listener import SQUARE, Listener

LATER_ROUND = "kn+rpgboy/8/8/8/8/8/8/PK+++BORN++GY+ w -"
PLIES = 40


def played(game: AnyGame, start: Hashable, seed: int) -> list[Ply]:
    """Play moves by chance, pushes and what takes pieces wherever there are any."""
    history, chance = History(game, start), random.Random(seed)
    while history.outcome is None and len(history.plies) < PLIES:
        moves = history.expectation.candidates
        forced = history.expectation.forced_pass
        telling = [move for move in moves if move.pushed or move.captured]
        history.record(chance.choice(telling or list(moves)).move, forced=forced is not None)
    return list(history.plies)


def named_pieces(game: AnyGame, position: Hashable) -> dict[str, str]:
    """Return the pieces by their squares: "white pink", "black stone"."""
    return {
        square_name(square, game.size[0]): f"{piece.side.name.lower()} {piece.name}"
        for square, piece in game.pieces(position).items()
    }


def square_colours(game: AnyGame) -> dict[str, str]:
    """Return the colours of the squares, where towers have colours too."""
    files, ranks = game.size
    tints = {square_name(each, files): game.square_colour(each) for each in range(files * ranks)}
    return {square: tint for square, tint in tints.items() if tint not in (None, "sand", "centre")}


@pytest.mark.parametrize("name", ["kamisado", "hasami", "five", "seega"])
def test_the_spoken_moves_alone_tell_where_all_pieces_stand(name: str) -> None:
    game = game_named(name)
    start = game.parse_position(LATER_ROUND) if name == "kamisado" else game.start()
    pushes = captures = 0
    for seed in range(4):
        listener = Listener(named_pieces(game, start), square_colours(game))
        for ply in played(game, start, seed):
            if ply.target is not None and ply.target != ply.origin:
                said = str(phrases.made(ply))
                listener.hear(said, f"{ply.side.name.lower()} stone")
            after = next(c for c in ply.before.candidates if c.move == ply.move).position
            assert listener.pieces == named_pieces(game, after)
            captures += bool(ply.captured)
        pushes += listener.pushes
    assert pushes if name == "kamisado" else captures


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("name", ["kamisado", "hasami", "five", "seega"])
def test_a_move_is_spoken_with_its_squares_in_every_language(name: str, code: str) -> None:
    game = game_named(name)
    start = game.parse_position(LATER_ROUND) if name == "kamisado" else game.start()
    for ply in played(game, start, seed=0):
        if ply.target is None or ply.target == ply.origin:
            continue
        squares = [square_name(s, game.size[0]) for s in (ply.origin, ply.target) if s is not None]
        for told in (phrases.made(ply), phrases.taken_back(ply)):
            heard = re.findall(SQUARE, render(told, catalogue(code)))
            assert [square for square in heard if square in squares] == squares
