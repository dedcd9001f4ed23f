"""Requests in the form in which pages send them, carried out by a mode of the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from host.session.modes.board_mode import BoardMode
from host.session.request_codec import decode, encode
from host.session.requests import ModeRequest
from host.session.view import Notice


def handle(mode: BoardMode, message: Mapping[str, object], now_ms: int) -> list[Notice] | None:
    """Let a mode handle a request; None if it is none that is known."""
    request = decode(message)
    if request is None:
        return None
    assert decode(encode(request)) == request, "a trace keeps the request"
    return mode.handle(cast(ModeRequest, request), now_ms)
