"""The check of what the pages tell a builder, on copies of pages and boards with one mistake."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from hardware.electronics.checks import directions
from hardware.electronics.design import boards
from hardware.electronics.kicad.pcb_file import PcbFile
from hardware.paths import HARDWARE
from tests.unit.hardware.electronics import edits
from tests.unit.hardware.electronics.edits import Change, committed, replaced, with_footprint

PAGES = ("GUIDE.md", "ORDERING.md", "PARTS.md", "README.md")
GUIDE = "GUIDE.md"


def pcbs() -> dict[str, PcbFile]:
    """Return the committed boards."""
    return {name: committed(name)[1] for name in boards.NAMES}


def turn(text: str) -> str:
    """Turn a footprint by 180 degrees about its origin."""

    def turned(match: re.Match[str]) -> str:
        return f"(at {match[1]} {match[2]} {float(match[3] or 0) + 180:g})"

    return re.sub(r"\(at ([\d.]+) ([\d.]+)(?: (-?[\d.]+))?\)", turned, text, count=1)


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """A folder with the pages."""
    for page in PAGES:
        shutil.copy(HARDWARE / page, tmp_path / page)
    return tmp_path


MISTAKES = [
    ("GUIDE", "White's magnets have their **{north|south} pole down**"),
    ("GUIDE", "all of Black's their **{south|north} pole**"),
    ("GUIDE", "Black's: dot {away from|towards} you"),
    ("GUIDE", "that draws the *{south|north}* end"),
    ("GUIDE", "Two of White's {push each other away|attract each other}"),
    ("README", "faces {down|up} lowers the sensor's output"),
    ("GUIDE", "with an `{n|s}` for White's towers"),
    ("ORDERING", "the single leg of U11 to U18 and Q1 (to the {right|left})"),
    ("GUIDE", "they fit one way only: the single leg to the {right|left}"),
    ("GUIDE", "(two irons or braid), its single leg to the {right|left}"),
    ("GUIDE", "notched corner at the {upper|lower} left; pin 1"),
    ("ORDERING", "notched corner of D1 to D8 (upper {left|right}"),
    ("GUIDE", "printed triangle, {upper|lower} left"),
    ("GUIDE", "R1 is {100R, R5 330R|330R, R5 100R}"),
    ("GUIDE", "{330|470} ohms in the LEDs' data line"),
    ("GUIDE", "C2 is {10u, C3 10n|10n, C3 10u}"),
    ("GUIDE", "J1, J2, J3, J4, **from {below**, soldered from above|above**, soldered from below}"),
    ("GUIDE", "of both XH headers face {White|Black}'s side"),
    ("GUIDE", "so file a is on the {right|left}"),
    ("GUIDE", "its band at the red pad, {towards|away from} the Pico"),
    ("GUIDE", "the black mark on the can is {minus|plus}"),
    ("GUIDE", "*EXT* are the middle one and the one towards {J2|J3}"),
    (
        "GUIDE",
        "**{plus is the terminal nearer to you, minus|minus is the terminal nearer to you, plus}",
    ),
    ("GUIDE", "J3, F1, Q1, D1, R1, {R8. Not R9|R9. Not R8}"),
    ("GUIDE", "3V3 (pin {36|37} of the Pico)"),
    ("GUIDE", "GP27 (pin {32|31} of the Pico)"),
    ("GUIDE", "the **{left|right}** end of C11"),
    ("GUIDE", "| pin {2|1} of RIBBON IN"),
    ("GUIDE", "{Red into pin 1|Black into pin 1}"),
    ("GUIDE", "leg 1 is VCC, 2 is {GND, 3 is OUT|OUT, 3 is GND}"),
    ("GUIDE", "its red edge towards {White|Black}. Fold"),
    ("GUIDE", "lies **{above|below}** the part that comes from"),
    ("GUIDE", "goes onto the **{other|same}** face"),
    ("GUIDE", "with the red edge on the {right|left}"),
    ("GUIDE", "an M3 x {16|8} from below"),
    ("GUIDE", "lid on the case with four M3 x {8|6}"),
    ("GUIDE", "its header is {17|13} mm high"),
    ("GUIDE", "White is {156|165} mm from the inner face"),
    ("GUIDE", "with the tab for the controller to the {left|right}"),
    ("GUIDE", "{nylon or brass|steel} only"),
    ("GUIDE", "with the iron at {220|320} degrees"),
    ("GUIDE", "strip 1 first, nearest to {White|Black}"),
    ("GUIDE", "a brown square is at {a1|a8}"),
    ("GUIDE", "Press the magnets in **{without|with} glue**"),
    ("GUIDE", "cut the pins to {1.5|2.5} mm"),
    ("GUIDE", "Pull the USB plug {before|after} you connect"),
    ("GUIDE", "its {two|four} slots towards C2"),
    ("GUIDE", "RIBBON {IN is the lower|OUT is the lower} one"),
    ("GUIDE", "4. **`./kamisado {doctor --quick|calibrate}`**, with one strip"),
    ("GUIDE", "on both ends are `frame_{straight|cable}`"),
    ("GUIDE", "`mount_screw{|_edge}` has two above"),
    ("GUIDE", "printed on their {heads|feet}; this"),
    ("GUIDE", "With {holes|pegs} for the ends of the strips"),
    ("GUIDE", "4 on top of the {case|frame}'s posts"),
    ("GUIDE", "The four {straight pieces|corners} first"),
    ("GUIDE", "none {elsewhere|of it in towers}; adhesive"),
    ("GUIDE", "goes into the {round recess|pocket}, stands"),
    ("GUIDE", "its multiplexer, or {R4 and R6|R1 and R2} |"),
    ("GUIDE", "| the ribbon {before|after} the first of them |"),
    ("GUIDE", "| a loose pin; {C13|C12} |"),
    ("GUIDE", "the last LED of the strip {before|after} |"),
    ("GUIDE", "{Measure the ohms of the first table|Install, then measure the ohms} once more"),
    ("GUIDE", "[section 5]({#5-first-power-with-a-multimeter|#4-solder})'s first"),
    ("GUIDE", "base sheet](pictures/{step_frame|step_mounts}.png)"),
    ("GUIDE", "[above](electronics/boards/strip8/strip8-assembly-{top|bottom}.pdf)"),
    ("GUIDE", "squares from above](electronics/boards/strip8/strip8-top-{left|right}.png)"),
    ("GUIDE", "GP17 (R3) {may|must} stay open"),
    (
        "GUIDE",
        "a {spacer (5 mm, without a thread), the controller|controller, a spacer (5 mm)}, a nut",
    ),
    ("GUIDE", "The {ribbon goes|wires go} from STRIPS (J1)"),
    ("GUIDE", "stick the film onto the {diffuser|grid}"),
    ("GUIDE", "wings hold the {copper|insulation}, the long"),
    ("GUIDE", "{Stop|Go on} when both catches have clicked"),
    ("GUIDE", "{nobody|everybody} who wears one should handle"),
    ("GUIDE", "wear {safety glasses|gloves}. Do not drill"),
    ("GUIDE", "{turned over, it would fall apart|turn it over}."),
    ("GUIDE", "{Stack|Spread} all magnets on it"),
    ("ORDERING", "reads about 35 {m|}T (25 to 47)"),
    ("ORDERING", "`strip8-jlcpcb-{bom|placements}.csv` as BOM"),
    ("ORDERING", "**active {high|low}, 1.5 A**"),
    ("ORDERING", "4 EN, 5 {IN|OUT};"),
    ("ORDERING", "*PCB Assembly*: **{economic|standard}**"),
    ("ORDERING", "{`tower_base_black`, |}`tower_ring`"),
    ("ORDERING", "Thickness {1.6|0.8} mm"),
    ("ORDERING", "| magnets 10 x {3|2} mm, N35 |"),
    ("ORDERING", "side **{top|bottom}**"),
    ("PARTS", "screw M3 x {8|6}, nylon or brass, through"),
    ("PARTS", "felt disc 20 mm, {0.8|1.8} thick"),
    ("PARTS", "for a hole of {4.0|3.2}"),
    ("README", "towers **on the four {corners|centre squares} and nowhere else**"),
    ("README", "2. Squares that feel something are **{amber|blue}**"),
    ("README", "takes the row line on pin {11|12}"),
]
"""A page, and a part of a sentence with what stands there and a mistake."""


@pytest.mark.parametrize(("page", "sentence"), MISTAKES)
def test_a_wrong_direction_is_found(pages: Path, page: str, sentence: str) -> None:
    file = pages / f"{page}.md"
    text = file.read_text("utf-8")
    before, after = (re.sub(r"\{(.*?)\|(.*)\}", side, sentence) for side in (r"\1", r"\2"))
    assert text.count(before) == 1
    file.write_text(text.replace(before, after), "utf-8")
    found = directions.page_faults(pages)
    assert found
    assert all(fault.startswith(file.name) for fault in found)


def test_the_pages_say_what_the_boards_have() -> None:
    assert directions.page_faults() == []
    assert directions.board_faults(pcbs()) == []


def test_other_words_without_a_direction_are_no_fault(pages: Path) -> None:
    text = (pages / GUIDE).read_text("utf-8")
    for before, after in (("Safety glasses also when", "Wear glasses when"), ("gloves or", "or")):
        assert before in text
        text = text.replace(before, after)
    (pages / GUIDE).write_text(text, "utf-8")
    assert directions.page_faults(pages) == []


def test_a_new_section_wants_its_entries(pages: Path) -> None:
    with (pages / GUIDE).open("a", encoding="utf-8") as page:
        page.write("\n## Another cable\n\nIts red wire goes to pin 2.\n")
    assert directions.page_faults(pages) == [
        "GUIDE.md, Another cable: compare 'Its red wire goes to pin 2.' with the board; entry: "
        "'red wire pin 2'"
    ]


TURNED = {
    "U15": ("strip8", "U15.3 right U15"),
    "Q1": ("strip8", "Q1.3 right Q1"),
    "D1": ("strip8", "D1.notch left D1"),
    "U1": ("strip8", "U1.dot left U1"),
    "J1": ("strip8", "J1.key lower J1"),
    "J4": ("strip8", "J4.slots lower J4"),
    "C15": ("strip8", "C15.1 left C15"),
    "U3": ("controller", "U3.dot lower U3"),
    "diode": ("controller", "D1.band left D1"),
    "C2": ("controller", "C2.1 upper C2"),
    "J3": ("controller", "J3.openings right J3"),
    "JP1": ("controller", "JP1.1 upper JP1.2"),
    "J2": ("controller", "J2.1 left J2.2"),
}


@pytest.mark.parametrize(("board", "claim"), TURNED.values(), ids=TURNED)
def test_a_board_on_which_a_part_is_turned_contradicts_the_pages(board: str, claim: str) -> None:
    ref = claim.split(".")[0]
    turned = with_footprint(board, ref, turn)
    found = directions.board_faults({**pcbs(), board: turned})
    assert f"{board}: the pages say that {claim}, which does not hold" in found


OTHER = {
    "value": ("strip8", "R5", replaced('"330R"', '"470R"'), "R5 value 330R"),
    "net": ("strip8", "C11", replaced('"/VSENS"', '"+3V3"'), "C11.1 is VSENS"),
    "side": ("strip8", "U11", replaced('(layer "F.Cu")', '(layer "B.Cu")'), "U11 on top"),
}


@pytest.mark.parametrize(("board", "ref", "change", "claim"), OTHER.values(), ids=OTHER)
def test_another_part_contradicts_the_pages(
    board: str, ref: str, change: Change, claim: str
) -> None:
    found = directions.board_faults({**pcbs(), board: with_footprint(board, ref, change)})
    assert f"{board}: the pages say that {claim}, which does not hold" in found


def test_a_firmware_that_takes_the_poles_the_other_way_contradicts_the_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = edits.firmware_config_with(tmp_path, "NORTH_SIGN = -1", "NORTH_SIGN = 1")
    monkeypatch.setattr(directions, "CONFIG", config)
    found = directions.board_faults(pcbs())
    assert found == ["firmware: the pages say that NORTH_SIGN is -1, which does not hold"]


def test_every_fact_has_a_claim_and_a_sentence() -> None:
    for fact in re.split(r"^\[\[fact\]\]$", directions.TABLE.read_text("utf-8"), flags=re.M)[1:]:
        assert "holds = [" in fact
        assert re.search(r"^(GUIDE|ORDERING|README) = \[", fact, re.M)
