"""The host: rules, link, recognition, lights and user interfaces of the board."""

from pathlib import Path
from pkgutil import extend_path

# A folder of this name without `__init__.py` in another project can be imported from as well.
__path__ = extend_path([], __name__)

VERSION = "0.1.0"
"""Version of the program: of the package (pyproject.toml), the page and the wire."""

IS_INSTALLED = Path(__file__).with_name("data").joinpath("programs").is_dir()
"""True if this was installed from a wheel (pyproject.toml), and is no checkout."""

COMMAND = "kamisado" if IS_INSTALLED else "./kamisado"
"""The command that people write; a checkout has a launcher."""
