"""Settings of a game: their values as text, and the name of a game with its settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from host.engine.game import AnyGame, Setting, Side
from host.message import Message, Words, alternatives, message

_VALUES: Mapping[str, Message] = {
    "no": message("engine.value_no"),
    "yes": message("engine.value_yes"),
    "near": message("engine.value_near"),
    "far": message("engine.value_far"),
    "none": message("engine.value_none"),
    "white": Side.WHITE.message,
    "black": Side.BLACK.message,
}
"""Values that are words."""


def value_words(value: str) -> Words:
    """Return the value of a setting in words; a number as it is."""
    return _VALUES.get(value, value)


def agreed_settings(game: AnyGame) -> tuple[Message, ...]:
    """Return the settings that are not the default in words, in the order of the game's name."""
    parts = filter(None, game.name.partition(":")[2].split(","))
    pairs = [part.partition("=") for part in parts]
    return tuple(
        message(f"engine.agreed_{name}", value=value_words(value)) for name, _, value in pairs
    )


def validated(settings: Sequence[Setting], values: Mapping[str, str]) -> dict[str, str]:
    """Return the values of all settings by name, defaults included.

    Args:
        settings: those of the game.
        values: those that differ from the default, by name of the setting.

    Raises:
        ValueError: there is no such setting or value; the message quotes it and lists those there
            are.
    """
    known = {setting.name: setting for setting in settings}
    for name, value in values.items():
        if name not in known:
            raise ValueError(
                message("engine.no_such_setting", name=repr(name), known=", ".join(known))
            )
        _check(known[name], value)
    return {name: values.get(name, setting.default) for name, setting in known.items()}


def _check(setting: Setting, value: str) -> None:
    if setting.values:
        if value not in setting.values:
            raise ValueError(
                message(
                    "engine.no_such_value",
                    setting=setting.name,
                    values=alternatives(*map(repr, setting.values)),
                    value=repr(value),
                )
            )
    elif value != setting.default and not _is_number(value):
        raise ValueError(
            message("engine.value_is_no_number", setting=setting.name, value=repr(value))
        )


def _is_number(value: str) -> bool:
    return value.isascii() and value.isdigit() and value[0] != "0" and len(value) < 10


def name_with_settings(kind: str, settings: Sequence[Setting], values: Mapping[str, str]) -> str:
    """Return the name of a game with these values, in the form that `Configurable` describes."""
    changed = [
        f"{setting.name}={values[setting.name]}"
        for setting in settings
        if values[setting.name] != setting.default
    ]
    return f"{kind}:{','.join(changed)}" if changed else kind
