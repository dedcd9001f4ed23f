"""A host that stalls while play goes on."""

from __future__ import annotations

from collections import Counter

import pytest

from host.engine.registry import game_named
from soak.intended_game import IntendedGame
from soak.session_only import play_pure


@pytest.mark.parametrize("seed", ["late/0", "late/2"])
def test_what_is_played_while_the_host_stands_still_is_not_misread(seed: str) -> None:
    tabletop, players = play_pure(seed, hands="late")
    assert players.counts["matches ended"]
    assert list(tabletop.moves()) == players.intended.texts


@pytest.mark.slow
def test_a_turn_that_is_let_go_by_the_reply_is_not_looked_at_before_that() -> None:
    tabletop, players = play_pure("9823/304", ("seega:length=30",), hands="late")
    assert list(tabletop.moves()) == players.intended.texts


@pytest.mark.slow
def test_whatever_was_sent_is_understood_and_some_of_what_was_lost() -> None:
    counts: Counter[str] = Counter()
    for number in range(3):
        counts += play_pure(f"late/{number}", ("kamisado-series-3",), hands="late")[1].counts
    kept = [name for name, count in counts.items() if count and name.startswith("kept")]
    assert kept
    assert all(name.endswith("understood") and "not" not in name for name in kept)
    chains = [f"lost: {moves} moves understood" for moves in range(3, 9)]
    assert sum(counts[name] for name in chains)


def test_no_move_unheard_leads_back_to_an_earlier_board() -> None:
    game = game_named("seega")
    intended = IntendedGame(game)
    intended.position = game.parse_position("5/s4/1SS1s/5/2s2 b 0 0 -")
    intended.play(game.parse_move(intended.position, "e3e4"))
    intended.play(game.parse_move(intended.position, "c3d3"))
    back = game.parse_move(intended.position, "e4e3")
    assert not intended.is_again(back, 2), "White's stone is elsewhere"
    intended.play(back)
    assert intended.is_again(game.parse_move(intended.position, "d3c3"), 3), "as at first"
    assert not intended.is_again(game.parse_move(intended.position, "d3d4"), 3)
