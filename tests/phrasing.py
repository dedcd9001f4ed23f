"""Check of the English that players read: phrases of foreigners, and chains of colons.

`tests/foreign_phrases.toml` lists the phrases with what to say instead.  Read are the English
messages, the help of all commands, and the pages that players read first.
"""

from __future__ import annotations

import argparse
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from host.cli.parser import parser
from host.message import Template, catalogue

ROOT = Path(__file__).resolve().parent.parent
PHRASES = Path(__file__).with_name("foreign_phrases.toml")
PAGES = ("README.md", "docs/index.md", "docs/manual.md")
NO_PROSE = re.compile(
    r"```.*?```|`[^`\n]*`|\]\([^)\n]*\)|\{[^}\n]*\}|(?<!\w)'[^'\n]*'(?!\w)", re.DOTALL
)
"""Parts that are not prose: code, addresses of links, arguments of messages, examples."""
SENTENCE = re.compile(r"(?<=[.!?])\s")
TABLE = "ui.commands"
"""A message that is a table of commands, without sentences."""


@dataclass(frozen=True)
class ForeignPhrases:
    """Phrases that a native speaker does not write.

    Attributes:
        better: what to say instead, by the phrase.
        colons: reason by message for more than one colon in a sentence.
    """

    better: dict[re.Pattern[str], str]
    colons: dict[str, str]

    @classmethod
    def read(cls, path: Path = PHRASES) -> ForeignPhrases:
        """Read the list."""
        fields = tomllib.loads(path.read_text(encoding="utf-8"))
        better = {
            re.compile(rf"(?<!\w)(?:{phrase})(?!\w)", re.IGNORECASE): instead
            for phrase, instead in fields["phrases"].items()
        }
        return cls(better, fields["colons"])

    def in_text(self, text: str) -> list[str]:
        """Return one line for each foreign phrase, with what to say instead."""
        prose = " ".join(NO_PROSE.sub("…", text).split())
        return [
            f"{found[0].strip()!r}; say {instead!r}"
            for phrase, instead in self.better.items()
            if (found := phrase.search(prose))
        ]


def chains_colons(text: str) -> bool:
    """Return True if a sentence has more than one colon."""
    return any(part.count(": ") > 1 for part in SENTENCE.split(NO_PROSE.sub("…", text)))


def messages() -> Iterator[tuple[str, str]]:
    """Yield id and text of all forms of the English messages."""
    for id, template in catalogue("en").items():
        for text in forms(template):
            yield id, text


def forms(template: Template) -> list[str]:
    """Return the texts of an entry."""
    return [template] if isinstance(template, str) else list(template.values())


def helps(command: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    """Yield the name and each text of the help of a command and those below it."""
    yield command.prog, command.description or ""
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in dict.fromkeys(action.choices.values()):
                yield from helps(below)
        elif action.help and action.help != argparse.SUPPRESS:
            yield f"{command.prog} {'/'.join(action.option_strings) or action.dest}", action.help


def paragraphs(page: Path) -> Iterator[tuple[str, str]]:
    """Yield place and text of each paragraph and each row of a page."""
    name = page.relative_to(ROOT).as_posix()
    block: list[str] = []
    text = re.sub(
        r"```.*?```",
        lambda code: "\n" * code[0].count("\n"),
        page.read_text("utf-8"),
        flags=re.DOTALL,
    )
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if not line.strip() or line.startswith(("|", "- ", "#")):
            if block:
                yield f"{name}:{number - len(block)}", "\n".join(block)
            block = [line] if line.strip() else []
        else:
            block.append(line)


def foreign_phrases() -> list[str]:
    """Return one line for each foreign phrase and each chain of colons."""
    listed = ForeignPhrases.read()
    read = [*messages(), *helps(parser())]
    for page in PAGES:
        read += paragraphs(ROOT / page)
    faults = [f"{place}: {fault}" for place, text in read for fault in listed.in_text(text)]
    chained = {id for id, text in messages() if id != TABLE and chains_colons(text)}
    faults += [f"{id}: two colons in a sentence" for id in sorted(chained - set(listed.colons))]
    faults += [
        f"foreign_phrases.toml: {id} does not need the exception"
        for id in sorted(set(listed.colons) - chained)
    ]
    return faults
