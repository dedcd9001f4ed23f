"""Cut sheets, film, manifest and hardware/PARTS.md."""
