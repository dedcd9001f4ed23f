"""The wiring diagrams against the pin map."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware import pinmap, wiring_diagrams


def test_the_wiring_pictures_show_every_wire_of_the_pin_map() -> None:
    for name, harness in (
        ("cables", wiring_diagrams.cables()),
        ("prototype", wiring_diagrams.prototype()),
    ):
        shown = (wiring_diagrams.PICTURES / f"{name}.svg").read_text("utf-8")
        assert len(harness.wires) > 20
        for _, begin, end, _ in harness.wires:
            for part, pin in (begin, end):
                label = harness.pins[part][pin]
                ends = {f">{part}:{pin}:{label}<", f">{part}:{label}<"}
                assert any(text in shown for text in ends), (name, ends)


def test_another_pin_map_is_not_what_the_picture_shows(tmp_path: Path) -> None:
    source = tmp_path / "pinmap.toml"
    text = pinmap.SOURCE.read_text("utf-8")
    swapped = text.replace("SEL0 = 2 ", "SEL0 = 3 ").replace("SEL1 = 3\n", "SEL1 = 2\n")
    source.write_text(swapped, encoding="utf-8")
    harness = wiring_diagrams.prototype(source)
    assert ("select", ("Pico", 5), ("Multiplexer", "S0"), "YE") in harness.wires
    shown = (wiring_diagrams.PICTURES / "prototype.svg").read_text("utf-8")
    assert f">Pico:5:{harness.pins['Pico'][5]}<" not in shown


def test_the_prototype_ties_the_inputs_of_the_led_supply() -> None:
    wires = {(begin, end) for _, begin, end, _ in wiring_diagrams.prototype().wires}
    assert (("Pico", 32), ("Pico again", 36)) in wires
    assert (("Pico", 34), ("Pico again", 38)) in wires


def test_strips_find_their_own_row_line_on_the_same_pin() -> None:
    harness = wiring_diagrams.cables()
    own = pinmap.load().own_row_pin
    assert [harness.pins[f"Strip {strip} J1"][own] for strip in (1, 2)] == ["ROW1", "ROW2"]


def test_a_wire_to_a_pin_that_is_not_there_is_refused() -> None:
    harness = wiring_diagrams.prototype()
    with pytest.raises(ValueError, match="'Pico' has no pin 99"):
        harness.wire("any", ("Pico", 99), ("Sensors", 1))
