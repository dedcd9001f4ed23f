"""Build hook of the package: README.md as who installs the package needs it.

What is about a checkout, between the comments `checkout` and `/checkout`, is left out, and commands
have no `./`.  Links also work on a package index: they lead to a tag of the repository at the
address `Source` of [project.urls] in pyproject.toml; without one, links become plain text, and
pictures are left out.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

CHECKOUT = re.compile(r"<!-- checkout -->\n.*?<!-- /checkout -->\n+", re.DOTALL)
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#)([^)\s]+)\)")


class PackageReadme(MetadataHookInterface):  # type: ignore[misc]
    """Sets the field `readme`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the field; called by hatchling with those that pyproject.toml has."""
        text = for_installed(Path(self.root, "README.md").read_text(encoding="utf-8"))
        source = metadata.get("urls", {}).get("Source")
        tag = f"v{metadata['version']}"
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": without_links(text) if source is None else with_links_to(text, source, tag),
        }


def for_installed(text: str) -> str:
    """Leave out what is about a checkout, and name commands as they are installed."""
    return CHECKOUT.sub("", text).replace("./kamisado ", "kamisado ")


def with_links_to(text: str, source: str, tag: str) -> str:
    """Replace relative links by those to a tag of the repository, pictures by their raw files."""
    return LINK.sub(
        lambda link: (
            f"{link[1]}[{link[2]}]({source}/{'raw' if link[1] else 'blob'}/{tag}/{link[3]})"
        ),
        text,
    )


def without_links(text: str) -> str:
    """Replace relative links by their texts, pictures by nothing."""
    return LINK.sub(lambda link: "" if link[1] else link[2], text)
