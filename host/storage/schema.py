"""The schema: the tables of the store, and how the file of an older version gets them.

    matches  id, game, start, control ("10+5", or empty without a clock), begun, changed (UTC),
             outcome (a sentence, or null while it goes on), white_ms, black_ms, revision,
             settlement ("white resigns", "black resigns" or "draw agreed" where the players have
             ended it, else null), touch_move (1 if moves stand once they are made, else 0),
             opponent ("level 4 white seed 7" or "even 4.5 white seed 7" where the computer plays,
             else empty), lots (the settings that are drawn anew when the game is begun again,
             with commas between them)
    plies    match_id, number (1 up), round (1 up), text, white_ms, black_ms

The milliseconds are those left to both players: in `matches` when the clock last started or
stopped, in `plies` once the ply was made; null without a clock.  The revision counts how often
a match was written to.
"""

from __future__ import annotations

SCHEMA = 6
"""The version of the tables, kept in the file as `user_version`."""

MIGRATIONS = (
    # To version 1: a round alone, without a clock.
    (
        """
        CREATE TABLE matches (
            id INTEGER PRIMARY KEY,
            game TEXT NOT NULL,
            start TEXT NOT NULL,
            begun TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
            changed TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
            outcome TEXT
        ) STRICT
        """,
        """
        CREATE TABLE plies (
            match_id INTEGER NOT NULL REFERENCES matches (id),
            number INTEGER NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (match_id, number)
        ) STRICT, WITHOUT ROWID
        """,
    ),
    # To version 2: rounds and clocks, and a guard against two programs at one match.
    (
        "ALTER TABLE matches ADD COLUMN control TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE matches ADD COLUMN white_ms INTEGER",
        "ALTER TABLE matches ADD COLUMN black_ms INTEGER",
        "ALTER TABLE matches ADD COLUMN revision INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE plies ADD COLUMN round INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE plies ADD COLUMN white_ms INTEGER",
        "ALTER TABLE plies ADD COLUMN black_ms INTEGER",
    ),
    # To version 3: matches that players end themselves, and such in which nothing is taken back.
    (
        "ALTER TABLE matches ADD COLUMN settlement TEXT",
        "ALTER TABLE matches ADD COLUMN touch_move INTEGER NOT NULL DEFAULT 0",
    ),
    # To version 4: moves that were made with help.
    ("ALTER TABLE plies ADD COLUMN aid TEXT",),
    # To version 5: matches against the computer.
    ("ALTER TABLE matches ADD COLUMN opponent TEXT NOT NULL DEFAULT ''",),
    # To version 6: games of which something is drawn by lot.
    ("ALTER TABLE matches ADD COLUMN lots TEXT NOT NULL DEFAULT ''",),
)
"""The statements that lead to each version from the one before; what was released never changes."""
