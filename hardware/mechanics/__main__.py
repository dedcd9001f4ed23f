"""Make, check and draw the mechanical parts: `python -m hardware.mechanics make|check|pictures`."""

from __future__ import annotations

import argparse
import sys

from hardware.paths import HARDWARE


def main() -> int:
    """Run a command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m hardware.mechanics", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("make", help="make all STL, STEP, SVG and DXF files anew (build123d)")
    commands.add_parser("check", help="check the committed files (manifold3d)")
    commands.add_parser("pictures", help="draw all pictures anew (pillow)")
    command = parser.parse_args().command
    # Imported here: each command needs libraries that the others do not.
    if command == "make":
        from hardware.mechanics.cad.export import make

        make()
        return 0
    if command == "pictures":
        from hardware.mechanics.rendering.scenes import draw

        draw()
        return 0
    from hardware.mechanics.checks.all_checks import check_all
    from hardware.mechanics.rendering import record

    faults, checked = check_all()
    faults += record.faults(HARDWARE / "pictures")
    sys.stdout.write("".join(f"{fault}\n" for fault in faults))
    sys.stdout.write(f"{checked} checks, {len(faults)} faults\n")
    return 1 if faults or not checked else 0


if __name__ == "__main__":
    raise SystemExit(main())
