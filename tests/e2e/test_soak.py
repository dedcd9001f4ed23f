"""Modelled hands at the simulated board: a few rounds of what `kamisado soak` does for hours."""

from __future__ import annotations

import pytest

from host.storage.trace_codec import decode
from host.storage.trace_player import first_difference, play_back
from simulator.device.interpreter import find_micropython
from soak.full_stack import parse_faults, play_full
from tests.support.require import require

pytestmark = pytest.mark.e2e


@pytest.fixture(autouse=True)
def _fast_enough() -> None:
    require(find_micropython() is not None, "there is no MicroPython here: CPython takes minutes")


@pytest.mark.parametrize(("seed", "faults"), [("1/1", "none"), ("4/0", "noise,stuck,reset")])
def test_a_match_by_clumsy_hands_is_stored_as_it_was_meant(seed: str, faults: str) -> None:
    played = play_full(seed, parse_faults(faults))
    assert not played.failure, "\n".join([played.failure, *played.actions])
    assert played.rounds >= 1
    trace = decode("".join(played.trace))
    assert trace.recognised
    assert first_difference(trace, play_back(trace)) is None


def test_the_same_seed_gives_the_same_match_to_the_millisecond() -> None:
    faults = parse_faults("all")
    one, other = (play_full("2/0", faults) for _ in range(2))
    assert one.trace == other.trace
    assert one.counts == other.counts
    assert one.failure == other.failure
