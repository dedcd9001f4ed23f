"""Headings of lists of players: what the columns mean."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from enum import Enum, auto


class Column(Enum):
    """Meaning of a column."""

    NAME = auto()
    SURNAME = auto()
    FIRST_NAME = auto()
    RATING = auto()


_HEADINGS: Mapping[Column, Sequence[str]] = {
    Column.NAME: (
        *("name", "names", "player", "players", "full name", "player name", "participant"),
        *("participants", "entrant", "név", "nevek", "játékos", "játékosok", "teljes név"),
        *("résztvevő", "résztvevők", "nome", "jogador", "jogadores", "participante"),
        *("participantes", "nome completo", "nume", "jucător", "jucători", "nume și prenume"),
        *("numele", "numele și prenumele", "имя", "имена", "игрок", "игроки", "участник"),
        *("участники", "фио", "фамилия и имя", "фамилия, имя", "имя и фамилия", "фамилия имя"),
        *("spieler", "spielername", "teilnehmer", "teilnehmerin", "joueur", "joueurs", "jugador"),
        *("jugadores", "nombre completo", "giocatore", "giocatori", "zawodnik", "gracz", "speler"),
        *("naam", "nom complet", "hráč", "spelare", "spiller", "namn", "navn", "nimi"),
    ),
    Column.SURNAME: (
        *("surname", "surnames", "last name", "family name", "family", "last"),
        *("vezetéknév", "családnév", "apelido", "apelidos", "sobrenome", "último nome"),
        *("nume de familie", "фамилия", "nachname", "familienname", "zuname", "nom"),
        *("nom de famille", "apellido", "apellidos", "cognome", "nazwisko", "achternaam"),
        *("příjmení", "priezvisko", "efternamn", "etternavn", "efternavn", "sukunimi"),
    ),
    Column.FIRST_NAME: (
        *("first name", "first names", "given name", "given names", "forename", "forenames"),
        *("first", "given", "keresztnév", "utónév", "primeiro nome", "nome próprio", "prenume"),
        *("prenumele", "vorname", "vornamen", "rufname", "prénom", "prénoms", "nombre", "nombres"),
        *("imię", "voornaam", "jméno", "meno", "förnamn", "fornavn", "etunimi"),
    ),
    Column.RATING: (
        *("rating", "elo", "rtg", "fide rating", "fide elo", "elo fide", "elo rating"),
        *("értékszám", "élő-pont", "élőpont", "élő", "elo pont", "classificação elo", "cotație"),
        *("coeficient elo", "рейтинг", "эло", "рейтинг эло", "рейтинг фиде", "dwz", "twz", "nwz"),
        *("wertung", "wertungszahl", "spielstärke", "classement", "classement elo", "ranking"),
        *("rti", "rtn", "clasificación elo", "punteggio elo"),
    ),
}
_RATING_WORDS = ("rating", "elo", "rtg", "ertekszam", "реитинг")
"""`Rating (FIDE)` and `IRtg` are ratings too, unless another column is called so exactly."""


def letters(heading: str) -> str:
    """Return the letters and digits of a heading, without accents."""
    text = unicodedata.normalize("NFKD", heading.casefold())
    return "".join(letter for letter in text if letter.isalnum())


_MEANINGS = {letters(word): column for column, words in _HEADINGS.items() for word in words}


def columns(cells: Sequence[str]) -> dict[Column, int] | None:
    """Return the place of each column below these headings; None if they are no headings.

    Raises:
        ValueError: the names have no column, or two columns have one meaning; the message quotes
            the headings.
    """
    known = [(_MEANINGS.get(letters(cell)), place) for place, cell in enumerate(cells)]
    meanings = {column for column, _ in known}
    if meanings & {Column.NAME, Column.SURNAME, Column.FIRST_NAME} and (
        Column.RATING not in meanings
    ):
        for place, cell in enumerate(cells):
            word = letters(cell)
            if word.startswith(_RATING_WORDS) or word.endswith(_RATING_WORDS):
                known[place] = Column.RATING, place
    found = {column: place for column, place in reversed(known) if column is not None}
    if not found:
        return None
    for column, place in known:
        if column is not None and found[column] != place:
            one, other = cells[found[column]], cells[place]
            raise ValueError(f"{one!r} and {other!r} mean the same: leave one of these columns")
    # Beside one of its own kind the word for "name" is the other part of a name.
    for part, other_part in (
        (Column.SURNAME, Column.FIRST_NAME),
        (Column.FIRST_NAME, Column.SURNAME),
    ):
        if part in found and Column.NAME in found and other_part not in found:
            found[other_part] = found.pop(Column.NAME)
    if Column.NAME not in found and not found.keys() >= {Column.SURNAME, Column.FIRST_NAME}:
        raise ValueError("no heading says where the names are: call their column `Name`")
    return found


def known_count(cells: Sequence[str]) -> int:
    """Return how many cells are known headings."""
    return sum(letters(cell) in _MEANINGS for cell in cells)
