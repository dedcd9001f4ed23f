"""One script made of a page's modules, so that a visit takes one request instead of sixty.

The page's modules are as plain as `_IMPORT` and `_EXPORT` want them, which a test checks of each of
them, so that nothing has to be built and no parser is needed: an import begins a line, and only
declarations are exported, by their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import normpath

_IMPORT = re.compile(r'^import (?:\* as (\w+)|\{([^}]*)\}) from "(\.[\w./-]+\.js)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_NOTHING = re.compile(r"^export \{\};$", re.MULTILINE)
"""The line that makes a module of a file of types."""
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/)\n", re.MULTILINE)
"""Comments on lines of their own: a quarter of the text."""
_LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def bundle(folder: Path, entry: str, root: str) -> str:
    """Return a module that does what the entry does with all that it imports, which it exports as
    `modules`, by their paths.

    Args:
        folder: of the modules.
        entry: its path in the folder.
        root: the folder's address, relative to that of the result.

    Raises:
        ValueError: an import or export is not of the plain kind, or modules import each other; the
            message names the module.
    """
    parts = ["const $modules = {};\nexport { $modules as modules };\n"]
    for name, text in _in_order(folder, entry):
        body = _linked(name, text)
        # Each module finds what lies beside it as if it had come by itself.
        body = body.replace("import.meta.url", f'new URL("{root}/{name}", import.meta.url).href')
        if name == entry:
            parts.append(f"// {name}\n{body}")  # which may wait (`await`), as no function may
        else:
            told = f"{body}\nreturn {{ {', '.join(_EXPORT.findall(text))} }};"
            parts.append(f'// {name}\n$modules["{name}"] = (() => {{\n{told}\n}})();\n')
    return "".join(parts)


def _in_order(folder: Path, entry: str) -> Iterator[tuple[str, str]]:
    """Yield path and text of all modules, each once, after those that it imports."""
    done: set[str] = set()

    def visit(name: str, above: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        if name in above:
            raise ValueError(f"{name} is imported by what it imports: {', '.join(above)}")
        if name in done:
            return
        text = (folder / name).read_text(encoding="utf-8")
        for _, _, path in _IMPORT.findall(text):
            yield from visit(_resolved(name, path), (*above, name))
        done.add(name)
        yield name, text

    return visit(entry, ())


def _linked(name: str, text: str) -> str:
    """Return a module's text that takes what it imports from the modules before it."""

    def taken(found: re.Match[str]) -> str:
        whole, names, path = found.groups()
        left = whole or "{" + names.replace(" as ", ": ") + "}"
        return f'const {left} = $modules["{_resolved(name, path)}"];'

    text = _COMMENT.sub("", text)
    body = _NOTHING.sub("", _EXPORT.sub("", _IMPORT.sub(taken, text)))
    if left := _LEFT.search(body):
        raise ValueError(f"{name}: {left[0]!r} is not written as a plain import or export")
    return body


def _resolved(name: str, path: str) -> str:
    return normpath(f"{name}/../{path}")
