"""What players have agreed on: settings of a game as text, and its name with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from host.engine.game import Setting


def validated(settings: Sequence[Setting], values: Mapping[str, str]) -> dict[str, str]:
    """The values of all settings: what was agreed on, and the defaults of the others.

    Args:
        settings: what may be agreed on.
        values: what was, by name of a setting.

    Raises:
        ValueError: there is no such setting or value; the message quotes it and says what there
            is.
    """
    known = {setting.name: setting for setting in settings}
    for name, value in values.items():
        if name not in known:
            there_are = ", ".join(known)
            raise ValueError(f"there is no setting {name!r}; there are: {there_are}")
        _check(known[name], value)
    return {name: values.get(name, setting.default) for name, setting in known.items()}


def _check(setting: Setting, value: str) -> None:
    if setting.values:
        if value not in setting.values:
            choice = " or ".join(repr(one) for one in setting.values)
            raise ValueError(f"{setting.name} must be {choice}, not {value!r}")
    elif not (value.isascii() and value.isdigit() and value[0] != "0" and len(value) < 10):
        raise ValueError(
            f"{setting.name} must be a whole number from 1 on, of at most 9 digits, not {value!r}"
        )


def name_with_settings(kind: str, settings: Sequence[Setting], values: Mapping[str, str]) -> str:
    """The name of a game that is played with these values, as `Configurable` describes it."""
    told = [
        f"{setting.name}={values[setting.name]}"
        for setting in settings
        if values[setting.name] != setting.default
    ]
    return f"{kind}:{','.join(told)}" if told else kind
