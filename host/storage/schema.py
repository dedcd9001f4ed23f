"""Database schema of the store, and migrations from older versions.

    matches  id, game, start, control ("10+5", or empty without a clock), begun, changed (UTC),
             outcome (the message on its end as JSON, before version 7 its English sentence; null
             while it goes on), white_ms, black_ms, revision, turn,
             settlement (termination by the players: "white resigns", "black resigns", "draw
             agreed", "end agreed", "white out of time", "white away" and so on, else null),
             touch_move (1 if moves cannot be taken back, else 0),
             serious (1 if agreed without any help and with pauses by agreement, else 0),
             opponent ("level 4 white seed 7" or "even 4.5 white seed 7" against the computer,
             "far white" against a player at another board, else empty),
             lots (settings drawn by lot, separated by commas),
             table_name (of the table at which it is played, where a program has several; else
             empty),
             white_name, black_name (of the people who play; empty where not known)
    solved_puzzles  position (of a puzzle that was solved)
    reversed_boards  chip (number of the chip of a board at which Black's pieces have their north
             pole down)
    remote_matches  id, link (of the invitation, with the key), own_log and far_log (as JSON; the
             second is null while nobody has joined), game_number (that this board plays, from 1),
             match_id (where that game is saved; null before its first move), table_name (as of
             `matches`: two tables may play each other)
    plies    match_id, number (1 up), round (1 up), text, white_ms, black_ms, aid ("proven" or
             "hint", the help used, or null)

The milliseconds are the players' time left: in `matches` when the clock last started or stopped, in
`plies` after the ply; null without a clock.  The revision counts the writes to a match;
`turn` is higher the later a match was written to, whatever the clock says.
"""

from __future__ import annotations

SCHEMA = 15
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
    # To version 2: rounds, clocks, and protection against two programs writing one match.
    (
        "ALTER TABLE matches ADD COLUMN control TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE matches ADD COLUMN white_ms INTEGER",
        "ALTER TABLE matches ADD COLUMN black_ms INTEGER",
        "ALTER TABLE matches ADD COLUMN revision INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE plies ADD COLUMN round INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE plies ADD COLUMN white_ms INTEGER",
        "ALTER TABLE plies ADD COLUMN black_ms INTEGER",
    ),
    # To version 3: termination by the players, and touch-move.
    (
        "ALTER TABLE matches ADD COLUMN settlement TEXT",
        "ALTER TABLE matches ADD COLUMN touch_move INTEGER NOT NULL DEFAULT 0",
    ),
    # To version 4: help used for a move.
    ("ALTER TABLE plies ADD COLUMN aid TEXT",),
    # To version 5: computer opponents.
    ("ALTER TABLE matches ADD COLUMN opponent TEXT NOT NULL DEFAULT ''",),
    # To version 6: random settings.
    ("ALTER TABLE matches ADD COLUMN lots TEXT NOT NULL DEFAULT ''",),
    # To version 7: messages as outcomes; the sentences that are there stay.
    (),
    # To version 8: progress through the puzzles.
    ("CREATE TABLE solved_puzzles (position TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",),
    # To version 9: matches with a player at another board.
    (
        """
        CREATE TABLE remote_matches (
            id TEXT PRIMARY KEY,
            link TEXT NOT NULL,
            own_log TEXT NOT NULL,
            far_log TEXT,
            game_number INTEGER NOT NULL,
            match_id INTEGER REFERENCES matches (id)
        ) STRICT, WITHOUT ROWID
        """,
    ),
    # To version 10: many tables in one file.
    ("ALTER TABLE matches ADD COLUMN table_name TEXT NOT NULL DEFAULT ''",),
    # To version 11: both sides of a far match in one file, as two tables play it.  The columns of
    # the key come first: else SQLite 3.40 takes good files for damaged ones.
    (
        """
        CREATE TABLE remote_sides (
            id TEXT NOT NULL,
            table_name TEXT NOT NULL,
            link TEXT NOT NULL,
            own_log TEXT NOT NULL,
            far_log TEXT,
            game_number INTEGER NOT NULL,
            match_id INTEGER REFERENCES matches (id),
            PRIMARY KEY (id, table_name)
        ) STRICT, WITHOUT ROWID
        """,
        "INSERT INTO remote_sides SELECT remote_matches.id, coalesce(table_name, ''), link, "
        "own_log, far_log, game_number, match_id FROM remote_matches LEFT JOIN matches "
        "ON matches.id = match_id",
        "DROP TABLE remote_matches",
        "ALTER TABLE remote_sides RENAME TO remote_matches",
    ),
    # To version 12: the order in which matches were saved, as clocks may be set back.
    (
        "ALTER TABLE matches ADD COLUMN turn INTEGER NOT NULL DEFAULT 0",
        "UPDATE matches SET turn = (SELECT count(*) FROM matches AS other "
        "WHERE (other.changed, other.id) <= (matches.changed, matches.id))",
    ),
    # To version 13: serious games.
    ("ALTER TABLE matches ADD COLUMN serious INTEGER NOT NULL DEFAULT 0",),
    # To version 14: boards with sets whose magnets are the other way up.
    ("CREATE TABLE reversed_boards (chip TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",),
    # To version 15: names of the players.
    (
        "ALTER TABLE matches ADD COLUMN white_name TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE matches ADD COLUMN black_name TEXT NOT NULL DEFAULT ''",
    ),
)
"""Statements from each version to the next; released ones must not change."""
