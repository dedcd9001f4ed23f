"""Boards whose sensors only tell that a piece is there: sides by tracking, and whole matches so."""

from __future__ import annotations

import random

import pytest

from host.engine.game import Side
from host.engine.registry import game_named
from host.engine.squares import square_name
from host.recognition.sensing.side_inference import SideInference
from host.recognition.snapshot import Snapshot, SquareState
from host.session.match_settings import MatchSettings
from host.session.session import Session
from soak.hands.players import Players
from soak.session_tabletop import SessionTabletop
from tests.support.snapshots import OnOffHand

STATES = {state.value: state for state in SquareState}


def told(text: str) -> Snapshot:
    return tuple(STATES[letter] for letter in text)


def best(sides: SideInference, seen: str, liked: str = "") -> str:
    """The likeliest reading on a board expected as ww..bb, or the liked one if it is among them."""
    readings = sides.readings(told(seen), told("ww..bb"), told("ww..bb"))
    chosen = told(liked) if liked and told(liked) in readings else readings[0]
    return "".join(state.value for state in chosen)


def test_a_board_as_the_game_has_it_is_believed() -> None:
    assert best(SideInference(), "oo..oo") == "ww..bb"


def test_what_is_put_down_while_one_side_is_in_the_air_is_theirs() -> None:
    sides = SideInference()
    best(sides, "oo..oo")
    assert best(sides, "oo..o.") == "ww..b."
    assert best(sides, "ooo.o.") == "wwb.b."


def test_of_several_ways_the_best_explained_is_taken_and_thought_over_again() -> None:
    sides = SideInference()
    best(sides, "oo..oo")
    best(sides, "o....o")  # one of each side in the air
    assert best(sides, "o.o..o", liked="w.b..b") == "w.b..b"
    assert best(sides, "o.oo.o", liked="w.wb.b") == "w.wb.b"


def test_a_piece_is_thought_to_be_back_where_it_was_lifted() -> None:
    sides = SideInference()
    best(sides, "oo..oo")
    best(sides, "o...o.")
    assert best(sides, "oo..o.") == "ww..b."


def test_no_more_pieces_of_a_side_come_back_than_were_lifted() -> None:
    sides = SideInference()
    best(sides, "oo..oo")
    best(sides, "....oo")
    assert best(sides, "..oooo") == "..wwbb"


def test_a_round_is_played_with_a_wrong_square_a_takeback_and_a_repair() -> None:
    hand = OnOffHand()
    hand.move("d8d4")
    assert hand.texts == ["d8d4"]
    hand.move("a1c3")
    hand.move("c3a1")
    assert hand.texts == ["d8d4"]
    hand.move("b1b5", rest_ms=1500)
    assert hand.view.correction is not None
    assert hand.marked("putback") == {"b1"}
    hand.move("b5b1")
    assert hand.view.correction is None
    hand.move("a1a5")
    assert hand.texts == ["d8d4", "a1a5"]


@pytest.mark.parametrize("order", ["h3 h2", "h2 h3"])
def test_a_push_is_told_apart_from_two_pieces_exchanged(order: str) -> None:
    hand = OnOffHand("obpk1rgn/8/8/8/8/7y/7G+/N1RYKPBO w g")
    for square in order.split():
        hand.lift(square)
        hand.wait(200)
    hand.put("h3", Side.WHITE)
    hand.wait(200)
    hand.put("h4", Side.BLACK)
    hand.wait(800)
    assert hand.texts == ["h2h3+"]


def test_which_colours_belong_where_is_lit_on_such_a_board() -> None:
    hand = OnOffHand()
    hand.lift("d8")
    hand.lift("d1")
    hand.wait(2000)
    assert {(m.tint, m.side) for m in hand.view.marks if m.entry == "putback"} <= {
        ("yellow", Side.WHITE),
        ("pink", Side.BLACK),
    }
    assert any(mark.tint for mark in hand.view.marks)


def test_a_first_position_that_is_set_up_in_mid_game_is_asked_about() -> None:
    hand = OnOffHand()
    for move in ("d8d4", "a1a5", "h8d8", "c1c4"):
        hand.move(move)
    first = hand.game.pieces(hand.game.start())
    names = [square_name(square, 8) for square in range(64)]
    for name in filter(hand.is_there, names):
        hand.lift(name)
        hand.wait(200)
    for square, piece in sorted(first.items(), reverse=True):
        hand.put(names[square], piece.side)
        hand.wait(200)
    hand.wait(2000)
    marks = {(mark.entry, names[mark.square]) for mark in hand.view.marks}
    assert marks == {("menu", "a1"), ("choice", "h1")}


@pytest.mark.parametrize("number", [0, 5, 7])
def test_whole_matches_by_clumsy_hands_are_stored_as_they_were_meant(number: int) -> None:
    name = f"on-off/{number}"
    chance = random.Random(name)
    game = game_named(["kamisado", "kamisado-standard", "kamisado-series-3"][number % 3])
    table = SessionTabletop(Session(MatchSettings(game)), chance, on_off=True)
    players = Players(game, table, chance)
    players.play()
    assert players.counts["matches ended"] == 1
