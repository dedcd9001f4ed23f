"""Memory that the solver is given and cannot use."""

from __future__ import annotations

import sys

from host.ai.transposition_table_size import KERNEL_MB


def tell_unused_hash(megabytes: int) -> None:
    """Tell who gives the solver more memory than its kernel can use."""
    from host.ai.kernel.kernel import load_module

    if megabytes > KERNEL_MB and load_module() is not None:
        sys.stderr.write(
            f"kamisado: of --hash {megabytes} the solver uses {KERNEL_MB} MB, which is all that it "
            "can address\n"
        )
