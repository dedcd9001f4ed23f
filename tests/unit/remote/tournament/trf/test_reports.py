"""Reports in TRF-16: columns as FIDE has them, read as they were written."""

from __future__ import annotations

import random
import re

import pytest

from host.engine.game import Side
from host.remote.tournament.codec import decode_tournament, encode_tournament
from host.remote.tournament.model import Registration, System, Tournament, TournamentError
from host.remote.tournament.organiser import add_player, pair_round, withdraw
from host.remote.tournament.swiss import ranked
from host.remote.tournament.trf.reader import decode_report
from host.remote.tournament.trf.writer import encode_report
from tests.support.tournaments import RESULTS, numbered, tournament_of, with_results


def placed(*cells: tuple[int, str]) -> str:
    """Return a line with texts at columns, from 1."""
    line = ""
    for column, text in cells:
        line = line.ljust(column - 1) + text
    return line


# The columns are typed here once more, from FIDE's table.
HEADER = """\
012 Autumn
022 Budapest
042 2026/11/28
102 Kovács, Éva
112 Pap, Pál
112 Ruiz, Ana
132                                                                                        26/11/28
"""
ANNA = placed(
    *((1, "001"), (8, "1"), (10, "w"), (11, "WGM"), (15, "Kovács, Anna"), (49, "2310")),
    *((54, "HUN"), (63, "700070"), (70, "1990/02/03"), (82, "1.5"), (89, "2")),
    *((95, "3"), (97, "w"), (99, "1"), (105, "2"), (107, "b"), (109, "=")),
    *((112, "0000"), (117, "-"), (119, "H")),
)
ION = placed(
    *((1, "001"), (8, "2"), (10, "m"), (15, "Pop, Ion"), (49, "2205"), (54, "ROU")),
    *((82, "1.5"), (89, "1"), (94, "14"), (97, "b"), (99, "+"), (105, "1"), (107, "w")),
    *((109, "="), (112, "0000"), (117, "-"), (119, "-")),
)
RUI = placed(
    *((1, "001"), (8, "3"), (15, "Silva, Rui"), (49, "1500"), (82, "1.0"), (89, "3")),
    *((95, "1"), (97, "b"), (99, "0"), (102, "0000"), (107, "-"), (109, "U")),
)
JULIA = placed(
    *((1, "001"), (7, "14"), (15, "Юлия"), (82, "0.0"), (89, "4")),
    *((95, "2"), (97, "w"), (99, "-"), (102, "0000"), (107, "-"), (109, "Z")),
)
PLAYERS = f"{ANNA}\n{ION}\n{RUI}\n{JULIA}\n"
REPORT = f"{HEADER}{PLAYERS}XXR 5\n"


def read(text: str) -> Tournament:
    return decode_report(text, "open").tournament


def test_a_report_is_read() -> None:
    tournament = read(REPORT)
    assert (tournament.title, tournament.round_count, len(tournament.rounds)) == ("Autumn", 5, 2)
    assert [" ".join(line) for line in tournament.report_lines] == HEADER.splitlines()[1:]
    anna, *_, julia = tournament.players
    assert (anna.name, anna.rating, anna.number) == ("Kovács, Anna", 2310, 1)
    assert anna.registration == Registration("w", "WGM", "HUN", "700070", "1990/02/03")
    assert (julia.name, julia.rating, julia.number) == ("Юлия", None, 14)
    first, second = tournament.rounds
    assert [(one.black, one.white, str(one.result)) for one in first.pairings] == [
        ("Silva, Rui", "Kovács, Anna", "white"),
        ("Pop, Ion", "Юлия", "forfeit white"),
    ]
    assert (second.bye, second.absent) == ("Silva, Rui", ("Юлия",))
    scores = {one.name: tournament.half_points(one.name) for one in tournament.players}
    assert list(scores.values()) == [3, 3, 2, 0]


def test_who_is_absent_in_a_round_to_come_is_told() -> None:
    assert decode_report(REPORT, "open").absent == (("Kovács, Anna", 1), ("Pop, Ion", 0))
    assert read(REPORT.replace("  1.5    2", "  2.0    2")) == read(REPORT), "some count it now"


def test_the_lines_of_players_are_written_as_they_were_read() -> None:
    written = encode_report(read(REPORT)).splitlines()
    lines = [line for line in written if line.startswith("001")]
    expected = [line[:110].rstrip() for line in PLAYERS.replace("14 ", " 4 ").splitlines()]
    assert lines == expected
    for line in HEADER.splitlines():
        assert line in written
    assert {"062 4", "072 3", "082 0", "XXR 5"} < set(written)


def test_every_tournament_comes_back() -> None:
    for seed in range(12):
        rng = random.Random(seed)
        tournament = tournament_of(numbered(rng.randint(5, 9)), rounds=4)
        for number in range(rng.randint(0, 4)):
            if rng.random() < 0.3:
                tournament = add_player(tournament, f"Late {number}")
            if number and rng.random() < 0.3:
                tournament = withdraw(tournament, "P2")
            here = [one.name for one in tournament.players if not one.is_withdrawn]
            tournament = pair_round(tournament, here[:1] if rng.random() < 0.3 else [], here[3:4])
            results = [rng.choice(("both lost", *RESULTS)) for _ in tournament.rounds[-1].pairings]
            tournament = with_results(tournament, *results)
        again = read(encode_report(tournament))
        assert encode_report(again) == encode_report(tournament)
        assert decode_tournament(encode_tournament(again)) == again
        for player in tournament.players:
            assert again.half_points(player.name) == tournament.half_points(player.name)
        for one, other in zip(again.rounds, tournament.rounds, strict=True):
            assert {each.players for each in one.pairings} == {
                each.players for each in other.pairings
            }


def test_a_round_under_way_has_its_pairings() -> None:
    tournament = pair_round(tournament_of(numbered(5)), [], ["P5"])
    again = read(encode_report(tournament))
    assert again.rounds[0].pairings == tournament.rounds[0].pairings
    assert again.rounds[0].awarded == (("P5", 1),)


@pytest.mark.parametrize("colour", ["white1", "black1"])
def test_the_first_colour_is_that_of_the_report(colour: str) -> None:
    players = "\n".join(f"001 {number:4}      Player {number}" for number in range(1, 5))
    tournament = pair_round(read(f"{players}\nXXR 3\nXXC {colour}\n"))
    pairing = next(one for one in tournament.rounds[0].pairings if "Player 1" in one.players)
    assert pairing.side_of("Player 1") is (Side.WHITE if colour == "white1" else Side.BLACK)
    assert f"XXC {colour}" in encode_report(tournament).splitlines()


def test_the_codes_of_the_newer_format_are_read() -> None:
    players = "\n".join(f"001 {number:4}      Player {number}" for number in range(1, 5))
    for letter in "WB":
        tournament = read(f"{players}\n142 3\n152 {letter}\n")
        assert tournament.round_count == 3
        assert f"XXC {'white' if letter == 'W' else 'black'}1" in encode_report(tournament)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_may_end_in_any_way(end: str) -> None:
    assert read("\ufeff" + REPORT.replace("\n", end)) == read(REPORT)


def test_columns_may_be_bytes() -> None:
    shifted = "\n".join(
        line.replace("Kovács, Anna  ", "Kovács, Anna ").replace("Юлия    ", "Юлия")
        for line in REPORT.splitlines()
    )
    assert shifted != REPORT.rstrip()
    assert read(shifted) == read(REPORT)


def test_two_players_of_one_name_differ_by_their_numbers() -> None:
    names = [
        one.name for one in read(REPORT.replace("Юлия", "Pop,").replace("Pop,", "Ion ")).players
    ]
    assert len(set(names)) == 4
    twice = read("001    1      Ion\n001    2      ion\nXXR 3\n")
    assert [one.name for one in twice.players] == ["Ion", "ion (2)"]


@pytest.mark.parametrize("points", [0, 1, 2])
def test_a_whole_point_without_a_game_counts_as_a_bye(points: int) -> None:
    tournament = pair_round(tournament_of(numbered(5)), ["P5"])
    tournament = with_results(tournament, "both lost", "both lost")
    code = {0: "Z", 1: "H", 2: "F"}[points]
    score = f"{points / 2:4.1f}"
    report = encode_report(tournament).replace("0000 - Z", f"0000 - {code}")
    again = read(re.sub(r"(P5.{64}) 0\.0", rf"\g<1>{score}", report))
    entrant = next(one for one in ranked(again, again.players) if one.name == "P5")
    assert (entrant.score, entrant.float) == (points, int(points > 0))
    assert entrant.may_have_bye is (points < 2)


def test_lines_that_mean_nothing_here_are_told() -> None:
    report = decode_report(REPORT + "013 Team\nXXA    1  1.0\n### a comment\n", "open")
    assert report.left_out == ("013", "XXA")


def test_a_round_robin_is_told_as_one() -> None:
    tournament = pair_round(tournament_of(numbered(3), System.ROUND_ROBIN))
    written = encode_report(with_results(tournament, "draw"))
    assert "092 Individual: Round-Robin" in written
    assert written.count("0000 - Z") == 1, "its bye scores nothing"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (
            "  1.5    2",
            "  2.5    2",
            "line 8: 'Kovács, Anna' has 2.5 points in the columns 81 to 84",
        ),
        ("     3 w 1", "     2 w 1", "round 1 names 2 as the opponent, whose line 9 names 14"),
        ("     3 w 1", "     9 w 1", "line 8: round 1 names 9, who is no opponent"),
        ("     3 w 1", "     3 b 1", "in round 1 both this line and line 10 say b"),
        ("     3 w 1", "     3 w =", "round 1 has the result '0', and '=' in line 8"),
        ("     3 w 1", "     3 x 1", "line 8: the colour 'x' is neither w nor b"),
        ("0000 - Z", "0000 - 1", "line 11: the result '1' has no opponent"),
        ("0000 - Z", "0000 - U", "round 2 has a second bye: 'Юлия' has one beside 'Silva, Rui'"),
        ("001   14 ", "001    3 ", "the start rank 3 is another player's already"),
        ("001   14 ", "001      ", "line 11: it has no start rank, or no name"),
        ("2310", "23x0", "line 8: the rating '23x0' is no number"),
        ("  1.5    2", "  2.3    2", "the points '2.3' are no whole or half number"),
        ("Silva, Rui      ", "Silva, Rui ", "line 10, column 90: here is a blank in TRF-16"),
        ("XXR 5", "XXR 1", "it has 2 rounds, and 1 are planned"),
        ("XXR 5", "BBW 3.0", "'BBW 3.0': here a win is a point, and a draw half of one"),
        (PLAYERS, "", "it has no line that begins with 001"),
    ],
)
def test_a_report_that_contradicts_itself_is_refused_with_its_line(
    old: str, new: str, why: str
) -> None:
    assert old in REPORT
    with pytest.raises(TournamentError) as error:
        read(REPORT.replace(old, new, 1))
    assert why in str(error.value)


def test_a_rating_of_five_digits_has_no_room() -> None:
    with pytest.raises(TournamentError, match="'A' has the rating 10000"):
        encode_report(add_player(tournament_of([]), "A", 10_000))


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("cycles", [1, 2])
def test_a_round_robin_stays_one(players: int, cycles: int) -> None:
    tournament = tournament_of(numbered(players), System.ROUND_ROBIN, cycles=cycles)
    assert read(encode_report(tournament)).system is System.ROUND_ROBIN
    for _ in range(tournament.planned_rounds):
        again = decode_report(encode_report(tournament), "open")
        assert not again.no_berger
        assert (again.tournament.system, again.tournament.cycles) == (System.ROUND_ROBIN, cycles)
        tournament, other = pair_round(tournament), pair_round(again.tournament)
        for one in (tournament, other):
            assert one.rounds[-1].bye == tournament.rounds[-1].bye
        assert [one.players for one in other.rounds[-1].pairings] == [
            one.players for one in tournament.rounds[-1].pairings
        ]
        tournament = with_results(tournament, *["draw"] * len(tournament.rounds[-1].pairings))


def test_a_round_robin_by_other_tables_is_told() -> None:
    report = decode_report(f"{HEADER}092 Individual: Round Robin\n{PLAYERS}XXR 3\n", "open")
    assert report.tournament.system is System.SWISS
    assert report.no_berger
    assert not decode_report(REPORT, "open").no_berger


@pytest.mark.parametrize("system", list(System))
def test_who_has_withdrawn_stays_so(system: System) -> None:
    tournament = tournament_of(numbered(6), system)
    tournament = with_results(pair_round(tournament), "draw", "draw", "draw")
    tournament = withdraw(tournament, "P2")
    again = decode_report(encode_report(tournament), "open")
    assert again.absent == ()
    assert [one.name for one in again.tournament.players if one.is_withdrawn] == ["P2"]
    round_ = pair_round(again.tournament).rounds[-1]
    gone = [one for one in round_.pairings if "P2" in one.players]
    assert all(one.result is not None and one.result.absent for one in gone)
    assert bool(gone) == (system is System.ROUND_ROBIN)


def test_the_end_of_a_file_of_dos_is_no_line() -> None:
    report = decode_report(f"{REPORT}\x1a", "open")
    assert report == decode_report(REPORT, "open")
