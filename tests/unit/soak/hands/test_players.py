"""Modelled players at a board whose lines get lost."""

from __future__ import annotations

import random

import pytest

from host.engine.registry import game_named
from host.engine.squares import parse_square
from host.session.match_settings import MatchSettings
from host.session.session import Session
from soak.hands.motions import UNSURE
from soak.hands.players import MisreadError, Players
from soak.session_tabletop import SessionTabletop


def players() -> tuple[SessionTabletop, Players]:
    game = game_named("kamisado-single")
    chance = random.Random(1)
    tabletop = SessionTabletop(Session(MatchSettings(game)), chance)
    tabletop.wait(6000)
    return tabletop, Players(game, tabletop, chance, patient=True)


def test_they_go_back_where_a_move_is_not_understood_and_the_lights_say_so() -> None:
    tabletop, hands = players()
    game = hands.intended.game
    origin, illegal = (parse_square(name, game.size) for name in ("d8", "e6"))
    tabletop.put(tabletop.lift(origin), illegal)
    hands.intended.play(game.parse_move(hands.intended.position, "d8d5"))
    hands._go_back(0)
    assert hands.counts["move and reply lost, gone back"] == 1
    assert hands.intended.texts == []
    assert origin in tabletop.standing
    hands._check("after that")


def test_a_piece_that_is_not_seen_clearly_is_put_on_its_square_again() -> None:
    tabletop, hands = players()
    move = hands.intended.moves[0]
    ((origin, target),) = hands.intended.carried(move).values()
    assert origin is not None
    assert target is not None
    tabletop.put(tabletop.lift(origin), target, UNSURE)
    hands.intended.play(move)
    hands._check("after a move")
    assert hands.counts["insisted"] == 1


def test_a_move_beside_a_piece_that_is_not_seen_clearly_is_taken() -> None:
    tabletop, hands = players()
    move = hands.intended.moves[0]
    ((origin, target),) = hands.intended.carried(move).values()
    assert origin is not None
    assert target is not None
    tabletop.nudge(0, UNSURE)
    tabletop.put(tabletop.lift(origin), target)
    hands.intended.play(move)
    hands._check("after a move")
    assert hands.counts["insisted"] == 0


def test_a_move_that_is_missing_without_a_light_is_a_misreading() -> None:
    tabletop, hands = players()
    move = hands.intended.moves[0]
    ((origin, target),) = hands.intended.carried(move).values()
    assert origin is not None
    assert target is not None
    tabletop.put(tabletop.lift(origin), target)
    tabletop.wait(1000)
    assert tabletop.session.plies
    tabletop.session.take_back(tabletop.now_ms)
    tabletop.put(tabletop.lift(target), origin)
    tabletop.wait(1500)
    assert not tabletop.marks() or not tabletop.moves()
    hands.intended.play(move)
    hands.intended.places = {square: stand.token for square, stand in tabletop.standing.items()}
    hands._go_back(0)
    assert not hands.counts["move and reply lost, gone back"]
    with pytest.raises(MisreadError):
        hands._check("after that")


def test_a_move_and_its_reply_back_to_where_they_came_from_may_be_taken_for_a_takeback() -> None:
    game, chance = game_named("hasami"), random.Random(1)
    tabletop = SessionTabletop(Session(MatchSettings(game)), chance)
    hands = Players(game, tabletop, chance, patient=True)
    for text in ("a1a4", "i9i6", "a4a1", "i6i9"):
        origin, target = (parse_square(name, game.size) for name in (text[:2], text[2:]))
        tabletop.put(tabletop.lift(origin), target)
        if len(hands.intended.texts) < 2:
            tabletop.wait(1000)  # the others are seen together
        hands.intended.play(game.parse_move(hands.intended.position, text))
    hands._go_back(2)
    assert hands.counts["move and reply lost, taken for a takeback"] == 1
    assert hands.intended.texts == []
    hands._check("after that")


def test_they_go_back_before_a_move_whose_other_square_and_reply_were_lost() -> None:
    tabletop, hands = players()
    game = hands.intended.game
    for text in ("d8d5", "d1d2"):  # White's pink tower stands before Black's, which was on d5
        origin, target = parse_square(text[:2], game.size), parse_square(text[2:], game.size)
        tabletop.put(tabletop.lift(origin), target)
        tabletop.wait(1000)
        if text == "d8d5":
            assert tabletop.moves() == ["d8d5"]
    assert any(mark.entry in ("illegal", "putback") for mark in tabletop.marks())
    move = game.parse_move(hands.intended.position, "d8d4")
    hands.intended.play(move)
    hands.intended.play(hands.intended.moves[0])
    hands._go_back(0)
    assert hands.counts["move and reply lost, gone back"] == 1
    assert hands.intended.texts == []
    hands._check("after that")
