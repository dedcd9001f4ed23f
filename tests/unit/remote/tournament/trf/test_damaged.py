"""Damaged reports and lists: read or refused in a sentence, never a fault of the program."""

from __future__ import annotations

import random

import pytest

from host.remote.tournament.codec import decode_tournament, encode_tournament
from host.remote.tournament.model import TournamentError
from host.remote.tournament.organiser import add_player, pair_round
from host.remote.tournament.players.player_list import read_players
from host.remote.tournament.trf.reader import decode_report
from host.remote.tournament.trf.writer import encode_report
from tests.support.tournaments import RESULTS, numbered, play_round, tournament_of

PIECES = (
    "\n",
    "\r",
    "\t",
    ";",
    ",",
    '"',
    "-",
    "1500",
    " ",
    "0000",
    "w",
    "=",
    "é",
    "\0",
    "001",
    "Ж",
)


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_report_is_read_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    tournament = tournament_of(numbered(7), rounds=4)
    for _ in range(rng.randint(1, 3)):
        tournament = play_round(tournament, rng, RESULTS)
    text = encode_report(tournament)
    for _ in range(rng.randint(1, 3)):
        start = rng.randrange(len(text))
        text = text[:start] + rng.choice(PIECES) + text[start + rng.randint(0, 3) :]
    try:
        read = decode_report(text, "open").tournament
    except TournamentError:
        return
    assert decode_tournament(encode_tournament(read)) == read
    if read.rounds and read.rounds[-1].is_finished and len(read.rounds) < read.planned_rounds:
        pair_round(read)


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_list_is_read_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    text = "Name;Rating\n" * rng.randint(0, 1) + "Kovács, Anna;1500\nPál;1 400\nŐri;\n"
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(text))
        text = text[:start] + rng.choice(PIECES) + text[start + rng.randint(0, 3) :]
    encoding = rng.choice(("utf-8", "utf-16", "cp1251"))
    try:
        listed = read_players(text.encode(encoding, "replace"), rng.choice((None, encoding)))
    except TournamentError:
        return
    tournament = tournament_of([])
    for one in listed.players:
        tournament = add_player(tournament, one.name, one.rating)
