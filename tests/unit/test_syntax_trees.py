"""The walk of the tests through syntax trees."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.support.syntax_trees import nodes_of, walked


def test_the_nodes_are_those_of_the_standard_walk_in_its_order() -> None:
    text = Path(ast.__file__).read_text("utf-8")
    tree = ast.parse(text)
    assert walked(tree) == list(ast.walk(tree))
    own = nodes_of(Path(__file__))
    assert any(isinstance(node, ast.FunctionDef) for node in own)
