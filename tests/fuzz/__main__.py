"""Lets atheris look for an input that breaks the target.

    python -m tests.fuzz -atheris_runs=100000 -seed=1 [CORPUS_FOLDER]

Ends non-zero, and writes the input into a file, when it has found one.
"""

import sys

import atheris

with atheris.instrument_imports(include=["host"]):
    from tests.fuzz.host_codec import one_input

if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
