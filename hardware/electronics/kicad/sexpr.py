"""S-expressions, the syntax of all KiCad files: parser, search and serializer.

An atom is a `str` (`at`, `yes`, `-2.54`) or a `Quoted` (`"GND"`); a list is a Python list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias, Union

Node: TypeAlias = Union[str, float, int, "Sequence[Node]"]
"""Input of `dumps`.  Numbers are written with up to four decimals."""

Tree: TypeAlias = "list[str | Tree]"
"""Result of `loads`: a list; its first item, the head, is its type."""

_ESCAPED = re.compile(r"\\(.)")
_TOKEN = re.compile(r'\s*(?:([()])|"((?:[^"\\]|\\.)*)"|([^\s()"]+))')


class Quoted(str):
    """A string that is written with quotes."""

    __slots__ = ()


def loads(text: str) -> Tree:
    """Parse a text that is one list.

    Raises:
        ValueError: if the parentheses do not match, or more text follows.
    """
    tree, end = _read(text, 0)
    rest = _TOKEN.match(text, end)
    if rest is not None:
        raise ValueError(f"more follows the list at character {rest.start()}: {rest[0][:20]!r}")
    return tree


def load_at(text: str, start: int) -> Tree:
    """Parse the list that begins at a character of a text, ignoring the text behind it.

    Raises:
        ValueError: if no list begins there, or it is not closed.
    """
    return _read(text, start)[0]


def _read(text: str, start: int) -> tuple[Tree, int]:
    """Parse a list; return it and the index behind its end."""
    stack: list[Tree] = []
    for match in _TOKEN.finditer(text, start):
        bracket, quoted, bare = match.groups()
        if bracket == "(":
            stack.append([])
        elif not stack:
            break
        elif bracket == ")":
            done = stack.pop()
            if not stack:
                return done, match.end()
            stack[-1].append(done)
        elif bare is not None:
            stack[-1].append(bare)
        else:
            stack[-1].append(Quoted(_ESCAPED.sub(_unescaped, quoted)))
    raise ValueError(f"{len(stack)} lists are not closed" if stack else "the text is not one list")


def _unescaped(match: re.Match[str]) -> str:
    return "\n" if match[1] == "n" else match[1]


def dumps(node: Node, indent: int = 0) -> str:
    """Serialize a node: lists of atoms on one line, every nested list on a line of its own."""
    if isinstance(node, Quoted):
        escaped = node.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"'
    if isinstance(node, str):
        return node
    if isinstance(node, (int, float)):
        return f"{round(node, 4) + 0:.4f}".rstrip("0").rstrip(".")  # "+ 0" makes 0 of -0
    text, nested = "(", False
    for index, item in enumerate(node):
        if isinstance(item, (list, tuple)):
            text += "\n" + "\t" * (indent + 1) + dumps(item, indent + 1)
            nested = True
        else:
            text += (" " if index else "") + dumps(item)
    return text + ("\n" + "\t" * indent if nested else "") + ")"


def children(tree: Tree, head: str) -> Iterator[Tree]:
    """Yield the lists directly in `tree` that have this head."""
    for item in tree:
        if isinstance(item, list) and item and item[0] == head:
            yield item


def child(tree: Tree, head: str) -> Tree:
    """Return the first list directly in `tree` that has this head.

    Raises:
        KeyError: if there is none.
    """
    for item in children(tree, head):
        return item
    raise KeyError(f"no ({head} ...) in ({tree[0] if tree else ''} ...)")


def atom(tree: Tree, head: str) -> str:
    """Return the atom after the head of the first list in `tree` that has this head.

    Raises:
        KeyError: if there is no such list, or a list follows its head.
    """
    item = child(tree, head)[1]
    if not isinstance(item, str):
        raise KeyError(f"({head} ...) has no atom")
    return item
