"""Review of a match: the proven value before and after each move.

A win changes hands only with a move of its owner: a move is a blunder if its side could have won
before and no longer can.  A move whose values are not proven in time is called neither good nor
bad.  In the same way a match changes hands (`match_review.py`), by fills of the home rows too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from host.ai.analysis.explanation import explain, joined
from host.ai.analysis.ideas import forced_pass
from host.ai.analysis.nearness import line_of, moves_after, nearness
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
from host.engine.kamisado import rules
from host.engine.kamisado.notation import move_text, parse_move
from host.message import Message, message, sentences

if TYPE_CHECKING:
    from host.ai.match.values import MatchValues
    from host.ai.solver.solver import Solver
    from host.engine.kamisado.position import Position

HOLDING_NODES = 20_000
"""Nodes for the number of moves that win, besides what has been proven: some ten milliseconds."""


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
        ends=not rules.legal_moves(afters[text]),
    )
    if "unknown" in (before, after):
        return reviewed
    reviewed = _graded(solver, own, afters, reviewed, new_limit)
    if not reviewed.is_blunder:
        return reviewed
    winners = solver.winners(afters, new_limit())
    better = tuple(text for text, winner in winners.items() if winner is turn)
    why = explain(solver, own, parse_move(own, text), new_limit())
    if not reviewed.best_line:
        return replace(reviewed, better=better, why=why)
    best = parse_move(own, reviewed.best_line[0])
    words = game.describe_move(position, game.parse_move(position, reviewed.best_line[0]))
    wins = message("ai.instead_wins", words=words, move=reviewed.best_line[0])
    instead = sentences(wins, explain(solver, own, best, new_limit()))
    return replace(reviewed, better=better, why=why, instead=instead)


def _graded(
    solver: Solver,
    own: Position,
    afters: Mapping[str, Position],
    reviewed: ReviewedMove,
    new_limit: Callable[[], StopCondition],
) -> ReviewedMove:
    """Say how near the end is with the move and with the best one, and how many moves win."""
    turn, reached = own.turn, afters[reviewed.text]
    winner = turn if reviewed.after == "win" else turn.other
    end = moves_after(solver, reached, winner, new_limit())
    if reviewed.kind == "won":
        few = solver.node_limit(HOLDING_NODES, new_limit())
        known = list(solver.winners(afters, few).values())
        return replace(reviewed, end=end, holding=0 if None in known else known.count(turn))
    owner = turn if reviewed.is_blunder else turn.other
    nearest = nearness(solver, turn, afters, owner, new_limit())
    graded = replace(reviewed, end=end, best_end=nearest.moves)
    if not (graded.is_blunder or graded.is_short_defence):
        return graded
    best = nearest.best[:1] if nearest.moves else ()
    if not best:
        best = tuple(map(move_text, principal_variation(solver, own, new_limit())[:1]))
    refutation = (reviewed.text, *line_of(solver, reached, winner, new_limit()))
    best_line = (*best, *line_of(solver, afters[best[0]], owner, new_limit())) if best else ()
    return replace(graded, refutation=refutation, best_line=best_line)


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
                worth=move.worth,
            )
        )
        details = [text for text in (move.why, move.instead, move.match) if text is not None]
        lines += [message("ai.review_detail", text=text) for text in details]
    return lines
