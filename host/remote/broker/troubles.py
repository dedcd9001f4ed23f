"""Sentences about a broker that is not reached, and their remedies."""

from __future__ import annotations

import socket
import ssl

from host.message import Message, message, system_error
from host.remote.address import BrokerAddress
from host.remote.broker.refusals import reason_number, refusal, silence


def connection_trouble(address: BrokerAddress, error: BaseException) -> Message:
    """Return the sentence about a connection that has failed or broken.

    Args:
        address: of the broker; shown without its password.
        error: an `aiomqtt.MqttError`, or the `OSError` behind it.
    """
    from paho.mqtt.client import WebsocketConnectionError  # loaded when a broker is used

    shown = str(address)
    cause = error if isinstance(error, OSError) else error.__context__
    match cause:
        case ssl.SSLCertVerificationError():
            why = getattr(cause, "verify_message", str(cause))
            return message("remote.broker_not_trusted", address=shown, why=why)
        case ssl.SSLError() | ConnectionResetError() if address.has_tls:
            return message("remote.broker_without_tls", address=shown, scheme=address.plain_scheme)
        case socket.gaierror():
            return message("remote.broker_not_found", address=shown, host=address.host)
        case ConnectionRefusedError():
            return message("remote.broker_not_running", address=shown)
        case TimeoutError() | WebsocketConnectionError():
            return silence(address)
        case OSError():
            return message("remote.broker_unreachable", address=shown, why=system_error(cause))
    code = reason_number(getattr(error, "rc", None))
    if not code:  # the connection was ended without an answer
        return silence(address)
    return refusal(address, code, str(error))
