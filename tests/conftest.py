"""Options and surroundings of the tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--record-frames", action="store_true", help="write the golden frames of tests/data/frames"
    )


@pytest.fixture(scope="session", autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Programs under test save their matches in a folder of the tests, not in the user's."""
    with pytest.MonkeyPatch.context() as patch:
        folder = str(tmp_path_factory.mktemp("data"))
        for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
            patch.setenv(name, folder)
        yield
