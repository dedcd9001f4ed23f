"""The connection of a page to the application in the host's worker."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping

from host.app.explorer import Reply
from host.message import Words
from host.session.access.permissions import may_ever
from host.session.access.role import Role
from host.session.request_codec import TYPES
from host.session.requests import Invite, Revoke
from host.ui.messages.access import AccessMessage
from host.ui.messages.differences import StateDifferences
from host.ui.messages.encoding import encode
from host.ui.messages.notice import warning_message
from host.ui.web.broadcast import Broadcast

Post = Callable[[str | bytes], None]
"""Sends a message or an LED frame to the page."""


class PageConnection:
    """The connection of one page.

    Args:
        broadcast: what it shows.
        ask: carries a request out, with a reply for the page alone; None, or why it cannot be.
        post: sends to the page.
        forget: called when it ends.
    """

    def __init__(
        self,
        broadcast: Broadcast,
        ask: Callable[[Mapping[str, object], Reply], Awaitable[Words | None]],
        post: Post,
        forget: Callable[[PageConnection], None],
    ) -> None:
        self._ask = ask
        self._post = post
        self._forget = forget
        self._subscription = broadcast.connect()
        self._differences = StateDifferences()
        self._requests: asyncio.Queue[str] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        post(encode(access_message()))
        self._sending = self._loop.create_task(self._send())
        self._answering = self._loop.create_task(self._answer())

    def receive(self, text: str) -> None:
        """Queue a request of the page."""
        self._requests.put_nowait(text)

    def close(self) -> None:
        """End the connection."""
        self._forget(self)
        self._subscription.close()
        self._sending.cancel()
        self._answering.cancel()

    def move_to(self, broadcast: Broadcast) -> None:
        """Show another application's broadcast from now on."""
        self._subscription.close()
        self._sending.cancel()
        self._subscription = broadcast.connect()
        self._sending = self._loop.create_task(self._send())

    async def _send(self) -> None:
        while True:
            message = await self._subscription.next()
            if isinstance(message, bytes):
                self._post(message)
            else:
                self._post(encode(self._differences.of(message)))

    async def _answer(self) -> None:
        """Carry the page's requests out, one after another."""
        while True:
            request: Mapping[str, object] = json.loads(await self._requests.get())
            try:
                refusal = await self._ask(request, self._reply)
            except Exception as fault:  # it must not leave all that is asked later unanswered
                told = {"message": f"a request has failed: {request}", "exception": fault}
                self._loop.call_exception_handler(told)
                continue
            if refusal is not None:
                self._reply(warning_message(refusal))

    def _reply(self, message: Mapping[str, object]) -> None:
        self._subscription.post(message)


def access_message() -> AccessMessage:
    """Return the message that tells the page its role: an owner who can invite nobody."""
    refused = (Invite, Revoke)
    allowed = [
        name
        for name, kind in TYPES.items()
        if may_ever(Role.OWNER, kind) and not issubclass(kind, refused)
    ]
    return {
        "t": "access",
        "role": Role.OWNER.value,
        "requests": allowed,
        "key": None,
        "expired": False,
        "sharing": None,
    }
