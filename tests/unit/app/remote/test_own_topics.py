"""A host's own topics: what a second host with the same link has written there is written over."""

from __future__ import annotations

import asyncio
import time

import pytest

from host.app.remote import own_topic
from host.app.remote.own_topic import AT_ONCE, OwnTopic
from host.engine.game import Side
from host.remote.match.presence import Presence, PresenceWriter, log_topic, presence_topic
from host.remote.match.remote_match import RemoteMatch
from host.remote.record.events import Move
from host.remote.record.payload import verified
from tests.unit.app.remote.test_remote_player import KEY, MATCH, Pair, Topics


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


@pytest.mark.parametrize("which", ["older", "forged", "deleted", "first"])
def test_an_own_log_that_is_not_the_last_one_is_published_over(which: str) -> None:
    pair = Pair()
    topic = log_topic(MATCH, Side.BLACK)
    first = pair.topics.retained[topic]
    pair.play("d8d4", pair.black)
    older = pair.topics.retained[topic]
    pair.play("a1a5", pair.white)
    merged = pair.black.match.merged
    game, position = merged.settings.game, merged.position
    text = game.move_text(position, game.legal_moves(position)[0])
    pair.black.hand.move(text)
    asyncio.run(pair.black.player.update())
    device = pair.black.match.own_log.device.encode()
    forged = b'{"v":1,"log":{"device":"' + device + b'"},"mac":"0"}'
    payload = {"older": older, "forged": forged, "deleted": b"", "first": first}[which]
    for _ in range(3):
        pair.topics.retain(topic, payload)
        assert pair.topics.retained[topic] == pair.black.match.own_payload()
    # The other host begins again, and knows only what the broker keeps.
    before = pair.white.match
    pair.white.match = RemoteMatch(Side.WHITE, before.terms, KEY, before.own_log, before.far_log)
    pair.white.begin()
    pair.settle()
    assert pair.white.match.merged.plies[-1].text == text


def test_an_older_log_on_its_way_is_not_published_over() -> None:
    sent: list[bytes] = []
    topics = Topics()
    own = OwnTopic(topics, "own", lambda: True, lambda: b"2")
    topics.retain = lambda _, payload: sent.append(payload)  # type: ignore[method-assign]
    for payload in (b"1", b"2"):
        own.publish(payload)
    for payload in (b"1", b"2"):
        own._see("own", payload)
    assert sent == [b"1", b"2"]
    assert own.has_come_back
    own._see("own", b"1")
    assert sent == [b"1", b"2", b"2"]


def test_two_hosts_of_one_side_do_not_outdo_each_other() -> None:
    async def fight() -> int:
        topics, sent = Topics(), [0]

        def counted(topic: str, payload: bytes) -> None:
            sent[0] += 1
            asyncio.get_running_loop().call_soon(Topics.retain, topics, topic, payload)

        topics.retain = counted  # type: ignore[method-assign]
        hosts = []
        for name in (b"one", b"two"):
            hosts.append(OwnTopic(topics, "own", lambda: True, lambda name=name: name))  # type: ignore[misc]
            hosts[-1].publish(name)
        for _ in range(1000):
            await asyncio.sleep(0)
        return sent[0]

    assert asyncio.run(fight()) <= 2 * (AT_ONCE + 1)


def test_what_could_not_be_published_over_at_once_is_after_a_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(own_topic, "AGAIN_S", 0.01)

    async def overwritten() -> bytes:
        topics = Topics()
        own = OwnTopic(topics, "own", lambda: True, lambda: b"mine")
        keeping = asyncio.create_task(own.keep())
        own.publish(b"mine")
        topics.retained["own"] = b""  # what comes next is told as if the own one were on its way
        own._seen = b""
        topics.retain("own", b"other")
        assert topics.retained["own"] == b"other"
        async with asyncio.timeout(5):
            while topics.retained["own"] != b"mine":
                await asyncio.sleep(0)
        keeping.cancel()
        return topics.retained["own"]

    assert asyncio.run(overwritten()) == b"mine"


def test_a_match_that_is_open_in_another_program_too_is_told_once() -> None:
    pair = Pair()
    match = pair.black.match
    twin = RemoteMatch(Side.BLACK, match.terms, KEY, match.own_log, match.far_log)
    twin.append(Move("d8d5"))
    for _ in range(2):
        pair.topics.retain(log_topic(MATCH, Side.BLACK), twin.own_payload())
    said = [text for text in pair.black.said if "in another program" in text]
    assert said == ["This match is open in another program on your side as well: end one of them."]


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
    pair.topics.retain(topic, PresenceWriter(MATCH, Side.WHITE, KEY, 1).payload(Presence.AWAY))
    assert b"away" not in pair.topics.retained[topic]
    assert pair.black.player.far.presence is not Presence.AWAY


def test_a_host_whose_clock_was_put_back_is_shown_again() -> None:
    """The broker has lost what was kept there, so that only the other host knows the later run."""
    pair = Pair()
    topic, ahead = presence_topic(MATCH, Side.WHITE), PresenceWriter(MATCH, Side.WHITE, KEY, 1)
    assert ahead.hear(2 * time.time_ns() // 1_000_000)
    pair.white.player.stop()
    pair.topics.retain(topic, ahead.payload(Presence.AWAY))
    assert pair.black.player.far.presence is Presence.AWAY
    pair.topics.retained.pop(topic)
    pair.white.begin()
    pair.settle()
    assert pair.black.player.far.presence is Presence.WAITING


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


def test_a_log_that_is_deleted_is_no_record_that_is_refused() -> None:
    pair = Pair()
    pair.white.player.stop()  # or it would be back at once
    before = len(pair.black.said)
    pair.topics.retain(log_topic(MATCH, Side.WHITE), b"")
    asyncio.run(pair.black.player.update())
    assert pair.black.said[before:] == []


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
