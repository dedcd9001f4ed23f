"""Values of parts as ngspice gets them, and circuits that it does not understand."""

from __future__ import annotations

import pytest

from hardware.electronics.checks import spice

_DIVIDER = """* divider
V1 a 0 2
R1 a b 1k
R2 b 0 1k
.tran 1u 10u
.control
run
meas tran middle find v({node}) at=5u
quit
.endc
.end
"""


@pytest.mark.parametrize(
    ("text", "value"), [("4k7", 4700), ("100R", 100), ("10n", 1e-8), ("22u", 2.2e-5), ("1k", 1e3)]
)
def test_values_are_read_as_people_write_them(text: str, value: float) -> None:
    assert spice.value_of(text) == pytest.approx(value)


def test_a_value_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="'WS2812B'"):
        spice.value_of("WS2812B")


@pytest.mark.usefixtures("spice")
def test_a_measurement_that_is_missing_is_told_with_what_ngspice_says() -> None:
    assert spice.measure(_DIVIDER.format(node="b"), ("middle",)) == pytest.approx((1.0,))
    with pytest.raises(spice.SpiceError, match=r"(?s)did not measure 'middle'.*v\(c\)"):
        spice.measure(_DIVIDER.format(node="c"), ("middle",))
