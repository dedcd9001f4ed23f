"""The page's types of the messages (types.js) against those of the program."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path
from typing import get_type_hints, is_typeddict

import pytest

import host.ui.messages

TYPES = Path(__file__).resolve().parents[3] / "host" / "ui" / "static" / "js" / "types.js"
OURS = {
    name: value
    for _, module, _ in pkgutil.iter_modules(host.ui.messages.__path__)
    for name, value in vars(importlib.import_module(f"host.ui.messages.{module}")).items()
    if is_typeddict(value)
}


def comments() -> list[str]:
    """The comments of types.js, without the asterisks at their margins."""
    found = re.findall(r"/\*\*(.*?)\*/", TYPES.read_text(encoding="utf-8"), re.DOTALL)
    return [re.sub(r"^\s*\*", "", comment, flags=re.MULTILINE) for comment in found]


def fields() -> dict[str, set[str]]:
    """Names of the fields of each type of the page."""
    types: dict[str, set[str]] = {}
    for comment in comments():
        if named := re.search(r"@typedef \{object\} (\w+)", comment):
            types[named[1]] = set(
                re.findall(r"@property \{.*?\} (\w+)(?= |$)", comment, re.MULTILINE)
            )
        elif named := re.search(r"@typedef \{\{(.*)\}\} (\w+)", comment):
            types[named[2]] = set(re.findall(r"(\w+): ", named[1]))
        elif named := re.search(r"@typedef \{(\w+) & \{(.*)\}\} (\w+)", comment):
            types[named[3]] = types[named[1]] | set(re.findall(r"(\w+): ", named[2]))
    return types


@pytest.mark.parametrize("name", sorted(OURS))
def test_a_message_has_the_same_fields_in_the_page(name: str) -> None:
    assert fields()[name] == set(get_type_hints(OURS[name]))
