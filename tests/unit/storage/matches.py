"""Matches for the tests of storage: played at random, saved, or on a board with a clock."""

from __future__ import annotations

import random
from dataclasses import dataclass

from host.engine.game import MultiRound
from host.engine.registry import game_named
from host.recognition.history import StoredPly
from host.session.clock import Clock, parse_control
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.storage.store import Store
from tests.support.snapshots import SnapshotHand

CONTROL = "10+5"
SEED = 2026
D8D4, A1C3, H8H5 = StoredPly("d8d4"), StoredPly("a1c3"), StoredPly("h8h5")


@dataclass(frozen=True)
class PlayedMatch:
    """A match of random moves with a running clock.

    Attributes:
        positions: as text, before each ply and after the last.
        outcome: None if the match was left before its end.
    """

    game: str
    positions: tuple[str, ...]
    plies: tuple[StoredPly, ...]
    outcome: str | None


def random_match(name: str, seed: int, length: int, start: str | None = None) -> PlayedMatch:
    """Play a random match of this many plies, or fewer if it ends before.

    Args:
        start: position text; None for the beginning.
    """
    chance = random.Random(seed)
    game = game_named(name)
    position = game.start() if start is None else game.parse_position(start)
    clock, now_ms = Clock.new(parse_control(CONTROL)), 0
    positions, plies = [game.position_text(position)], []
    while len(plies) < length and game.outcome(position) is None:
        move = chance.choice(list(game.legal_moves(position)))
        turn = game.turn(position)
        clock = clock.start(turn, now_ms)
        now_ms += chance.randrange(9_000)
        clock = clock.moved(turn).stop(now_ms)
        in_round = game.match_score(position).round if isinstance(game, MultiRound) else 1
        plies.append(StoredPly(game.move_text(position, move), clock.times, in_round))
        position = game.play(position, move)
        positions.append(game.position_text(position))
    outcome = game.outcome(position)
    return PlayedMatch(
        name, tuple(positions), tuple(plies), None if outcome is None else str(outcome.reason)
    )


def kept(store: Store) -> list[str]:
    """Return the moves of the latest unfinished match."""
    return [ply.text for ply in store.latest_unfinished().plies]


def clocked_hand(text: str) -> SnapshotHand:
    """Return a hand at a board with this clock."""
    hand = SnapshotHand()
    hand.session = Session(MatchSettings(hand.game, control=parse_control(text)))
    hand.wait(1000)
    return hand
