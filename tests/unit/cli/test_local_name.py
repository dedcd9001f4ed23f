"""The name in the local network, asked for as another computer does; on the loopback only."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import sys

import pytest

from host.cli.local_name import SERVICE, announced
from tests.support.require import require

LOOPBACKS = ("127.0.0.1", "127.0.0.2", "127.0.0.3")
"""One for each computer: of several sockets with one address any may get what is sent to it."""
PORT = 8765


@pytest.mark.slow  # multicast DNS waits for others to answer
def test_each_board_in_a_network_has_a_name_that_leads_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = importlib.util.find_spec("zeroconf") is not None
    require(found, "zeroconf is not installed: the extra `appliance` has it")
    import zeroconf.asyncio

    # Other programs on this machine may announce boards meanwhile.
    names = tuple(f"kamisado-test-{os.getpid()}-{number}" for number in (1, 2))
    monkeypatch.setattr("host.cli.local_name.NAMES", names)

    async def story() -> None:
        async with (
            announced("192.0.2.7", PORT, LOOPBACKS[0]) as first,
            announced("192.0.2.8", PORT, LOOPBACKS[1]) as second,
        ):
            assert (first, second) == (f"{names[0]}.local", f"{names[1]}.local")
            resolver_of = vars(zeroconf)["AddressResolverIPv4"]
            network = zeroconf.asyncio.AsyncZeroconf(interfaces=[LOOPBACKS[2]])
            for name, address in ((first, "192.0.2.7"), (second, "192.0.2.8")):
                resolver = resolver_of(f"{name}.")
                assert await resolver.async_request(network.zeroconf, 3000)
                assert resolver.parsed_addresses() == [address]
                service = f"{name.removesuffix('.local')}.{SERVICE}"
                found = await network.async_get_service_info(SERVICE, service, 3000)
                assert found is not None
                assert (found.parsed_addresses(), found.port) == ([address], PORT)
            await network.async_close()

    asyncio.run(story())


def test_without_zeroconf_there_is_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zeroconf.asyncio", None)

    async def story() -> str:
        async with announced("192.0.2.7", PORT, LOOPBACKS[0]) as name:
            return name

    assert asyncio.run(story()) == ""
