"""Ways to make a move, some by accident: the move is meant, and nothing else."""

from __future__ import annotations

from soak.strangers.scene import ASKEW, Kind, Scene


def undecided(scene: Scene) -> bool:
    """The tower is tried on some of its squares, with rests, also back at home, and then put."""
    step = scene.step()
    if step is None:
        return False
    tried = [s.target for s in scene.steps() if s.token == step.token]
    tried = [square for square in tried if scene.may_rest(step, square)]
    tried = scene.chance.sample(tried, min(len(tried), scene.chance.randint(1, 4)))
    home = [step.origin] if scene.often(0.4) else []
    here = step.origin
    for square in [*tried, *home, step.target]:
        if square == here:
            continue
        token = scene.lift(here)
        scene.wait(*scene.chance.choice([(20, 70), (120, 500)]))
        scene.put(token, square)
        here = square
        scene.wait(60, 1100)
    scene.intended.play(step.move)
    return True


def slid_right(scene: Scene) -> bool:
    """The tower is put one square beside its target and slid there."""
    step = scene.step()
    spots = [] if step is None else [s for s in scene.near(step.target) if scene.may_rest(step, s)]
    if step is None or not spots:
        return False
    spot = scene.chance.choice(spots)
    scene.carry(step.origin, spot)
    scene.wait(60, 700)
    scene.tabletop.slide(spot, [step.target], [])
    scene.intended.play(step.move)
    return True


def pushed_along(scene: Scene) -> bool:
    """The tower is dragged to its target and shoves another one there a square along; that is put
    back afterwards."""
    step = scene.step()
    if step is None:
        return False
    path = scene.line(step.origin, step.target)
    scene.tabletop.slide(step.origin, path, [scene.chance.choice([40, 80, 150]) for _ in path[1:]])
    scene.intended.play(step.move)
    ways = [
        (square, spot)
        for square in scene.near(step.target)
        if square in scene.tabletop.standing
        for spot in scene.loose(scene.token(square), scene.near(square))
    ]
    if ways:
        square, spot = scene.chance.choice(ways)
        scene.wait(0, 60)
        scene.tabletop.knock(square, spot)
        scene.wait(300, 1800)
        scene.carry(spot, square)
    return True


def mended_while_moving(scene: Scene) -> bool:
    """A tower stands on a wrong square; one player puts it right while the other one moves."""
    step = scene.step()
    if step is None:
        return False
    ways = [
        (square, spot)
        for square in scene.towers()
        if square != step.origin
        for spot in scene.loose(scene.token(square), scene.near(square))
        if spot != step.target and spot not in scene.intended.may_go(scene.token(square))
    ]
    if not ways:
        return False
    wrong, astray = scene.chance.choice(ways)
    scene.tabletop.knock(wrong, astray)
    scene.wait(100, 2500)
    both = scene.chance.sample([(step.origin, step.target), (astray, wrong)], 2)
    held = scene.lift_all([origin for origin, _ in both], 50, 400)
    put = list(zip(held, [target for _, target in both], strict=True))
    for token, target in scene.chance.sample(put, 2):
        scene.put(token, target)
        scene.wait(20, 400)
    scene.intended.play(step.move)
    return True


def counted_aloud(scene: Scene) -> bool:
    """A child counts the squares of its move with the tower, "one, two, three", setting it down on
    each, and stays on the last."""
    step = scene.step()
    path = [] if step is None else scene.line(step.origin, step.target)
    if step is None or len(path) < 2 or not all(scene.may_rest(step, s) for s in path[:-1]):
        return False
    here = step.origin
    for square in path:
        token = scene.lift(here)
        scene.wait(80, 300)
        scene.put(token, square)
        scene.wait(100, 600)
        here = square
    scene.intended.play(step.move)
    return True


def overshot(scene: Scene) -> bool:
    """The tower is slid in one go, too far, and pulled back to where it was to go."""
    step = scene.step()
    path = [] if step is None else scene.line(step.origin, step.target)
    if step is None or len(path) < 1:
        return False
    files = scene.files
    way = (
        (path[0] % files > step.origin % files) - (path[0] % files < step.origin % files),
        (path[0] > step.origin) - (path[0] < step.origin),
    )
    beyond = scene.beside(step.target, way)
    if beyond is None or not scene.may_rest(step, beyond):
        return False
    scene.tabletop.slide(step.origin, [*path, beyond], [scene.chance.randint(20, 90)] * len(path))
    scene.wait(100, 1500)
    scene.tabletop.slide(beyond, [step.target], [])
    scene.intended.play(step.move)
    return True


def dropped(scene: Scene) -> bool:
    """The tower slips out of the fingers, strikes a square beside its way, rolls off the board, is
    picked up from the floor and put where it was to go."""
    step = scene.step()
    spots = [] if step is None else [s for s in scene.near(step.target) if scene.may_rest(step, s)]
    if step is None or not spots:
        return False
    token = scene.lift(step.origin)
    scene.wait(150, 600)
    for spot in scene.chance.sample(spots, min(len(spots), scene.chance.randint(1, 3))):
        scene.put(token, spot, scene.chance.choice([0.0, *ASKEW]))
        scene.wait(30, 150)
        scene.lift(spot)
        scene.wait(0, 80)
    scene.wait(1500, 8000)
    scene.put(token, step.target)
    scene.intended.play(step.move)
    return True


def changed_hands(scene: Scene) -> bool:
    """The arm is too short: the tower is set down half-way, taken with the other hand and put
    where it was to go."""
    step = scene.step()
    spots = [] if step is None else [s for s in scene.free() if scene.may_rest(step, s)]
    if step is None or not spots:
        return False
    half_way = scene.chance.choice(spots)
    scene.carry(step.origin, half_way)
    scene.wait(200, 900)
    scene.carry(half_way, step.target)
    scene.intended.play(step.move)
    return True


def talked_with_tower_in_hand(scene: Scene) -> bool:
    """A player talks with the tower in one hand, for long, and straightens some others with the
    other hand, two of which he lifts for that; then he remembers that it is his turn."""
    step = scene.step()
    if step is None:
        return False
    token = scene.lift(step.origin)
    for square in scene.chance.sample(scene.towers(), scene.chance.randint(2, 5)):
        scene.wait(800, 4000)
        if scene.often(0.4):
            scene.carry(square, square)
        else:
            scene.tabletop.nudge(square, scene.chance.choice([0.0, 0.25, 0.45]))
            scene.wait(100, 900)
            scene.tabletop.nudge(square, 0.0)
    scene.wait(500, 3000)
    scene.put(token, step.target)
    scene.intended.play(step.move)
    return True


def waved_about(scene: Scene) -> bool:
    """A player points at squares with the tower that is to move, and touches some of them with it
    for a moment, not always in their middle, before it is put down."""
    step = scene.step()
    if step is None:
        return False
    spots = [square for square in scene.free() if scene.may_rest(step, square)]
    token = scene.lift(step.origin)
    scene.wait(200, 1500)
    for spot in scene.chance.sample(spots, min(len(spots), scene.chance.randint(3, 8))):
        scene.put(token, spot, scene.chance.choice([0.0, 0.25, 0.45]))
        scene.wait(30, 180)
        scene.lift(spot)
        scene.wait(80, 700)
    scene.put(token, step.target)
    scene.intended.play(step.move)
    return True


def shoved_with_another(scene: Scene) -> bool:
    """A player who has another of the own towers in the hand shoves the one that must move to its
    square with it, as with a stick; then that one is put back."""
    step = scene.step()
    if step is None:
        return False
    own = [square for square in scene.towers(step.token.side) if square != step.origin]
    stick = scene.lift(scene.chance.choice(own))
    scene.wait(300, 1500)
    path = scene.line(step.origin, step.target)
    scene.tabletop.slide(step.origin, path, [scene.chance.randint(50, 200) for _ in path[1:]])
    scene.wait(100, 900)
    scene.intended.play(step.move)
    scene.put_home([stick], 0, 0)
    return True


def father_corrects(scene: Scene) -> bool:
    """A child puts its tower beside the line on which it may go; its father says "straight ahead",
    the child tries once more, and he slides it to the square that it has pointed at."""
    step = scene.step()
    if step is None:
        return False
    targets = {s.target for s in scene.steps() if s.token == step.token}
    wrong = [s for s in scene.free() if s not in targets and scene.may_rest(step, s)]
    if len(wrong) < 2:
        return False
    one, two = scene.chance.sample(wrong, 2)
    scene.carry(step.origin, one)
    scene.wait(500, 3000)
    scene.carry(one, two)
    scene.wait(500, 3000)
    scene.carry(two, step.target)
    scene.intended.play(step.move)
    return True


def wrong_tower_first(scene: Scene) -> bool:
    """A player moves the tower of the colour where his own stood; "no, the red one": the right one
    is in the right hand already when the left one puts the wrong one back."""
    step = scene.step()
    required = {s.token for s in scene.steps()}
    if step is None or len(required) > 1:
        return False
    others = [s for s in scene.towers(step.token.side) if s != step.origin]
    wrong = scene.chance.choice(others)
    spots = [s for s in scene.loose(scene.token(wrong), scene.free()) if s != step.target]
    spot = scene.chance.choice(spots)
    scene.carry(wrong, spot)
    scene.wait(400, 2500)
    right, left = scene.lift_all([step.origin, spot], 100, 700)
    for token, square in scene.chance.sample([(right, step.target), (left, wrong)], 2):
        scene.put(token, square)
        scene.wait(60, 700)
    scene.intended.play(step.move)
    return True


def upside_down(scene: Scene) -> bool:
    """The tower has been turned over in the fingers, and is put on its square upside down; the
    opponent laughs, and it is turned."""
    step = scene.step()
    if step is None or not scene.tabletop.turns_over:
        return False
    token = scene.lift(step.origin)
    scene.in_the_air()
    scene.tabletop.put(token, step.target, upside_down=True)
    scene.wait(800, 8000)
    scene.lift(step.target)
    scene.wait(200, 1000)
    scene.put(token, step.target)
    scene.intended.play(step.move)
    return True


def elbow(scene: Scene) -> bool:
    """While a player reaches over the board, the elbow shoves the nearest towers askew and one of
    them off the board; the move is made, and the others are put right."""
    step = scene.step()
    if step is None:
        return False
    centre = scene.chance.randrange(scene.squares)
    below = [centre, *scene.near(centre)]
    touched = [s for s in below if s in scene.tabletop.standing and s != step.origin]
    if not touched:
        return False
    token = scene.lift(step.origin)
    fallen = scene.chance.choice(touched)
    for square in touched:
        scene.wait(0, 150)
        if square == fallen:
            scene.lift(square)
        else:
            scene.tabletop.nudge(square, scene.chance.choice(ASKEW))
    scene.wait(100, 600)
    scene.put(token, step.target)
    scene.intended.play(step.move)
    scene.mend()
    return True


KINDS: tuple[Kind, ...] = (
    undecided,
    slid_right,
    pushed_along,
    mended_while_moving,
    counted_aloud,
    overshot,
    dropped,
    changed_hands,
    talked_with_tower_in_hand,
    waved_about,
    shoved_with_another,
    father_corrects,
    wrong_tower_first,
    upside_down,
    elbow,
)
