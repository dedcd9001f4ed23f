"""Review of a match: the proven value before and after each move.

A win changes hands only with a move of its owner: a move is a blunder if its side could have won
before and no longer can.  A move whose values are not proven in time is called neither good nor
bad.  In the same way a match changes hands (`match_review.py`), by fills of the home rows too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from host.ai.analysis.explanation import explain, joined
from host.ai.analysis.ideas import forced_pass
from host.ai.results import ReviewedMove
from host.ai.solver.adapter import (
    Value,
    check_provable,
    is_choosing_fill,
    round_of,
    successors,
    value_for,
)
from host.ai.solver.principal_variation import principal_variation
from host.ai.stop_condition import StopCondition, never_stop
from host.engine.game import Adjudicable, AnyGame, MultiRound, Side
from host.engine.kamisado.notation import move_text, parse_move
from host.message import Message, message, sentences

if TYPE_CHECKING:
    from host.ai.match.values import MatchValues
    from host.ai.solver.solver import Solver


def review(
    solver: Solver,
    game: AnyGame,
    start: Hashable,
    moves: Sequence[str],
    new_limit: Callable[[], StopCondition] = lambda: never_stop,
    match_values: MatchValues | None = None,
) -> Iterator[ReviewedMove]:
    """Review the moves of a match from the last to the first: later positions are proven sooner.

    Forced passes and adjudications are left out, and of the choices between rounds all but those
    that gave the match away.

    Args:
        game: a round or a match of Kamisado.
        start: position before the first move.
        moves: texts, passes and choices included.
        new_limit: returns the stop condition of the next search.
        match_values: proves who wins the match; None: only the rounds are reviewed.

    Raises:
        InvalidMoveError: a text is no legal move where it stands.
        ValueError: the game is not provable.
    """
    check_provable(game)
    positions, adjudicated = [start], set[int]()
    for number, text in enumerate(moves, 1):
        played = game.parse_move(positions[-1], text)
        if isinstance(game, Adjudicable) and game.is_adjudication(played):
            adjudicated.add(number)
        positions.append(game.play(positions[-1], played))
    match = None
    if match_values is not None:
        # Imported late: it loads the solver.
        from host.ai.analysis.match_review import MatchReview

        match = MatchReview(match_values, solver, game, positions[-1], new_limit)
    for number in range(len(moves), 0, -1):
        position = positions[number - 1]
        lost = None if match is None else match.before(position, number in adjudicated)
        if number in adjudicated:
            continue
        if is_choosing_fill(position):
            if lost is not None:
                yield _lost_match(game, position, moves[number - 1], number, lost)
        elif forced_pass(round_of(position)) is None:
            one = _review_move(solver, game, position, moves[number - 1], number, new_limit)
            yield replace(one, match=lost)


def _lost_match(
    game: AnyGame, position: Hashable, text: str, ply: int, lost: Message
) -> ReviewedMove:
    """Return the review of a fill that gave the match away."""
    return ReviewedMove(
        ply=ply,
        round=_round_number(game, position),
        side=game.turn(position).name.lower(),
        text=text,
        words=game.describe_move(position, game.parse_move(position, text)),
        before="unknown",
        after="unknown",
        choices=len(game.legal_moves(position)),
        match=lost,
    )


def _round_number(game: AnyGame, position: Hashable) -> int:
    return game.match_score(position).round if isinstance(game, MultiRound) else 1


def _review_move(
    solver: Solver,
    game: AnyGame,
    position: Hashable,
    text: str,
    ply: int,
    new_limit: Callable[[], StopCondition],
) -> ReviewedMove:
    own, turn = round_of(position), game.turn(position)
    afters = successors(game, position)
    after = value_for(turn, solver.winner(afters[text], new_limit()))
    # A winning move proves that the position is won.
    before: Value = "win" if after == "win" else value_for(turn, solver.winner(own, new_limit()))
    if before == "loss":
        after = "loss"
    reviewed = ReviewedMove(
        ply=ply,
        round=_round_number(game, position),
        side=turn.name.lower(),
        text=text,
        words=game.describe_move(position, game.parse_move(position, text)),
        before=before,
        after=after,
        choices=len(afters),
    )
    if not reviewed.is_blunder:
        return reviewed
    winners = solver.winners(afters, new_limit())
    better = tuple(text for text, winner in winners.items() if winner is turn)
    why = explain(solver, own, parse_move(own, text), new_limit())
    best = next(iter(principal_variation(solver, own, new_limit())), None)
    if best is None:
        return replace(reviewed, better=better, why=why)
    words = game.describe_move(position, game.parse_move(position, move_text(best)))
    wins = message("ai.instead_wins", words=words, move=move_text(best))
    instead = sentences(wins, explain(solver, own, best, new_limit()))
    return replace(reviewed, better=better, why=why, instead=instead)


def summary(reviewed: Sequence[ReviewedMove]) -> list[Message]:
    """Return the summary of each round, a sentence or two."""
    rounds = sorted({move.round for move in reviewed})
    return [
        _round_summary(sorted((m for m in reviewed if m.round == number), key=lambda m: m.ply))
        for number in rounds
    ]


def _round_summary(moves: Sequence[ReviewedMove]) -> Message:
    first, number = moves[0], moves[0].round
    side = Side[first.side.upper()]
    if first.before == "unknown":
        start = message("ai.round_not_known", round=number)
    else:
        winner = side if first.before == "win" else side.other
        start = message("ai.round_winning", round=number, side=winner.message)
    unknown = sum(move.kind == "unknown" for move in moves)
    blunders = _turning_moves(move for move in moves if move.is_blunder)
    if blunders:
        id = "ai.win_changed_at_least" if unknown else "ai.win_changed"
        changes = message(id, count=len(blunders), moves=joined(blunders))
    else:
        changes = message("ai.win_not_known_to_change" if unknown else "ai.win_never_changed")
    parts = [start, changes]
    if unknown:
        parts.append(message("ai.moves_not_known", count=unknown))
    if lost := _turning_moves(move for move in moves if move.match is not None):
        parts.append(message("ai.match_changed", count=len(lost), moves=joined(lost)))
    return sentences(*parts)


def _turning_moves(moves: Iterable[ReviewedMove]) -> list[Message]:
    return [
        message("ai.turning_move", ply=move.ply, side=Side[move.side.upper()].message)
        for move in moves
    ]


_WORTH = {
    "won": message("ai.move_won"),
    "lost": message("ai.move_lost"),
    "forced": message("ai.move_forced"),
    "blunder": message("ai.move_blunder"),
    "match": message("ai.move_match"),
    "unknown": message("ai.move_unknown"),
}


def table_lines(reviewed: Sequence[ReviewedMove]) -> list[Message]:
    """Return every move as a line of a table, with the explanation below a blunder."""
    lines = []
    for move in sorted(reviewed, key=lambda move: move.ply):
        lines.append(
            message(
                "ai.review_line",
                ply=move.ply,
                side=Side[move.side.upper()].message,
                move=move.text,
                words=move.words,
                worth=_WORTH[move.kind],
            )
        )
        details = [text for text in (move.why, move.instead, move.match) if text is not None]
        lines += [message("ai.review_detail", text=text) for text in details]
    return lines
