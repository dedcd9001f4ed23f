"""The check of what is printed on the boards, on boards with one mistake."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

import pytest

from hardware.electronics.checks import silkscreen
from hardware.electronics.design import boards
from hardware.electronics.kicad import sexpr
from hardware.electronics.kicad.pcb_file import PcbFile
from hardware.electronics.kicad.sexpr import Tree
from tests.unit.hardware.electronics.edits import Change, committed, replaced, with_footprint


def changed_words(board: str, change: Change) -> PcbFile:
    """Return a board of which the text of all words that belong to no part is changed."""
    text, pcb = committed(board)
    words = "".join(re.findall(r"\n\t\(gr_text .*?\n\t\)", text, re.DOTALL))
    changed = change(words)
    assert changed != words
    tree: Tree = [item for item in pcb.tree if not isinstance(item, list) or item[0] != "gr_text"]
    return replace(pcb, tree=[*tree, *sexpr.loads(f"({changed})")])


def exchanged(one: str, other: str) -> Change:
    """Return a change that exchanges two words on both sides."""

    def change(text: str) -> str:
        for before, after in ((one, "\0"), (other, one), ("\0", other)):
            assert f'(gr_text "{before}"' in text
            text = text.replace(f'(gr_text "{before}"', f'(gr_text "{after}"')
        return text

    return change


def word(before: str, after: str, count: int = -1) -> Change:
    return lambda text: text.replace(f'(gr_text "{before}"', f'(gr_text "{after}"', count)


def moved(text: str, layer: str, to: str) -> Change:
    pattern = rf'(\(gr_text "{re.escape(text)}"\n\t\t\(at )[^)]*(\)\n\t\t\(layer "{layer}"\))'
    return lambda words: re.sub(pattern, rf"\g<1>{to}\2", words, count=1)


MISTAKES = {
    "ribbon": ("strip8", exchanged("RIBBON IN", "RIBBON OUT"), "'RIBBON IN' is not printed above"),
    "5 V": ("strip8", exchanged("5 V IN", "5 V OUT"), "'5 V OUT' is not printed below at J4"),
    "polarity": ("strip8", exchanged("+", "-"), "'+' is not printed above at J3.1"),
    "supply": ("controller", exchanged("+", "-"), "'+' is not printed above at J3.1"),
    "jumper": ("controller", exchanged("USB", "EXT"), "'USB' is not printed above at JP1.1"),
    "bus": ("controller", exchanged("SDA", "SCL"), "'SDA' is not printed above at J5.3"),
    "button": ("controller", exchanged("BTN1", "BTN3"), "'BTN1' is not printed above at J6.2"),
    "headers": ("controller", exchanged("I2C", "BUTTONS"), "'I2C' is not printed above at J5"),
    "outputs": ("controller", exchanged("STRIPS", "5 V PIXELS"), "'STRIPS' is not printed above"),
    "side": ("strip8", word("White's side", "Black's side"), '"White\'s side" is not printed'),
    "volts": ("controller", word("5 V EXTERNAL", "12 V EXTERNAL"), "'12 V EXTERNAL' at"),
    "files": ("strip8", exchanged("file a", "file h"), "'file a' is not printed above at square 1"),
    "name": ("strip8", replaced("strip 8", "strip 9"), "'Kamisado strip 8  rev A"),
    "word left out": ("strip8", word("5 V IN", " ", 1), "'5 V IN' is not printed above at J3"),
    "word too many": ("strip8", word("file b", "GND"), "'GND' at"),
    "White's side above": (
        "strip8",
        moved("White's side", "F.SilkS", "59 31.6 0"),
        '"White\'s side" is not printed above at lower',
    ),
    "one plus": (
        "strip8",
        moved("+", "B.SilkS", "150.5 45.4 0"),
        "'+' is not printed below at J3.1",
    ),
    "plus away": ("strip8", moved("+", "F.SilkS", "156 48 0"), "'+' is not printed above at J3.1"),
    "name away": (
        "controller",
        moved("I2C", "F.SilkS", "83 40 0"),
        "'I2C' is not printed above at",
    ),
    "beside": ("strip8", moved("+", "F.SilkS", "148 55 0"), "'+' is beside the board"),
    "mirrored": ("strip8", replaced("(justify mirror)", ""), "is mirrored on B.SilkS"),
    "too small": ("controller", replaced("(size 0.9 0.9)", "(size 0.5 0.5)"), "is 0.5 mm high"),
    "other layer": ("strip8", replaced('"F.SilkS"', '"F.Cu"'), '"White\'s side" is on F.Cu'),
    "not printed": ("strip8", replaced('"F.SilkS"', '"F.Fab"'), '"White\'s side" is not printed'),
}


@pytest.mark.parametrize("board", boards.NAMES)
def test_the_committed_boards_say_what_is_true(board: str) -> None:
    assert silkscreen.faults(board, committed(board)[1]) == []


@pytest.mark.parametrize(("board", "change", "fault"), MISTAKES.values(), ids=MISTAKES)
def test_a_wrong_word_is_found(board: str, change: Change, fault: str) -> None:
    assert fault in " | ".join(silkscreen.faults(board, changed_words(board, change)))


PARTS = {
    "moved": (
        "R4",
        r'("R4"\n\t\t\t\(at )[^)]*',
        r"\g<1>9 0 0",
        "R4 is printed 7.6 mm from its part",
    ),
    "hidden": (
        "R4",
        r'(Reference" "R4".*?\(layer "[\w.]+"\))',
        r"\1 (hide yes)",
        "R4 is not printed",
    ),
    "below": (
        "R4",
        r'("R4"\n.*\n\t\t\t\(layer )"F.SilkS"',
        r'\1"B.SilkS"',
        "R4 is not printed on the",
    ),
    "LED's 1": (
        "D3",
        r'(user "1"\n\t\t\t\(at )-4 -1.6',
        r"\g<1>4 1.6",
        "'1' is not printed above at D3.1",
    ),
}


@pytest.mark.parametrize(("ref", "before", "after", "fault"), PARTS.values(), ids=PARTS)
def test_a_wrong_print_of_a_part_is_found(ref: str, before: str, after: str, fault: str) -> None:
    pcb = with_footprint(
        "strip8",
        ref,
        lambda text: re.sub(before, after, text, flags=re.DOTALL if "?" in before else 0),
    )
    assert fault in " | ".join(silkscreen.faults("strip8", pcb))


def test_a_name_of_a_hole_is_no_word_for_a_builder() -> None:
    shown = with_footprint("strip8", "H3", replaced("(hide yes)", "", 1))
    assert "strip8: 'H3' at 80.0, -0.2 on F.SilkS is not where it belongs" in silkscreen.faults(
        "strip8", shown
    )


def test_exchanged_references_are_found() -> None:
    """R2 and R3 are one above the other: a builder would give each the other's place."""
    pcb = committed("controller")[1]
    places = {text.text: text.place for text in pcb.prints}
    for ref, other in (("R2", "R3"), ("R3", "R2")):
        (part,) = (each for each in pcb.footprints if each.reference == ref)
        x, y = (at - own for at, own in zip(places[other], part.origin, strict=True))
        to = rf"\g<1>{x:g} {y:g} 0"
        pattern = rf'("{ref}"\n\t\t\t\(at )[^)]*'
        pcb = with_footprint("controller", ref, partial(re.sub, pattern, to), pcb)
    found = silkscreen.faults("controller", pcb)
    assert "R2 is printed 4.6 mm from its part, nearer to another" in " | ".join(found)


def test_a_line_that_belongs_to_no_part_is_found() -> None:
    pcb = committed("strip8")[1]
    arrow = sexpr.loads('(gr_line (start 40 40) (end 50 40) (layer "F.SilkS"))')
    found = silkscreen.faults("strip8", replace(pcb, tree=[*pcb.tree, arrow]))
    assert found == ["strip8: something is drawn on F.SilkS that belongs to no part"]
