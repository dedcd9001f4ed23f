"""Sentences about brokers that are not reached."""

from __future__ import annotations

import errno
import socket
import ssl

import pytest
from paho.mqtt.client import WebsocketConnectionError

from host.remote.address import parse_address
from host.remote.broker.troubles import connection_trouble

PLAIN = parse_address("mqtt://anna:secret@club.example:99")
BARE = parse_address("mqtt://club.example")
TLS = parse_address("mqtts://club.example")
WEB = parse_address("ws://club.example:9001")


class MqttError(Exception):
    """As aiomqtt raises it for a broker that refuses the connection."""

    def __init__(self, rc: int | None = None) -> None:
        super().__init__("refused")
        self.rc = rc


def caused_by(cause: OSError) -> MqttError:
    """Return an error as aiomqtt raises it for an error of the system."""
    try:
        try:
            raise cause
        except OSError:
            raise MqttError from None
    except MqttError as error:
        return error


@pytest.mark.parametrize(
    ("address", "error", "id"),
    [
        (PLAIN, caused_by(ConnectionRefusedError(111, "refused")), "broker_not_running"),
        (PLAIN, caused_by(socket.gaierror(-2, "unknown")), "broker_not_found"),
        (PLAIN, caused_by(TimeoutError()), "broker_silent"),
        (PLAIN, caused_by(OSError(errno.ENETUNREACH, "no net")), "broker_unreachable"),
        (PLAIN, caused_by(ConnectionResetError(104, "reset")), "broker_unreachable"),
        (TLS, caused_by(ConnectionResetError(104, "reset")), "broker_without_tls"),
        (TLS, caused_by(TimeoutError()), "secure_broker_silent"),
        (TLS, MqttError(), "secure_broker_silent"),
        (TLS, caused_by(ssl.SSLError(1, "wrong version")), "broker_without_tls"),
        (TLS, caused_by(ssl.SSLCertVerificationError(1, "bad")), "broker_not_trusted"),
        (PLAIN, MqttError(134), "broker_refuses_account"),
        (PLAIN, MqttError(5), "broker_refuses_account"),
        (BARE, MqttError(135), "broker_wants_account"),
        (PLAIN, MqttError(132), "broker_too_old"),
        (PLAIN, MqttError(1), "broker_too_old"),
        (PLAIN, MqttError(136), "broker_declines"),
        (PLAIN, MqttError(), "broker_silent"),
        (PLAIN, ConnectionError(), "broker_unreachable"),
        (WEB, caused_by(WebsocketConnectionError("no upgrade")), "broker_silent"),
    ],
)
def test_each_trouble_has_a_sentence_with_the_address(
    address: object, error: BaseException, id: str
) -> None:
    assert address in (PLAIN, BARE, TLS, WEB)
    told = connection_trouble(address, error)  # type: ignore[arg-type]
    assert told.id == f"remote.{id}"
    assert str(address) in str(told)
    assert "secret" not in str(told)


def test_the_remedy_has_the_scheme_of_the_address() -> None:
    assert "ws://NAME:PASSWORD@HOST" in str(connection_trouble(WEB, MqttError(5)))
    assert "written as wss://" in str(connection_trouble(WEB, MqttError()))
    assert "written as mqtts://" in str(connection_trouble(BARE, MqttError()))
    secure = parse_address("wss://club.example")
    assert "written as ws://" in str(connection_trouble(secure, caused_by(ssl.SSLError(1, "no"))))
