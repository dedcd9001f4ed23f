"""The host: rules, link, recognition, lights and user interfaces of the board."""

from pathlib import Path

VERSION = "0.1.0"
"""Version of the program: of the package (pyproject.toml), the page and the wire."""

IS_INSTALLED = Path(__file__).with_name("data").joinpath("programs").is_dir()
"""True if this was installed from a wheel (pyproject.toml), and is no checkout."""

COMMAND = "kamisado" if IS_INSTALLED else "./kamisado"
"""The command that people write; a checkout has a launcher."""
