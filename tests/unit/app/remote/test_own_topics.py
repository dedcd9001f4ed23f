"""A host's own topics: what a second host with the same link has written there is written over."""

from __future__ import annotations

import asyncio

from host.engine.game import Side
from host.remote.match.presence import Presence, log_topic, presence_payload, presence_topic
from host.remote.match.remote_match import RemoteMatch
from host.remote.record.payload import verified
from tests.unit.app.remote.test_remote_player import KEY, MATCH, Pair


def impostor(pair: Pair) -> bytes:
    """The log of a second host that has joined with the same link."""
    terms = pair.black.match.terms
    fresh = RemoteMatch.invite(MATCH, "one", terms, KEY)
    return RemoteMatch.join(MATCH, "three", fresh.own_payload(), KEY).own_payload()


def test_the_seated_host_publishes_its_log_again() -> None:
    pair = Pair()
    pair.play("d8d4", pair.black)
    pair.play("a1a5", pair.white)
    topic = log_topic(MATCH, Side.WHITE)
    pair.topics.retain(topic, impostor(pair))
    assert pair.topics.retained[topic] == pair.white.match.own_payload()
    pair.settle()
    assert pair.black.moves == ["d8d4", "a1a5"]


def test_the_inviter_tells_once_that_somebody_else_came() -> None:
    pair = Pair()
    for _ in range(2):
        pair.topics.retain(log_topic(MATCH, Side.WHITE), impostor(pair))
        pair.settle()
    assert [text for text in pair.black.said if text.startswith("Somebody else has tried")] == [
        "Somebody else has tried to join with the same link, and was told that the seat is taken."
    ]


def test_a_last_will_that_comes_late_is_written_over() -> None:
    pair = Pair()
    topic = presence_topic(MATCH, Side.WHITE)
    pair.topics.retain(topic, presence_payload(Presence.AWAY))
    pair.settle()
    assert b"away" not in pair.topics.retained[topic]


def test_who_has_not_the_seat_gives_it_up_and_publishes_nothing_again() -> None:
    pair = Pair()
    lost: list[bool] = []
    fresh = RemoteMatch.invite(MATCH, "one", pair.black.match.terms, KEY)
    pair.white.match = RemoteMatch.join(MATCH, "three", fresh.own_payload(), KEY)
    pair.white.begin()
    pair.white.player._on_lost = lambda: lost.append(True)
    for _ in range(2):
        asyncio.run(pair.white.player.update())
    assert lost == [True]
    assert b"three" not in pair.topics.retained[log_topic(MATCH, Side.WHITE)]


def test_a_sentence_is_said_and_shown_on_both_sides() -> None:
    pair = Pair()
    pair.black.player.say(1)
    pair.settle()
    assert "You say to your friend: Good luck!" in pair.black.said
    assert "Your friend says: Good luck!" in pair.white.said


def test_a_host_that_takes_its_invitation_back_does_not_publish_it_again() -> None:
    pair = Pair()
    pair.black.player.stop()
    topic = log_topic(MATCH, Side.BLACK)
    pair.topics.retain(topic, b"")
    pair.black.hand.move("d8d4")
    asyncio.run(pair.black.player.update())
    assert pair.topics.retained[topic] == b""


def test_an_invitation_that_is_taken_back_while_it_is_stored_is_not_published() -> None:
    pair = Pair()
    topic = log_topic(MATCH, Side.BLACK)
    save = pair.black.player._save

    async def save_slowly(match: RemoteMatch, game_number: int) -> None:
        await save(match, game_number)
        pair.black.player.stop()
        pair.topics.retain(topic, b"")

    pair.black.player._save = save_slowly
    pair.black.hand.move("d8d4")
    asyncio.run(pair.black.player.update())
    assert pair.topics.retained[topic] == b""


def test_what_is_said_while_the_logs_are_stored_is_published_once_it_is_stored_too() -> None:
    pair = Pair()
    topic, board = log_topic(MATCH, Side.BLACK), pair.black
    stored: list[int] = []

    async def save(match: RemoteMatch, _: int) -> None:
        stored.append(len(match.own_log.entries))
        if len(stored) == 1:
            board.player.say(1)
            pair.topics.retain(topic, b"of another host")

    board.begin()
    asyncio.run(board.player.update())  # what it has is stored
    board.player._save = save
    board.hand.move("d8d4")
    for times in (1, 2):
        asyncio.run(board.player.update())
        assert len(stored) == times
        assert len(verified(pair.topics.retained[topic], KEY).entries) == stored[-1]
    assert stored[1] == stored[0] + 1
