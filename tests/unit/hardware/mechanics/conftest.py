"""Meshes of the committed parts; modules that need manifold3d or numpy are skipped without them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hardware.mechanics.design.dimensions import load
from tests.support.require import require

if TYPE_CHECKING:
    from hardware.mechanics.mesh.stl import Meshes


class _MeshModule(pytest.Module):
    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        try:
            return super().collect()
        except self.CollectError as error:
            missing = [name for name in ("manifold3d", "numpy") if f"'{name}'" in str(error)]
            require(
                not missing,
                f"{missing} cannot be imported: pip install 'manifold3d>=3.5' 'numpy>=2'",
            )
            raise


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module:
    """Collect a module, or skip it without the libraries for meshes."""
    module: pytest.Module = _MeshModule.from_parent(parent, path=module_path)
    return module


@pytest.fixture(scope="session")
def meshes() -> Meshes:
    """The meshes of the parts of an 8x8 board."""
    from hardware.mechanics.mesh import stl

    return stl.read_parts(load(8))
