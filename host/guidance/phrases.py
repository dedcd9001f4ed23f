"""Messages of the session to the players, in one place.

They name pieces and squares, never cells or events.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from host.engine.game import AnyGame, MultiRound, Piece, Side, Square
from host.engine.squares import square_name
from host.message import Message, Words, message
from host.recognition.history import Ply

READY = message("guidance.ready")
ONE_AT_A_TIME = message("guidance.one_at_a_time")
BEING_SET_UP = message("guidance.being_set_up")
CHECK = message("guidance.check_colours")
OR_NOT_SEEN = message("guidance.or_not_seen")
NEXT_ROUND = message("guidance.set_up_next_round")
WHICH_WAY = message("guidance.which_way")
SWAPPED = message("guidance.sides_swapped")
OR_UPSIDE_DOWN = message("guidance.or_upside_down")
TOUCH_MOVE = message("guidance.touch_move")
SERIOUS = message("guidance.serious")
PAUSED = message("guidance.paused")
GOES_ON = message("guidance.play_goes_on")
NO_COMPUTER = message("guidance.no_computer")
NOT_COMPUTERS_TURN = message("guidance.not_computers_turn")
NO_MOVE_TO_TAKE_BACK = message("guidance.no_move_to_take_back")
NO_MOVE_OF_YOURS = message("guidance.no_move_of_yours")
NO_REDO = message("guidance.no_redo")
NOT_PAUSED = message("guidance.not_paused")
NOTHING_OFFERED = message("guidance.nothing_offered")
NOTHING_TO_CONFIRM = message("guidance.nothing_to_confirm")
NOTHING_TO_RESIGN = message("guidance.nothing_to_resign")
NOTHING_TO_PAUSE = message("guidance.nothing_to_pause")
NO_HINT_NOW = message("guidance.no_hint_now")
NO_HINT = message("guidance.no_hint")
FAR_TO_MOVE = message("guidance.far_to_move")
FAR_TO_CHOOSE = message("guidance.far_to_choose")
THINKING = message("guidance.thinking")
NO_DRAW = message("guidance.no_draw")
NO_DRAW_NOW = message("guidance.no_draw_now")
SET_UP_BOARD = message("guidance.set_up_board")


def check_few(game: AnyGame, squares: Iterable[Square]) -> Message:
    """Return that the pieces on a few squares were off the board together."""
    names = tuple(square_name(square, game.size[0]) for square in sorted(squares))
    return message("guidance.check_few", squares=names)


def no_hint_yet(far_side: Side | None) -> Message:
    """Return why there is no hint while the other side is to move.

    Args:
        far_side: of a friend elsewhere; None if the other side is the computer.
    """
    return message("guidance.no_hint_for_computer") if far_side is None else FAR_TO_MOVE


def some_piece(side: Side) -> Message:
    """Return any piece of a side: "a white piece"."""
    white = side is Side.WHITE
    return message("guidance.white_piece") if white else message("guidance.black_piece")


def piece_of_side(game: AnyGame, piece: Piece) -> Message:
    """Return a piece with its side: "Black's pink tower"."""
    words = game.describe_piece(piece)
    return message("guidance.piece_of_side", side=piece.side.message, piece=words)


def named(game: AnyGame, piece: Piece | Side) -> Message:
    """Return a piece with its side, or "a white piece" if only that is known of it."""
    return some_piece(piece) if isinstance(piece, Side) else piece_of_side(game, piece)


def begun(game: AnyGame) -> Message:
    """Announce a new game: "A new long match.", "A new game: NAME."."""
    if isinstance(game, MultiRound):
        return message("guidance.new_match", title=game.title)
    return message("guidance.new_game", title=game.title)


def made(ply: Ply) -> Message:
    """Tell a move that was made, with its squares: "Pink from d8 to d5, orange."."""
    return message("guidance.made", move=ply.spelled)


def made_by(side: Side, move: Words) -> Message:
    """Tell a move, or a choice, with the side that made it."""
    return message("guidance.made_by", side=side.message, move=move)


def taken_back(ply: Ply) -> Message:
    """Tell a move that was taken back, with its squares."""
    return message("guidance.taken_back", move=ply.spelled)


def to_move(
    game: AnyGame, turn: Side, movers: Sequence[tuple[Square, Piece]], all_may: bool = True
) -> Message:
    """Tell who must move what, e.g. "Black to move: the pink tower on d5.".

    Args:
        movers: the pieces of which one must move.
        all_may: True if that side has no others.
    """
    side = turn.message
    if len(movers) == 1:
        square, piece = movers[0]
        where, words = square_name(square, game.size[0]), game.describe_piece(piece)
        return message("guidance.to_move_piece", side=side, piece=words, square=where)
    if not movers:
        return message("guidance.to_move", side=side)
    noun = game.piece_noun
    if all_may:
        return message("guidance.to_move_any", side=side, kind=noun)
    return message("guidance.to_move_any_that_can", side=side, kind=noun)


def to_put(game: AnyGame, turn: Side, pieces: Mapping[Piece, int]) -> Message:
    """Tell who must put one of these pieces on the board, and how many there are: "White to put a
    stone on the board: 12 to place."."""
    return message(
        "guidance.to_put", side=turn.message, kind=game.piece_noun, count=sum(pieces.values())
    )


def to_go_on(game: AnyGame, turn: Side, last: tuple[Square, Piece] | None) -> Message:
    """Tell who may move again, and how to end the turn with the piece that moved last."""
    if last is None:
        return message("guidance.to_go_on", side=turn.message)
    square, piece = last
    where, words = square_name(square, game.size[0]), game.describe_piece(piece)
    return message("guidance.to_go_on_with", side=turn.message, piece=words, square=where)


def take_captured(
    game: AnyGame, captured: Sequence[tuple[Square, Piece]], first: bool = False
) -> Message:
    """Ask for captured pieces to be taken off: "Take the captured stone off d5.".

    Args:
        first: True if the opponent has moved already.
    """
    names = {game.describe_piece(piece) for _, piece in captured}
    words = names.pop() if len(names) == 1 else game.piece_noun
    places = tuple(square_name(square, game.size[0]) for square, _ in captured)
    if first:
        return message(
            "guidance.take_captured_first", count=len(captured), piece=words, squares=places
        )
    return message("guidance.take_captured", count=len(captured), piece=words, squares=places)


def passes(game: AnyGame, turn: Side, blocked: tuple[Square, Piece] | None) -> Message:
    """Tell that a side passes, with a blocked piece, or because it cannot move at all."""
    if blocked is None:
        return message("guidance.side_passes", side=turn.message)
    square, piece = blocked
    where = square_name(square, game.size[0])
    return message("guidance.piece_passes", piece=piece_of_side(game, piece), square=where)


def thinks(player: Words) -> Message:
    """Tell that the computer thinks."""
    return message("guidance.thinks", player=player)


def carry_out(
    game: AnyGame,
    player: Words,
    piece: Piece,
    path: tuple[Square, Square],
    push: bool,
    by_hand: bool = True,
) -> Message:
    """Ask for a move to be carried out for the computer: "Level 4 moves: carry White's pink tower
    from e1 to e5."; if not by hand, only tell it."""
    origin, target = (square_name(square, game.size[0]) for square in path)
    words = piece_of_side(game, piece)
    if not by_hand and push:
        return message(
            "guidance.computer_pushes", player=player, piece=words, origin=origin, target=target
        )
    if not by_hand:
        return message(
            "guidance.computer_moves", player=player, piece=words, origin=origin, target=target
        )
    if push:
        return message(
            "guidance.carry_out_push", player=player, piece=words, origin=origin, target=target
        )
    return message("guidance.carry_out", player=player, piece=words, origin=origin, target=target)


def put_for(
    game: AnyGame, player: Words, piece: Piece, target: Square, by_hand: bool = True
) -> Message:
    """Ask for a piece to be put on the board for the computer; if not by hand, only tell it."""
    side, words = piece.side.message, game.describe_piece(piece)
    square = square_name(target, game.size[0])
    if by_hand:
        return message("guidance.put_for", player=player, side=side, piece=words, square=square)
    return message("guidance.computer_puts", player=player, side=side, piece=words, square=square)


def unclear(square: Square, files: int, upside_down: bool = False) -> Message:
    """Ask for a piece that is not seen clearly to be put right.

    Args:
        upside_down: True if it is seen as a piece of the other side: its magnet may be turned.
    """
    where = square_name(square, files)
    if upside_down:
        return message("guidance.unclear_or_upside_down", square=where)
    return message("guidance.unclear", square=where)


def or_exchanged(game: AnyGame, piece: Piece) -> Message:
    """Ask whether two pieces have been exchanged, because the wrong one has moved."""
    return message("guidance.or_exchanged", kind=game.piece_noun)


def put_back(game: AnyGame, piece: Piece, home: Square, turn: Side) -> Message:
    """Ask for a piece to be put back; its side is named if it is not to move."""
    if piece.side is turn:
        who = message("guidance.the_piece", piece=game.describe_piece(piece))
    else:
        who = piece_of_side(game, piece)
    return message("guidance.put_back", piece=who, square=square_name(home, game.size[0]))


def too_many(found: Square, files: int) -> Message:
    """Ask for a piece to be taken off that belongs nowhere."""
    return message("guidance.too_many", square=square_name(found, files))


def set_up(task: Message) -> Message:
    """Begin to set the board up with a task."""
    return message("guidance.set_up", task=task)


def clear(task: Message) -> Message:
    """Begin to clear the board with a task."""
    return message("guidance.clear", task=task)


def belongs(game: AnyGame, piece: Piece, home: Square) -> Message:
    """Tell where a piece goes that is not on the board."""
    where = square_name(home, game.size[0])
    return message("guidance.belongs", piece=piece_of_side(game, piece), square=where)


def carry(game: AnyGame, piece: Piece | Side, origin: Square, target: Square) -> Message:
    """Ask for a piece to be carried: "Move White's green tower from e6 to b1."."""
    start, end = (square_name(square, game.size[0]) for square in (origin, target))
    return message("guidance.carry", piece=named(game, piece), origin=start, target=end)


def wrong_piece(game: AnyGame, found: Piece | Side, due: Piece, square: Square) -> Message:
    """Tell that a piece was put on the place of another."""
    return message(
        "guidance.wrong_piece",
        square=square_name(square, game.size[0]),
        found=named(game, found),
        due=piece_of_side(game, due),
    )


def take_piece_off(square: Square, files: int) -> Message:
    """Ask for a piece to be taken off that does not belong on the board."""
    return message("guidance.take_piece_off", square=square_name(square, files))


def take_off(square: Square, files: int) -> Message:
    """Ask for a piece to be taken off that cannot be carried to its place yet."""
    return message("guidance.take_off", square=square_name(square, files))


def in_the_way(game: AnyGame, piece: Piece | Side, square: Square) -> Message:
    """Ask for a piece to be taken off before another can come."""
    where = square_name(square, game.size[0])
    return message("guidance.in_the_way", piece=named(game, piece), square=where)


def forbidden(reason: Words) -> Message:
    """Return the sentence of a reason, which has no full stop."""
    return message("guidance.forbidden", reason=reason)


def take_tooth_off(game: AnyGame, piece: Piece) -> Message:
    """Ask for a tooth to be taken off, as the round that won it goes on."""
    return message("guidance.take_tooth_off", piece=piece_of_side(game, piece))


def choose(turn: Side, choices: Sequence[Words], places: Sequence[str]) -> Message:
    """Tell what may be chosen between two rounds, and how on the board.

    >>> str(choose(Side.WHITE, ["Fill from the left", "Fill from the right"], ["a1", "h1"]))
    'White chooses: fill from the left (put a white piece on a1) or fill from the right (on h1).'
    """
    ways = [
        message("guidance.choose_other", choice=choice, square=place)
        for choice, place in zip(choices, places, strict=True)
    ]
    ways[0] = message(
        "guidance.choose_first", choice=choices[0], piece=some_piece(turn), square=places[0]
    )
    return message("guidance.choose", side=turn.message, ways=tuple(ways))


def choose_on_display(turn: Side, choices: Sequence[Words]) -> Message:
    """Tell what may be chosen between two rounds, where a display offers it."""
    ways = tuple(message("guidance.light.choice", choice=choice) for choice in choices)
    return message("guidance.choose", side=turn.message, ways=ways)


def menu(side: Side, piece: Message, actions: Sequence[Words], places: Sequence[str]) -> Message:
    """Tell what two lifted pieces may be used for.

    >>> str(menu(Side.WHITE, message("piece.kind_tower"), ["resign", "pause"], ["b4", "d4"]))
    "White's menu: put one tower on b4 to resign or on d4 to pause. Put both back to play on."
    """
    ways = [
        message("guidance.menu_item", square=place, action=action)
        for action, place in zip(actions, places, strict=True)
    ]
    ways[0] = message("guidance.menu_item_first", kind=piece, square=places[0], action=actions[0])
    return message("guidance.menu", side=side.message, ways=tuple(ways))


def chosen(side: Side, action: Words, piece: Message, place: str) -> Message:
    """Tell what will be done unless the piece is lifted again."""
    name = side.message
    return message("guidance.menu_chosen", side=name, action=action, kind=piece, square=place)


def offered(by: Side, asked: Side, offer: Message, piece: Message, seconds: int) -> Message:
    """Tell an offer, how to answer it on the board, and the time for that."""
    return message(
        "guidance.offered",
        side=by.message,
        offer=offer,
        other=asked.message,
        kind=piece,
        seconds=seconds,
    )


def asked_from_afar(offer: Message, piece: Message, seconds: int) -> Message:
    """Tell what the far player asks for; the rest as of `offered`."""
    return message("guidance.asked_from_afar", offer=offer, kind=piece, seconds=seconds)


def the_takeback(moves: Sequence[Words]) -> Message:
    """Return what players may agree on: moves taken back, or the end of the game."""
    if not moves:
        return message("guidance.takeback_of_end")
    return message("guidance.takeback_of", moves=tuple(moves))


def resigning(by: Side, asked: Side, piece: Message, seconds: int) -> Message:
    """Tell a resignation by hand, which is confirmed as an offer is accepted."""
    names = {"side": by.message, "other": asked.message}
    return message("guidance.resigning", **names, kind=piece, seconds=seconds)


def to_confirm(by: Side, action: Message, piece: Message, seconds: int) -> Message:
    """Tell what one side is about to do that has nobody to ask, and how it is confirmed."""
    name = by.message
    return message("guidance.confirm", side=name, action=action, kind=piece, seconds=seconds)


def refused(by: Side, offer: Message) -> Message:
    """Tell that an offer came to nothing."""
    return message("guidance.refused", side=by.other.message, offer=offer)


def the_end(winner: Side | None) -> Message:
    """Return what players may agree on: a draw, or the end of a game that one wins by count."""
    if winner is None:
        return message("guidance.a_draw")
    return message("guidance.end_won_by", side=winner.message)
