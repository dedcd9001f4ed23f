"""Results of a club: each match that has ended at a board, as a table and as records."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from host.message import in_english, read_stored
from host.remote.spreadsheet import csv_text
from host.remote.wall.wall import ShownBoard, goes_on, has_ended, moves_of

COLUMNS = (
    *("number", "ended", "board", "game", "black", "white", "winner"),
    *("black_points", "white_points", "moves", "reason"),
)


@dataclass(frozen=True, slots=True)
class Result:
    """A match that has ended.

    Attributes:
        ended: when it was seen, UTC.
        board: name of the board.
        game: registered name of the game.
        players: names of "black" and "white", as far as they are known.
        winner: "black" or "white"; None for a draw.
        points: of "black" and "white"; None in a game without a score.
        moves: as texts.
        reason: why it ended, in English.
        record: its text in the format of records; None until the board has published it.
    """

    ended: str
    board: str
    game: str
    players: Mapping[str, str]
    winner: str | None
    points: Mapping[str, float] | None
    moves: tuple[str, ...]
    reason: str
    record: str | None


class Results:
    """Results in the order in which the matches ended.

    A match that goes on again, as its last move was taken back, is no result any more.
    """

    def __init__(self) -> None:
        self._results: list[Result] = []
        self._open: dict[str, Result] = {}

    def __len__(self) -> int:
        """Return the number of results."""
        return len(self._results)

    def __iter__(self) -> Iterator[Result]:
        """Iterate over the results in the order of their numbers."""
        return iter(self._results)

    def __getitem__(self, number: int) -> Result:
        """Return a result by its number, from 1."""
        if not 1 <= number <= len(self._results):
            raise IndexError(number)
        return self._results[number - 1]

    @property
    def on_boards(self) -> Mapping[str, Result]:
        """The matches that boards show as ended, by board."""
        return self._open

    def follow(self, board: ShownBoard, record: Mapping[str, object] | None, ended: str) -> None:
        """Look whether a board has ended a match, or goes on with it.

        Args:
            board: as the wall shows it now.
            record: of `Wall.record`.
            ended: time now, UTC.
        """
        name, moves = str(board["name"]), moves_of(board)
        known, is_over = self._open.get(name), has_ended(board)
        if known is not None and (not is_over or known.moves != moves):
            del self._open[name]
            if len(moves) <= len(known.moves) and goes_on(known.moves, moves):
                self._results.remove(known)
            known = None
        if not is_over:
            return
        now = _result(board, moves, record, ended if known is None else known.ended)
        if known is None:
            self._results.append(now)
        else:
            self._results[self._results.index(known)] = now
        self._open[name] = now

    def csv(self, decimal_comma: bool = False) -> str:
        """Return a table with a line of names, as `csv_text` writes it."""
        lines: list[Sequence[object]] = [COLUMNS]
        for number, result in enumerate(self._results, 1):
            points = result.points or {}
            lines.append(
                (
                    *(number, result.ended, result.board, result.game),
                    *(result.players.get("black", ""), result.players.get("white", "")),
                    result.winner or "",
                    *(points.get("black", ""), points.get("white", "")),
                    *(len(result.moves), result.reason),
                )
            )
        return csv_text(lines, decimal_comma)

    def records(self) -> str:
        """Return all records, each with a comment on its result before it; a comment if none."""
        if not self._results:
            return "# no match has ended yet\n"
        return "\n".join(
            record_with_title(self[number]) for number in range(1, len(self._results) + 1)
        )


def record_with_title(result: Result) -> str:
    """Return the record of a result, with a comment that names board, players and time."""
    players = " - ".join(result.players.get(side, "") for side in ("black", "white"))
    title = f"# {result.board}, {result.ended}" + (f", {players}" if result.players else "")
    return f"{title}\n{result.record or '# no record was published'}\n"


def _result(
    board: ShownBoard, moves: tuple[str, ...], record: Mapping[str, object] | None, ended: str
) -> Result:
    outcome, match, players = board["outcome"], board["match"], board["players"]
    assert isinstance(outcome, Mapping)
    fits = record is not None and tuple(_list(record["moves"])) == moves
    return Result(
        ended=ended,
        board=str(board["name"]),
        game=str(board["game"] or ""),
        players=players if isinstance(players, Mapping) else {},
        winner=outcome["winner"],
        points={side: match[side] for side in ("black", "white")}
        if isinstance(match, Mapping)
        else None,
        moves=moves,
        reason=_english(outcome["reason"]),
        record=str(record["text"]) if record is not None and fits else None,
    )


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _english(words: object) -> str:
    """Return words in English; as they were published if they are of another version."""
    told = read_stored(words if isinstance(words, str) else json.dumps(words))
    return told if isinstance(told, str) else in_english(told)
