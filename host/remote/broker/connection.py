"""Connections of aiomqtt, mended where they fail late, loudly or stay open.

aiomqtt 2.5 notices the end of a connection only once the broker has answered; has the event loop
watch sockets that may be closed by then; and leaves the socket of an unanswered connection open.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import aiomqtt


def mend(connection: aiomqtt.Client) -> None:
    """Mend a new connection; call it in its event loop."""
    import aiomqtt

    loop = asyncio.get_running_loop()
    paho, inform = connection._client, connection._on_disconnect

    def on_disconnect(*arguments: Any) -> None:
        inform(*arguments)
        if connection._disconnected.done() and not connection._disconnected.cancelled():
            connection._disconnected.exception()  # or asyncio reports that nobody has asked for it
        if not connection._connected.done():
            connection._connected.set_exception(aiomqtt.MqttError("ended before it was answered"))

    def write() -> None:
        try:
            paho.loop_write()
        except Exception as error:  # as aiomqtt: the connection is broken
            if not connection._disconnected.done():
                connection._disconnected.set_exception(error)

    def watch(wanted: Any) -> None:
        if wanted.fileno() >= 0 and paho.socket() == wanted:
            loop.add_writer(wanted.fileno(), write)

    # From the thread that connects, as well as from the event loop.
    def on_register_write(_client: object, _userdata: object, wanted: Any) -> None:
        loop.call_soon_threadsafe(watch, wanted)

    def on_unregister_write(_client: object, _userdata: object, unwanted: Any) -> None:
        if unwanted.fileno() >= 0:
            loop.remove_writer(unwanted.fileno())

    paho.on_disconnect = on_disconnect
    paho.on_socket_register_write = on_register_write
    paho.on_socket_unregister_write = on_unregister_write


def close(connection: aiomqtt.Client) -> None:
    """Close the socket of a connection that was not answered: aiomqtt leaves it open."""
    paho = connection._client
    open_socket = paho.socket()
    if isinstance(open_socket, socket.socket):
        with contextlib.suppress(OSError):
            open_socket.shutdown(socket.SHUT_RDWR)
        paho.loop_read()  # finds that it has ended, and closes it
    if connection._connected.done() and not connection._connected.cancelled():
        connection._connected.exception()
