"""The list of checks: what is left out for boards that were edited in KiCad."""

from __future__ import annotations

from hardware.electronics.checks import all_checks


def test_edited_boards_are_compared_with_all_but_the_generator() -> None:
    every = [check.title for check in all_checks.checks()]
    edited = [check.title for check in all_checks.checks(rebuild=False, edited=True)]
    assert [name for name in every if name not in edited] == [
        "schematics and projects are what the generator draws",
        "boards are what the generator lays out",
    ]
    assert [name for name in every if name in edited] == edited
    assert "boards are as the data sheets want them" in edited
