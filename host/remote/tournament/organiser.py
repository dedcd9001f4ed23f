"""Changes of a tournament by its organiser: players, rounds, results; each makes a new value."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from host.message import quoted
from host.remote.tournament.berger import round_robin_round
from host.remote.tournament.model import (
    MOST_PLAYERS,
    Pairing,
    Player,
    Round,
    Source,
    System,
    Tournament,
    TournamentError,
    name_key,
    plain_name,
)
from host.remote.tournament.order import seeded
from host.remote.tournament.result import DRAW, Result
from host.remote.tournament.swiss import swiss_pairings

LONGEST_NAME = 60


def checked_name(text: str, noun: str) -> str:
    """Return a name in its plain form.

    Raises:
        TournamentError: it is empty, too long, or has a control character.
    """
    name = plain_name(text)
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        form = f"it has 1 to {LONGEST_NAME} printable characters"
        raise TournamentError(f"{quoted(text)} is no name of a {noun}: {form}")
    return name


def add_player(tournament: Tournament, name: str, rating: int | None = None) -> Tournament:
    """Let a player in; one who had withdrawn comes back.

    Raises:
        TournamentError: the name is no name or taken, or it is too late.
    """
    name = checked_name(name, "player")
    known = next((one for one in tournament.players if name_key(one.name) == name_key(name)), None)
    if known is not None and known.is_withdrawn:
        return _with_player(tournament, replace(known, is_withdrawn=False))
    if known is not None:
        raise TournamentError(
            f"{known.name!r} plays already: write the names so that they differ, or `correct` this "
            "player's name or rating"
        )
    if tournament.rounds and tournament.system is System.ROUND_ROBIN:
        raise TournamentError(
            f"{name!r} comes too late: a round robin is fixed once its first round is paired"
        )
    if len(tournament.players) == MOST_PLAYERS:
        raise TournamentError(f"A tournament has at most {MOST_PLAYERS} players")
    return replace(tournament, players=(*tournament.players, Player(name, rating)))


def correct_player(
    tournament: Tournament, name: str, new_name: str | None = None, rating: int | None = None
) -> Tournament:
    """Correct what is written of a player; games and pairing numbers stay.

    Args:
        name: of the player so far.
        new_name: None to keep it.
        rating: None to keep it, 0 for none.

    Raises:
        TournamentError: there is no such player, or the new name is no name or another player's.
    """
    old = tournament.player(name)
    new = old.name if new_name is None else checked_name(new_name, "player")
    if any(name_key(one.name) == name_key(new) for one in tournament.players if one != old):
        raise TournamentError(f"{new!r} is another player: write the names so that they differ")
    if tournament.rounds and tournament.system is System.ROUND_ROBIN:
        # The Berger tables go by numbers, which would follow from names and ratings.
        numbers = {one.name: number for number, one in enumerate(seeded(tournament), 1)}
        players = (replace(one, number=numbers[one.name]) for one in tournament.players)
        tournament = replace(tournament, players=tuple(players))
    player = replace(tournament.player(name), name=new)
    if rating is not None:
        player = replace(player, rating=rating or None)

    def named(one: str) -> str:
        return new if one == old.name else one

    def renamed(round_: Round) -> Round:
        return replace(
            round_,
            pairings=tuple(
                replace(one, black=named(one.black), white=named(one.white))
                for one in round_.pairings
            ),
            bye=None if round_.bye is None else named(round_.bye),
            absent=tuple(map(named, round_.absent)),
            awarded=tuple((named(one), points) for one, points in round_.awarded),
        )

    return replace(
        tournament,
        players=tuple(player if one.name == old.name else one for one in tournament.players),
        rounds=tuple(map(renamed, tournament.rounds)),
    )


def withdraw(tournament: Tournament, name: str) -> Tournament:
    """Pair a player no more; before the first round, take the player off the list.

    Raises:
        TournamentError: there is no such player.
    """
    player = tournament.player(name)
    if not tournament.rounds:
        others = tuple(one for one in tournament.players if one != player)
        return replace(tournament, players=others)
    return _with_player(tournament, replace(player, is_withdrawn=True))


def _with_player(tournament: Tournament, player: Player) -> Tournament:
    players = (player if one.name == player.name else one for one in tournament.players)
    return replace(tournament, players=tuple(players))


def pair_round(
    tournament: Tournament, absent: Collection[str] = (), half_byes: Collection[str] = ()
) -> Tournament:
    """Pair the next round.

    In a round robin who has withdrawn or is absent loses by forfeit; in a Swiss tournament he is
    left out.

    Args:
        tournament: in which every result is known.
        absent: names of players who do not play this round.
        half_byes: of those who do not either, and get half a point; in a Swiss tournament.

    Raises:
        TournamentError: results are missing, all rounds are paired, or no pairing is legal.
    """
    if tournament.rounds and not tournament.rounds[-1].is_finished:
        missing = [one.table for one in tournament.rounds[-1].pairings if one.result is None]
        raise TournamentError(
            f"Round {len(tournament.rounds)} has no result yet at {', '.join(missing)}: enter the "
            "results, or `forfeit both`, then pair the next round"
        )
    if len(tournament.players) < 2:
        raise TournamentError("A round needs two players: add players first")
    if len(tournament.rounds) >= tournament.planned_rounds:
        raise TournamentError(f"All {tournament.planned_rounds} rounds have been paired")
    halves = {tournament.player(name).name for name in half_byes}
    away = {tournament.player(name).name for name in absent} | halves
    if tournament.system is System.SWISS:
        round_ = _swiss_round(tournament, away, halves)
    elif halves:
        raise TournamentError("In a round robin nobody gets half a point without a game")
    else:
        round_ = _round_robin_round(tournament, away)
    return replace(tournament, rounds=(*tournament.rounds, round_))


def _swiss_round(tournament: Tournament, away: set[str], halves: set[str]) -> Round:
    playing = [player for player in tournament.players if not player.is_withdrawn]
    present = [player for player in playing if player.name not in away]
    if len(present) < 2:
        raise TournamentError("A round needs two players, and so many are not left")
    pairs, bye = swiss_pairings(tournament, present)
    pairings = tuple(
        Pairing(tournament.table(place), black, white) for place, (black, white) in enumerate(pairs)
    )
    absent = tuple(player.name for player in playing if player.name in away)
    return Round(pairings, bye, absent, tuple((name, DRAW) for name in absent if name in halves))


def _round_robin_round(tournament: Tournament, away: set[str]) -> Round:
    players = seeded(tournament)
    numbers = round_robin_round(len(players), len(tournament.rounds), tournament.cycles)
    pairings: list[Pairing] = []
    bye = None
    for pair in numbers:
        if max(pair) > len(players):
            bye = players[min(pair) - 1].name
            continue
        black, white = (players[number - 1] for number in pair)
        pairing = Pairing(tournament.table(len(pairings)), black.name, white.name)
        gone = frozenset(
            pairing.side_of(player.name)
            for player in (black, white)
            if player.is_withdrawn or player.name in away
        )
        if gone:
            winner = next(iter(gone)).other if len(gone) == 1 else None
            pairing = replace(pairing, result=Result(winner, absent=gone), source=Source.ORGANISER)
        pairings.append(pairing)
    absent = tuple(player.name for player in players if player.name in away)
    return Round(tuple(pairings), bye, absent)


def unpair_round(tournament: Tournament) -> Tournament:
    """Take the last round back, as long as no match of it has been played.

    Raises:
        TournamentError: there is none, or a result is known.
    """
    if not tournament.rounds:
        raise TournamentError("No round has been paired yet")
    for pairing in tournament.rounds[-1].pairings:
        if pairing.result is not None and pairing.result.is_played:
            raise TournamentError(
                f"Round {len(tournament.rounds)} stays: {pairing.table} has the result "
                f"{pairing.result}. Delete the results first (result TABLE none)"
            )
    return replace(tournament, rounds=tournament.rounds[:-1])


def set_result(
    tournament: Tournament, table: str, result: Result | None, number: int | None = None
) -> Tournament:
    """Enter, correct or delete a result, as the organiser.

    Args:
        tournament: with at least one round.
        table: name of the table.
        result: None to delete it.
        number: of the round from 1; None for the last one.

    Raises:
        TournamentError: there is no such round or table.
    """

    def changed(pairing: Pairing) -> Pairing:
        source = None if result is None else Source.ORGANISER
        return replace(pairing, result=result, source=source)

    return _with_pairing(tournament, table, changed, number)


def confirm_results(tournament: Tournament, tables: Collection[str] = ()) -> Tournament:
    """Confirm results that boards have told in the last round.

    Args:
        tournament: with at least one round.
        tables: of whose; all if there are none.

    Raises:
        TournamentError: a table has no result to confirm.
    """
    round_ = round_numbered(tournament, len(tournament.rounds))
    for table in tables or [one.table for one in round_.pairings if one.result is not None]:

        def confirmed(pairing: Pairing) -> Pairing:
            if pairing.result is None:
                raise TournamentError(f"{pairing.table} has no result yet")
            return replace(pairing, source=Source.ORGANISER)

        tournament = _with_pairing(tournament, table, confirmed)
    return tournament


def round_numbered(tournament: Tournament, number: int) -> Round:
    """Return a round by its number from 1.

    Raises:
        TournamentError: it has not been paired.
    """
    if not tournament.rounds:
        raise TournamentError("No round has been paired yet: pair the first one")
    if not 1 <= number <= len(tournament.rounds):
        raise TournamentError(
            f"There is no round {number}: {len(tournament.rounds)} have been paired"
        )
    return tournament.rounds[number - 1]


def pairing_at(tournament: Tournament, table: str, number: int | None = None) -> Pairing:
    """Return the pairing at a table.

    Args:
        number: of the round from 1; None for the last one.

    Raises:
        TournamentError: there is no such round or table.
    """
    number = len(tournament.rounds) if number is None else number
    round_ = round_numbered(tournament, number)
    for pairing in round_.pairings:
        if pairing.table == table:
            return pairing
    tables = ", ".join(pairing.table for pairing in round_.pairings)
    raise TournamentError(f"{table!r} is no table of round {number}: these are {tables}")


def _with_pairing(
    tournament: Tournament,
    table: str,
    change: Callable[[Pairing], Pairing],
    number: int | None = None,
) -> Tournament:
    number = len(tournament.rounds) if number is None else number
    pairing_at(tournament, table, number)
    round_ = tournament.rounds[number - 1]
    pairings = tuple(change(one) if one.table == table else one for one in round_.pairings)
    rounds = list(tournament.rounds)
    rounds[number - 1] = replace(round_, pairings=pairings)
    return replace(tournament, rounds=tuple(rounds))
