"""Sentences about a broker that is not reached, and their remedies."""

from __future__ import annotations

import socket
import ssl

from host.message import Message, message
from host.remote.address import BrokerAddress

_BAD_VERSION = 1, 132
_BAD_ACCOUNT = 4, 5, 134, 135
"""Reason codes of a refused connection, as MQTT 3.1.1 and as MQTT 5 number them."""


def connection_trouble(address: BrokerAddress, error: BaseException) -> Message:
    """Return the sentence about a connection that has failed or broken.

    Args:
        address: of the broker; shown without its password.
        error: an `aiomqtt.MqttError`, or the `OSError` behind it.
    """
    shown = str(address)
    cause = error if isinstance(error, OSError) else error.__context__
    match cause:
        case ssl.SSLCertVerificationError():
            why = getattr(cause, "verify_message", str(cause))
            return message("remote.broker_not_trusted", address=shown, why=why)
        case ssl.SSLError() | ConnectionResetError() if address.has_tls:
            return message("remote.broker_without_tls", address=shown)
        case socket.gaierror():
            return message("remote.broker_not_found", address=shown, host=address.host)
        case ConnectionRefusedError():
            return message("remote.broker_not_running", address=shown)
        case TimeoutError():
            return message("remote.broker_silent", address=shown)
        case OSError():
            return message("remote.broker_unreachable", address=shown, why=_reason(cause))
    code = reason_number(getattr(error, "rc", None))
    if not code:  # the connection was ended without an answer
        return message("remote.broker_silent", address=shown)
    if code in _BAD_ACCOUNT:
        if address.name is None:
            return message("remote.broker_wants_account", address=shown)
        return message("remote.broker_refuses_account", address=shown)
    if code in _BAD_VERSION:
        return message("remote.broker_too_old", address=shown)
    return message("remote.broker_declines", address=shown, why=str(error))


def reason_number(code: object) -> int:
    """Return the number of a reason code, as MQTT 3.1.1 or MQTT 5 has it."""
    number = getattr(code, "value", code)
    return number if isinstance(number, int) else 0


def _reason(error: OSError) -> str:
    return error.strerror or str(error) or type(error).__name__
