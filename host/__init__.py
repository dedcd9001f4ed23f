"""The host: rules, link, recognition, lights and user interfaces of the board."""

VERSION = "0.1.0"
"""Version of the program: of the package (pyproject.toml), the page and the wire."""
