"""Newcomers: kinds of accidents that were written after recognition had met those of strangers.

Here towers are shown, tried or touched, and put back: the game is unchanged.  In Kamisado towers go
forward only, so a board that rests as before means the same moves as before, whatever was shown.
"""

from __future__ import annotations

from host.engine.game import Side, Square
from host.recognition.snapshot import SquareState
from soak.strangers.scene import ASKEW, WAYS, Kind, Scene, Step

SEEN = (SquareState.WHITE, SquareState.BLACK, SquareState.UNSURE)
"""State that a sensor may show below something magnetic that is no tower."""


def long_line_shown(scene: Scene) -> bool:
    """Show a line of three to eight plies, and put all its towers back in another order than they
    were moved, at times several at once.

    Observer: all stands as before the line, so nothing has been played.  (Before the first move of
    a round it might as well be set up anew.)
    """
    kept = len(scene.intended.texts)
    if not kept:
        return False
    for _ in range(scene.chance.randint(3, 8)):
        step = scene.step()
        if step is None or not scene.may_lie(step.token, step.target):
            break
        with scene.after(step):
            ends = scene.intended.over or scene.intended.passed
        if ends:
            break
        scene.make(step)
        scene.wait(300, 1600)
    moved = len(scene.intended.texts) > kept
    while len(scene.intended.texts) > kept:
        scene.intended.undo()
    if not moved:
        return False
    scene.wait(300, 2500)
    if scene.often(0.4):
        astray = [s for s in scene.towers() if scene.intended.places.get(s) != scene.token(s)]
        held = scene.lift_all(scene.chance.sample(astray, len(astray)), 60, 500)
        scene.put_home(held, 100, 800)
    else:
        scene.restore()
    return True


def game_looked_back_at(scene: Scene) -> bool:
    """Go back two to five moves, the last one first, look at that board, and play the same moves
    again in their order.

    Observer: the same moves as before, whether they were taken back and made again or only shown.
    """
    steps = undone(scene, scene.chance.randint(2, 5))
    if len(steps) < 2:
        return False
    for step in steps:
        scene.carry(step.target, step.origin)
        scene.wait(150, 1200)
    scene.wait(300, 3000)
    for step in reversed(steps):
        scene.carry(step.origin, step.target)
        scene.wait(150, 1200)
    return True


def rules_explained(scene: Scene) -> bool:
    """Explain how towers go with one whose side is not to move: it is slid straight ahead and back,
    then along a diagonal and back, with a stop wherever it cannot go on.

    Observer: that side was not to move, and the tower stands where it stood.
    """
    side = scene.intended.turn.other
    ahead = 1 if side is Side.WHITE else -1
    square = scene.chance.choice(scene.towers(side))
    shown = False
    for dx in scene.chance.sample([-1, 0, 1], 3):
        path: list[Square] = []
        here = scene.beside(square, (dx, ahead))
        while here is not None and scene.may_lie(scene.token(square), here):
            path.append(here)
            here = scene.beside(here, (dx, ahead))
        if path:
            scene.tabletop.slide(square, path, [scene.chance.randint(20, 150) for _ in path[1:]])
            scene.wait(300, 1500)
            back = [*reversed(path[:-1]), square]
            scene.tabletop.slide(path[-1], back, [scene.chance.randint(20, 150) for _ in back[1:]])
            scene.wait(100, 900)
            shown = True
    return shown


def replaced_from_second_set(scene: Scene) -> bool:
    """Exchange a tower with a cracked foot for the same one of a second set: the new one is put
    beside it first, then the old one goes into the box, and the new one into its place.

    Observer: for a moment there is a tower too many; then all stands as before.
    """
    square = scene.chance.choice(scene.towers())
    token = scene.token(square)
    spots = scene.loose(token, scene.near(square))
    if not spots:
        return False
    spot = scene.chance.choice(spots)
    scene.board.fetch(token)
    scene.put(token, spot)
    scene.wait(300, 2500)
    scene.lift(square)
    scene.board.put_away(token)
    scene.wait(200, 1800)
    if scene.often(0.5):
        scene.carry(spot, square)
    else:
        scene.tabletop.slide(spot, [square], [])
    return True


def towers_stacked(scene: Scene) -> bool:
    """Build a high tower: a child puts two or three on top of a fourth, whose magnet is seen weakly
    or turned below theirs; then they go home, the topmost first.

    Observer: they were built up and put back, nothing has been played.
    """
    below, *others = scene.chance.sample(scene.towers(), scene.chance.randint(3, 4))
    held = []
    for square in others:
        held.append(scene.lift(square))
        scene.wait(300, 1200)
        scene.tabletop.nudge(below, scene.chance.choice([0.0, 0.25, 0.35]))
        scene.wait(200, 900)
    scene.wait(500, 6000)
    homes = {token: square for square, token in scene.intended.places.items()}
    for token in reversed(held):
        scene.put(token, homes[token])
        scene.wait(200, 900)
    scene.tabletop.nudge(below, 0.0)
    return True


def set_up_too_soon(scene: Scene) -> bool:
    """Take the round for finished and carry some towers to their home squares; "it is still going
    on!", and all go back where they were, in any order.

    Observer: the board was never set up, and stands as before.
    """
    start = scene.intended.game.pieces(scene.intended.game.start())
    homes = {(piece.side, piece.name): square for square, piece in start.items()}
    ways = []
    for square in scene.towers():
        token = scene.token(square)
        home = homes[token.side, token.name]
        if home != square and home not in scene.tabletop.standing:
            ways.append((square, home))
    most = min(5, len(ways) - 2)  # at least two stay, or it would be set up
    if most < 2:
        return False
    for square, home in scene.chance.sample(ways, scene.chance.randint(2, most)):
        scene.carry(square, home)
        scene.wait(100, 900)
    scene.wait(300, 3000)
    scene.restore()
    return True


def domino(scene: Scene) -> bool:
    """Topple a tower against the next one, that one against another: each lies a square farther, or
    on the rim of its own, a moment after the one before; all are put up again.

    Observer: nobody has moved, and all is put back.
    """
    square, way = scene.chance.choice(scene.towers()), scene.chance.choice(WAYS)
    row = [square]
    beside = scene.beside(square, way)
    while beside is not None and beside in scene.tabletop.standing:
        row.append(beside)
        beside = scene.beside(beside, way)
    if len(row) < 2:
        return False
    for number, each in enumerate(row):
        aside = scene.chance.choice(ASKEW)
        target = scene.beside(each, way)
        if number == len(row) - 1 and scene.may_lie(scene.token(each), target):
            assert target is not None
            scene.tabletop.knock(each, target, scene.chance.choice([0.0, aside]), 20)
        else:
            scene.tabletop.nudge(each, aside)
        scene.wait(40, 150)
    scene.mend()
    return True


def magnet_wand(scene: Scene) -> bool:
    """Wave a strong magnet over the board: rank by rank, or file by file, all its sensors show
    something else for a moment.

    Observer: no tower was touched.
    """
    files, ranks = scene.files, scene.squares // scene.files
    by_rank = scene.often(0.5)
    lines = [
        [s for s in range(scene.squares) if (s // files if by_rank else s % files) == number]
        for number in range(ranks if by_rank else files)
    ]
    for line in lines if scene.often(0.5) else lines[::-1]:
        scene.board.cover({square: scene.chance.choice(SEEN) for square in line})
        scene.wait(60, 250)
    scene.board.cover({})
    scene.wait(500, 2500)
    return True


def forgets_he_has_moved(scene: Scene) -> bool:
    """Forget that the move is made: an old man, whose opponent thinks, moves another of his towers,
    is told, and puts it back.

    Observer: his move was the one before, and it was not his turn again.
    """
    last = scene.last_step()
    if last is None or scene.intended.passed:
        return False
    scene.wait(1500, 8000)
    others = [s for s in scene.towers(last.token.side) if s != last.target]
    other = scene.chance.choice(others)
    spot = scene.chance.choice(scene.loose(scene.token(other), scene.free()))
    scene.carry(other, spot)
    scene.wait(500, 4000)
    scene.carry(spot, other)
    return True


def asks_which(scene: Scene) -> bool:
    """Ask a player who cannot reach the board "this one? or this one?": a helper lifts towers of
    both sides one after the other, at times the next one before the last is back.

    Observer: each is put where it was taken from.
    """
    held = []
    for square in scene.chance.sample(scene.towers(), scene.chance.randint(3, 6)):
        held.append(scene.lift(square))
        scene.wait(300, 1800)
        if scene.often(0.7):
            scene.put_home(held, 80, 600)
            held = []
    scene.put_home(held, 80, 600)
    return True


def undone(scene: Scene, most: int) -> list[Step]:
    """Return up to `most` of the last moves, the last one first: those that carried one tower each
    and after which nobody had to pass, without the first of the round, as it would be set up
    then."""
    steps: list[Step] = []
    while len(steps) < most and not scene.intended.passed and scene.intended.undoable > 1:
        step = scene.last_step()
        if step is None:
            break
        steps.append(step)
        scene.intended.undo()
    for step in reversed(steps):
        scene.intended.play(step.move)
    return steps


KINDS: tuple[Kind, ...] = (
    long_line_shown,
    game_looked_back_at,
    rules_explained,
    replaced_from_second_set,
    towers_stacked,
    set_up_too_soon,
    domino,
    magnet_wand,
    forgets_he_has_moved,
    asks_which,
)
