"""Cut sheets, film, manifest and the page of parts."""
