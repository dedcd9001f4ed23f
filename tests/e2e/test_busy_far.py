"""The program answers its page while it opens long far matches, deletes matches, and reviews them.

It runs under `loop_guard`, which refuses each callback that computes for long.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from host.app.remote.known_match import KnownMatch, invited
from host.engine.game import Side
from host.engine.registry import game_named
from host.recognition.history import StoredPly
from host.remote.address import BrokerAddress
from host.remote.match.presence import log_topic
from host.remote.match.remote_match import RemoteMatch
from host.remote.record.events import Move
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.storage.autosave import Autosave
from host.storage.store import Store
from tests.e2e.broker_support import client
from tests.e2e.program import VIRTUAL, Program, playing
from tests.support.brokers import running_broker
from tests.unit.remote.test_remote_match import exchange

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="times of the kernel"),
]

MOVES = 300
LONG = ("kamisado-marathon", "hasami:limit=200")
"""Games of that many moves."""


def long_match(name: str, broker: BrokerAddress) -> tuple[KnownMatch, RemoteMatch]:
    """Return a far match of so many moves at random: as Black has it, and White with one more."""
    for seed in range(1000):
        chance = random.Random(seed)
        known = invited(broker, MatchSettings(game_named(name)), Side.BLACK, None)
        black, invitation = known.match, known.invitation
        white = RemoteMatch.join(invitation.match, "two", black.own_payload(), invitation.key)
        exchange(black, white)
        sides = {Side.BLACK: black, Side.WHITE: white}
        while black.merged.outcome is None:
            if len(black.merged.plies) >= MOVES and black.turn is Side.WHITE:
                move_at_random(white, chance)
                return known, white
            move_at_random(sides[black.turn], chance)
            exchange(black, white)
    raise AssertionError(f"no {name} of {MOVES} moves")


def move_at_random(match: RemoteMatch, chance: random.Random) -> None:
    """Write a move of the side to move."""
    game, position = match.merged.settings.game, match.merged.position
    move = chance.choice(tuple(game.legal_moves(position)))
    match.append(Move(game.move_text(position, move)))


def save(path: Path, known: KnownMatch) -> int:
    """Save a far match as its program has left it; return its number."""
    session = Session(known.settings)
    session.restore(ply.stored() for ply in known.match.merged.plies)
    with closing(Store(path)) as store:
        autosave = Autosave(session, store)
        autosave(0)
        assert autosave.match is not None
        store.save_remote(replace(known, number=autosave.match).row())
        return autosave.match


async def publish(broker: BrokerAddress, payloads: Mapping[str, bytes]) -> None:
    """Have a broker keep messages."""
    async with client(broker, "friend") as friend:
        for topic, payload in payloads.items():
            friend.broker.retain(topic, payload)
        await friend.until(lambda: friend.connections > 0 and not friend.broker.unacknowledged)


@pytest.mark.parametrize("name", LONG)
def test_a_long_far_match_is_gone_on_with_and_deleted(tmp_path: Path, name: str) -> None:
    home = tmp_path / "home"
    (home / "kamisado").mkdir(parents=True)
    with running_broker("mosquitto", tmp_path / "broker") as broker:
        known, white = long_match(name, broker.address)
        number = save(home / "kamisado" / "matches.sqlite", known)
        topic = log_topic(known.invitation.match, Side.WHITE)
        asyncio.run(publish(broker.address, {topic: white.own_payload()}))
        plies = len(white.merged.plies)
        with playing(home, *VIRTUAL) as program:
            program.until(lambda: program.state.get("phase") == "play")
            program.send(t="open", match=number)
            program.until(lambda: program.plies >= plies)  # the move that waited is carried out
            check(program)
            program.send(t="new", game="kamisado-single")
            program.until(lambda: program.plies == 0)
            program.told.pop("matches", None)
            program.send(t="delete", match=number)
            program.until(lambda: is_gone(program, number))
            check(program)


def is_gone(program: Program, number: int) -> bool:
    """Return True once the list of matches has come without one."""
    listed = program.told.get("matches", {}).get("matches")
    return isinstance(listed, list) and all(match["id"] != number for match in listed)


def test_a_long_match_is_reviewed(tmp_path: Path) -> None:
    game, chance = game_named("hasami:limit=200"), random.Random(1)
    position, plies = game.start(), list[StoredPly]()
    while game.outcome(position) is None and len(plies) < MOVES:
        move = chance.choice(tuple(game.legal_moves(position)))
        plies.append(StoredPly(game.move_text(position, move)))
        position = game.play(position, move)
    (tmp_path / "kamisado").mkdir()
    with closing(Store(tmp_path / "kamisado" / "matches.sqlite")) as store:
        made = store.create_match(game.name, game.position_text(game.start()))
        store.save(made, plies, None)
    with playing(tmp_path, *VIRTUAL) as program:
        program.until(lambda: program.state.get("phase") == "play")
        program.send(t="open", match=made)
        program.until(lambda: program.plies >= len(plies))
        for _ in range(3):
            program.send(t="review")
            program.answers(5)
        program.check_loop()


def check(program: Program) -> None:
    """Check that the page is answered, and was all the time."""
    program.answers(3)
    program.check_loop()
