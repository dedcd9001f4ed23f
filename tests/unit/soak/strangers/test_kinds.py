"""Accidents of strangers: the pieces end where the game that is meant has them, by seed alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from host.guidance.lighting import Mark
from host.session.match_settings import MatchSettings
from host.session.session import Session
from soak.hands.players import MisreadError
from soak.strangers.kinds import KINDS, NEWCOMERS
from soak.strangers.players import Strangers
from soak.strangers.rounds import round_of
from soak.strangers.scene import Kind, Scene
from soak.strangers.tabletop import StrangersTabletop

ALL_KINDS = {**KINDS, **NEWCOMERS}


class BlindTabletop(StrangersTabletop):
    """A table at which nothing is recognised: what is stored is what a function says."""

    stored: Callable[[], Sequence[str]]

    def wait(self, ms: int) -> None:
        self.now_ms += ms

    def marks(self) -> Sequence[Mark]:
        return ()

    def moves(self) -> Sequence[str]:
        return self.stored()


def at_blind_table(
    seed: str, name: str, kind: Kind | None = None
) -> tuple[Strangers, BlindTabletop]:
    """Return players who know one kind of accident, at a table that stores what they mean."""
    chance = random.Random(seed)
    game = round_of(seed, chance)
    tabletop = BlindTabletop(Session(MatchSettings(game)), chance)
    players = Strangers(game, tabletop, chance, {name: kind or ALL_KINDS[name]}, by_lights=False)
    tabletop.stored = lambda: players.intended.texts
    return players, tabletop


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_the_pieces_end_where_the_meant_game_has_them(kind: str) -> None:
    happened = 0
    for number in range(1, 60, 2):
        players, tabletop = at_blind_table(f"5/{number}", kind)
        players.play()  # compares the pieces with the meant game after every ply
        happened += players.accidents[kind]
        assert players.intended.over
        assert players.counts["looked at"] == players.accidents.total()
        assert not tabletop.held
        if happened >= 2:
            return
    pytest.fail(f"{kind} happened {happened} times")


def forgets_a_tower(scene: Scene) -> bool:
    """Leave a tower in the hand."""
    scene.lift(scene.towers()[0])
    return True


def leaves_a_tower_askew(scene: Scene) -> bool:
    """Leave a tower at the rim of its square."""
    scene.tabletop.nudge(scene.towers()[0], 0.25)
    return True


def means_another_game(scene: Scene) -> bool:
    """Mean a move that is not made."""
    scene.intended.play(scene.steps()[0].move)
    return True


@pytest.mark.parametrize("kind", [forgets_a_tower, leaves_a_tower_askew, means_another_game])
def test_hands_that_leave_the_pieces_otherwise_are_found(kind: Kind) -> None:
    players, _ = at_blind_table("5/1", "wrong", kind)
    with pytest.raises(AssertionError) as error:
        players.play()
    assert not isinstance(error.value, MisreadError)


@pytest.mark.parametrize("kind", ["cat walks", "blitz", "variation"])
def test_a_seed_determines_all_that_hands_do(kind: str) -> None:
    players, tabletop = at_blind_table("6/1", kind)
    players.play()
    again, same = at_blind_table("6/1", kind)
    again.play()
    assert tabletop.actions == same.actions
    assert players.intended.texts == again.intended.texts
    assert any(kind in action for action in tabletop.actions)


@pytest.mark.parametrize("kind", ["undecided", "table bumped"])
def test_a_board_that_refuses_a_move_has_misread_the_kind(kind: str) -> None:
    players, tabletop = at_blind_table("7/0", kind)
    tabletop.stored = lambda: players.intended.texts[: -1 if players.doing == kind else None]
    with pytest.raises(MisreadError, match=rf"^{kind}: .* was meant .*, and no light says so$"):
        players.play()
