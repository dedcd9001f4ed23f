"""Kernel of the solver in WebAssembly: the search at native speed, and what runs it."""
