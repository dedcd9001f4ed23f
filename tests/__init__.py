"""The tests: `unit/` mirrors the source tree, `property/` and `e2e/` cross it."""
