"""Stories in play between levels: all are whole proofs, and a table counts them."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from benchmarks.matches.told_wins import LOSING, measure, positions, table
from host.ai.analysis.story import find_story
from host.ai.analysis.story_words import story_words
from host.ai.solver.solver import Solver
from host.engine.kamisado import rules
from tests.unit.ai.analysis.explanation_reader import Reader

SEED = 77
PLAYED = 30


@pytest.mark.slow
def test_stories_of_all_moves_in_play_are_whole_proofs() -> None:
    told = 0
    for position in islice(positions(random.Random(SEED)), PLAYED):
        solver = Solver(64)
        for move in rules.legal_moves(position):
            after = rules.play_unchecked(position, move)
            winner = solver.winner(after)
            story = None
            if winner is not None and rules.outcome(after) is None:
                story = find_story(solver, after, winner)
            if winner is None or story is None:
                continue
            words = " ".join(map(str, story_words(story, winner)))
            assert Reader(words, after, winner, Solver()).check(), words
            told += 1
    assert told > 2 * PLAYED, f"seed {SEED}"


@pytest.mark.slow
def test_the_table_tells_near_wins_all_and_the_far_ones_hardly() -> None:
    chance = random.Random(SEED)
    told = measure(islice(positions(random.Random(SEED)), PLAYED), chance)
    assert all(telling.is_told for telling in told["1"] + told["2"])
    assert sum(telling.is_told for telling in told[LOSING]) > len(told[LOSING]) / 2
    head, *rows = table(told).splitlines()
    assert head.startswith("own moves to the end | positions | told")
    assert rows[0].startswith(f"1 | {len(told['1'])} | 100%")
