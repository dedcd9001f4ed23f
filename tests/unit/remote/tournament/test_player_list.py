"""Lists of players as spreadsheets, editors and other programs write them."""

from __future__ import annotations

import pytest

from host.remote.tournament.model import TournamentError
from host.remote.tournament.players.player_list import read_players


def read(text: str) -> list[tuple[str, int | None]]:
    return [(one.name, one.rating) for one in read_players(text.encode()).players]


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("Anna,1500\n\nDan O'Neil , 900\n", [("Anna", 1500), ("Dan O'Neil", 900)]),
        ("Anna;1500\r\nBéla;1 400", [("Anna", 1500), ("Béla", 1400)]),
        ("Anna\t1500\rBéla\t", [("Anna", 1500), ("Béla", None)]),
        ("sep=;\nAnna;1500", [("Anna", 1500)]),
        ("Anna\nBéla;1500", [("Anna", None), ("Béla", 1500)]),
        ("Anna;;;\n;;;\n   \n", [("Anna", None)]),
        ("Kovács, Anna\nBéla,1500", [("Kovács, Anna", None), ("Béla", 1500)]),
        ("Kovács,Anna,1500", [("Kovács, Anna", 1500)]),
        ("Kovács;Anna;1500", [("Kovács, Anna", 1500)]),
        ("Van der Berg, Jan, 1500", [("Van der Berg, Jan", 1500)]),
        ("Kovács, Anna;1500", [("Kovács, Anna", 1500)]),
        ('"Kovács, Anna",1500', [("Kovács, Anna", 1500)]),
        ('"Dan ""D"" Smith";"1500"', [('Dan "D" Smith', 1500)]),
        ("Anna 1500,", [("Anna 1500", None)]),
        ("Player 2", [("Player 2", None)]),
        ("\u200b Anna\u00a0\u202fB ;1500", [("Anna B", 1500)]),
        ("Zoe\u0308", [("Zoë", None)]),
        ("\ufeffŐri", [("Őri", None)]),
        ("Anna,1500\x1a", [("Anna", 1500)]),
        ('"Anna; the first",1500', [("Anna; the first", 1500)]),
        ('Anna,1500\n"Béla\nKovács",1400', [("Anna", 1500), ("Béla Kovács", 1400)]),
        ("Anna;1500\nBéla;1400\t", [("Anna", 1500), ("Béla", 1400)]),
        ("Anna,1500\nBéla,1400\nDan\t,900", [("Anna", 1500), ("Béla", 1400), ("Dan", 900)]),
        ("", []),
    ],
)  # fmt: skip
def test_a_list_without_headings(text: str, players: list[tuple[str, int | None]]) -> None:
    assert read(text) == players


@pytest.mark.parametrize(
    ("headings", "row"),
    [
        ("Name,Rating", "Anna,1500"),
        ("RATING;NAME", "1500;Anna"),
        ("No.\tName\tClub\tRtg", "1\tAnna\tX\t1500"),
        ("Név;Értékszám", "Anna;1500"),
        ("NEV;Elo-pont", "Anna;1500"),
        ("Nome;Clube;Elo", "Anna;X;1500"),
        ("Nume;Elo", "Anna;1500"),
        ("Имя;Рейтинг", "Anna;1500"),
        ("№;ФИО;Рейтинг ФИДЕ", "1;Anna;1500"),
        ("rank,player,rating,score", "1,Anna,1500,2.5"),
        ("Name;Rating (FIDE);Year", "Anna;1500;1990"),
        ("Név*;Értékszám (FIDE)", "Anna;1500"),
        ("Name;RtgI;Rtg", "Anna;1;1500"),
        ("No;Name;IRtg", "1;Anna;1500"),
        ("Name;NRtg", "Anna;1 500"),
        ("Spieler;DWZ", "Anna;1500"),
        ("Participant,Rating,Note", 'Anna,1500,"late; pays\n\tcash"'),
        ("Name,Rating,Note", "Anna,1500,x; y"),
    ],
)
def test_headings_say_where_the_names_are(headings: str, row: str) -> None:
    assert read(f"{headings}\n{row}") == [("Anna", 1500)]


@pytest.mark.parametrize(
    "headings",
    [
        *("Surname;First name", "Last;First", "Family;Given", "Name;Vorname", "Nachname;Vorname"),
        *("Nom;Prénom", "Apellido;Nombre"),
        *("Vezetéknév;Keresztnév", "Apelido;Nome", "Nume;Prenume", "Фамилия;Имя"),
    ],
)
def test_a_surname_stands_before_a_comma(headings: str) -> None:
    assert read(f"{headings}\nKovács;Anna") == [("Kovács, Anna", None)]
    second, first = headings.split(";")
    assert read(f"{first};{second}\nAnna;Kovács") == [("Kovács, Anna", None)]


@pytest.mark.parametrize(
    "number",
    [
        "1500",
        "1500.000",
        "1 500",
        "1\u00a0500",
        "1\u202f500",
        "1.500",
        "1'500",
        "1500,0",
        "1500.00",
        "1.500,0",
    ],
)
def test_a_rating_is_a_whole_number_however_it_is_written(number: str) -> None:
    assert read(f"Anna;{number}") == [("Anna", 1500)]


@pytest.mark.parametrize("nothing", ["", "-", "–", "0"])  # noqa: RUF001
def test_who_has_no_rating_may_have_a_dash(nothing: str) -> None:
    assert read(f"Name;Elo\nAnna;{nothing}") == [("Anna", None)]


def test_a_small_rating_keeps_its_size() -> None:
    assert read("A;15.0\nB;7,00\nC;1.000") == [("A", 15), ("B", 7), ("C", 1000)]


def test_a_formula_of_our_own_tables_is_a_name_again() -> None:
    assert read("player\n'=A1") == [("=A1", None)]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Anna;1500\nBéla,1400", "line 2, 'Béla,1400': it may be a name with a comma"),
        ("Anna,1500\nBéla;1400", "line 1, 'Anna,1500': it may be a name with a comma"),
        ("Anna,1500\nBéla\t1400", "others have a tab"),
        ("Anna 1500", "it may be a name, or a name and a rating. Put a comma before"),
        ("Anna|1500", "it may be a name, or a name and a rating"),
        ("Anna (1500)", "it may be a name, or a name and a rating"),
        ("Anna,1,500", "line 1, 'Anna,1,500': it is neither a name, nor a name and a rating"),
        ("Anna,1500,0", "it is neither a name, nor a name and a rating"),
        ("1;Anna", "Put headings above the columns, `Name` and `Rating`"),
        ("1;Anna;1500", "Put headings above the columns"),
        (",1500", "it is neither"),
        ("1500", "it is neither"),
        ("Anna;1500;Budapest", "it is neither"),
        ("Anna Kovács;Budapest", "'Budapest' may be a first name, or something else"),
        ("Anna;strong", "the rating 'strong' is no whole number from 0 to 10000"),
        ("Anna;12.5", "the rating '12.5' is no whole number"),
        ("Anna;-5", "the rating '-5' is no whole number"),
        ("Anna;99999", "the rating '99999' is no whole number"),
        ("Name;Elo\nAnna;good", "line 2, 'Anna;good': the rating 'good'"),
        ("Name;Elo\n;1500", "line 2, ';1500': it has no name"),
        ("Name;Elo\n7;1500", "the name '7' is a number"),
        ("Name\nKovács, Anna", "it has more columns than headings: quote a name"),
        ("Name;Name\nA;B", "'Name' and 'Name' mean the same: leave one of these columns"),
        ("Name;IRtg;NRtg\nA;1500;1400", "'IRtg' and 'NRtg' mean the same"),
        ("Elo;Club\n1500;X", "no heading says where the names are: call their column `Name`"),
        ("Autumn open\nName;Elo\nAnna;1500", "'Autumn open': it stands above the headings"),
        ("Who;Strength\nAnna;1500", "'Strength' may be a wrong rating, a first name or a heading"),
        ("Anna;1500\nBéla;Nincs", "line 2, 'Béla;Nincs': 'Nincs' may be a wrong rating"),
        ("Béla;NR", "the rating 'NR' is no whole number"),
        ("Name;Strength\nAnna;1500\nBéla;", "'Strength' may be the rating: call it `Rating`"),
        ("Name;Strength\nAnna;1 500,0\nBéla;0", "'Strength' may be the rating: call it `Rating`"),
        ("Surname;Elo\nNagy;1500", "no heading says where the names are"),
        ("| Name | Rating |\n|---|---|\n| Anna | 1500 |", "a name has no '|': separate"),
        ("Anna;Xa\tYb\nBela;Za", "a name has no tab"),
        ("# the players\nAnna,1500", "leave out what stands before the name, or delete"),
        ("Anna;1500\nBéla|x;1400", "a name has no '|': separate the columns by commas"),
        ('"Anna\nBela', "a quotation mark is not closed, or stands inside a word"),
        ("1. Anna", "leave out what stands before the name"),
        ("- Anna,1500", "leave out what stands before the name"),
        ('"Anna', "a quotation mark is not closed"),
        ("Zoe\u0308\nANNA\nZoë", "line 3, 'Zoë': 'Zoë' stands in line 1 already"),
        ("x" * 61, "a name has 1 to 60 printable characters"),
        ("An\x00na", "a name has 1 to 60 printable characters"),
        ("012 Open\n001 ...", "it is a report: `pairings import`"),
        ("PK\x03\x04", "it is a workbook: save it as CSV"),
        ("\r\n<html><table><tr><td>Anna</td></tr>", "it is a web page or XML: open it in a"),
        ('\ufeff<?xml version="1.0"?>\n<Workbook>', "it is a web page or XML: open it in a"),
        ("{\\rtf1\\ansi Anna}", "it is a text with formats: save it as plain text"),
    ],
)
def test_a_line_without_a_clear_meaning_is_quoted(text: str, why: str) -> None:
    with pytest.raises(TournamentError) as error:
        read(text)
    assert why in str(error.value)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_unicode_is_known_by_its_look(encoding: str) -> None:
    data = "Kővári Ádám;1500\n".encode(encoding)
    assert [one.name for one in read_players(data).players] == ["Kővári Ádám"]


def test_a_code_page_is_named() -> None:
    data = "Anna\nŐri".encode("cp1250")
    assert [one.name for one in read_players(data, "cp1250").players] == ["Anna", "Őri"]
    with pytest.raises(TournamentError) as error:
        read_players(data)
    assert str(error.value) == (
        "line 2: it is no UTF-8 text. Save it as UTF-8, which spreadsheets call `CSV UTF-8`, or "
        "name the code page with --encoding; this line would be "
        "'Őri' (cp1250), 'Хri' (cp1251), 'Õri' (cp1252)"  # noqa: RUF001
    )
    for encoding in ("ascii", "elvish", "undefined"):
        with pytest.raises(TournamentError, match=f"it is not text in '{encoding}'"):
            read_players(data, encoding)


def test_what_a_list_was_taken_for_is_told() -> None:
    told = read_players(b"Name;Verein;Elo;\nAnna;SK;1500").columns_sentence()
    assert told == "Columns read: `Name`, `Elo`. Left out: `Verein`."
    assert read_players(b"Name\nAnna").columns_sentence() == "Columns read: `Name`."
    told = read_players(b"Anna,1500\nBen").columns_sentence()
    assert told == "The list has no headings that are known; its first player: Anna, rating 1500."


def test_who_has_no_rating_hides_no_column_of_ratings() -> None:
    listed = read_players(b"No;Name;IRtg\n1;Anna;1500\n2;Bela;0")
    assert [one.rating for one in listed.players] == [1500, None]
