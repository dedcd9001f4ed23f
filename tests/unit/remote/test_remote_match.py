"""Match of two hosts: what is refused and why, and how events of both sides fit together."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from host.engine.game import Configurable, Side
from host.engine.random_settings import value_from_moves
from host.engine.registry import game_named
from host.message import in_english
from host.recognition.history import History, Ply
from host.remote.match.remote_match import RemoteMatch
from host.remote.record import events as e
from host.remote.record.errors import RefusedRecordError
from host.remote.record.payload import MAX_BYTES, signed, verified
from host.remote.record.replay import Replay
from host.remote.record.terms import Terms
from host.session.clock import TimeControl
from host.session.match_settings import MatchSettings

MATCH, KEY = "0123456789abcdef", b"k" * 16
CLOCK = TimeControl(60_000, 1000)
ROOT = Path(__file__).resolve().parents[3]


def pair(
    game: str = "kamisado", control: TimeControl | None = None, touch_move: bool = False
) -> tuple[RemoteMatch, RemoteMatch]:
    """Black, who has invited, and White, who has joined."""
    terms = Terms(MatchSettings(game_named(game), control, touch_move), Side.BLACK)
    black = RemoteMatch.invite(MATCH, "one", terms, KEY)
    white = RemoteMatch.join(MATCH, "two", black.own_payload(), KEY)
    exchange(black, white)
    return black, white


def exchange(black: RemoteMatch, white: RemoteMatch) -> None:
    for _ in range(2):
        black.take_in(white.own_payload())
        white.take_in(black.own_payload())
    assert black.merged == white.merged


def any_move(host: RemoteMatch, number: int = 0) -> e.Move:
    merged = host.merged
    game = merged.settings.game
    return e.Move(game.move_text(merged.position, game.legal_moves(merged.position)[number]))


def applied_entries(monkeypatch: pytest.MonkeyPatch) -> list[e.Entry]:
    """Return the list of the entries that any replay takes in from now on."""
    applied: list[e.Entry] = []
    apply = Replay.apply

    def counted(replay: Replay, side: Side, entry: e.Entry) -> None:
        applied.append(entry)
        apply(replay, side, entry)

    monkeypatch.setattr(Replay, "apply", counted)
    return applied


def gone_on(made: Sequence[Ply], number: int = 0) -> tuple[Ply, ...]:
    """Return the plies of a board that has made another legal move."""
    history = History(made[0].before.game, made[0].before.position)
    for ply in made:
        history.record(ply.move)
    history.record(history.game.legal_moves(history.position)[number])
    return history.plies


def play(black: RemoteMatch, white: RemoteMatch, plies: int) -> None:
    for _ in range(plies):
        mover = black if black.turn is Side.BLACK else white
        mover.append(any_move(mover))
        exchange(black, white)


def refusal(host: RemoteMatch, payload: bytes) -> str:
    """The sentence with which a payload is refused; it leaves no trace."""
    before = host.merged, host.own_log, host.far_log
    with pytest.raises(RefusedRecordError) as caught:
        host.take_in(payload)
    assert (host.merged, host.own_log, host.far_log) == before
    return in_english(caught.value.reason)


def refused(host: RemoteMatch, event: e.Event, clock_ms: int | None = None) -> str:
    with pytest.raises(RefusedRecordError) as caught:
        host.append(event, clock_ms)
    return in_english(caught.value.reason)


def test_the_first_device_that_joins_is_admitted_and_a_second_is_told() -> None:
    black, _ = pair()
    assert black.merged.admitted == "two"
    with pytest.raises(RefusedRecordError, match="somebody else has joined"):
        RemoteMatch.join(MATCH, "three", black.own_payload(), KEY)
    early = RemoteMatch.invite(MATCH, "one", black.terms, KEY)
    third = RemoteMatch.join(MATCH, "three", early.own_payload(), KEY)
    assert "somebody else has joined" in refusal(black, third.own_payload())
    assert "somebody else has joined" in refusal(third, black.own_payload())


@pytest.mark.parametrize("device", ["", "d" * 101], ids=["empty", "long"])
def test_a_device_that_no_log_can_name_is_not_admitted(device: str) -> None:
    black = RemoteMatch.invite(MATCH, "one", pair()[0].terms, KEY)
    joined = RemoteMatch.join(MATCH, device, black.own_payload(), KEY)
    assert "cannot be read" in refusal(black, joined.own_payload())


def test_moves_go_to_and_fro() -> None:
    black, white = pair()
    move = any_move(black)
    black.append(move)
    assert white.take_in(black.own_payload()) == [move]
    assert [ply.text for ply in white.merged.plies] == [move.text]
    assert white.take_in(black.own_payload()) == []


def test_of_a_payload_only_what_is_new_is_applied(monkeypatch: pytest.MonkeyPatch) -> None:
    black, white = pair("kamisado-standard")
    play(black, white, 12)
    assert white.turn is Side.BLACK
    black.append(any_move(black))
    applied = applied_entries(monkeypatch)
    white.take_in(black.own_payload())
    assert applied == [white.own_log.entries[-1], black.own_log.entries[-1]]


def test_a_match_is_replayed_once_when_it_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long one would hold the loop of the program twice as long."""
    black, white = pair()
    play(black, white, 4)
    black.append(any_move(black))
    applied = applied_entries(monkeypatch)
    own, far = black.own_log, white.own_log
    assert RemoteMatch(Side.BLACK, black.terms, KEY, own, far).merged == black.merged
    assert len(applied) == len(own.entries) + len(far.entries)


def test_every_refusal_has_its_sentence() -> None:
    black, white = pair()
    play(black, white, 2)
    log, old = white.own_log, white.own_payload()
    ahead = log.extended(e.Entry(e.Say(1), len(black.own_log.entries) + 1))
    out_of_turn = log.extended(e.Entry(any_move(black), len(black.own_log.entries)))
    other = RemoteMatch.invite("another-match", "two", white.terms, KEY)
    payload = json.loads(old)
    payload["log"]["entries"][0][3] = "e8e5"
    sentences = [
        refusal(black, b"x" * (MAX_BYTES + 1)),
        refusal(black, b"[" * 100_000),
        refusal(black, b'{"v":1,"log":NaN,"mac":""}'),
        refusal(black, b'{"v":7}'),
        refusal(black, json.dumps(payload).encode()),
        refusal(black, signed(log, b"another key here")),
        refusal(black, other.own_payload()),
        refusal(black, black.own_payload()),
        refusal(black, signed(log.head.extended(e.Entry(e.Say(1), 0)), KEY)),
        refusal(black, signed(ahead, KEY)),
        refusal(black, signed(out_of_turn, KEY)),
    ]
    for sentence, words in zip(
        sentences,
        [
            "larger than 256 kB",
            "cannot be read",
            "cannot be read",
            "version 7",
            "not signed",
            "not signed",
            "another match",
            "not the other side's",
            "contradicts",
            "has not written",
            "not this side's turn",
        ],
        strict=True,
    ):
        assert words in sentence


@pytest.mark.parametrize(
    "entry",
    [
        ["move", 0, None],
        ["move", -1, None, "a1a2"],
        ["move", 0, 1.5, "a1a2"],
        ["move", True, None, "a1a2"],
        ["move", 0, None, "x" * 101],
        ["move", 0, None, ""],
        ["say", 0, None, 2**60],
        ["answer", 0, None, 1],
        ["castle", 0, None],
        [[], 0, None],
        "move",
        {},
    ],
)
def test_a_signed_but_malformed_entry_is_quoted(entry: object) -> None:
    black, white = pair()
    data = white.own_log.data() | {"entries": [entry]}
    log = white.own_log

    class Forged:
        terms = log.terms

        def data(self) -> object:
            return data

    payload = signed(Forged(), KEY)  # type: ignore[arg-type]
    assert "cannot be read" in refusal(black, payload)
    assert verified(white.own_payload(), KEY) == log


def test_the_protocol_has_all_kinds_of_entries() -> None:
    page = (ROOT / "docs" / "protocols" / "remote.md").read_text(encoding="utf-8")
    table = page.partition("| kind | argument |")[2].partition("\n\n")[0]
    kinds = [line.split("|")[1] for line in table.splitlines()[2:]]
    assert set(re.findall(r"`(\w+)`", " ".join(kinds))) == e.ROWS.keys()


def test_an_illegal_move_is_refused_before_it_is_written() -> None:
    black, _ = pair()
    assert "a1z9" in refused(black, e.Move("a1z9"))
    assert black.own_log.entries == (e.Entry(e.Admit("two"), 0),)


def test_a_takeback_needs_an_answer() -> None:
    black, white = pair()
    play(black, white, 3)
    black.append(e.OfferTakeback(2))
    exchange(black, white)
    assert len(white.merged.plies) == 3
    assert "still waits" in refused(white, e.OfferTakeback(0))
    white.append(e.Answer(True))
    exchange(black, white)
    assert len(black.merged.plies) == 2
    assert "no offer to answer" in refused(white, e.Answer(True))


def test_an_offer_lapses_when_the_other_side_has_moved_meanwhile() -> None:
    black, white = pair()
    play(black, white, 1)
    black.append(e.OfferTakeback(0))
    white.append(any_move(white))
    exchange(black, white)
    assert black.merged.negotiation.offer is None
    assert len(black.merged.plies) == 2


def test_of_two_offers_at_once_one_stands_on_both_sides() -> None:
    black, white = pair("hasami")
    play(black, white, 1)
    black.append(e.OfferTakeback(0))
    white.append(e.OfferTakeback(0))
    exchange(black, white)
    assert black.merged.negotiation.offer is not None
    assert black.merged.negotiation.offer.by is black.turn


def test_a_move_made_while_the_own_request_was_granted_goes_with_the_takeback() -> None:
    black, white = pair()
    play(black, white, 2)
    black.append(e.OfferTakeback(0))
    white.take_in(black.own_payload())
    white.append(e.Answer(True))
    black.append(any_move(black))
    exchange(black, white)
    assert black.merged.plies == ()
    assert black.turn is Side.BLACK


def test_both_resign_at_once_and_agree_on_who_did() -> None:
    black, white = pair()
    play(black, white, 1)
    black.append(e.Resign())
    white.append(e.Resign())
    assert black.merged.outcome != white.merged.outcome
    exchange(black, white)
    assert black.merged.negotiation.termination is not None
    assert str(black.merged.negotiation.termination) == "white resigns"


def test_a_resignation_is_taken_back_by_agreement() -> None:
    black, white = pair()
    play(black, white, 1)
    black.append(e.Resign())
    exchange(black, white)
    black.append(e.OfferTakeback(1))
    exchange(black, white)
    white.append(e.Answer(True))
    exchange(black, white)
    assert black.merged.outcome is None
    assert len(black.merged.plies) == 1


def test_a_new_game_begins_once_both_want_it() -> None:
    black, white = pair()
    assert "not over yet" in refused(black, e.OfferNewGame())
    play(black, white, 1)
    black.append(e.Resign())
    exchange(black, white)
    white.append(e.OfferNewGame())
    exchange(black, white)
    black.append(e.Answer(True))
    exchange(black, white)
    assert black.merged.game_number == 2
    assert black.merged.plies == ()


@pytest.mark.parametrize("first", ["white", "black"])
def test_who_begins_a_new_game_follows_from_the_moves_of_the_last_one(first: str) -> None:
    game = game_named(f"hasami:first={first}")
    assert isinstance(game, Configurable)
    terms = Terms(MatchSettings(game, drawn=("first",)), Side.BLACK)
    black = RemoteMatch.invite(MATCH, "one", terms, KEY)
    white = RemoteMatch.join(MATCH, "two", black.own_payload(), KEY)
    exchange(black, white)
    (setting,) = (setting for setting in game.settings if setting.name == "first")
    expected = first  # nothing was played: nothing is drawn
    for plies in (0, 1, 3, 4):
        play(black, white, plies)
        if plies:
            played = " ".join(ply.text for ply in black.merged.plies)
            expected = value_from_moves(played, setting)
        black.append(e.Resign())
        black.append(e.OfferNewGame())
        exchange(black, white)
        white.append(e.Answer(True))
        exchange(black, white)
        assert black.turn.name.lower() == expected
    assert black.merged.game_number == 5


def test_a_forced_pass_is_no_place_to_go_back_to() -> None:
    """Nobody has made it; the move before it is taken back with it."""
    black, white = pair()
    for host, text in ((black, "h8h2"), (white, "c1c3")):
        host.append(e.Move(text))
        exchange(black, white)
    assert [ply.forced for ply in black.merged.plies] == [False, False, True]
    assert refused(black, e.OfferTakeback(2)) != ""
    black.append(e.OfferTakeback(1))


def test_each_clock_is_that_of_its_own_side() -> None:
    black, white = pair(control=CLOCK)
    assert "more time" in refused(black, any_move(black), 61_001)
    assert "more time" in refused(black, any_move(black))
    black.append(any_move(black), 55_000)
    exchange(black, white)
    white.append(any_move(white), 61_000)
    exchange(black, white)
    assert [ply.times for ply in black.merged.plies] == [(60_000, 55_000), (61_000, 55_000)]
    assert "clock is not running" in refused(white, e.FlagFell())
    black.append(e.FlagFell(), 0)
    exchange(black, white)
    assert str(black.merged.negotiation.termination) == "black out of time"


def test_touch_move_refuses_takebacks() -> None:
    black, white = pair(touch_move=True)
    play(black, white, 1)
    assert "touch-move" in refused(black, e.OfferTakeback(0))


def test_what_is_known_of_a_match_is_enough_to_go_on() -> None:
    black, white = pair("kamisado-standard", CLOCK)
    black.append(any_move(black), 50_000)
    own = verified(black.own_payload(), KEY)
    assert black.far_log is not None
    far = verified(signed(black.far_log, KEY), KEY)
    again = RemoteMatch(Side.BLACK, own.terms, KEY, own, far)  # type: ignore[arg-type]
    assert again.merged == black.merged
    exchange(again, white)


def test_a_board_goes_on_from_a_move_that_its_host_did_not_live_to_write() -> None:
    black, white = pair()
    play(black, white, 2)
    made = black.merged.plies
    shown = gone_on(made)
    assert black.continues(shown)
    assert black.continues(made)
    assert black.continues(made[:1])
    assert not black.continues(made[:0])  # Black has made a move that stands
    assert not white.continues(made[:1])
    assert not white.continues(shown)  # Black's moves come by the record alone
    assert not black.continues(gone_on(made[:1], 1))
    assert not black.continues(gone_on(shown))
    assert black.continues((*shown, replace(gone_on(shown)[-1], forced=True)))


def test_a_board_does_not_go_on_from_a_move_that_was_taken_back() -> None:
    black, white = pair()
    play(black, white, 3)
    made = black.merged.plies
    black.append(e.OfferTakeback(2))
    exchange(black, white)
    white.append(e.Answer(True))
    exchange(black, white)
    assert not black.continues(made)
    assert black.continues(made[:2])
    assert black.continues(gone_on(made[:2], 1))


def test_a_full_record_is_told_and_not_written() -> None:
    black, _ = pair()
    text = e.Entry(e.Say(5), 1)
    black._own = black.own_log.extended(*[text] * (MAX_BYTES // 15))
    assert "is full" in refused(black, e.Say(5))
