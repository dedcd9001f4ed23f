"""Unknown fields: what acts is refused with one, and what tells may tell more."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from host.engine.game import Side
from host.engine.registry import game_named
from host.message.schema import decode
from host.remote.broker.accounts import FILE, read_accounts
from host.remote.match.presence import Presence, PresenceReader, PresenceWriter
from host.remote.record.errors import RefusedRecordError
from host.remote.record.log import Log, log_of
from host.remote.record.signature import signature
from host.remote.record.terms import Terms, terms_of
from host.remote.tournament.codec import decode_tournament, encode_tournament
from host.remote.tournament.model import Player, System, Tournament
from host.remote.wall.payloads import read_payload
from host.session import request_codec
from host.session.match_settings import MatchSettings
from host.storage import trace
from host.storage.trace import Header
from host.ui.messages.notice import NoticeMessage, warning_message
from tests.support.request_samples import SAMPLES

MATCH, KEY, BLACK = "0123456789abcdef", b"k" * 16, Side.BLACK
TERMS = Terms(MatchSettings(game_named("kamisado-single")), BLACK)
CLOCK = {"white": 1000, "black": None, "running": "white", "text": "5+3"}


def presence(told: Mapping[str, object]) -> object:
    """Read a presence that its own side has signed."""
    signed = {name: value for name, value in told.items() if name != "mac"}
    payload = json.dumps({**signed, "mac": signature(signed, KEY)}).encode()
    return PresenceReader(MATCH, BLACK, KEY).read(payload)


def registration(told: Mapping[str, object]) -> object:
    """Read the registration of a player in the file of a tournament."""
    file = json.loads(
        encode_tournament(Tournament("Open", System.SWISS, players=(Player("Anna"),)))
    )
    file["players"][0]["registration"] = told
    return decode_tournament(json.dumps(file)).players[0].registration


def account(told: Mapping[str, object]) -> object:
    """Read an account of a broker from its file."""
    with TemporaryDirectory() as folder:
        Path(folder, FILE).write_text(json.dumps({"anna": told}), encoding="utf-8")
        return read_accounts(Path(folder))["anna"]


ACTS: list[tuple[Callable[[Any], object], Mapping[str, Any]]] = [
    *((request_codec.decode, sample) for sample in SAMPLES),
    (log_of, Log(MATCH, BLACK, "one", TERMS).data()),
    (terms_of, TERMS.data()),
]
TELLS: list[tuple[Callable[[Any], object], Mapping[str, Any]]] = [
    (lambda told: decode(NoticeMessage, told)["text"], warning_message("no")),
    (lambda told: read_payload("clock", json.dumps(told).encode()), CLOCK),
    (presence, json.loads(PresenceWriter(MATCH, BLACK, KEY, 1).payload(Presence.THINKING))),
    (
        lambda told: trace.decode(json.dumps(told) + "\n"),
        json.loads(trace.header_line(Header("kamisado-single", ""))),
    ),
    (
        lambda told: decode_tournament(json.dumps(told)),
        json.loads(encode_tournament(Tournament("Open", System.SWISS))),
    ),
    (registration, {"sex": "w"}),
    (account, {"role": "viewer", "password_hash": "x", "match": None}),
]


@pytest.mark.parametrize(("read", "told"), ACTS)
def test_what_acts_is_understood_whole(
    read: Callable[[Any], object], told: Mapping[str, Any]
) -> None:
    assert read(told) is not None
    with suppress(RefusedRecordError):
        assert read({**told, "new": "1"}) is None


@pytest.mark.parametrize(("read", "told"), TELLS)
def test_what_tells_may_tell_more(read: Callable[[Any], object], told: Mapping[str, Any]) -> None:
    assert read(told) is not None
    assert read({**told, "new": "1"}) == read(told)
