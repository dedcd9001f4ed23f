"""The guide: sentences that it quotes, pictures and symbols."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from hardware import field_margin
from hardware.mechanics.design import symbols
from hardware.mechanics.design.dimensions import load
from hardware.mechanics.design.printed_parts import overlay_tiles
from hardware.mechanics.fabrication import cut_sheets, fasteners
from hardware.mechanics.mesh import connectors
from hardware.paths import HARDWARE, ROOT
from host.engine.kamisado.board import COLOURS, SQUARE_COLOURS
from host.link.discover import explain_absence
from host.maintenance import diagnosis, installer, tower_check
from host.maintenance.diagnosis import Wiring
from host.maintenance.drive import SUPPORTED, read_drive
from kamiboard import config
from kamiboard.sensing.scan_strips import StripScanner
from simulator.board.magnetic_field import field_mt
from simulator.board.reference_build import NOISE_MT, SENSOR_MM
from tests.support.require import require

GUIDE = (HARDWARE / "GUIDE.md").read_text("utf-8")
WIRING = Wiring(8, 8, "1" * 8)
ONS = [3.5] * 64
C2 = 10


def levels(mt: float) -> list[float]:
    """Return the fields of all squares if only c2 has one."""
    return [mt if cell == C2 else 0.0 for cell in range(64)]


def at(cell: int) -> list[float]:
    """Return the fields of all squares for a tower whose field arrives at this cell."""
    return [35.0 if other == cell else 0.0 for other in range(64)]


def sentences() -> list[str]:
    """Return the sentences of the programs for the faults in the guide."""
    jumping = [levels(mt) for mt in (-1.2, 1.2)]
    standing = "".join("n" if cell == C2 else "." for cell in range(64))
    dark = {"red": range(24, 32), "blue": range(24, 32)}
    lone = {"red": [C2], "blue": [C2]}
    row_3, row_4, file_b, file_c = 16, 24, 1, C2 - 8
    found = [
        *tower_check.check_placements(WIRING, {row_3: at(row_4), row_4: at(row_3)}),
        *tower_check.check_placements(WIRING, {file_b: at(file_c), file_c: at(file_b)}),
        *tower_check.check_placements(WIRING, {C2: levels(0.4)}),
        *tower_check.check_sweep(WIRING, [-35.0 if cell == C2 else 35.0 for cell in range(64)]),
        *tower_check.check_sweep(WIRING, [12.0] * 64),
        *tower_check.check_calibration(WIRING, "xxu" + "x" * 61),
        *diagnosis.check_parts(Wiring(8, 8, "11101111")),
        *diagnosis.check_parts(Wiring(8, 8, "10111111")),
        *diagnosis.check_empty_board(WIRING, [levels(9.0)], ONS),
        *diagnosis.check_empty_board(WIRING, jumping, ONS),
        *diagnosis.check_leds(WIRING, dark),
        *diagnosis.check_leds(WIRING, lone),
        *diagnosis.check_levels(WIRING, standing, levels(5.0), ONS),
        *diagnosis.check_diagnostics({"lines_bad": "12"}, "9c0e", None, 3),
    ]
    return [finding.sentence for finding in found] + [str(explain_absence([]))]


@pytest.mark.parametrize("sentence", sentences())
def test_the_guide_quotes_what_the_programs_say(sentence: str) -> None:
    assert sentence in GUIDE


def test_the_guide_counts_the_files_that_are_copied_to_the_board(tmp_path: Path) -> None:
    (tmp_path / "boot_out.txt").write_text(
        "Adafruit CircuitPython 10.0.3 on 2025-10-17; Raspberry Pi Pico with rp2040\n"
        "Board ID:raspberry_pi_pico\n"
    )
    libraries = installer.neopixel_library()
    require(bool(libraries), "adafruit-circuitpython-neopixel is missing")
    plan = installer.plan_for(read_drive(tmp_path), installer.firmware_files(), libraries)
    assert f"{len(plan.write)} files written and read back, 0 were there" in GUIDE


def test_every_picture_is_shown_in_the_guide_and_every_shown_one_is_there() -> None:
    shown = set(re.findall(r"\]\(pictures/([\w.]+)\)", GUIDE))
    assert shown == {path.name for path in (HARDWARE / "pictures").iterdir()}


def test_the_guide_names_the_symbols_as_they_are_drawn() -> None:
    assert sorted(symbols.colours()) == sorted(COLOURS)
    names = re.search(r"\*\*Caps\.\*\* (.*?) \|", GUIDE)
    assert names is not None
    assert [pair.split()[1] for pair in names[1].split(", ")] == symbols.colours()


def test_the_page_without_sight_names_the_signs_as_they_are_felt() -> None:
    page = (ROOT / "docs" / "without-sight.md").read_text("utf-8")
    rows = re.findall(r"^\| (\w+) \| (\w+) \| (.+) \|$", page, re.M)[1:]
    names = re.search(r"\*\*Caps\.\*\* (.*?) \|", GUIDE)
    assert names is not None
    told = [" ".join(row[:2]) for row in rows]
    assert told == [pair.lower() for pair in names[1].split(", ")]
    lines = [colour for _, colour, felt in rows if felt.startswith("a line")]
    assert lines == list(symbols.OPEN_SYMBOLS)
    sizes = load(8)
    assert f"{sizes.tower.symbol_height:g} mm high" in page
    assert f"ridges of {sizes.overlay.height:g} mm" in page


def test_the_guide_gives_the_field_of_a_tower_on_a_ridge() -> None:
    raised = field_mt(field_margin.PUSHED_MM, SENSOR_MM + field_margin.RIDGE_MM)
    assert f"the sensor still has {raised:.0f} mT" in GUIDE
    assert f"lift it by {load(8).overlay.height:g} mm" in GUIDE
    for name in overlay_tiles(load(8)):
        assert f"`{name}`" in GUIDE


def test_the_filament_is_changed_where_the_symbol_begins() -> None:
    assert f"change the filament at {load(8).tower.cap_height:g} mm" in GUIDE


def test_the_guide_gives_the_sizes_of_the_sheets() -> None:
    for squares, text in ((8, "the base {}"), (9, "(9x9: {})")):
        west, south, east, north = cut_sheets.base(load(squares)).box()
        assert text.format(f"{east - west:.0f} x {north - south:.0f}").strip(")") in GUIDE
        side = load(squares).diffuser_side
        assert f"{side:.0f} x {side:.0f}" in GUIDE


def test_the_guide_names_every_kind_of_screw_with_its_length() -> None:
    for joint in fasteners.joints(load(8)):
        for screw in joint.screws:
            assert f"M3 x {screw.length:g}" in GUIDE, joint.use
    assert "spacer (5 mm, without a thread)" in GUIDE
    assert load(8).standoff == 5


def test_what_a_link_calls_a_section_or_step_is_where_it_leads() -> None:
    """A section has its number in its heading or in that above, a step in a list or a table."""
    sections = {}
    for page in ("GUIDE.md", "ORDERING.md"):
        text = (HARDWARE / page).read_text("utf-8")
        number = ""
        for level, heading, body in re.findall(r"^(##+) (.*)\n((?:(?!##).*\n?)*)", text, re.M):
            number = heading[0] if level == "##" else number
            slug = re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-")
            sections[page, slug] = number, body
    told = 0
    link = r"\[([^\[\]]*)\]\((GUIDE\.md|ORDERING\.md|)#([\w-]+)\)([^.|\n]{0,9})"
    for page in ("GUIDE.md", "ORDERING.md"):
        text = (HARDWARE / page).read_text("utf-8")
        for name, other, anchor, behind in re.findall(link, text):
            assert (other or page, anchor) in sections, name
            number, body = sections[other or page, anchor]
            for section in re.findall(r"section (\d)", name):
                assert section == number, name
                told += 1
            for step in re.findall(r"steps? (\d)", name + behind):
                assert re.search(rf"^(\||.*\|)? ?{step}(\. | \|)", body, re.M), name
                told += 1
    assert told > 8


def test_the_guide_gives_each_mount_its_inserts() -> None:
    counts = {"one": 1, "two": 2}
    told = re.findall(r"`(mount_screw\w*)` (?:has )?(one|two) (?:above )?and (one|two)", GUIDE)
    assert {name: counts[top] + counts[low] for name, top, low in told} == {
        name: count for name, count in fasteners.MOUNT_INSERTS.items() if "screw" in name
    }


@pytest.mark.parametrize("squares", [8, 9])
def test_the_guide_puts_mounts_and_cables_where_the_parts_have_them(squares: int) -> None:
    sizes = load(squares)
    kinds: dict[str, set[tuple[int, float]]] = {}
    for name, (x, y), _ in sizes.mounts():
        for word in name.split("_"):
            kinds.setdefault(word, set()).add((sizes.hole_along.index(x), y / sizes.pitch))
    assert "those with pegs in the two inner columns" in GUIDE
    assert {column for column, _ in kinds["peg"]} == {1, 2}
    assert "the short ones (*edge*) at White's and Black's edge" in GUIDE
    assert {ranks for _, ranks in kinds["edge"]} == {0, squares}
    assert "the two with tunnels in the left columns between ranks 4 and 5" in GUIDE
    assert kinds["tunnel"] == {(0, 4), (1, 4)}
    middle = connectors.on_strip(sizes, 0)["J1"].middle[0]
    assert f"is {middle + sizes.frame_gap:.0f} mm from the inner face of the frame" in GUIDE
    assert f"below file {'abcdefghi'[int(middle / sizes.pitch)]}" in GUIDE
    assert f"{sizes.power[0] - 10 + sizes.frame_gap:.0f} mm from the frame" in GUIDE


def test_the_film_lies_with_its_colours_where_the_game_has_them() -> None:
    assert "a brown square is at a1 and at h8" in GUIDE
    assert COLOURS[SQUARE_COLOURS[0]] == COLOURS[SQUARE_COLOURS[63]] == "brown"
    assert COLOURS[SQUARE_COLOURS[7]] != "brown"


def test_every_cable_is_connected_with_the_plug_out() -> None:
    """Sections that connect or disconnect something say to pull the plug first."""
    sections = dict(re.findall(r"^##+ ([^\n]*)\n(.*?)(?=^##)", GUIDE, re.M | re.S))
    for begin in ("4. Solder", "5. First", "6. The computer", "7. Put", "One square", "Try it"):
        (text,) = (text for name, text in sections.items() if name.startswith(begin))
        words = r"[Pp]ull the (USB )?plug|while USB or a supply|plug is out|plug out"
        assert re.search(words, text), begin


def test_the_guide_names_the_line_of_the_configuration_for_9x9() -> None:
    line = "FILES, RANKS = 8, 8"
    assert f"`{line}`" in GUIDE
    assert f"\n{line}\n" in (ROOT / "firmware" / "kamiboard" / "config.py").read_text("utf-8")


def test_the_guide_names_the_drives_and_files_of_both_boards() -> None:
    for board, drive in (("raspberry_pi_pico", "RPI-RP2"), ("raspberry_pi_pico2", "RP2350")):
        assert f"`adafruit-circuitpython-{board}-en_US-10.x.x.uf2` | {drive} |" in GUIDE
    assert 10 in SUPPORTED


CHIP = (ROOT / "simulator" / "circuitpython" / "chip.py").read_text("utf-8")
COST_US = {name: int(ns) / 1000 for name, ns in re.findall(r"^([A-Z_]+) = (\d+)\b", CHIP, re.M)}
"""Times of a pin, a conversion and a step, as the simulator counts them."""


class Clock:
    """The time of a scan: every call takes what it costs on the chip."""

    def __init__(self) -> None:
        self.us = 0.0

    def delay_us(self, us: int) -> None:
        """Wait."""
        self.us += us


class Pin:
    """An output or the analogue input of a scan; counts the time for which it is low."""

    def __init__(self, clock: Clock, cost: str) -> None:
        self._clock = clock
        self._cost = COST_US[cost]
        self._low_since = 0.0
        self._value = 1
        self.low_us = 0.0

    @property
    def value(self) -> int:
        """The level."""
        self._clock.us += self._cost
        return self._value

    @value.setter
    def value(self, value: int) -> None:
        self._clock.us += self._cost
        if self._value and not value:
            self._low_since = self._clock.us
        if value and not self._value:
            self.low_us += self._clock.us - self._low_since
        self._value = int(value)


def mean_supply_volts(squares: int, strips: int) -> float:
    """Return the mean voltage of a strip's sensors, which have 3.3 V while its row line is low.

    Args:
        squares: squares on a side of the board.
        strips: number of strips that answer.
    """
    clock = Clock()
    rows = [Pin(clock, "PIN_WRITE") for _ in range(squares)]
    selects = [Pin(clock, "PIN_WRITE") for _ in range(4)]
    adc = Pin(clock, "ADC_READ")
    scanner = StripScanner(rows, selects, adc, clock.delay_us, squares, [0] * squares**2)  # type: ignore[arg-type]
    scanner.parts[:] = bytes(rank < strips for rank in range(squares))
    clock.us = rows[0].low_us = 0.0
    scanner.scan()
    return config.SUPPLY_MV / 1000 * rows[0].low_us / (clock.us + COST_US["STEP"])


@pytest.mark.parametrize("squares", [8, 9])
def test_the_guide_gives_the_mean_supply_of_the_sensors(squares: int) -> None:
    told = re.search(r"towards file a \| about ([\d.]+) \|.*?([\d.]+) to ([\d.]+) is right", GUIDE)
    assert told is not None
    about, low, high = (float(volts) for volts in told.groups())
    one = mean_supply_volts(squares, 1)
    assert abs(one - about) < 0.15
    assert low < 0.8 * one
    assert one * 1.2 < high
    whole = mean_supply_volts(squares, squares)
    assert abs(whole - 0.3) < 0.06
    assert "each shows about 0.3 V" in GUIDE
    assert "has about 0.3 V on average" in GUIDE


def test_the_field_that_passes_the_trial_is_that_of_the_tolerances() -> None:
    """No good board is refused: not by its height, magnet or sensor, nor by its sensor's zero."""
    told = re.search(r"\*\*(\d+) to (\d+) is right\*\*", GUIDE)
    assert told is not None
    weakest = field_margin.tower_reading_mt(0)
    strongest = field_margin.strongest_mt(lambda height_mm: field_mt(0, height_mm))
    assert [int(mt) for mt in told.groups()] == [math.floor(weakest), math.ceil(strongest)]
    ordering = (HARDWARE / "ORDERING.md").read_text("utf-8")
    assert f"({told[1]} to {told[2]})" in ordering
    assert round(100 * (1 - field_mt(2, SENSOR_MM) / field_mt(0, SENSOR_MM))) == 7
    assert "2 mm off the middle costs 7 %" in GUIDE


def test_the_empty_strip_passes_the_trial_with_the_largest_zero() -> None:
    told = re.search(r"every square of rank 1 must read less than (\d+), with either sign", GUIDE)
    assert told is not None
    assert int(told[1]) == math.ceil(field_margin.largest_zero_mt() + 2 * NOISE_MT)
    begin, end = GUIDE.index("    1   -"), GUIDE.index("A tower is seen from")
    read = [float(mt) for mt in re.findall(r"(-?\d\.\d)\.", GUIDE[begin:end])]
    assert len(read) == 8
    assert max(map(abs, read)) < int(told[1])
    assert f"A tower is seen from {field_margin.uncalibrated().on_mt:.1f} mT on." in GUIDE


def test_the_spacer_of_the_prototype_puts_the_magnet_where_the_board_has_it() -> None:
    sizes = load(8)
    felt = 0.8  # hardware/geometry.toml, stack; the magnet is pressed home behind its recess
    assert f"must be {SENSOR_MM:.2f} mm above the *Hall element*" in GUIDE
    assert f"upper face is {SENSOR_MM - felt:.2f} mm above the element" in GUIDE
    assert sizes.tower.felt_recess < felt
    low, high = (field_mt(0, SENSOR_MM + d) for d in (0.5, -0.5))
    assert f"still reads {low:.0f} to {high:.0f} mT" in GUIDE


def test_the_trial_supports_a_grid_tile_as_the_board_does() -> None:
    eight, nine = load(8), load(9)
    assert f"{eight.tile:g} mm long and wide (9x9: {nine.tile:g})" in GUIDE
    assert (eight.tile_squares, nine.tile_squares) == (4, 3)
    assert "covers four ranks (9x9: three)" in GUIDE
    assert f"**{eight.pitch:g} mm** further" in GUIDE
    assert f"({eight.pitch - eight.strip_width:g} mm of air" in GUIDE
    assert (eight.tile_squares - 1) * eight.pitch + eight.strip_width <= 150
    assert "at least 150 mm long" in GUIDE


def test_the_ohms_are_measured_for_every_strip() -> None:
    (loop,) = re.findall(r"^6\. The other strips.*?(?=^7\.)", GUIDE, re.M | re.S)
    assert loop.index("measure the ohms") < loop.index("Then USB")


def test_the_prototype_ties_the_inputs_that_the_firmware_reads() -> None:
    """VLED_MON must be above its limit, EXT_DET below; LED_NFAULT has a pull-up on the chip."""
    assert config.PINS["VLED_MON"] == "GP27"
    assert config.PINS["EXT_DET"] == "GP28"
    assert config.PINS["LED_NFAULT"] == "GP17"
    assert "GP27 (pin 32 of the Pico) to 3V3 (pin 36), GP28 (pin 34) to GND" in GUIDE
    least = config.LED_SUPPLY_MIN / config.FULL_SCALE * config.SUPPLY_MV / 1000
    assert f"at least {least:.1f} V at GP27" in GUIDE
    device = (ROOT / "firmware" / "kamiboard" / "device.py").read_text("utf-8")
    assert "no_fault.switch_to_input(pull=digitalio.Pull.UP)" in device


def test_the_guide_gives_the_limits_with_an_external_supply() -> None:
    told = re.search(r"allows the LEDs (\d+) mA instead of (\d+)", GUIDE)
    assert told is not None
    assert [int(ma) for ma in told.groups()] == [config.EXTERNAL_LIMIT_MA, config.CURRENT_LIMIT_MA]


def test_the_headers_of_the_pico_end_above_the_base_sheet() -> None:
    told = re.search(r"to (\d) mm below the controller: it stands (\d) mm above", GUIDE)
    assert told is not None
    assert int(told[1]) < int(told[2]) == load(8).standoff


def test_the_film_leaves_its_margin_on_the_diffuser() -> None:
    sizes = load(8)
    assert f"**{(sizes.diffuser_side - sizes.side) / 2:g} mm of margin on each side**" in GUIDE
    assert f"{sizes.diffuser_gap:g} mm around it" in GUIDE


def test_the_guide_names_the_drill_for_the_screws() -> None:
    assert f"{load(8).screw:g} mm for every hole" in GUIDE
    assert f"drill of {load(8).screw:g} mm" in GUIDE


def test_no_address_is_left_to_be_filled_in() -> None:
    for page in HARDWARE.glob("*.md"):
        blanks = re.findall(r"<(?!https?:)[a-z][^>\n]*>", page.read_text("utf-8"))
        assert blanks == [], page.name
