"""`kamisado broker check`: tell in sentences what an account may do at a broker."""

from __future__ import annotations

import argparse
import ipaddress
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from host import COMMAND
from host.cli.addresses import broker_address
from host.cli.options import Echo
from host.message import message_of

if TYPE_CHECKING:
    from host.app.remote.broker_check import BrokerCheck
    from host.remote.address import BrokerAddress

DESCRIPTION = (
    "Tell what works at a broker: that it is reached, encrypted and lets the account in, what the "
    "account may publish, and that the broker keeps it. What is published for that is deleted "
    "again. The exit status is 1 if neither a match nor a board could be published, or if two "
    "could not play by one account."
)


REFUSED = ("remote.broker_wants_account", "remote.broker_refuses_account", "remote.broker_declines")
CLIENT_IDS = (
    "If that is right already, it may let in clients of certain ids only (with Mosquitto by "
    "'clientid_prefixes'): allow those that begin with 'kamisado-'."
)
"""Brokers answer an id that they do not allow as they do a wrong password."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `broker check`."""
    parser.add_argument(
        "addresses",
        metavar="ADDRESS",
        nargs="+",
        type=broker_address,
        help="such as mqtts://NAME:PASSWORD@HOST or wss://NAME:PASSWORD@HOST, also several; - asks "
        "for it",
    )


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Check each of the addresses; return the exit status.

    Raises:
        ValueError: a broker is not reached, or lets nobody in; the message says why.
    """
    from host.cli.event_loop import run_to_end

    return run_to_end(_check(options.addresses, echo))


async def _check(addresses: Sequence[BrokerAddress], echo: Echo) -> int:
    from host.app.remote.broker_check import check_broker
    from host.remote.broker.client import Broker

    status = 0
    for address in addresses:
        try:
            found = await check_broker(Broker, address)
        except ValueError as error:
            if message_of(error).id in REFUSED:
                raise ValueError(f"{error} {CLIENT_IDS}") from None
            raise
        for sentence in sentences(address, found):
            echo(sentence)
        status |= not found.handed_out or found.admits_one
    return status


def sentences(address: BrokerAddress, found: BrokerCheck) -> Iterator[str]:  # noqa: PLR0912 (one for each finding)
    """Yield what was found, what fails with its remedy."""
    from host.app.remote.broker_check import ANY_BOARD, LONG_MATCH, MATCH, OWN_BOARD, PRESENCE

    if address.has_tls:
        yield f"{address} is reached, with TLS, and its certificate is trusted."
    elif _is_here(address.host):
        yield f"{address} is reached, on this computer."
    else:
        yield (
            f"{address} is reached, but not encrypted: whoever is on the way reads all, the "
            f"password too. Elsewhere than in a network of your own use {address.tls_scheme}://."
        )
    if address.name is None:
        yield "It lets everybody in, without an account."
    else:
        yield f"It lets {address.name} in."
    if found.admits_one:
        yield (
            "It lets an account in only once at a time, so that two who play with the same one, as "
            "by the link of an invitation, throw each other out: allow an account several "
            "connections, and make no client's id of its name."
        )
    if found.hangs_up:
        yield (
            "It ends the connection when something is published: allow retained messages, and "
            "messages of 256 kB (with Mosquitto by 'message_size_limit' and 'max_packet_size')."
        )
    if MATCH not in found.handed_out:
        yield (
            "No match can be played: it hands out nothing that is published for one. An account "
            "of the role player may, unless it is for one match alone, which is not tried."
        )
    elif LONG_MATCH not in found.handed_out:
        yield (
            "Matches can be played, but no long ones: allow messages of 256 kB (with Mosquitto "
            "neither 'message_size_limit' nor 'max_packet_size' may be less, but for 0)."
        )
    else:
        yield "Matches can be played, the longest ones too."
    if MATCH in found.handed_out and PRESENCE not in found.handed_out:
        yield (
            "Nobody sees whether the other one is there: allow what is below the topics of a "
            "match, kamisado/1/match/+/+/#, as well."
        )
    if ANY_BOARD in found.handed_out:
        yield "Boards can be published under any name."
    elif OWN_BOARD in found.handed_out:
        yield f"A board can be published as {address.name}."
    else:
        yield (
            "No board can be published. An account of the role board may, under its own name, and "
            "one of the role boards under any."
        )
    if not found.handed_out and not found.hangs_up:
        yield "It may watch boards all the same, as the role viewer does."
    elif found.handed_out and found.kept == found.handed_out:
        yield "It keeps what is published, for those who come later."
    elif found.handed_out:
        yield (
            "It does not keep what is published: who comes later sees nothing. Allow retained "
            "messages (NATS wants JetStream for them)."
        )
    if address.path is None:
        yield (
            "A browser reaches it by a WebSocket only, which has an address of its own: "
            f"'{COMMAND} broker check wss://...' checks that."
        )
    else:
        yield "This is a WebSocket, so that browsers reach it too."


def _is_here(host: str) -> bool:
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"
