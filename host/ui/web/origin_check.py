"""Check of the hosts and origins of requests, and the security headers of responses.

Protection against other web sites: the server usually listens on 127.0.0.1, yet every web site that
the player has open can send requests there.  Two checks keep them out:

- `Host` must be one of the names that we serve, or a foreign site could resolve its own
  name to 127.0.0.1 and be "same origin" with us (DNS rebinding);
- a WebSocket's `Origin` must be that very host with its port.  Browsers always send it and no
  script can change it; a missing one is no browser of ours.

Others are refused with 403 before anything is accepted.

Scripts are not told why a handshake has failed.  A page asks for the same address by GET then, with
its own origin as `origin`: one that is foreign is refused here too, any other gets the answer of
`upgrade_required`, as something between us, such as a proxy, passes no WebSockets.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from host.message import quoted

SECURITY_HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
NOT_KEPT = {"cache-control": "no-cache"}
"""Header of answers without one on caching: a page of an older version would not fit."""


class OriginCheck:
    """Middleware that refuses foreign hosts and origins and adds the security headers.

    Args:
        hosts: as of `host.ui.web.server.create_app`.
    """

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self._app = app
        public = [urlsplit(host.lower()) for host in hosts if "://" in host]
        self._public = frozenset(f"{parts.scheme}://{parts.netloc}" for parts in public)
        names = [host.lower().strip("[]") for host in hosts if "://" not in host]
        self._hosts = frozenset((*names, *(parts.hostname or "" for parts in public)))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                kept = NOT_KEPT if "cache-control" not in headers else {}
                headers.update({**SECURITY_HEADERS, **kept})
            await send(message)

        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        if scope["type"] == "websocket":
            if self._is_ours(host) and self._is_own(headers.get("origin", ""), host):
                await self._app(scope, receive, send)
            else:
                # Closing what was never accepted is how ASGI says 403.
                await send({"type": "websocket.close"})
            return
        asked = _asked(scope)
        if not self._is_ours(host):
            refused = host
        elif asked is not None and not self._is_own(asked, host):
            refused = asked
        else:
            await self._app(scope, receive, send_guarded)
            return
        refusal = PlainTextResponse(
            f"This program is not served as {quoted(refused)}. "
            "Open the address that it printed when it started.\n",
            status_code=403,
        )
        await refusal(scope, receive, send_guarded)

    def _is_own(self, origin: str, host: str) -> bool:
        """Return True if a page of this origin is one of ours."""
        return origin.lower() in self._public or _is_origin_of(origin.lower(), host)

    def _is_ours(self, host: str) -> bool:
        """Return True if this `Host` is one of the names that we serve."""
        try:
            parts = urlsplit(f"//{host}")
        except ValueError:
            return False
        name = parts.hostname or ""
        if "@" in host or parts.netloc != host:
            return False
        return name in self._hosts or ("*" in self._hosts and _is_local(name))


def upgrade_required(_: object) -> PlainTextResponse:
    """Answer a request for the address of a WebSocket that does not ask for one."""
    headers = {"upgrade": "websocket", "connection": "upgrade"}
    return PlainTextResponse("A WebSocket is served here.\n", 426, headers)


def _asked(scope: Scope) -> str | None:
    """Return the origin that a page asks about; None if it asks about none."""
    query = parse_qs(scope["query_string"].decode("latin-1"))
    return query["origin"][-1] if "origin" in query else None


def _is_local(name: str) -> bool:
    """Return True if no foreign DNS record can make this name point here."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name != "" and ("." not in name or name.endswith(".local"))
    return True


def _is_origin_of(origin: str, host: str) -> bool:
    """Return True if a page of this host sends this `Origin`."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc == host
