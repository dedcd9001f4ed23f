"""Terms of a match: what programs of before read as they did, and what they refuse."""

from __future__ import annotations

import json

import pytest

from host.engine.game import Side
from host.engine.registry import game_named
from host.message import in_english
from host.remote.match.remote_match import RemoteMatch
from host.remote.record import events as e
from host.remote.record.errors import RefusedRecordError
from host.remote.record.payload import verified
from host.remote.record.terms import MOST_ABSENCE_S, Terms, terms_of
from host.session.clock import TimeControl
from host.session.match_settings import MatchSettings
from tests.unit.remote.test_remote_match import exchange

MATCH, KEY = "0123456789abcdef", b"k" * 16
BLACK = (
    b'{"log":{"device":"one","entries":[["admit",0,null,"two"],["move",0,50000,"h8g7"],'
    b'["pause",1,null]],"match":"0123456789abcdef","side":"black","terms":{"clock":"1+1","drawn":[]'
    b',"first":null,"game":"kamisado","inviter":"black","touch_move":true}},"mac":'
    b'"21c20781f5d2328b8ee9340f5640dfedb5483813425fd66d97e04203a4be40b7","v":1}'
)
"""Written by the program before there were serious far matches and absences."""
WHITE = (
    b'{"log":{"device":"two","entries":[["move",2,61000,"a1a2"]],"match":"0123456789abcdef","side":'
    b'"white","terms":"1173ed22d1cdeb61fdd8dbe22f8000157bf59c083f1a1f89ea2a34636b086477"},"mac":'
    b'"7217f95b177f48e988a23a7dca1b0d80b72c8ff67a208a0672e579ca9b9c1465","v":1}'
)


def terms(serious: bool = False, absence_s: int | None = None) -> Terms:
    game, control = game_named("kamisado"), TimeControl(60_000, 1000)
    settings = MatchSettings(game, control, touch_move=True, serious=serious)
    return Terms(settings, Side.BLACK, absence_s=absence_s)


def test_a_match_of_an_older_program_is_gone_on_with_and_written_as_it_wrote() -> None:
    logs = {Side.BLACK: verified(BLACK, KEY), Side.WHITE: verified(WHITE, KEY)}
    assert logs[Side.BLACK].terms == terms()
    black = RemoteMatch(Side.BLACK, terms(), KEY, logs[Side.BLACK], logs[Side.WHITE])
    assert black.own_payload() == BLACK
    assert [ply.text for ply in black.merged.plies] == ["h8g7", "a1a2"]
    assert black.merged.negotiation.paused
    white = RemoteMatch(Side.WHITE, terms(), KEY, logs[Side.WHITE], logs[Side.BLACK])
    assert white.own_payload() == WHITE
    assert white.merged == black.merged


@pytest.mark.parametrize(("serious", "absence_s"), [(True, None), (False, 120), (True, 120)])
def test_new_terms_have_another_version_and_come_through(
    serious: bool, absence_s: int | None
) -> None:
    agreed = terms(serious, absence_s)
    black = RemoteMatch.invite(MATCH, "one", agreed, KEY)
    assert json.loads(black.own_payload())["v"] == 2
    white = RemoteMatch.join(MATCH, "two", black.own_payload(), KEY)
    assert white.terms == agreed
    assert white.merged.settings.serious is serious
    black.take_in(white.own_payload())
    assert black.merged.admitted == "two"


def test_what_agrees_on_nothing_new_is_as_it_was() -> None:
    assert set(terms().data()) == {"game", "drawn", "clock", "touch_move", "first", "inviter"}
    assert json.loads(RemoteMatch.invite(MATCH, "one", terms(), KEY).own_payload())["v"] == 1


@pytest.mark.parametrize(
    "field",
    [
        {"serious": False},
        {"serious": 1},
        {"absence": None},
        {"absence": True},
        {"absence": 9},
        {"absence": MOST_ABSENCE_S + 1},
        {"absence": 120.0},
        {"armageddon": True},
    ],
)
def test_terms_that_are_written_otherwise_are_refused(field: dict[str, object]) -> None:
    data = terms().data()
    assert terms_of(data) == terms()
    with pytest.raises(RefusedRecordError) as refused:
        terms_of(data | field)
    told = in_english(refused.value.reason)
    is_number = type(field.get("absence")) is int
    assert ("choose 10 to 86400 s" if is_number else "cannot be read") in told


def test_each_term_has_its_sentence() -> None:
    assert terms(True, 90).absence_text == "1:30"
    told = " ".join(map(in_english, terms(True, 90).sentences))
    for words in (
        "Touch-move: moves cannot be taken back.",
        "A serious game",
        "Whoever is away for 1:30 min may lose",
    ):
        assert words in told
    assert "serious" not in " ".join(map(in_english, terms().sentences))


def joined(serious: bool = False, absence_s: int | None = None) -> tuple[RemoteMatch, RemoteMatch]:
    black = RemoteMatch.invite(MATCH, "one", terms(serious, absence_s), KEY)
    white = RemoteMatch.join(MATCH, "two", black.own_payload(), KEY)
    exchange(black, white)
    return black, white


def refused(host: RemoteMatch, event: e.Event) -> str:
    with pytest.raises(RefusedRecordError) as caught:
        host.append(event)
    return in_english(caught.value.reason)


@pytest.mark.parametrize(("serious", "absence_s"), [(True, None), (False, 60)])
def test_a_pause_waits_for_the_answer(serious: bool, absence_s: int | None) -> None:
    black, white = joined(serious, absence_s)
    assert "must agree to a pause" in refused(black, e.Pause())
    for answer in (False, True):
        black.append(e.OfferPause())
        exchange(black, white)
        assert not white.merged.negotiation.paused
        white.append(e.Answer(answer))
        exchange(black, white)
        assert black.merged.negotiation.paused is answer
    assert "resume it first" in refused(black, e.OfferPause())
    white.append(e.Resume())
    exchange(black, white)
    assert not black.merged.negotiation.paused


def test_a_pause_is_offered_only_where_it_needs_an_answer() -> None:
    black, _ = joined()
    assert "without asking" in refused(black, e.OfferPause())


@pytest.mark.parametrize(
    ("win", "text", "winner"),
    [(True, "white away", Side.BLACK), (False, "white away, drawn", None)],
)
def test_who_is_away_for_too_long_loses_what_the_other_claims(
    win: bool, text: str, winner: Side | None
) -> None:
    black, white = joined(absence_s=60)
    black.append(e.Claim(win))
    exchange(black, white)
    assert str(white.merged.negotiation.termination) == text
    assert white.merged.outcome is not None
    assert white.merged.outcome.winner is winner
    assert "over" in refused(white, e.Claim(True))


def test_nothing_is_claimed_that_was_not_agreed_nor_in_a_pause_nor_of_nobody() -> None:
    black, white = joined(serious=True)
    assert "by being away" in refused(white, e.Claim(True))
    alone = RemoteMatch.invite(MATCH, "one", terms(absence_s=60), KEY)
    assert "by being away" in refused(alone, e.Claim(True))
    black, white = joined(absence_s=60)
    black.append(e.OfferPause())
    exchange(black, white)
    white.append(e.Answer(True))
    exchange(black, white)
    assert "paused" in refused(white, e.Claim(True))
