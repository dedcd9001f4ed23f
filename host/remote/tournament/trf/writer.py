"""Write the report of a tournament in TRF-16."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from host.engine.game import Side
from host.remote.tournament.model import Pairing, Player, Round, System, Tournament, TournamentError
from host.remote.tournament.order import first_colour_is_black, seeded
from host.remote.tournament.standings import standings
from host.remote.tournament.trf import fields

LARGEST_RATING = 9999
"""There are four columns for it."""


def encode_report(tournament: Tournament) -> str:
    """Return the report of a tournament.

    A round under way has its pairings, and the results that are known.  Who has withdrawn is
    marked as absent in all rounds to come.

    Raises:
        TournamentError: a rating has more than four digits.
    """
    players = seeded(tournament)
    numbers = {player.name: number for number, player in enumerate(players, 1)}
    ranks = {one.name: rank for rank, one in enumerate(standings(tournament), 1)}
    swiss = "Individual: Swiss-System"
    kind = swiss if tournament.system is System.SWISS else "Individual: Round-Robin"
    rated = sum(player.rating is not None for player in players)
    counted = (str(len(players)), str(rated), "0", kind)
    colour = "black1" if first_colour_is_black(tournament) else "white1"
    lines = [
        f"{fields.TITLE} {tournament.title}",
        *(f"{key} {text}" for key, text in tournament.report_lines),
        *(f"{key} {text}" for key, text in zip(fields.COUNTED, counted, strict=True)),
        *(_player_line(tournament, one, numbers, ranks[one.name]) for one in players),
        f"{fields.ROUNDS} {tournament.planned_rounds}",
        f"{fields.COLOUR} {colour}",
    ]
    return "\n".join(lines) + "\n"


def _player_line(
    tournament: Tournament, player: Player, numbers: Mapping[str, int], rank: int
) -> str:
    if (player.rating or 0) > LARGEST_RATING:
        raise TournamentError(
            f"{player.name!r} has the rating {player.rating}, and a report has room for "
            f"{LARGEST_RATING} at most"
        )
    about = player.registration
    texts = {
        fields.START_RANK: str(numbers[player.name]),
        fields.SEX: about.sex,
        fields.CHESS_TITLE: about.title,
        fields.NAME: player.name,
        fields.RATING: "" if player.rating is None else str(player.rating),
        fields.FEDERATION: about.federation,
        fields.FIDE_NUMBER: about.fide_number,
        fields.BIRTH_DATE: about.birth_date,
        fields.POINTS: f"{tournament.half_points(player.name) / 2:.1f}",
        fields.RANK: str(rank),
    }
    line = fields.PLAYER
    for field, text in texts.items():
        line = line.ljust(field.first - 1) + field.padded(text)
    line = line.ljust(fields.FIRST_ROUND)
    for round_, pairing in zip(tournament.rounds, tournament.games(player.name), strict=True):
        if pairing is None:
            told = _unpaired(round_, player.name, tournament.system is System.SWISS)
        else:
            told = _paired(pairing, player.name, numbers)
        line += told.ljust(fields.ROUND_WIDTH)
    if player.is_withdrawn:
        left = tournament.planned_rounds - len(tournament.rounds)
        line += f"{fields.NOBODY} - Z".ljust(fields.ROUND_WIDTH) * left
    return line.rstrip()


def _unpaired(round_: Round, name: str, is_swiss: bool) -> str:
    if round_.bye == name:
        return f"{fields.NOBODY} - {'U' if is_swiss else 'Z'}"
    if name in round_.absent:
        return f"{fields.NOBODY} - {'ZHF'[round_.unpaired_half_points(name)]}"
    return ""


def _paired(pairing: Pairing, name: str, numbers: Mapping[str, int]) -> str:
    side = pairing.side_of(name)
    letter = next(letter for letter, one in fields.COLOURS.items() if one is side)
    codes = (" ", " ")
    if pairing.result is not None:
        result = replace(pairing.result, points=None)
        codes = next(codes for codes, one in fields.RESULTS.items() if one == result)
    code = codes[0] if side is Side.BLACK else codes[1]
    return f"{numbers[pairing.opponent_of(name)]:4} {letter} {code}"
