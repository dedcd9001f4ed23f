"""Chain of 74HC165, driven edge by edge."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

_PATH = Path(__file__).parents[5] / "simulator/circuitpython/circuit/shift_register.py"


@pytest.fixture
def module() -> ModuleType:
    """Load the module, which lies outside of any package."""
    spec = importlib.util.spec_from_file_location("shift_register", _PATH)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def test_inputs_come_out_from_h_of_the_nearest_register_on_and_then_the_ground(
    module: ModuleType,
) -> None:
    inputs = [True, False, False, True, False, True, True, False] + [False] + [True] * 7
    chain = module.Chain([False] * 16, lambda: list(inputs))
    assert chain.read() is False, "it was never loaded"
    chain.set_latch(False)
    chain.set_clock(True)
    chain.set_clock(False)
    assert chain.read() is True, "it follows its input H while SH/LD is low"
    chain.set_latch(True)
    frozen, inputs = inputs, [False] * 16
    bits = []
    for _ in range(18):
        bits.append(chain.read())
        chain.set_clock(True)
        chain.set_clock(True)
        chain.set_clock(False)
    assert bits == [*frozen, False, False]
