"""Invariants of every position of every game.

`check_position` asks a game for everything the protocol offers in one position, and checks that
the answers agree with one another.  It knows no game: a new one is checked by adding it to the
registry.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping

from host.engine.game import (
    AnyGame,
    DrawByAgreement,
    Evaluated,
    HasPath,
    HasReserve,
    IllegalMoveError,
    InvalidMoveError,
    MultiRound,
    Piece,
    Side,
    Square,
    UncheckedPlay,
)
from host.engine.squares import square_name
from host.engine.successors import successors_of

Ways = Mapping[Hashable, tuple[Square, Square] | None]
"""From where to where each legal move carries a piece of the mover; None for one that does not."""


def walk(game: AnyGame, seed: int, plies: int) -> Iterator[Hashable]:
    """The positions of a game that is played by chance, to its end or for so many plies.

    Moves that take something are preferred half of the time, as they are rare and the rest of
    the rules hangs on them.
    """
    chance = random.Random(seed)
    position = game.start()
    for _ in range(plies):
        yield position
        moves = list(game.legal_moves(position))
        if not moves:
            return
        if chance.random() < 0.5:
            some = chance.sample(moves, min(len(moves), 20))
            taking = [move for move in some if _takes(game, position, move)]
            moves = taking or moves
        position = game.play(position, chance.choice(moves))
    yield position


def _takes(game: AnyGame, position: Hashable, move: Hashable) -> bool:
    other = game.turn(position).other
    before, after = game.pieces(position), game.pieces(game.play(position, move))
    theirs = [sum(p.side is other for p in pieces.values()) for pieces in (before, after)]
    return theirs[1] < theirs[0]


def check_position(game: AnyGame, position: Hashable) -> None:
    """Check all that can be asked about one position."""
    moves = game.legal_moves(position)
    outcome = game.outcome(position)
    successors = successors_of(game, position)
    assert [successor.move for successor in successors] == list(moves)
    assert list(successors) == list(successors_of(game, position, moves)), "one by one"
    assert (outcome is None) == bool(moves), "no moves exactly when the game is over"
    if outcome is not None:
        assert str(outcome.reason).endswith(".")
    _check_text(game, position)
    _check_pieces(game, position)
    ways = {move: carried(game, position, move) for move in moves}
    _check_movers(game, position, ways)
    _check_refusals(game, position, ways)
    if isinstance(game, DrawByAgreement) and outcome is None:
        assert str(game.agreed_outcome(position).reason).endswith(".")
    if isinstance(game, Evaluated) and outcome is None:
        assert isinstance(game.evaluate(position), int)
    for move in moves:
        _check_move(game, position, move, ways[move])


def _check_text(game: AnyGame, position: Hashable) -> None:
    """Position text and move texts name exactly one thing each."""
    text = game.position_text(position)
    assert "\n" not in text
    again = game.parse_position(text)
    assert again == position
    assert hash(again) == hash(position)
    texts = [game.move_text(position, move) for move in game.legal_moves(position)]
    assert len(set(texts)) == len(texts)
    for move, name in zip(game.legal_moves(position), texts, strict=True):
        assert game.parse_move(position, name) == move
    for nonsense in ("", "z99", "nothing"):
        try:
            game.parse_move(position, nonsense)
        except InvalidMoveError as error:
            assert repr(nonsense) in str(error)  # noqa: PT017
        else:
            raise AssertionError(f"{nonsense!r} was taken for a move")

    tuples = [move for move in game.legal_moves(position)[:1] if isinstance(move, tuple)]
    off = [type(move)(*(at for _ in move)) for move in tuples for at in (-1, 999)]
    for foreign in ("", *texts[:1], None, (0, 1), object(), *off):
        try:
            game.play(position, foreign)
        except IllegalMoveError:
            continue
        raise AssertionError(f"{foreign!r} was played as a move")


def _check_pieces(game: AnyGame, position: Hashable) -> None:
    files, ranks = game.size
    for square, piece in game.pieces(position).items():
        assert 0 <= square < files * ranks
        assert str(game.describe_piece(piece))
    for square in range(files * ranks):
        tint = game.square_colour(square)
        assert tint is None or tint


def _check_movers(game: AnyGame, position: Hashable, ways: Ways) -> None:
    """Movers are pieces of the side to move, in order; they include all that do move."""
    movers = list(game.movable_squares(position))
    pieces = game.pieces(position)
    assert movers == sorted(set(movers))
    assert all(pieces[square].side is game.turn(position) for square in movers)
    if game.outcome(position) is not None:
        assert not movers
    if not between_rounds(game, position):
        assert all(way is None or way[0] in movers for way in ways.values())


def _check_refusals(game: AnyGame, position: Hashable, ways: Ways) -> None:
    """Legal moves are not refused, and refusals are sentences without their full stop."""
    if between_rounds(game, position):
        return
    files, ranks = game.size
    legal_ways = {way for way in ways.values() if way is not None}
    pieces = game.pieces(position)
    for origin, target in legal_ways:
        assert game.explain_illegal(position, origin, None) is None
        assert game.explain_illegal(position, origin, target) is None
    for origin in pieces:
        # A piece whose turn may pass without it stays where it is: that is nobody's refusal.
        for target in (None, (origin * 7 + 3) % (files * ranks), origin):
            reason = game.explain_illegal(position, origin, target)
            legal = target is None or target == origin or (origin, target) in legal_ways
            assert reason is not None or legal
            assert reason is None or not str(reason).endswith(".")
    empty = [square for square in range(files * ranks) if square not in pieces]
    assert all(game.explain_illegal(position, square, None) is None for square in empty[:3])
    if isinstance(game, HasReserve) and game.outcome(position) is None:
        _check_reserve(game, position, ways)


def _check_reserve(game: AnyGame, position: Hashable, ways: Ways) -> None:
    """Puts are legal exactly where `explain_illegal_drop` has nothing to say."""
    assert isinstance(game, HasReserve)
    reserve = game.reserve(position)
    assert all(count > 0 for count in reserve.values())
    puts = set()
    for move, way in ways.items():
        if way is None:
            puts |= game.pieces(game.play(position, move)).keys() - game.pieces(position).keys()
    files, ranks = game.size
    for square in range(files * ranks):
        assert (game.explain_illegal_drop(position, square) is None) == (square in puts)


def _check_move(
    game: AnyGame, position: Hashable, move: Hashable, way: tuple[Square, Square] | None
) -> None:
    """Pieces come from nowhere but the reserve, and only the mover takes any."""
    assert str(game.describe_move(position, move))
    after = game.play(position, move)
    if isinstance(game, UncheckedPlay):
        assert game.play_unchecked(position, move) == after
    if between_rounds(game, position):
        return
    spelled = str(game.spell_move(position, move))
    for square in way or ():
        assert square_name(square, game.size[0]) in spelled
    mover = game.turn(position)
    before, now = supply(game, position), supply(game, after)
    for piece in before | now:
        if piece.side is mover:
            assert now[piece] == before[piece], "the mover keeps all its pieces"
        else:
            assert now[piece] <= before[piece], "no piece appears from nowhere"
    pieces = game.pieces(position)
    if way is None and now == before:
        # A turn that is let go leaves no trace, and a put adds one piece to the board.
        assert len(game.pieces(after).items() - pieces.items()) <= 1
    if isinstance(game, HasPath) and way is not None:
        path = game.path(position, move)
        assert (path[0], path[-1]) == way
        assert all(square not in pieces for square in path[1:] if square != way[0])


def supply(game: AnyGame, position: Hashable) -> Counter[Piece]:
    """The pieces on the board and in the reserve."""
    counts = Counter(game.pieces(position).values())
    if isinstance(game, HasReserve):
        counts.update(game.reserve(position))
    return counts


def carried(game: AnyGame, position: Hashable, move: Hashable) -> tuple[Square, Square] | None:
    """From where to where a move carries a piece of the mover; None if it carries none."""
    side = game.turn(position)
    before = _squares(game, position, side)
    after = _squares(game, game.play(position, move), side)
    left, come = before - after, after - before
    if len(left) != 1 or len(come) != 1:
        return None
    return left.pop(), come.pop()


def _squares(game: AnyGame, position: Hashable, side: Side) -> set[Square]:
    return {square for square, piece in game.pieces(position).items() if piece.side is side}


def between_rounds(game: AnyGame, position: Hashable) -> bool:
    """Return True if a match is between rounds: its next moves set up the board."""
    return isinstance(game, MultiRound) and game.round_outcome(position) is not None
