"""Invite to a match, or join the one to which a link invites: exactly one host gets the seat.

What is published is read back: a broker acknowledges also what an account may not write, and keeps
nothing of it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

from host.app.remote.broker_client import BrokerClient, MakeClient
from host.app.remote.known_match import KnownMatch, new_id
from host.engine.game import Side
from host.message import Message, message, message_of
from host.remote.address import BrokerAddress
from host.remote.broker.refusals import silence
from host.remote.match.invitation import Invitation
from host.remote.match.presence import log_topic
from host.remote.match.remote_match import RemoteMatch
from host.remote.record.errors import RefusedRecordError

ANSWER_S = 10.0
"""Timeout of a broker that is reached for the first time, name look-up included."""
INVITATION_S = 5.0
"""Time for which the log of the inviter is waited for; the broker has kept it."""
KEPT_S = 5.0
"""Time in which a broker hands out what it was given to keep."""
SEAT_S = 3.0
"""Time for which a host that joins waits for the inviter's answer, who may not be there now."""


async def reach(make_client: MakeClient, address: BrokerAddress) -> None:
    """Check that a broker can be reached.

    Raises:
        ValueError: it cannot be; the message says why.
    """
    async with connected(make_client, address):
        pass


async def invite(
    make_client: MakeClient,
    known: KnownMatch,
    keep: Callable[[KnownMatch], Awaitable[None]],
    forget: Callable[[KnownMatch], Awaitable[None]],
) -> None:
    """Publish a new match, so that its link works.

    Args:
        make_client: makes the client of the broker.
        known: the match.
        keep: stores it; called before it is published.
        forget: deletes it, as nobody could join.

    Raises:
        ValueError: the broker is not reached, or keeps nothing of this account; the message says
            what to do.
    """
    address = known.invitation.broker
    broken: list[Message] = []
    async with connected(make_client, address, broken.append) as client:
        await keep(known)
        try:
            async with beside(make_client, address):  # as the friend will be, by the link
                await _publish(client, known)
            if broken:
                raise ValueError(message("remote.broker_admits_one", address=str(address)))
        except ValueError:
            await forget(known)
            raise


async def join(
    make_client: MakeClient,
    invitation: Invitation,
    keep: Callable[[KnownMatch], Awaitable[None]],
    forget: Callable[[KnownMatch], Awaitable[None]],
) -> KnownMatch:
    """Join the match of an invitation.

    Args:
        make_client: makes the client of the broker.
        invitation: of somebody else.
        keep: stores the match; called before the inviter learns that somebody has joined.
        forget: deletes it, as somebody else was quicker.

    Raises:
        ValueError: nobody can join, or not here; the message says why.
    """
    device = new_id()
    loop = asyncio.get_running_loop()
    found: asyncio.Future[RemoteMatch] = loop.create_future()
    seat: asyncio.Future[None] = loop.create_future()
    joining: list[RemoteMatch] = []

    def receive(_topic: str, payload: bytes) -> None:
        if not payload:
            return  # it was deleted
        try:
            if not found.done():
                joined = RemoteMatch.join(invitation.match, device, payload, invitation.key)
                found.set_result(joined)
            elif joining and not seat.done():
                joining[0].take_in(payload)
                if joining[0].admitted == device:
                    seat.set_result(None)
        except RefusedRecordError as error:
            if not found.done() and error.reason != message("remote.own_side"):
                found.set_exception(ValueError(refusal_to_join(error)))
            elif found.done() and is_second(error):
                seat.set_exception(ValueError(refusal_to_join(error)))

    async with connected(make_client, invitation.broker) as client:
        for side in Side:
            client.subscribe(log_topic(invitation.match, side), receive)
        try:
            async with asyncio.timeout(INVITATION_S):
                match = await found
        except TimeoutError:
            address = str(invitation.broker)
            raise ValueError(message("cli.no_invitation_came", address=address)) from None
        joining.append(match)
        known = KnownMatch(invitation, match)
        await keep(known)
        try:
            await _publish(client, known)
            async with asyncio.timeout(SEAT_S):
                await seat
        except TimeoutError:
            pass  # the inviter answers when its host is there again
        except ValueError:
            await forget(known)
            raise
    return known


async def _publish(client: BrokerClient, known: KnownMatch) -> None:
    """Publish the own log, and wait until the broker hands it out.

    Raises:
        ValueError: it does not.
    """
    payload = known.match.own_payload()
    topic = log_topic(known.invitation.match, known.match.side)
    kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def see(_topic: str, seen: bytes) -> None:
        if seen == payload and not kept.done():
            kept.set_result(None)

    client.subscribe(topic, see)
    client.retain(topic, payload)
    try:
        async with asyncio.timeout(KEPT_S):
            await kept
    except TimeoutError:
        address = str(known.invitation.broker)
        raise ValueError(message("remote.broker_keeps_nothing", address=address)) from None


def is_second(error: RefusedRecordError) -> bool:
    """Return True if a record is refused because somebody else has the seat."""
    return error.reason == message("remote.second_player")


def refusal_to_join(error: ValueError) -> Message:
    """Return the sentence about a match that cannot be joined."""
    return message("remote.cannot_join", reason=message_of(error))


@contextlib.asynccontextmanager
async def beside(make_client: MakeClient, address: BrokerAddress) -> AsyncIterator[None]:
    """Be connected to a broker beside a connection that is open, by the same account.

    A broker that admits an account once ends the older connection before it answers this one.

    Raises:
        ValueError: it admits no second one.
    """
    other = connected(make_client, address)
    try:
        await other.__aenter__()
    except ValueError:
        raise ValueError(message("remote.broker_admits_one", address=str(address))) from None
    try:
        yield
    finally:
        await other.__aexit__(None, None, None)


@contextlib.asynccontextmanager
async def connected(
    make_client: MakeClient,
    address: BrokerAddress,
    on_broken: Callable[[Message], None] = lambda _: None,
) -> AsyncIterator[BrokerClient]:
    """Be connected to a broker.

    Args:
        make_client: makes the client.
        address: of the broker.
        on_broken: called when the connection breaks afterwards.

    Raises:
        ValueError: it is not reached; the message says why.
    """
    reached: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def on_connect() -> None:
        if not reached.done():
            reached.set_result(None)

    def on_trouble(trouble: Message) -> None:
        if not reached.done():
            reached.set_exception(ValueError(trouble))
        else:
            on_broken(trouble)

    client = make_client(address, f"kamisado-{new_id()}", None, on_connect, on_trouble)
    running = asyncio.create_task(client.run())
    try:
        try:
            async with asyncio.timeout(ANSWER_S):
                await reached
        except TimeoutError:
            raise ValueError(silence(address)) from None
        yield client
    finally:
        running.cancel()
        await asyncio.wait({running})
