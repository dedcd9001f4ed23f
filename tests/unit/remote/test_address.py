"""Addresses of brokers: read, shown without the password, and refused with a reason."""

from __future__ import annotations

import pytest

from host.message import message_of
from host.remote.address import BrokerAddress, parse_address


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("mqtt://hall.local", BrokerAddress("hall.local", 1883)),
        ("hall.local", BrokerAddress("hall.local", 1883)),
        ("192.168.1.5:1999", BrokerAddress("192.168.1.5", 1999)),
        ("mqtts://club.example", BrokerAddress("club.example", 8883, has_tls=True)),
        ("mqtt://[::1]:1999", BrokerAddress("::1", 1999)),
        ("mqtt://anna:x%40y%2Fz@club", BrokerAddress("club", 1883, False, "anna", "x@y/z")),
        ("  mqtt://anna@club/ ", BrokerAddress("club", 1883, False, "anna")),
        ("ws://club", BrokerAddress("club", 80, path="/mqtt")),
        ("wss://anna:x@club/", BrokerAddress("club", 443, True, "anna", "x", path="/")),
        ("wss://club:99/a/b", BrokerAddress("club", 99, True, path="/a/b")),
    ],
)
def test_an_address_is_read_and_written_again(text: str, address: BrokerAddress) -> None:
    assert parse_address(text) == address
    assert parse_address(address.url()) == address


def test_an_address_is_shown_without_its_password() -> None:
    address = parse_address("mqtts://anna:secret@club.example:99")
    assert str(address) == "mqtts://anna@club.example:99"
    assert "secret" not in repr(address)
    assert "secret" in address.url()
    assert str(parse_address("ws://anna:secret@club:9001")) == "ws://anna@club:9001"
    assert str(parse_address("ws://club:9001/x")) == "ws://club:9001/x"


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("http://anna:secret@club", "remote.address_of_other_kind"),
        ("mqtt://", "remote.address_without_host"),
        ("mqtt://anna:secret@", "remote.address_without_host"),
        ("mqtt://[::1", "remote.address_without_host"),
        ("two words", "remote.address_without_host"),
        ("mqtt://anna:secret@club..example", "remote.address_without_host"),
        (f"mqtt://{'a' * 64}.example", "remote.address_without_host"),
        ("mqtt://anna:secret@club:99999", "remote.address_with_bad_port"),
        ("mqtt://anna:sec@ret@club:0", "remote.address_with_bad_port"),
        ("mqtt://anna:sec/ret@club", "remote.address_with_bad_port"),
        ("anna:secret@club:99999", "remote.address_with_bad_port"),
        ("anna:secret@club/match", "remote.address_with_more"),
        ("mqtt://club:port", "remote.address_with_bad_port"),
        ("mqtt://anna:secret@club/match/3", "remote.address_with_more"),
        ("club?x=1", "remote.address_with_more"),
        ("ws://club/mqtt?x=1", "remote.address_with_more"),
        ("ws://anna:secret@club:99999", "remote.address_with_bad_port"),
    ],
)
def test_a_bad_address_is_refused_without_showing_its_password(text: str, id: str) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        parse_address(text)
    told = message_of(refused.value)
    assert told.id == id
    assert "sec" not in str(told)
    assert text.split("//")[-1].split("@")[-1][:10] in str(told)
