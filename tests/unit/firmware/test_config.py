"""Build configuration, compared with hardware/pinmap.toml and hardware/README.md."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import board_definitions
import pytest

from host import VERSION
from host.link.wire import PROTOCOL
from kamiboard import config
from kamiboard.calibrator import FELT

HARDWARE = Path(__file__).parents[3] / "hardware"
PINMAP: dict[str, dict[str, Any]] = tomllib.loads((HARDWARE / "pinmap.toml").read_text("utf-8"))
README = (HARDWARE / "README.md").read_text("utf-8")


def table(heading: str) -> list[list[str]]:
    """Return the first table under a heading of hardware/README.md, header row included."""
    section = README.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    rows = [line for line in section.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return [row for row in cells if not set("".join(row)) <= {"-"}]


def test_the_firmware_has_every_signal_of_the_pin_map_on_the_same_gpio() -> None:
    assert {name: f"GP{gpio}" for name, gpio in PINMAP["signals"].items()} == config.PINS


def test_firmware_and_host_have_one_version_and_one_protocol() -> None:
    assert config.FIRMWARE_VERSION == VERSION
    assert (config.PROTOCOL_MAJOR, config.PROTOCOL_MINOR) == PROTOCOL


def test_no_gpio_is_used_twice_and_analogue_signals_are_on_adc_pins() -> None:
    gpios = list(PINMAP["signals"].values())
    assert len(set(gpios)) == len(gpios)
    for name in ("ADC_AOUT", "VLED_MON", "EXT_DET"):
        assert PINMAP["signals"][name] in (26, 27, 28)


def test_the_feather_has_every_signal_but_the_buttons_and_none_twice() -> None:
    feather = PINMAP["feather_rp2040"]
    assert set(PINMAP["signals"]) - set(feather) == {"BTN1", "BTN2", "BTN3"}
    assert len(set(feather.values())) == len(feather)


def test_the_multiplexer_s_channels_agree() -> None:
    multiplexer = PINMAP["multiplexer"]
    assert tuple(multiplexer["column_channel"]) == config.COLUMN_CHANNEL
    assert multiplexer["reference"] == config.REFERENCE_CHANNEL
    assert multiplexer["ground"] == config.GROUND_CHANNEL
    assert multiplexer["supply"] == config.SUPPLY_CHANNEL
    used = [*multiplexer["column_channel"], 13, 14, 15]
    assert len(set(used)) == len(used)
    assert set(used) <= set(range(16))


def test_the_ribbon_carries_the_select_and_row_lines_in_the_firmware_s_order() -> None:
    pins = PINMAP["ribbon"]["pins"]
    assert len(pins) == 20
    assert [config.PINS[net] for net in pins[4:8]] == config.SELECT_PINS
    first = PINMAP["ribbon"]["own_row_pin"] - 1
    rows = [config.PINS[net] for net in pins[first : first + 9]]
    assert rows[: config.RANKS] == config.ROW_PINS


def test_every_strip_finds_its_own_row_line_after_the_ribbon_was_turned() -> None:
    pins = PINMAP["ribbon"]["pins"]
    own = PINMAP["ribbon"]["own_row_pin"] - 1
    for strip in range(1, 10):
        assert pins[own] == f"ROW{strip}"
        pins = [*pins[:own], *pins[own + 1 : 19], "unconnected", pins[19]]


def test_the_pixels_run_as_the_pin_map_says() -> None:
    assert PINMAP["pixels"] == {"serpentine": config.SERPENTINE, "colours": config.PIXEL_COLOURS}


def test_the_page_s_pin_table_is_the_pin_map() -> None:
    rows = table("Pins")[1:]
    said = {signal: gpio for row in rows for gpio, signal in zip(row[::2], row[1::2], strict=True)}
    assert said == config.PINS


def test_the_page_s_ribbon_table_is_the_pin_map() -> None:
    rows = table("Ribbon")[1:]
    said = {int(pin): net for row in rows for pin, net in zip(row[::2], row[1::2], strict=True)}
    assert [said[pin] for pin in range(1, 21)] == PINMAP["ribbon"]["pins"]


def test_the_page_s_channels_are_the_pin_map() -> None:
    said = {row[0]: row[1] for row in table("A strip's multiplexer")[1:]}
    assert said["columns 0 to 8"] == ", ".join(str(channel) for channel in config.COLUMN_CHANNEL)
    assert said["sensors' supply"] == str(config.SUPPLY_CHANNEL)
    assert said["strip's ground"] == str(config.GROUND_CHANNEL)
    assert said["reference: half the sensors' supply"] == str(config.REFERENCE_CHANNEL)


def test_the_page_s_thresholds_are_the_firmware_s() -> None:
    said = {row[0]: float(row[1]) for row in table("Numbers behind the firmware's thresholds")[1:]}
    (on_mt,) = (
        mt for what, mt in said.items() if what.startswith("not calibrated: threshold *on*")
    )
    assert config.counts_from_mt(on_mt) == config.ON_LEVEL
    assert config.counts_from_mt(said["not calibrated: threshold *off*"]) == config.OFF_LEVEL
    zero_mt = said["largest zero of a sensor, with its strip's reference"]
    assert config.counts_from_mt(zero_mt) < FELT, "else nobody could begin to calibrate"
    on_mt = said["tower 10.7 mm off-centre: the threshold *on*"]
    off_mt = said["threshold *off*"]
    tower_mt = said["tower in the middle of its square"]
    assert on_mt == pytest.approx(tower_mt * config.ON_SHARE / 1000, abs=0.05)
    assert off_mt == pytest.approx(on_mt * config.OFF_SHARE / 1000, abs=0.05)
    worst_mt = said["worst empty square: eight neighbours of one side, all pushed towards it"]
    assert worst_mt < off_mt < on_mt < said["tower 8 mm off-centre"]


def test_counts_are_those_of_a_16_bit_input_at_3300_mv() -> None:
    assert config.counts_from_mv(3300) == 65535
    assert config.counts_from_mt(110) == 65535
    assert config.counts_from_mt(1) == 596


def test_light_controller_and_sensors_stay_within_a_usb_port() -> None:
    controller_ma, sensors_ma = 35, 62  # hardware: the most, with one row's sensors powered
    assert config.CURRENT_LIMIT_MA + controller_ma + sensors_ma <= 500


@pytest.mark.parametrize(("files", "ranks"), [(8, 8), (9, 9), (5, 5)])
def test_every_cell_has_a_pixel_of_its_own(files: int, ranks: int) -> None:
    for serpentine in (False, True):
        order = config.pixel_order(files, ranks, serpentine)
        assert sorted(order) == list(range(files * ranks))


def test_the_chain_runs_rank_by_rank_or_to_and_fro() -> None:
    assert list(config.pixel_order(3, 2, False)) == [0, 1, 2, 3, 4, 5]
    assert list(config.pixel_order(3, 2, True)) == [0, 1, 2, 5, 4, 3]


def configured(written: str, wanted: str) -> dict[str, Any]:
    """Return the names of a configuration with one line changed."""
    text = (HARDWARE.parent / "firmware/kamiboard/config.py").read_text("utf-8")
    assert f"\n{written}\n" in text
    names: dict[str, Any] = {}
    exec(compile(text.replace(f"\n{written}\n", f"\n{wanted}\n"), "config.py", "exec"), names)
    return names


@pytest.mark.parametrize("build", ["quarters", "switches"])
def test_the_other_builds_have_the_signals_of_the_pin_map_on_the_same_gpio(build: str) -> None:
    names = configured('BUILD = "strips"', f'BUILD = "{build}"')
    told = PINMAP[build]
    gpios = {signal: gpio_of(told["controller"], pin) for signal, pin in names["PINS"].items()}
    assert gpios == told["signals"]
    assert names["ROW_PINS"] == []
    assert len(names["SELECT_PINS"]) == len(names["QUARTER_PINS"]) == 4 * (build == "quarters")
    assert all(gpios[name] in range(26, 30) for name in gpios if name.startswith("ADC"))
    assert (names["CAPABILITIES"] == "ahead+leds") is (build == "switches")


def gpio_of(controller: str, pin: str) -> int:
    """Return the GPIO of a pin by CircuitPython's own definition of the board."""
    stub = Path(next(iter(board_definitions.__path__)), controller, "__init__.pyi")
    found = re.search(rf"^{pin}: microcontroller.Pin  # GPIO(\d+)$", stub.read_text(), re.M)
    assert found, f"{controller} has no pin {pin!r}"
    return int(found[1])


def test_another_size_is_one_line() -> None:
    names = configured("FILES, RANKS = 8, 8", "FILES, RANKS = 9, 9")
    assert names["ROW_PINS"] == [f"GP{gpio}" for gpio in range(6, 15)]
    assert len(names["COLUMN_CHANNEL"]) == 9
