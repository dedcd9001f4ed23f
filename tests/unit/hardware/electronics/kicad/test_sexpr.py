"""S-expressions: parsing and serialization."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.electronics.kicad.sexpr import Quoted, atom, child, children, dumps, load_at, loads

BARE = st.text("abcXYZ019_.-+", min_size=1)
QUOTED = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"])).map(Quoted)
ATOMS = st.lists(BARE | QUOTED, max_size=4)
LISTS = st.recursive(ATOMS, lambda inner: st.lists(BARE | QUOTED | inner, max_size=4), max_leaves=8)


@given(LISTS)
@pytest.mark.slow
def test_what_was_written_is_read_again(tree: list[object]) -> None:
    text = dumps(tree)
    assert loads(text) == tree
    assert dumps(loads(text)) == text


def test_quotes_backslashes_and_line_ends_survive() -> None:
    assert dumps(Quoted('a "b" \\ c\nd')) == '"a \\"b\\" \\\\ c\\nd"'
    assert loads('(t "a \\"b\\" \\\\ c\\nd")')[1] == 'a "b" \\ c\nd'


def test_numbers_have_four_decimals_at_most_and_no_minus_zero() -> None:
    assert dumps(["at", 1.27 * 3, -0.0, 2, 1 / 3]) == "(at 3.81 0 2 0.3333)"


def test_lists_are_found_by_their_heads() -> None:
    tree = loads('(net (node (ref "U1")) (name "GND") (node (ref "U2")))')
    assert atom(tree, "name") == "GND"
    assert [atom(node, "ref") for node in children(tree, "node")] == ["U1", "U2"]
    with pytest.raises(KeyError, match="no \\(pin"):
        child(tree, "pin")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(a", "1 lists are not closed"),
        ("(a))", "more follows the list at character 3: '\\)'"),
        ("(a) (b)", "more follows the list at character 3"),
        ("", "not one list"),
        (")", "not one list"),
        ("a", "not one list"),
    ],
)
def test_text_that_is_not_one_list_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        loads(text)


def test_a_list_is_read_from_where_it_begins_to_its_end() -> None:
    text = '(lib (symbol "A" (pin 1)) (symbol "B (C)" (pin 2)) and what is no more read: ))'
    assert load_at(text, text.index('(symbol "B')) == ["symbol", "B (C)", ["pin", "2"]]
    with pytest.raises(ValueError, match="not one list"):
        load_at(text, text.index("and"))
    with pytest.raises(ValueError, match="2 lists are not closed"):
        load_at('(symbol "A" (pin', 0)
