"""Disturbances: towers are moved by nobody's intention, and put back; the game is unchanged."""

from __future__ import annotations

from collections.abc import Sequence

from host.engine.game import Side, Square
from host.recognition.snapshot import SquareState
from soak.strangers.scene import ASKEW, WAYS, Kind, Scene


def drag_two(scene: Scene) -> bool:
    """A child drags two towers that stand side by side, one square or two; they are put back."""
    pairs = [(s, t) for s in scene.towers() for t in scene.near(s) if t in scene.towers() and t > s]
    if not pairs:
        return False
    pair, way = scene.chance.choice(pairs), scene.chance.choice(WAYS)
    apart_ms = scene.chance.choice([(0, 0), (15, 60)])
    moved = _shift(scene, pair, way, (10, 70), apart_ms)
    if not moved:
        return False
    if scene.often(0.5):
        scene.wait(40, 250)
        _shift(scene, moved, way, (10, 70), (0, 0))
    scene.mend()
    return True


def sleeve_shifts(scene: Scene) -> bool:
    """A wide sleeve takes three towers along and lets them go one square farther."""
    first = scene.chance.choice(scene.towers())
    three = sorted(scene.towers(), key=lambda square: (_distance(scene, first, square), square))[:3]
    if not _shift(scene, three, scene.chance.choice(WAYS), (80, 220), (0, 0)):
        return False
    scene.mend()
    return True


def cat_walks(scene: Scene) -> bool:
    """A cat walks over the board, a paw every 150 to 500 ms, and what it treads on is knocked on,
    falls over or stands askew."""
    paw = scene.chance.randrange(scene.squares)
    for _ in range(scene.chance.randint(4, 8)):
        for square in [paw, *scene.near(paw)]:
            if square not in scene.tabletop.standing or scene.often(0.5):
                continue
            ways = scene.loose(scene.token(square), scene.near(square))
            how = scene.chance.random()
            if how < 0.5 and ways:
                aside, off_ms = (
                    scene.chance.choice([0.0, 0.25, 0.35]),
                    scene.chance.choice([0, 120]),
                )
                scene.tabletop.knock(square, scene.chance.choice(ways), aside, off_ms)
            elif how < 0.7:
                scene.lift(square)
            else:
                scene.tabletop.nudge(square, scene.chance.choice(ASKEW))
        scene.wait(150, 500)
        paw = scene.chance.choice(scene.near(paw))
    scene.mend()
    return True


def tower_rolls(scene: Scene) -> bool:
    """A tower falls over and rolls over some squares, on each for a moment."""
    square, way = scene.chance.choice(scene.towers()), scene.chance.choice(WAYS)
    rolled = False
    for _ in range(scene.chance.randint(2, 4)):
        target = scene.beside(square, way)
        if target is None or not scene.may_lie(scene.token(square), target):
            break
        aside = scene.chance.choice([0.0, 0.25, 0.35])
        scene.tabletop.knock(square, target, aside, scene.chance.choice([0, 20]))
        scene.wait(30, 130)
        square, rolled = target, True
    if rolled:
        scene.mend()
    return rolled


def table_bumped(scene: Scene) -> bool:
    """Somebody bumps into the table: many towers stand askew for a moment, some for longer."""
    for square in scene.towers():
        if scene.often(0.4):
            scene.tabletop.nudge(square, scene.chance.choice(ASKEW))
    scene.wait(30, 300)
    for square, stand in list(scene.tabletop.standing.items()):
        if stand.aside and scene.often(0.7):
            scene.tabletop.nudge(square, 0.0)
    scene.mend()
    return True


def hand_rests(scene: Scene) -> bool:
    """A hand with a ring rests on some towers, which are seen weakly or reversed meanwhile."""
    centre = scene.chance.randrange(scene.squares)
    squares = [s for s in [centre, *scene.near(centre)] if s in scene.tabletop.standing]
    if not squares:
        return False
    for square in squares:
        scene.tabletop.nudge(square, scene.chance.choice([0.25, 0.25, 0.35]))
        scene.wait(0, 120)
    scene.wait(500, 4000)
    for square in scene.chance.sample(squares, len(squares)):
        scene.tabletop.nudge(square, 0.0)
        scene.wait(0, 120)
    return True


def row_tidied(scene: Scene) -> bool:
    """Somebody who likes order straightens all towers of a side, one after the other, by lifting
    them, twisting them on their squares or both, at times two at once with two hands."""
    side = scene.chance.choice([Side.WHITE, Side.BLACK])
    squares = scene.towers(side)
    while squares:
        some = [squares.pop(0) for _ in range(min(len(squares), scene.chance.choice([1, 1, 2])))]
        for square in some:
            scene.tabletop.nudge(square, scene.chance.choice([0.0, 0.25, 0.45]))
        scene.wait(60, 300)
        if scene.often(0.6):
            held = scene.lift_all(some, 0, 80)
            scene.wait(100, 600)
            scene.put_home(held, 0, 200)
        else:
            for square in some:
                scene.tabletop.nudge(square, 0.0)
        scene.wait(80, 700)
    return True


def crumbs_wiped(scene: Scene) -> bool:
    """Somebody lifts the towers of a corner one by one into the arm, wipes the crumbs below them
    away, and puts them back in another order."""
    corner = scene.chance.choice(scene.towers())
    some = [s for s in scene.towers() if _distance(scene, corner, s) <= 2]
    held = scene.lift_all(some, 80, 500)
    scene.wait(1500, 9000)
    scene.put_home(held, 150, 900)
    return True


def drink_spilled(scene: Scene) -> bool:
    """A glass falls over; everything is whisked off a half of the board with both hands.  Dried,
    it is set up from memory; two of a side are confused at first, and seen by their colours."""
    upper = scene.often(0.5)
    some = [s for s in scene.towers() if (s >= scene.squares // 2) is upper]
    if len(some) < 3:
        return False
    held = scene.lift_all(scene.chance.sample(some, len(some)), 0, 120)
    scene.wait(4000, 20_000)
    homes = {token: square for square, token in scene.intended.places.items()}
    alike = [(a, b) for a in held for b in held if a.side is b.side and a != b]
    first, second = scene.chance.choice(alike)
    homes[first], homes[second] = homes[second], homes[first]
    for token in held:
        if scene.may_lie(token, homes[token]):
            scene.put(token, homes[token])
            scene.wait(200, 1200)
    scene.wait(300, 2500)
    scene.restore()
    return True


def phone_on_the_edge(scene: Scene) -> bool:
    """A phone with a magnet in its cover lies half on the edge of the board for some seconds; on
    two to four squares it is seen, and the towers below it are not."""
    files, ranks = scene.files, scene.squares // scene.files
    first = scene.chance.randrange(ranks - 4)
    edge = scene.chance.choice([0, files - 1])
    squares = [edge + files * (first + n) for n in range(scene.chance.randint(2, 4))]
    states = [SquareState.WHITE, SquareState.BLACK, SquareState.UNSURE]
    scene.board.cover({square: scene.chance.choice(states) for square in squares})
    scene.wait(800, 9000)
    scene.board.cover({})
    scene.wait(3000, 6000)
    return True


def tail_sweeps(scene: Scene) -> bool:
    """A dog's tail sweeps a file at the edge of the board: all its towers fall off the table, one
    rolls over the next squares instead; they are picked up and put back."""
    files = scene.files
    for edge in scene.chance.sample([0, files - 1], 2):
        swept = [s for s in scene.towers() if s % files == edge]
        if swept:
            break
    else:
        return False
    for square in swept:
        inward = (1 if edge == 0 else -1, 0)
        beside = scene.beside(square, inward)
        if beside is not None and scene.may_lie(scene.token(square), beside) and scene.often(0.3):
            scene.tabletop.knock(square, beside, scene.chance.choice([0.0, *ASKEW]))
        else:
            scene.lift(square)
        scene.wait(0, 60)
    scene.wait(800, 4000)
    scene.mend()
    return True


def joker_exchanges(scene: Scene) -> bool:
    """Somebody exchanges a white tower and a black one while nobody looks, or so it seems; they
    laugh, and the two are exchanged again."""
    squares = [scene.chance.choice(scene.towers(side)) for side in (Side.WHITE, Side.BLACK)]
    one, two = squares if scene.often(0.5) else squares[::-1]
    rows = (0, scene.squares // scene.files - 1)
    if one // scene.files in rows or two // scene.files in rows:
        return False
    held = scene.lift_all([one, two], 0, 300)
    scene.wait(100, 400)
    for token, square in zip(held, (two, one), strict=True):
        scene.put(token, square)
        scene.wait(60, 400)
    scene.wait(500, 6000)
    held = scene.lift_all([two, one], 0, 300)
    scene.wait(100, 800)
    scene.put_home(held, 60, 400)
    return True


def cup_set_down(scene: Scene) -> bool:
    """Somebody sets a cup down on the board by mistake, and shoves two or three towers apart with
    it; the cup is lifted, and each is slid or put back where it was."""
    centre = scene.chance.randrange(scene.squares)
    shoved = 0
    for square in [s for s in scene.near(centre) if s in scene.tabletop.standing]:
        outward = scene.loose(scene.token(square), scene.near(square))
        outward = [s for s in outward if _distance(scene, centre, s) == 2]
        if outward and shoved < 3:
            aside = scene.chance.choice([0.0, 0.25])
            scene.tabletop.knock(square, scene.chance.choice(outward), aside)
            shoved += 1
    if not shoved:
        return False
    scene.wait(400, 4000)
    scene.mend()
    return True


def _shift(
    scene: Scene,
    squares: Sequence[Square],
    way: tuple[int, int],
    off_ms: tuple[int, int],
    apart_ms: tuple[int, int],
) -> list[Square]:
    """Shift towers by one square at once; return their squares then, none if something stands in
    the way."""
    targets = [scene.beside(square, way) for square in squares]
    for square, target in zip(squares, targets, strict=True):
        if target not in squares and not scene.may_lie(scene.token(square), target):
            return []
    held = scene.lift_all(squares, *apart_ms)
    scene.wait(*off_ms)
    moved = []
    for token, target in zip(held, targets, strict=True):
        assert target is not None
        scene.put(token, target)
        scene.wait(*apart_ms)
        moved.append(target)
    return moved


def _distance(scene: Scene, one: Square, two: Square) -> int:
    """Return the distance of two squares in moves of a king."""
    dx, dy = one % scene.files - two % scene.files, one // scene.files - two // scene.files
    return max(abs(dx), abs(dy))


KINDS: tuple[Kind, ...] = (
    drag_two,
    sleeve_shifts,
    cat_walks,
    tower_rolls,
    table_bumped,
    hand_rests,
    row_tidied,
    crumbs_wiped,
    drink_spilled,
    phone_on_the_edge,
    tail_sweeps,
    joker_exchanges,
    cup_set_down,
)
