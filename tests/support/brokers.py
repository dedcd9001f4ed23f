"""Real brokers for tests; a test is skipped where one is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from soak.remote.brokers import RealBroker, broker_program
from tests.support.require import require


def real_broker(kind: str, folder: Path, *lines: str) -> RealBroker:
    """Return a broker that can be killed and started again; it does not run yet."""
    require(broker_program(kind) is not None, f"{kind} is missing: .ci/provision tools")
    return RealBroker(kind, folder, *lines)


@contextmanager
def running_broker(kind: str, folder: Path, *lines: str) -> Iterator[RealBroker]:
    """Run a broker that can be killed and started again."""
    broker = real_broker(kind, folder, *lines)
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()
