"""Exceptions for faults of the world outside, with messages for users.

BoardError                 `.port` says which one
 +-- BoardNotFoundError    no port, it is busy, or nothing of ours answers there
 +-- LinkLostError         unplugged; the session pauses, it does not end
 +-- LinkTimeoutError      no answer in time; also a TimeoutError
 +-- ProtocolError
      +-- LocalProtocolError    we tried to send something that the protocol forbids
      +-- RemoteProtocolError   a received line is not of the protocol
"""

from __future__ import annotations

from host.message import Message


class BoardError(Exception):
    """An error of a board.  `port` is the port's name or URL, or "" if there is none yet."""

    def __init__(self, text: Message | str, port: str = "") -> None:
        super().__init__(text)
        self.port = port


class BoardNotFoundError(BoardError):
    """There is no such port, it is busy, or nothing of ours answers there."""


class LinkLostError(BoardError):
    """The board was unplugged or the simulator ended."""


class LinkTimeoutError(BoardError, TimeoutError):
    """The board did not answer in time."""


class ProtocolError(BoardError):
    """A line broke the protocol."""


class LocalProtocolError(ProtocolError):
    """We tried to send what the protocol does not allow."""


class RemoteProtocolError(ProtocolError):
    """The other side sent what the protocol does not allow."""
