"""Many tables in one file: each finds its own matches, by its name."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from host.cli.play.matches import list_text
from host.storage.database import SaveFileError
from host.storage.store import Store, open_to_read, read_matches
from tests.unit.storage.matches import A1C3, D8D4, H8H5


@pytest.fixture
def numbers(path: Path) -> dict[str, int]:
    """Save a match at no table and at two; the ids by the tables' names."""
    found = {}
    for table, ply in (("", H8H5), ("table-1", D8D4), ("table-2", A1C3)):
        with closing(Store(path, table)) as store:
            found[table] = store.create_match("kamisado-single", "start", opponent="even 4.5 white")
            store.save(found[table], [ply], None)
    return found


def test_a_table_finds_its_matches_alone(path: Path, numbers: dict[str, int]) -> None:
    for table, number in numbers.items():
        with closing(Store(path, table)) as store:
            latest, against = store.latest(), store.latest_against("even")
            assert latest == store.latest_unfinished() == store.load(number) == against
            assert (latest.id, latest.table) == (number, table)
        assert [saved.id for saved in read_matches(path, table)] == [number]
        with open_to_read(path, table) as reader:
            assert reader.load(number).id == number


def test_a_table_does_not_load_the_match_of_another(path: Path, numbers: dict[str, int]) -> None:
    with closing(Store(path, "table-1")) as store:
        with pytest.raises(SaveFileError, match=f"no match {numbers['table-2']}"):
            store.load(numbers["table-2"])
        with pytest.raises(SaveFileError):
            store.save(numbers["table-2"], [D8D4], None)


def test_all_matches_are_found_where_no_table_is_named(path: Path, numbers: dict[str, int]) -> None:
    with closing(Store(path)) as store:
        assert {saved.id for saved in store.matches()} == set(numbers.values())
        assert store.load(numbers["table-2"]).table == "table-2"
        begun = store.load(store.create_match("kamisado-single", "start"))
        assert begun.table == ""


def test_the_list_of_matches_names_the_tables(path: Path, numbers: dict[str, int]) -> None:
    head, *rows = list_text(read_matches(path)).splitlines()
    assert head.split()[:2] == ["match", "table"]
    tables = {int(row.split()[0]): row.split()[1] for row in rows}
    assert tables == {number: table or "-" for table, number in numbers.items()}
    assert "table" not in list_text(read_matches(path, "")).splitlines()[0]
