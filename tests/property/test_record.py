"""Records of random matches, written and read back, and spoilt in one place."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.engine.kamisado.match import KamisadoMatch
from host.engine.kamisado.match_format import FORMATS, series
from host.engine.kamisado.position import Move
from host.engine.kamisado.records.reader import read
from host.engine.kamisado.records.record import Form, Record, write
from host.engine.kamisado.rulebook_notation import entries_of, parse_glyphs, parse_words
from host.engine.records.record_errors import InvalidRecordError

IN_ITS_OWN_TIME = settings(deadline=None, max_examples=50)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Some plies of a match of any format, from its beginning or from later on."""
    game = KamisadoMatch(draw(st.sampled_from([*FORMATS, series(3)])))
    chance = random.Random(draw(st.integers(0, 2**32 - 1)))  # Hypothesis prints it
    positions, moves = [game.start()], []
    for _ in range(draw(st.integers(0, 250))):
        legal = game.legal_moves(positions[-1])
        if not legal:
            break
        pushes = [move for move in legal if isinstance(move, Move) and move.push]
        moves.append(chance.choice(pushes or legal))
        positions.append(game.play(positions[-1], moves[-1]))
    first = draw(st.integers(0, len(moves))) if draw(st.booleans()) else 0
    return Record(game, positions[first], tuple(moves[first:]))


@IN_ITS_OWN_TIME
@given(records(), st.sampled_from(Form))
def test_a_record_is_read_back_as_it_was_written(record: Record, form: Form) -> None:
    text = write(record, form)
    again = read(text)
    assert again == record
    assert write(again, form) == text


@IN_ITS_OWN_TIME
@given(records())
def test_every_entry_is_read_back_and_no_two_moves_have_the_same_entries(record: Record) -> None:
    position = record.positions()[-1]
    legal = [move for move in record.game.legal_moves(position) if isinstance(move, Move)]
    written = [entries_of(position.round, move) for move in legal]
    assert len(set(written)) == len(written)
    for entries in written:
        assert parse_glyphs(" ".join(entry.glyphs for entry in entries)) == entries
        assert parse_words(", ".join(entry.words for entry in entries)) == entries


@IN_ITS_OWN_TIME
@given(records())
def test_each_entrys_colour_is_the_tower_of_the_next(record: Record) -> None:
    before: int | None = None
    for position, move in zip(record.positions(), record.moves, strict=False):
        if not isinstance(move, Move):
            before = None
            continue
        entries = entries_of(position.round, move)
        assert before in (None, entries[0].tower)
        before = entries[-1].ended


@pytest.mark.slow
@settings(deadline=None, max_examples=150)
@given(records(), st.integers(0, 10**6), st.sampled_from("NGRYKPBO"))
def test_a_colour_that_is_changed_is_always_found_on_its_line(
    record: Record, place: int, letter: str
) -> None:
    text = write(record, Form.GLYPHS)
    _, _, table = text.partition("\n\n")
    offset = len(text) - len(table)
    ends = [
        offset + i
        for i, char in enumerate(table)
        if char in "NGRYKPBO" and table[i - 1] in "01234567" and table[i - 2] in "↑↖↗↓NGRYKPBO"
    ]
    if not ends:
        return
    end = ends[place % len(ends)]
    if text[end] == letter:
        return
    with pytest.raises(InvalidRecordError) as caught:
        read(text[:end] + letter + text[end + 1 :])
    assert caught.value.line == text[:end].count("\n") + 1
    assert caught.value.move is not None


@pytest.mark.slow
@settings(deadline=None, max_examples=150)
@given(records(), st.sampled_from(Form), st.integers(0, 10**6), st.text(max_size=3))
def test_no_spoilt_text_breaks_the_reader(
    record: Record, form: Form, place: int, spoilt: str
) -> None:
    text = write(record, form)
    at = place % len(text)
    try:
        again = read(text[:at] + spoilt + text[at + 1 :])
    except InvalidRecordError:
        return
    assert read(write(again, form)).moves == again.moves
