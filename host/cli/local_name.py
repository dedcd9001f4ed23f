"""Name of this computer in the local network, `kamisado.local`, announced by multicast DNS.

The package `zeroconf` does it, if it is installed (the extra `appliance`).
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import socket
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

NAME = "kamisado"
MOST_BOARDS = 9
"""Boards in one network, of which each has a name of its own."""
LOOK_MS = 700
"""Time for another board to answer to its name; three queries of multicast DNS."""
SERVICE = "_http._tcp.local."


@contextlib.asynccontextmanager
async def announced(address: str, port: int, interfaces: str | None = None) -> AsyncIterator[str]:
    """Announce a name for an address until the block ends; yields the name.

    The second board in a network is `kamisado-2.local`, and so on.

    Args:
        address: of this computer in its network, IPv4.
        port: of the page.
        interfaces: address of the interface to use; None for all.

    Yields:
        "" if it cannot be announced: `zeroconf` is not installed, or there is no network.
    """
    try:
        await asyncio.to_thread(importlib.import_module, "zeroconf.asyncio")  # it takes a while
        from zeroconf import Error, InterfaceChoice
        from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf
    except ImportError:
        yield ""
        return
    chosen = InterfaceChoice.All if interfaces is None else [interfaces]
    async with contextlib.AsyncExitStack() as stack:
        name = ""
        with contextlib.suppress(OSError, Error):
            network = AsyncZeroconf(interfaces=chosen)
            stack.push_async_callback(network.async_close)
            free = await _free_name(network, address)
            info = AsyncServiceInfo(
                SERVICE,
                f"{free}.{SERVICE}",
                addresses=[socket.inet_aton(address)],
                port=port,
                properties={"path": "/"},
                server=f"{free}.local.",
            )
            await network.async_register_service(info, allow_name_change=True)
            name = f"{free}.local"
        yield name


async def _free_name(network: AsyncZeroconf, address: str) -> str:
    """Return the first name that no other computer answers to."""
    # Offered by the package, but missing in its __all__.
    resolver_of = vars(importlib.import_module("zeroconf"))["AddressResolverIPv4"]
    for number in range(1, MOST_BOARDS):
        name = NAME if number == 1 else f"{NAME}-{number}"
        resolver = resolver_of(f"{name}.local.")
        answered = await resolver.async_request(network.zeroconf, LOOK_MS)
        if not answered or address in resolver.parsed_addresses():
            return name
    return f"{NAME}-{MOST_BOARDS}"
