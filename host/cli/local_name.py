"""Name of this computer in the local network, `kamisado.local`, announced by multicast DNS.

The package `zeroconf` does it, if it is installed (the extra `appliance`).
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import socket
from collections.abc import AsyncIterator

NAMES = ("kamisado", *(f"kamisado-{number}" for number in range(2, 10)))
"""Each board in a network takes the first that no other has."""
SERVICE = "_http._tcp.local."


@contextlib.asynccontextmanager
async def announced(address: str, port: int, interface: str | None = None) -> AsyncIterator[str]:
    """Announce a name for an address until the block ends; yields the name.

    Args:
        address: of this computer in its network, IPv4.
        port: of the page.
        interface: address of the only network interface to use; None for all.

    Yields:
        "" if it cannot be announced: `zeroconf` is not installed, there is no network, or all
        names are taken.
    """
    try:
        await asyncio.to_thread(importlib.import_module, "zeroconf.asyncio")  # it takes a while
    except ImportError:
        yield ""
        return
    from zeroconf import Error, InterfaceChoice, NonUniqueNameException
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

    async with contextlib.AsyncExitStack() as stack:
        found = ""
        with contextlib.suppress(OSError, Error):
            network = AsyncZeroconf(InterfaceChoice.All if interface is None else [interface])
            stack.push_async_callback(network.async_close)
            for name in NAMES:
                service = AsyncServiceInfo(
                    SERVICE,
                    f"{name}.{SERVICE}",
                    addresses=[socket.inet_aton(address)],
                    port=port,
                    properties={"path": "/"},
                    server=f"{name}.local.",
                )
                with contextlib.suppress(NonUniqueNameException):
                    await (await network.async_register_service(service))
                    found = f"{name}.local"
                    break
        yield found
