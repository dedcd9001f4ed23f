"""Two boards far apart: what is done at one comes true at the other, by hand or by request."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from host.ai.players.opponent import FarPlayer
from host.app.remote import remote_player
from host.app.remote.remote_player import RemotePlayer
from host.engine.game import Side
from host.message import message, message_of
from host.remote.match.presence import Presence, presence_topic
from host.remote.match.remote_match import RemoteMatch
from host.remote.record.terms import Terms
from host.session import requests as r
from host.session.clock import parse_control
from host.session.match_settings import MatchSettings
from host.session.view import Action, Phase
from host.storage.database import SaveFileError
from tests.support.snapshots import SnapshotHand

MATCH, KEY = "0123456789abcdef", b"k" * 16


class Topics:
    """A broker in memory: it hands on what is retained, now and to whoever comes later."""

    def __init__(self) -> None:
        self.retained: dict[str, bytes] = {}
        self.handlers: dict[str, list[Callable[[str, bytes], None]]] = {}

    def subscribe(self, topic_filter: str, handler: Callable[[str, bytes], None]) -> None:
        self.handlers.setdefault(topic_filter, []).append(handler)
        if topic_filter in self.retained:
            handler(topic_filter, self.retained[topic_filter])

    def retain(self, topic: str, payload: bytes) -> None:
        self.retained[topic] = payload
        for handler in self.handlers.get(topic, []):
            handler(topic, payload)


class Board:
    """One of two boards, with hands that see a snapshot and a host that has stored its logs."""

    def __init__(self, side: Side, match: RemoteMatch, topics: Topics, clock: str) -> None:
        game, serious = match.terms.settings.game.name, match.terms.settings.serious
        opponent = FarPlayer(side.other)
        self.hand = SnapshotHand(game=game, clock=clock, serious=serious, opponent=opponent)
        self.side, self.match, self.topics = side, match, topics
        self.stored: list[tuple[int, int]] = []
        self.said: list[str] = []
        self.begin()

    def begin(self) -> None:
        self.player = RemotePlayer(
            self.hand.session,
            self.match,
            self.topics,
            self.save,
            self.handle,
            lambda notice: self.said.append(notice.text),
        )

    async def save(self, match: RemoteMatch, game_number: int) -> None:
        self.stored.append((len(match.own_log.entries), game_number))

    async def handle(self, request: r.Request) -> object:
        try:
            told = self.hand.session.handle(request, self.hand.now_ms)  # type: ignore[arg-type]
        except ValueError as error:
            return message_of(error)
        self.hand.notices += told
        self.said += [notice.text for notice in told]
        return None

    def ask(self, request: r.Request) -> None:
        assert asyncio.run(self.handle(request)) is None

    @property
    def moves(self) -> list[str]:
        return [ply.text for ply in self.hand.session.plies]


class Pair:
    """Two boards and the broker between them; Black has invited."""

    def __init__(
        self,
        game: str = "kamisado-single",
        clock: str = "",
        serious: bool = False,
        absence_s: int | None = None,
    ) -> None:
        control = parse_control(clock) if clock else None
        settings = MatchSettings(_game(game), control, serious=serious)
        terms = Terms(settings, Side.BLACK, absence_s=absence_s)
        black = RemoteMatch.invite(MATCH, "one", terms, KEY)
        white = RemoteMatch.join(MATCH, "two", black.own_payload(), KEY)
        self.topics = Topics()
        self.black = Board(Side.BLACK, black, self.topics, clock)
        self.white = Board(Side.WHITE, white, self.topics, clock)
        self.settle()

    def settle(self) -> None:
        """Both hosts do all that is to be done."""
        for _ in range(4):
            for board in (self.black, self.white):
                asyncio.run(board.player.update())
                board.hand.wait(100)
        assert self.black.match.merged == self.white.match.merged

    def play(self, text: str, mover: Board) -> None:
        """A move is made at one board and carried out at the other."""
        other = self.white if mover is self.black else self.black
        mover.hand.move(text)
        self.settle()
        assert not other.hand.view.thinking
        other.hand.move(text)
        self.settle()
        assert self.black.moves == self.white.moves
        assert mover.moves[-1] == text


def _game(name: str):  # type: ignore[no-untyped-def]
    from host.engine.registry import game_named

    return game_named(name)


def test_a_move_is_shown_at_the_other_board_and_carried_out_by_hand() -> None:
    pair = Pair()
    pair.black.hand.move("d8d4")
    assert pair.white.moves == []
    pair.settle()
    assert "moves: take" in pair.white.hand.view.prompt
    assert pair.white.moves == []
    pair.white.hand.move("d8d4")
    pair.settle()
    assert pair.white.moves == pair.black.moves == ["d8d4"]
    assert pair.black.hand.view.thinking
    pair.play("a1a5", pair.white)


def test_no_other_move_is_taken_for_the_far_players() -> None:
    pair = Pair()
    pair.white.hand.move("d8d5")
    pair.settle()
    assert pair.white.moves == []
    assert pair.black.match.merged.plies == ()
    assert pair.white.hand.view.correction is not None


def test_what_is_published_was_stored_before() -> None:
    pair = Pair()
    pair.black.hand.move("d8d4")
    order: list[str] = []

    async def save(match: RemoteMatch, _game_number: int) -> None:
        order.append(f"stored {len(match.own_log.entries)}")

    retain = pair.topics.retain
    pair.black.player._save = save
    pair.topics.retain = lambda topic, payload: (  # type: ignore[method-assign]
        order.append("told" if topic.endswith("presence") else "published"),
        retain(topic, payload),
    )[1]
    asyncio.run(pair.black.player.update())
    assert order == ["stored 2", "published", "told"]


def test_hands_that_take_a_move_back_are_guided_back_until_it_is_agreed() -> None:
    pair = Pair()
    pair.play("d8d4", pair.black)
    pair.black.hand.move("d4d8")
    pair.settle()
    assert pair.black.moves == ["d8d4"]
    assert pair.black.hand.view.correction is not None
    pair.black.hand.move("d8d4")
    pair.black.ask(r.TakeBack())
    pair.settle()
    assert pair.white.hand.view.offer is not None
    assert pair.white.hand.view.offer.action is Action.TAKEBACK
    assert pair.white.moves == ["d8d4"]
    pair.white.ask(r.Answer(True))
    pair.settle()
    assert pair.black.moves == pair.white.moves == []
    for board in (pair.black, pair.white):
        board.hand.move("d4d8")
        assert board.hand.view.correction is None
    pair.play("d8d5", pair.black)


def test_a_takeback_is_refused() -> None:
    pair = Pair()
    pair.play("d8d4", pair.black)
    pair.black.ask(r.TakeBack())
    pair.settle()
    pair.white.ask(r.Answer(False))
    pair.settle()
    assert pair.black.moves == ["d8d4"]
    assert "Your friend does not agree." in pair.black.said
    pair.play("a1a5", pair.white)


def test_a_move_that_was_not_carried_out_yet_is_taken_back_too() -> None:
    pair = Pair()
    pair.black.hand.move("d8d4")
    pair.settle()
    pair.black.ask(r.TakeBack())
    pair.settle()
    pair.white.ask(r.Answer(True))
    pair.settle()
    assert pair.white.hand.view.thinking
    pair.black.hand.move("d4d8")
    pair.play("d8d5", pair.black)


def test_resignation_and_another_game() -> None:
    pair = Pair()
    pair.play("d8d4", pair.black)
    pair.white.ask(r.Resign(Side.BLACK))
    pair.settle()
    assert pair.white.hand.session.outcome is None
    pair.white.ask(r.Resign(Side.WHITE))
    pair.settle()
    for board in (pair.black, pair.white):
        assert str(board.hand.session.termination) == "white resigns"
    pair.black.ask(r.NewGame())
    pair.settle()
    pair.white.ask(r.Answer(True))
    pair.settle()
    assert pair.black.moves == pair.white.moves == []
    assert pair.black.hand.session.outcome is None
    assert pair.black.stored[-1][1] == 2


@pytest.mark.parametrize("agreed", [True, False])
def test_an_offer_is_answered_at_the_other_board_by_hand(agreed: bool) -> None:
    pair = Pair("hasami")
    pair.play("a1a2", pair.white)
    pair.black.ask(r.OfferDraw(Side.BLACK))
    pair.settle()
    assert pair.white.hand.view.offer is not None
    pair.white.hand.wait(500)
    if agreed:
        pair.white.hand.lift("c1")
        pair.white.hand.wait(300)
        pair.white.hand.put("c1", Side.WHITE)
        pair.white.hand.wait(1000)
    else:
        pair.white.hand.wait(61_000)
    pair.settle()
    ended = pair.black.hand.session.termination
    assert (None if ended is None else str(ended)) == ("draw agreed" if agreed else None)
    assert pair.white.hand.view.offer is None


def test_a_pause_holds_at_both_boards() -> None:
    pair = Pair(clock="10+5")
    pair.play("d8d4", pair.black)
    pair.black.ask(r.Pause())
    pair.settle()
    assert pair.white.hand.view.phase is Phase.PAUSED
    pair.white.ask(r.Resume())
    pair.settle()
    assert pair.black.hand.view.phase is Phase.PLAY


def test_each_host_measures_the_time_of_its_own_side_only() -> None:
    pair = Pair(clock="1+0")
    pair.play("d8d4", pair.black)
    pair.black.hand.wait(70_000)  # White's time, which its own host measures
    assert pair.black.hand.session.outcome is None
    pair.white.hand.wait(20_000)
    pair.play("a1a5", pair.white)
    assert pair.black.hand.session.times == pair.white.match.merged.plies[-1].times
    pair.black.hand.wait(61_000)
    pair.settle()
    for board in (pair.black, pair.white):
        assert str(board.hand.session.termination) == "black out of time"


def test_a_host_that_begins_again_goes_on_where_both_logs_are() -> None:
    pair = Pair()
    pair.play("d8d4", pair.black)
    pair.white.hand.move("a1a5")
    asyncio.run(pair.white.player.update())
    before = pair.black.match
    pair.black.match = RemoteMatch(Side.BLACK, before.terms, KEY, before.own_log, before.far_log)
    pair.black.begin()
    pair.settle()
    pair.black.hand.move("a1a5")
    pair.settle()
    assert pair.black.moves == pair.white.moves == ["d8d4", "a1a5"]


def test_a_forged_record_is_told_once_and_changes_nothing() -> None:
    pair = Pair()
    for _ in range(2):
        pair.topics.retain(f"kamisado/1/match/{MATCH}/white", b'{"v":1,"log":{},"mac":"0"}')
        asyncio.run(pair.black.player.update())
    assert len([text for text in pair.black.said if "not signed" in text]) == 1
    assert pair.black.moves == []


def test_presence_is_told_when_somebody_comes_or_goes() -> None:
    pair = Pair()
    topic, white = presence_topic(MATCH, Side.WHITE), pair.white.player
    white.stop()  # or it would be back at once
    pair.topics.retain(topic, white._writer.payload(Presence.AWAY))
    assert pair.black.said[-1] == (
        "Your friend is away. Your moves are kept, and arrive when they are back."
    )
    pair.topics.retain(topic, white._writer.payload(Presence.SETUP))
    assert pair.black.said[-1] == "Your friend is at the board."


def test_nothing_is_published_or_shown_that_could_not_be_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(remote_player, "RETRY_S", 0)
    pair = Pair()

    async def fail(_match: RemoteMatch, _game_number: int) -> None:
        raise SaveFileError(message("storage.not_saved", why="the disk is full"))

    pair.white.player._save = fail
    pair.black.hand.move("d8d4")
    for _ in range(2):
        asyncio.run(pair.black.player.update())
        asyncio.run(pair.white.player.update())
    assert pair.white.hand.view.thinking, "the move that came is not shown yet"
    assert len([text for text in pair.white.said if "the disk is full" in text]) == 1
    pair.white.player._save = pair.white.save
    pair.settle()
    assert not pair.white.hand.view.thinking


def test_the_winner_of_a_round_chooses_for_both_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_player, "RESULT_S", 0)
    pair = Pair("kamisado-standard")
    for number, text in enumerate(["e8g6", "d1h5", "g6g3", "e1e8"]):
        pair.play(text, pair.white if number % 2 else pair.black)
    for board in (pair.black, pair.white):
        assert board.hand.view.phase is Phase.ROUND_BREAK
        board.hand.session.set_virtual_hand(True)
        board.ask(r.ConfirmReward())
    pair.settle()
    assert pair.black.moves == pair.white.moves
    pair.white.ask(r.Choose("fill left"))
    pair.settle()
    assert pair.black.moves == pair.white.moves
    assert pair.black.moves[-1] == "fill left"
