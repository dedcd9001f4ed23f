"""A position of stones with a capture."""

from __future__ import annotations

from tests.support.snapshots import SnapshotHand


def pincer() -> SnapshotHand:
    """White's a1 to a5 takes Black's b5 against c5; Black has three stones besides."""
    return SnapshotHand("s1s4s1/9/9/9/1sS6/9/9/9/S8 w 0", game="hasami")
