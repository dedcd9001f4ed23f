"""`kamisado games`: list the games with their boards and settings."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from host.cli.options import Echo, add_json
from host.cli.text import wrapped
from host.engine.game import AnyGame, Configurable, Setting
from host.recognition.sensing.cell_map import size_text, smallest_build

SUMMARY = "list the games that can be played"
DESCRIPTION = (
    "List the games that can be played. With the board that each needs, and the settings that "
    "players may agree on: 'kamisado play NAME --set setting=value'."
)

_INDENT = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `games`."""
    add_json(parser)


def run(options: argparse.Namespace, echo: Echo) -> int:
    """List the games; return the exit status."""
    from host.engine.registry import playable_games

    if options.json:
        echo(json.dumps([_as_json(game) for game in playable_games()]))
        return 0
    widest = max(len(game.name) for game in playable_games())
    for game in playable_games():
        board = size_text(smallest_build(game.size))
        name = f"{game.name.ljust(widest)}  "
        echo(wrapped(f"{game.title}, on a board of {board} squares or more", name, 2 * _INDENT))
        for setting in _settings(game):
            text = f"{setting.name}: {setting.words} ({_values(setting)})"
            echo(wrapped(text, " " * _INDENT, 2 * _INDENT))
    return 0


def _settings(game: AnyGame) -> tuple[Setting, ...]:
    return tuple(game.settings) if isinstance(game, Configurable) else ()


def _values(setting: Setting) -> str:
    values = " or ".join(setting.values) or "a number from 1 on"
    usual = "by lot unless it is said" if setting.by_lot else f"{setting.default} by default"
    return f"{values}; {usual}"


def _as_json(game: AnyGame) -> dict[str, object]:
    return {
        "name": game.name,
        "title": str(game.title),
        "size": list(game.size),
        "settings": [
            {**asdict(setting), "words": str(setting.words)} for setting in _settings(game)
        ],
    }
