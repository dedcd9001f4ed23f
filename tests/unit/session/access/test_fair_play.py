"""Fair play: the help of each role in each state of a match, against a table typed by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from host.ai.analysis.puzzle import puzzles
from host.ai.players.opponent import FarPlayer
from host.engine.game import Side
from host.session.access.fair_play import Aid, Conditions, may_have
from host.session.access.hand_permissions import Situation
from host.session.access.permissions import refusal
from host.session.access.role import Role
from host.session.modes.puzzle import PuzzleMode
from host.session.requests import Analyse, Describe, Review
from host.session.view import Phase, View
from tests.support.snapshots import SnapshotHand

LETTERS = {"s": Role.SPECTATOR, "w": Role.WHITE, "b": Role.BLACK, "o": Role.OWNER}


def serious_hand() -> SnapshotHand:
    return SnapshotHand(game="kamisado-standard", serious=True)


TABLE = """
            values  lights  hint    review
none        swbo    o       wbo     wbo
friendly    so      o       wbo     wbo
invited     -       o       wbo     wbo
earnest     -       -       -       wbo
serious     -       -       -       -
"""


def typed() -> dict[tuple[Conditions, Aid], set[Role]]:
    """The table, by the conditions and the kind of help."""
    head, *rows = TABLE.strip().splitlines()
    aids = [Aid(name) for name in head.split()]
    found = {}
    for row in rows:
        conditions, *cells = row.split()
        for aid, cell in zip(aids, cells, strict=True):
            found[Conditions(conditions), aid] = {LETTERS[each] for each in cell if each != "-"}
    return found


def test_each_role_may_have_this_help_and_no_other() -> None:
    table = typed()
    assert set(table) == {(conditions, aid) for conditions in Conditions for aid in Aid}
    for (conditions, aid), roles in table.items():
        for role in Role:
            assert may_have(aid, conditions, role) is (role in roles), (conditions, aid, role)


PHASES = {
    Phase.SETUP: True,
    Phase.PLAY: True,
    Phase.PAUSED: True,
    Phase.ROUND_BREAK: False,
    Phase.ENDED: False,
    Phase.REPLAY: False,
}
"""True where a round is played, so that values would help."""

MATCHES: dict[str, tuple[Callable[[], View], str, str]] = {
    # Who is told values in a round: with nobody invited, and with an invited player.
    "friendly": (lambda: SnapshotHand().view, "so", ""),
    "clock": (lambda: SnapshotHand(clock="10+5").view, "", ""),
    "touch-move": (lambda: SnapshotHand(touch_move=True).view, "", ""),
    "serious": (lambda: serious_hand().view, "", ""),
    "far player": (lambda: SnapshotHand(opponent=FarPlayer(Side.WHITE)).view, "", ""),
}


@pytest.mark.parametrize("match", MATCHES)
def test_values_are_refused_to_every_role_while_they_would_be_unfair(match: str) -> None:
    view_of, alone, with_guest = MATCHES[match]
    assert set(PHASES) == set(Phase)
    for phase, played in PHASES.items():
        view = replace(view_of(), phase=phase)
        for invites, told in ((False, alone), (True, with_guest)):
            now = Situation(view, 8, (), invites)
            for letter, role in LETTERS.items():
                refused = refusal(role, Analyse(1, 0, (), True), lambda now=now: now)
                between = phase is Phase.ROUND_BREAK and match == "serious"
                is_told = letter in told if played or between else True
                assert (refused is None) is is_told, (phase, invites, role)
                # Looking at positions helps nobody to win, but where they are shown later.
                late = match == "serious" and role is Role.SPECTATOR and (played or between)
                for request in (Analyse(1, 0, (), False), Describe("ranks")):
                    assert (refusal(role, request, lambda now=now: now) is not None) is late


@pytest.mark.parametrize("role", Role)
def test_in_a_serious_match_no_round_is_reviewed_before_the_end(role: Role) -> None:
    def reviews(view: View, phase: Phase) -> bool:
        now = Situation(replace(view, phase=phase), 8)
        return refusal(role, Review(), lambda: now) is None

    serious, other = serious_hand().view, SnapshotHand(clock="10+5").view
    is_player = role is not Role.SPECTATOR
    assert not reviews(serious, Phase.ROUND_BREAK)
    assert reviews(serious, Phase.ENDED) is reviews(other, Phase.ROUND_BREAK) is is_player


def test_a_puzzle_is_no_round_whatever_else_is_played() -> None:
    now = Situation(PuzzleMode(puzzles()).view(), 8, (), True)
    for role in Role:
        assert refusal(role, Analyse(1, 0, (), True), lambda: now) is None


@pytest.mark.parametrize(
    ("view", "invites", "said"),
    [
        (SnapshotHand().view, False, "Who wins is not shown during a round"),
        (SnapshotHand().view, True, "while an invited player plays"),
        (SnapshotHand(clock="10+5").view, False, "With a clock, touch-move or a friend elsewhere"),
        (serious_hand().view, True, "In a serious game, who wins is not shown"),
    ],
    ids=["friendly", "invited", "earnest", "serious"],
)
def test_the_refusal_says_why(view: View, invites: bool, said: str) -> None:
    refused = refusal(Role.WHITE, Analyse(1, 0, (), True), lambda: Situation(view, 8, (), invites))
    assert said in str(refused)
