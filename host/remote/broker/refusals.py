"""Sentences about a broker that refuses a connection, or does not answer as one."""

from __future__ import annotations

from host.message import Message, message
from host.remote.address import BrokerAddress

_BAD_VERSION = 1, 132
_BAD_ACCOUNT = 4, 5, 134, 135
"""Reason codes of a refused connection, as MQTT 3.1.1 and as MQTT 5 number them."""


def refusal(address: BrokerAddress, code: int, why: str) -> Message:
    """Return the sentence about a refused connection.

    Args:
        address: of the broker; shown without its password.
        code: the broker's reason code; not 0.
        why: the same in words, shown for a code that has no sentence.
    """
    shown = str(address)
    if code in _BAD_ACCOUNT:
        if address.name is None:
            return message("remote.broker_wants_account", address=shown, scheme=address.scheme)
        return message("remote.broker_refuses_account", address=shown)
    if code in _BAD_VERSION:
        return message("remote.broker_too_old", address=shown)
    return message("remote.broker_declines", address=shown, why=why)


def silence(address: BrokerAddress) -> Message:
    """Return the sentence about a computer that does not answer as a broker does."""
    if address.has_tls:
        return message("remote.secure_broker_silent", address=str(address))
    return message("remote.broker_silent", address=str(address), scheme=address.tls_scheme)


def reason_number(code: object) -> int:
    """Return the number of a reason code, as MQTT 3.1.1 or MQTT 5 has it."""
    number = getattr(code, "value", code)
    return number if isinstance(number, int) else 0
