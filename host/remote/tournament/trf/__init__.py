"""Reports of tournaments as arbiters' programs read and write them: FIDE's format TRF-16."""
