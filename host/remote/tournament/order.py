"""Lots and the pairing numbers of players."""

from __future__ import annotations

import hashlib

from host.remote.tournament.model import Player, Tournament


def seeded(tournament: Tournament) -> tuple[Player, ...]:
    """Return the players by rating, the best first; a lot decides among equal ratings.

    The place in this order is the pairing number.  Who has a number from another program comes
    before all others, by it; who has neither that nor a rating comes last.
    """
    lots = {player.name: lot(tournament, player.name) for player in tournament.players}
    return tuple(
        sorted(
            tournament.players,
            key=lambda one: (
                *(one.number is None, one.number or 0),
                *(one.rating is None, -(one.rating or 0), lots[one.name]),
            ),
        )
    )


def lot(tournament: Tournament, text: str) -> bytes:
    """Draw a lot for a text; the same seed draws the same one."""
    return hashlib.sha256(f"{tournament.seed}\n{text}".encode()).digest()


def first_colour_is_black(tournament: Tournament) -> bool:
    """Return True if the lot gives Black to the odd pairing numbers in the first round."""
    return lot(tournament, "first colour")[0] % 2 == 0
