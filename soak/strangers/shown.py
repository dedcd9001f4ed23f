"""Things shown: towers are lifted or moved to look, explain or compare, and put back; the game is
unchanged."""

from __future__ import annotations

from host.engine.game import Side
from soak.strangers.scene import Kind, Scene


def compared(scene: Scene) -> bool:
    """Two towers of a side are lifted and compared, put back the wrong way round, and exchanged
    again."""
    side = scene.chance.choice([Side.WHITE, Side.BLACK])
    one, two = scene.chance.sample(scene.towers(side), 2)
    goal = 0 if side is Side.BLACK else scene.squares // scene.files - 1
    if goal in (one // scene.files, two // scene.files):
        return False
    first, second = scene.lift(one), scene.lift(two)
    scene.wait(300, 2500)
    scene.put(first, two)
    scene.wait(60, 500)
    scene.put(second, one)
    scene.wait(400, 2500)
    scene.lift_all([one, two], 60, 400)
    scene.wait(200, 900)
    scene.put(second, two)
    scene.wait(60, 500)
    scene.put(first, one)
    return True


def variation(scene: Scene) -> bool:
    """Players show what would have been, one or two moves instead of the last; then all goes
    back."""
    intended = scene.intended
    if intended.undoable < 1 or not intended.goes_back:
        return False
    played = intended.last_move
    number = len(intended.texts)
    intended.undo()
    kept = len(intended.texts)
    scene.restore()
    scene.wait(600, 1500)
    for _ in range(scene.chance.randint(1, 2)):
        step = scene.step()
        if step is None or not scene.may_lie(step.token, step.target):
            break
        scene.make(step)
        if intended.over or intended.passed:
            break
        scene.wait(400, 1800)
    while len(intended.texts) > kept:
        intended.undo()
    intended.play(played)
    assert len(intended.texts) == number
    scene.restore()
    return True


def demonstrated(scene: Scene) -> bool:
    """A mother shows her child where a tower may go: she sets it down on two to four of its
    squares, says "or here", and puts it back home; the child is to think for itself."""
    step = scene.step()
    if step is None:
        return False
    others = [s.target for s in scene.steps() if s.token == step.token and s != step]
    shown = [target for target in others if scene.may_rest(step, target)]
    if len(shown) < 2:
        return False
    here = step.origin
    for square in scene.chance.sample(shown, min(len(shown), scene.chance.randint(2, 4))):
        scene.carry(here, square)
        scene.wait(300, 1300)
        here = square
    scene.carry(here, step.origin)
    return True


def where_from(scene: Scene) -> bool:
    """The opponent wants to know where the tower came from that moved last, carries it back to its
    old square, looks, and carries it on again."""
    last = scene.last_step()
    if last is None or not scene.intended.goes_back:
        return False
    scene.carry(last.target, last.origin)
    scene.wait(200, 3000)
    scene.carry(last.origin, last.target)
    return True


def line_shown(scene: Scene) -> bool:
    """A player says "if I go here, you go there", carries out both, looks at it for a moment, and
    takes both back, in any order or both at once."""
    step = scene.step()
    reply = None if step is None else scene.reply(step)
    if step is None or reply is None:
        return False
    if not scene.may_lie(step.token, step.target) or not scene.may_lie(reply.token, reply.target):
        return False
    scene.carry(step.origin, step.target)
    scene.wait(200, 1200)
    scene.carry(reply.origin, reply.target)
    scene.wait(300, 2500)
    both = [step, reply] if scene.often(0.5) else [reply, step]
    if scene.often(0.5):
        scene.put_home(scene.lift_all([each.target for each in both], 0, 300), 60, 400)
        return True
    for each in [reply, step] if reply.target == step.origin else both:
        scene.carry(each.target, each.origin)
        scene.wait(60, 500)
    return True


def looked_underneath(scene: Scene) -> bool:
    """Both players lift a tower of their own at the same time, look at its foot, tell each other
    about it, and put it back."""
    squares = [scene.chance.choice(scene.towers(side)) for side in (Side.WHITE, Side.BLACK)]
    held = scene.lift_all(scene.chance.sample(squares, 2), 0, 400)
    scene.wait(600, 7000)
    scene.put_home(held, 0, 900)
    return True


def child_and_mother(scene: Scene) -> bool:
    """A small child takes any tower, sets it down somewhere and takes the next; its mother puts
    both back where they were, the second one first."""
    moved = []
    for square in scene.chance.sample(scene.towers(), 2):
        spots = scene.loose(scene.token(square), scene.free())
        spots = [s for s in spots if s not in scene.intended.places]
        target = scene.chance.choice(spots)
        scene.carry(square, target)
        scene.wait(200, 2000)
        moved.append((square, target))
    scene.wait(300, 2500)
    for square, target in reversed(moved):
        scene.carry(target, square)
        scene.wait(100, 900)
    return True


def toddler_turns_round(scene: Scene) -> bool:
    """A toddler takes the tower that moved last, shows it to everybody, bangs it on some squares
    on the way, and gives it back; its owner puts it where it stood."""
    square = scene.intended.last_moved if scene.intended.texts else None
    if square is None:
        return False
    token = scene.lift(square)
    scene.wait(400, 3000)
    for _ in range(scene.chance.randint(1, 4)):
        spot = scene.chance.choice(scene.loose(token, scene.free()))
        scene.put(token, spot, scene.chance.choice([0.0, 0.25, 0.45]))
        scene.wait(60, 500)
        scene.lift(spot)
        scene.wait(150, 900)
    scene.put_home([token], 0, 0)
    return True


def called_away(scene: Scene) -> bool:
    """A player has the tower in the hand when the telephone rings; he talks for up to a minute,
    sets it down where it came from, and asks whose turn it is."""
    step = scene.step()
    if step is None:
        return False
    token = scene.lift(step.origin)
    scene.wait(15_000, 50_000)
    scene.put_home([token], 300, 1500)
    return True


KINDS: tuple[Kind, ...] = (
    compared,
    variation,
    demonstrated,
    where_from,
    line_shown,
    looked_underneath,
    child_and_mother,
    toddler_turns_round,
    called_away,
)
