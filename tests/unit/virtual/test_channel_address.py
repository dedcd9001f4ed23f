"""Addresses of control channels."""

from __future__ import annotations

import pytest

from host.virtual.channel_address import ChannelAddress


@pytest.mark.parametrize(
    ("text", "host", "port", "opening"),
    [
        ("k3y@127.0.0.1:7000", "127.0.0.1", 7000, b'{"key": "k3y"}\n'),
        ("a@b@::1:7000", "::1", 7000, b'{"key": "a@b"}\n'),
        ("127.0.0.1:7000", "127.0.0.1", 7000, b""),
    ],
)
def test_an_address_has_a_key_or_needs_none(
    text: str, host: str, port: int, opening: bytes
) -> None:
    address = ChannelAddress.parse(text)
    assert (address.host, address.port, address.opening) == (host, port, opening)


@pytest.mark.parametrize("text", ["", "7000", "127.0.0.1", "k@127.0.0.1:70000", "k@h:seven"])
def test_what_is_no_address_is_told_without_its_key(text: str) -> None:
    with pytest.raises(ValueError, match="is not the address of a control channel") as refused:
        ChannelAddress.parse(text)
    assert "k@" not in str(refused.value)
