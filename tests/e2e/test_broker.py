"""The client at real brokers: what is retained survives them, and every trouble is told."""

from __future__ import annotations

import asyncio
import gc
import re
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from host.remote.address import BrokerAddress, parse_address
from host.remote.broker import client as client_module
from host.remote.broker.accounts import Role, new_account
from host.remote.broker.mosquitto import MosquittoProcess, write_configuration
from host.remote.broker.retaining_client import Retained
from soak.remote.brokers import RealBroker
from tests.e2e.broker_support import client
from tests.support.brokers import real_broker
from tests.support.require import require

# paho-mqtt leaves it to the garbage collector to close a socket whose TLS handshake has failed.
pytestmark = [
    pytest.mark.e2e,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:unclosed <ssl.SSLSocket:ResourceWarning"),
]

MATCH = "kamisado/1/match/m/"


@pytest.fixture(autouse=True)
def close_failed_sockets() -> Iterator[None]:
    """Have such sockets closed before the next test begins, which does not expect them."""
    yield
    gc.collect()


@pytest.mark.parametrize("how", ["address", "websocket"])
def test_what_is_retained_reaches_who_comes_later_and_outlasts_the_broker(
    each_broker: RealBroker, how: str
) -> None:
    async def play() -> None:
        async with client(getattr(each_broker, how), "black") as black:
            black.broker.retain(MATCH + "black", b"1")
            black.broker.retain(MATCH + "black", b"2")
            await black.until(lambda: black.connections > 0 and not black.broker.unacknowledged)
            async with client(each_broker.address, "white") as white:
                white.subscribe(MATCH + "+")
                await white.until_received(MATCH + "black", b"2")
                assert (MATCH + "black", b"1") not in white.received
                each_broker.kill()
                await black.until_told("remote.broker_not_running")
                black.broker.retain(MATCH + "black", b"3")
                assert black.broker.unacknowledged == {MATCH + "black"}
                each_broker.start()
                await white.until_received(MATCH + "black", b"3")
                await black.until(lambda: not black.broker.unacknowledged)
                black.broker.retain(MATCH + "black", b"")
                await white.until_received(MATCH + "black", b"")

    asyncio.run(play())


def test_a_large_message_comes_over_a_websocket(each_broker: RealBroker) -> None:
    async def play() -> None:
        large = bytes(range(256)) * 64  # Mosquitto 2.0 sends 4 kB in 0.1 s
        async with client(each_broker.websocket, "black") as black:
            black.subscribe(MATCH + "#")
            black.broker.retain(MATCH + "black", large)
            black.broker.retain(MATCH + "white", b"small")
            await black.until_received(MATCH + "black", large)
            await black.until_received(MATCH + "white", b"small")
            await black.until(lambda: not black.broker.unacknowledged)

    asyncio.run(play())


def test_an_event_loop_that_watches_no_sockets_has_a_thread_for_them(
    broker: RealBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        will = Retained(MATCH + "black/presence", b"away")
        threads = {thread.name for thread in threading.enumerate()}
        async with client(broker.address, "white") as white:
            white.subscribe(MATCH + "#")
            async with client(broker.address, "black", will) as black:
                black.broker.retain(MATCH + "black", b"1")
                await white.until_received(MATCH + "black", b"1")
                await black.until(lambda: not black.broker.unacknowledged)
                broker.kill()
                await black.until_told("remote.broker_not_running")
                black.broker.retain(MATCH + "black", b"2")
                assert black.broker.unacknowledged
                broker.start()
                await white.until_received(MATCH + "black", b"2")
                assert "broker" in {thread.name for thread in threading.enumerate()} - threads
            await white.until_received(will.topic, b"away")
        assert "broker" not in {thread.name for thread in threading.enumerate()}

    monkeypatch.setattr(client_module, "watches_sockets", lambda _: False)
    asyncio.run(play())


def test_a_client_with_the_same_id_takes_the_place_of_the_first(broker: RealBroker) -> None:
    async def play() -> None:
        async with client(broker.address, "same") as first:
            await first.until(lambda: first.connections > 0)
            async with client(broker.address, "same"):
                told = await first.until_told("remote.broker_lost")
                assert str(broker.address) in str(told)

    asyncio.run(play())


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("mqtt://127.0.0.1:1", "remote.broker_not_running"),
        ("mqtt://no-such-host.invalid", "remote.broker_not_found"),
        ("mqtts://127.0.0.1:PORT", "remote.broker_without_tls"),
        ("ws://127.0.0.1:1", "remote.broker_not_running"),
        ("wss://127.0.0.1:PORT", "remote.broker_without_tls"),
    ],
)
def test_a_broker_that_is_not_reached_is_told_once_in_a_row(
    broker: RealBroker, text: str, id: str
) -> None:
    async def play() -> None:
        address = parse_address(text.replace("PORT", str(broker.address.port)))
        async with client(address, "black") as black:
            told = await black.until_told(id)
            assert str(address) in str(told)
            black.broker.retain(MATCH + "black", b"1")
            assert len(black.troubles) == 1

    asyncio.run(play())


def test_a_certificate_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    require(shutil.which("openssl") is not None, "openssl is missing: apt install openssl")
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *(
                "-nodes",
                "-days",
                "2",
                "-subj",
                "/CN=club",
                "-addext",
                "subjectAltName=IP:127.0.0.1",
            ),
            *("-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    real = real_broker("mosquitto", tmp_path, f"certfile {certificate}", f"keyfile {key}")
    real.start()
    address = replace(real.address, has_tls=True)

    async def play(id: str | None) -> None:
        async with client(address, "black") as black:
            if id is not None:
                assert str(address) in str(await black.until_told(id))
            else:
                await black.until(lambda: black.connections > 0)

    try:
        asyncio.run(play("remote.broker_not_trusted"))
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        asyncio.run(play(None))
    finally:
        real.kill()


def test_accounts_are_asked_for_and_keep_others_from_writing(tmp_path: Path) -> None:
    real_broker("mosquitto", tmp_path)  # or the test is skipped
    accounts = {
        "table-1": new_account("table-1", "pass word", Role.BOARD),
        "wall": new_account("wall", "look", Role.VIEWER),
    }

    async def play() -> None:
        own = await MosquittoProcess.start(
            tmp_path, port=0, accounts=accounts, websocket=("127.0.0.1", 0)
        )
        host, port = own.address.host, own.address.port
        assert own.websocket is not None
        try:
            async with client(own.websocket, "nobody") as nobody:
                told = await nobody.until_told("remote.broker_wants_account")
                assert "ws://NAME" in str(told)
            async with client(own.address, "nobody") as nobody:
                await nobody.until_told("remote.broker_wants_account")
            wrong = BrokerAddress(host, port, name="wall", password="secret")
            async with client(wrong, "stranger") as stranger:
                told = await stranger.until_told("remote.broker_refuses_account")
                assert "wall@" in str(told)
                assert "secret" not in str(told)
            viewer = BrokerAddress(host, port, name="wall", password="look")
            board = BrokerAddress(host, port, name="table-1", password="pass word")
            async with client(viewer, "wall") as wall, client(board, "table") as table:
                wall.subscribe("kamisado/1/board/#")
                await wall.until(lambda: wall.connections > 0)
                wall.broker.retain("kamisado/1/board/table-1", b"forged")
                table.broker.retain("kamisado/1/board/table-2", b"forged")
                await wall.until(lambda: not wall.broker.unacknowledged)
                table.broker.retain("kamisado/1/board/table-1", b"true")
                await wall.until_received("kamisado/1/board/table-1", b"true")
                assert wall.received == [("kamisado/1/board/table-1", b"true")]
        finally:
            await own.close()

    asyncio.run(play())


def test_a_port_in_use_and_an_open_broker_without_accounts_are_refused(
    broker: RealBroker, tmp_path: Path
) -> None:
    async def start(port: int) -> None:
        await MosquittoProcess.start(tmp_path / "own", port=port)

    with pytest.raises(ValueError, match=f"A broker runs there already.* club {broker.address}"):
        asyncio.run(start(broker.address.port))

    async def start_at_another_program() -> None:
        other = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
        async with other:
            await start(other.sockets[0].getsockname()[1])

    with pytest.raises(ValueError, match="perhaps another program uses that port"):
        asyncio.run(start_at_another_program())
    with pytest.raises(ValueError, match="make an account first"):
        write_configuration(tmp_path / "open", "0.0.0.0", 1884, {})
    with pytest.raises(ValueError, match="For browsers the broker needs accounts"):
        write_configuration(tmp_path / "open", "127.0.0.1", 1884, {}, ("127.0.0.1", 9001))


@pytest.mark.skipif(sys.platform != "linux", reason="uses a second address of the loopback")
def test_for_browsers_it_listens_at_the_address_that_was_asked_for(tmp_path: Path) -> None:
    real_broker("mosquitto", tmp_path)  # or the test is skipped
    accounts = {"anna": new_account("anna", "long enough", Role.PLAYER)}

    async def play() -> None:
        own = await MosquittoProcess.start(
            tmp_path, port=0, accounts=accounts, websocket=("localhost", 0)
        )
        try:
            assert own.websocket is not None
            anna = replace(own.websocket, name="anna", password="long enough")
            async with client(anna, "anna") as reached:
                await reached.until(lambda: reached.connections > 0)
            # A socket that listens at all addresses would take this one as well.
            socket.create_server(("127.0.0.2", own.websocket.port)).close()
        finally:
            await own.close()

    asyncio.run(play())


def has_ipv6() -> bool:
    """Return whether this computer has the address ::1, which many containers lack."""
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


@pytest.mark.skipif(not has_ipv6(), reason="this computer has no IPv6")
def test_mosquitto_listens_at_an_ipv6_address(tmp_path: Path) -> None:
    real_broker("mosquitto", tmp_path)  # or the test is skipped

    async def play() -> None:
        own = await MosquittoProcess.start(tmp_path, host="::1", port=0)
        try:
            async with client(own.address, "one") as one:
                one.subscribe(MATCH + "black")
                one.broker.retain(MATCH + "black", b"1")
                await one.until_received(MATCH + "black", b"1")
        finally:
            await own.close()

    asyncio.run(play())


def test_what_mosquitto_retains_is_there_after_its_next_start(tmp_path: Path) -> None:
    real_broker("mosquitto", tmp_path)  # or the test is skipped

    async def play() -> None:
        for written in (b"kept", None):
            own = await MosquittoProcess.start(tmp_path, port=0)
            async with client(own.address, "one") as one:
                one.subscribe(MATCH + "black")
                if written is not None:
                    one.broker.retain(MATCH + "black", written)
                await one.until_received(MATCH + "black", b"kept")
            await own.close()
            await own.wait()

    asyncio.run(play())


def test_the_command_keeps_accounts_and_leaves_no_broker_behind(tmp_path: Path) -> None:
    real_broker("mosquitto", tmp_path)  # or the test is skipped
    command = [sys.executable, "-m", "host", "broker"]
    folder = ["--folder", str(tmp_path / "broker")]

    def call(*words: str, line: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*command, *words, *folder], input=line, text=True, capture_output=True, check=False
        )

    assert "No accounts" in call("list").stdout
    open_one = call("run", "--listen", "0.0.0.0:0")
    assert (open_one.returncode, "make an account first" in open_one.stderr) == (2, True)
    for_pages = call("run", "--listen", "127.0.0.1:0", "--websocket", "127.0.0.1:0")
    assert (for_pages.returncode, "any web page" in for_pages.stderr) == (2, True)
    assert "at least 8 characters" in call("add", "anna", line="short\n").stderr
    assert call("add", "anna", line="long enough\n").returncode == 0
    assert call("add", "table", "--role", "board", line="long enough\n").returncode == 0
    assert call("list").stdout.split() == ["anna", "player", "table", "board"]
    assert "long enough" not in "".join(
        file.read_text() for file in (tmp_path / "broker").iterdir()
    )
    assert call("remove", "table").returncode == 0
    assert "no account 'table'" in call("remove", "table").stderr

    running = subprocess.Popen(
        [*command, "run", "--listen", "127.0.0.1:0", "--websocket", "127.0.0.1:0", *folder],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert running.stdout is not None
        said = running.stdout.readline()
        found = re.search(r"mqtt://127\.0\.0\.1:(\d+), for browsers at (ws://\S+)", said)
        assert found is not None
        address = replace(parse_address(found[2]), name="anna", password="long enough")

        async def play() -> None:
            async with client(address, "anna") as anna:
                await anna.until(lambda: anna.connections > 0)
                running.kill()
                await anna.until_told("remote.broker_not_running")

        asyncio.run(play())
    finally:
        running.kill()
        running.communicate()


def test_two_listeners_at_one_address_are_refused(tmp_path: Path) -> None:
    real_broker("mosquitto", tmp_path)  # or the test is skipped
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

    async def start() -> None:
        await MosquittoProcess.start(tmp_path, port=port, websocket=("127.0.0.1", port))

    with pytest.raises(ValueError, match=rf"did not start at ws://127\.0\.0\.1:{port} \(Address"):
        asyncio.run(start())
