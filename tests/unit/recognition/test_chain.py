"""Chains of moves that nobody saw being made."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence

import pytest

from host.engine.game import AnyGame, InvalidMoveError
from host.engine.kamisado.match import KamisadoMatch
from host.engine.kamisado.match_format import STANDARD
from host.engine.registry import game_named
from host.engine.successors import Successor, outcome_of, successors_of
from host.recognition import chain
from host.recognition.chain import MOST_CHAINS, MOST_MOVES, Chain, ChainSearch, is_complete
from host.recognition.snapshot import Snapshot, SquareState, snapshot_of
from host.recognition.times import MOVE_MS
from host.session.access.hand_permissions import Situation
from host.session.access.permissions import refusal
from host.session.access.role import Role
from host.session.phases import unseen_moves
from host.session.requests import Choose
from tests.support.snapshots import SnapshotHand

EMPTY = SquareState.EMPTY
GAME = KamisadoMatch(STANDARD)
WITH_TEETH = "pgbkoy1n/6r1/8/8/8/8/8/GRPBNKOY+ w n standard 2 1:0 b"
OF_TWO_OR_FOUR = "1o2gnkr+/1b+6/5yB1/1Op5/8/K7/8/P2GRY1N w n long 3 0:2 w"
"""h1g2 b8e5 g2c6 e5h2 leads to the same board as h1c6 b8h2."""
FIRST_UNIQUE = {3: 0, 5: 3}
"""Seeds of chains of so many moves to which there is no other of up to eight."""


def played(seed: int, moves: int) -> tuple[object, list[object]]:
    """Play by chance; the position and the moves without forced passes."""
    chance = random.Random(seed)
    position, made = GAME.start(), list[object]()
    while len(made) < moves:
        move = chance.choice(GAME.legal_moves(position))
        following = GAME.play(position, move)
        if GAME.round_outcome(following) is not None:
            return played(seed + 1000, moves)
        if GAME.pieces(following) != GAME.pieces(position):
            made.append(move)
        position = following
    return position, made


def find_chains(
    game: AnyGame,
    position: Hashable,
    seen: Snapshot,
    most: int = MOST_MOVES,
    waypoints: Sequence[Snapshot] = (),
) -> Sequence[Chain]:
    """Return the chains that a search tells, which went on in parts."""
    search = ChainSearch(game, position, seen, most, waypoints)
    while not search.go_on(1):
        assert search.chains is None
    return search.told


@pytest.mark.parametrize("moves", range(3, MOST_MOVES + 1))
def test_a_chain_is_found_or_not_believed_but_never_another(moves: int) -> None:
    found = 0
    for seed in range(12):
        position, made = played(seed, moves)
        chains = find_chains(GAME, GAME.start(), snapshot_of(GAME.pieces(position), 64), moves)
        assert len(chains) != 1 or chains == (tuple(made),), seed
        assert not chains or tuple(made) in chains, seed
        found += len(chains) == 1
    assert found >= 6, "most are unique"


@pytest.mark.parametrize("name", ["kamisado-standard", "five", "hasami", "seega"])
def test_a_search_tells_all_chains_that_there_are(name: str) -> None:
    game, chance = game_named(name), random.Random(1)
    for _ in range(3):
        position = game.start()
        for _ in range(chance.randrange(4, 20)):
            position = game.play(position, chance.choice(game.legal_moves(position)))
        last = position
        for _ in range(2):
            last = game.play(last, chance.choice(game.legal_moves(last)))
        seen = snapshot_of(game.pieces(last), game.size[0] * game.size[1])
        told = set(find_chains(game, position, seen, 2))
        there = {made for length in (1, 2) for made in leading(game, position, seen, length)}
        is_told = is_complete(game, position, seen) and len(there) <= MOST_CHAINS
        assert told == (there if is_told else set())


def leading(game: AnyGame, position: Hashable, seen: Snapshot, length: int) -> Iterator[Chain]:
    """Yield the chains of a length that lead to a snapshot, trying all moves."""
    for move in game.legal_moves(position):
        following = game.play(position, move)
        pieces = game.pieces(following)
        if pieces == game.pieces(position):
            yield from leading(game, following, seen, length)
        elif length == 1 and snapshot_of(pieces, len(seen)) == seen:
            yield (move,)
        elif length > 1 and outcome_of(game, following) is None:
            yield from ((move, *rest) for rest in leading(game, following, seen, length - 1))


def test_between_two_turns_of_the_host_few_positions_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, chance, looked = game_named("hasami"), random.Random(1), Counter[int]()
    hand = SnapshotHand(game=game.name)
    last = game.start()
    for _ in range(MOST_MOVES):
        last = game.play(last, chance.choice(game.legal_moves(last)))

    def counted(game: AnyGame, position: Hashable) -> Sequence[Successor[Hashable, Hashable]]:
        found = successors_of(game, position)
        looked[hand.now_ms] += len(found)
        return found

    monkeypatch.setattr(chain, "successors_of", counted)
    hand.session.board_lost()
    hand.now_ms += 20_000
    hand.snapshot = on_a_wrong_square(snapshot_of(game.pieces(last), len(hand.snapshot)))
    end_ms = hand.now_ms + 1000
    hand.session.see(hand.snapshot, hand.now_ms)
    while (wake_ms := hand.session.next_wake_ms) is not None and wake_ms < end_ms:
        hand.now_ms = wake_ms
        hand.session.tick(wake_ms)
    assert looked.total() >= chain.MOST_SUCCESSORS, "the longest search"
    assert max(looked.values()) <= unseen_moves.AT_ONCE + 200
    assert hand.view.correction is not None


def bound(seed: int, moves: int) -> tuple[object, object, list[object]]:
    """Play on from where a certain tower must move; the positions before and after, the moves."""
    position, made = played(seed, moves + 1)
    first = GAME.play(GAME.start(), made[0])
    return first, position, made[1:]


def test_a_chain_is_found_where_towers_might_push() -> None:
    position = GAME.parse_position(WITH_TEETH)
    made, later = list[object](), position
    for text in ("e1f2", "d8c7", "f1d3"):
        made.append(GAME.parse_move(later, text))
        later = GAME.play(later, GAME.parse_move(later, text))
    assert find_chains(GAME, position, snapshot_of(GAME.pieces(later), 64), 5) == (tuple(made),)


def test_with_a_piece_in_the_air_nothing_is_looked_for() -> None:
    first, last, made = bound(0, 3)
    seen = list(snapshot_of(GAME.pieces(last), 64))
    assert find_chains(GAME, first, tuple(seen), 4) == (tuple(made),)
    seen[next(s for s, state in enumerate(seen) if state is SquareState.WHITE)] = SquareState.EMPTY
    assert find_chains(GAME, first, tuple(seen), 4) == ()


@pytest.mark.parametrize("moves", [3, 5])
def test_a_board_on_which_play_went_on_unseen_is_understood(moves: int) -> None:
    first, last, made = bound(FIRST_UNIQUE[moves], moves)
    hand = SnapshotHand(GAME.position_text(first), game=GAME.name)
    hand.session.board_lost()
    hand.now_ms += 20_000
    hand.snapshot = snapshot_of(GAME.pieces(last), 64)
    hand.wait(2000)
    assert [ply.move for ply in hand.session.plies if not ply.forced] == made


def after(position: object, moves: list[object]) -> tuple[SquareState, ...]:
    """Return what the board shows after moves and the passes that they force."""
    for move in moves:
        while move not in GAME.legal_moves(position):
            (forced,) = GAME.legal_moves(position)
            position = GAME.play(position, forced)
        position = GAME.play(position, move)
    return snapshot_of(GAME.pieces(position), 64)


def on_a_wrong_square(snapshot: tuple[SquareState, ...]) -> tuple[SquareState, ...]:
    """Return the same with White's first piece carried to the last empty square."""
    states = list(snapshot)
    states[states.index(SquareState.WHITE)] = EMPTY
    states[max(s for s, state in enumerate(snapshot) if state is EMPTY)] = SquareState.WHITE
    return tuple(states)


@pytest.mark.parametrize("moves", [3, 5])
def test_what_rested_meanwhile_lies_on_the_way(moves: int) -> None:
    first, last, made = bound(FIRST_UNIQUE[moves], moves)
    seen = snapshot_of(GAME.pieces(last), 64)
    way = [after(first, made[:number]) for number in range(1, moves)]
    for waypoints in ([way[0]], [way[-1]], way, [way[0], seen]):
        assert find_chains(GAME, first, seen, 8, waypoints) == (tuple(made),)
    assert find_chains(GAME, first, seen, 8, way[::-1]) == ()
    assert find_chains(GAME, first, seen, 8, [on_a_wrong_square(way[0])]) == ()


@pytest.mark.parametrize(("rest_ms", "believed"), [(2000, False), (200, True)])
def test_no_chain_is_believed_past_a_placement_that_rested(rest_ms: int, believed: bool) -> None:
    first, last, made = bound(FIRST_UNIQUE[3], 3)
    hand = SnapshotHand(GAME.position_text(first), game=GAME.name)
    hand.now_ms += 5000
    hand.snapshot = on_a_wrong_square(hand.snapshot)
    hand.wait(rest_ms)
    hand.snapshot = snapshot_of(GAME.pieces(last), 64)
    hand.wait(2000)
    assert [ply.move for ply in hand.session.plies if not ply.forced] == made * believed
    assert (hand.view.correction is None) is believed


def test_time_for_unseen_moves_begins_with_the_last_one_seen() -> None:
    """The first move of a new game, by which it is told which game the board was set up for."""
    hand = SnapshotHand(game="kamisado-single")
    for move in ("b8b6", "e1e2", "g8g2", "h1h4", "d8f6", "a1a2"):
        hand.move(move, 2000)
    hand.snapshot = snapshot_of(hand.game.pieces(hand.game.start()), 64)
    hand.wait(2000)
    assert len(hand.view.choices) == 2
    hand.move("c8d7", 450)
    assert hand.texts == ["c8d7"]
    # Nothing was explained since, and no time has passed for three moves.
    hand.show_at_once(e8=EMPTY, e2=SquareState.BLACK, b1=EMPTY, b3=SquareState.WHITE)
    hand.show_at_once(a8=EMPTY, b7=SquareState.BLACK)
    hand.wait(1500)
    assert hand.texts == ["c8d7"]


def ambiguous() -> SnapshotHand:
    """Return a hand at a board on which two or four moves may have been made."""
    hand = SnapshotHand(OF_TWO_OR_FOUR, game="kamisado-long")
    hand.now_ms += 4 * MOVE_MS
    hand.show_at_once(h1=EMPTY, b8=EMPTY, c6=SquareState.WHITE, h2=SquareState.BLACK)
    hand.wait(3000)
    return hand


@pytest.mark.parametrize("text", ["h1c6 b8h2", "h1g2 b8e5 g2c6 e5h2"])
def test_of_several_chains_players_choose_one(text: str) -> None:
    hand = ambiguous()
    told = [n.text for n in hand.notices if n.text.startswith("More than one line of moves")]
    assert len(told) == 1
    choices = [choice.text for choice in hand.view.choices]
    assert len(choices) == 5
    assert {"h1c6 b8h2", "h1g2 b8e5 g2c6 e5h2"} < {*choices}
    hand.session.handle(Choose(text), hand.now_ms)
    assert hand.texts == text.split()
    assert not hand.view.choices
    assert hand.view.correction is None


def test_instead_of_choosing_the_pieces_are_put_back() -> None:
    hand = ambiguous()
    hand.show("h2", EMPTY)
    hand.wait(600)
    assert not hand.view.choices, "a chain leads to what stood there before"
    hand.show_at_once(h1=SquareState.WHITE, b8=SquareState.BLACK, c6=EMPTY)
    hand.wait(1000)
    assert hand.texts == []
    assert hand.view.correction is None
    hand.move("h1g2")
    assert hand.texts == ["h1g2"]


def test_players_choose_by_going_on_with_the_piece_that_moves_next() -> None:
    hand = ambiguous()
    (mover,) = hand.marked("required")
    hand.lift(mover)
    hand.wait(300)
    assert hand.texts == ["h1c6", "b8h2"], "the shortest of those that lead to this position"
    assert hand.view.correction is None
    assert hand.marked("legal"), "where it may go"


def test_a_piece_that_moves_next_nowhere_chooses_nothing() -> None:
    hand = ambiguous()
    hand.lift("a1")
    hand.wait(600)
    assert hand.texts == []


def test_a_choice_that_is_not_offered_is_refused() -> None:
    hand = ambiguous()
    with pytest.raises(InvalidMoveError, match="h1g2 b8e5"):
        hand.session.handle(Choose("h1g2 b8e5"), hand.now_ms)
    assert hand.texts == []


def test_only_the_owner_says_what_both_sides_have_moved() -> None:
    now = Situation(ambiguous().view, 8)
    chain, own = Choose("h1c6 b8h2"), Choose("h1g2")
    assert refusal(Role.WHITE, chain, lambda: now) is not None
    assert refusal(Role.WHITE, own, lambda: now) is None
    assert refusal(Role.OWNER, chain, lambda: now) is None


def test_moves_for_which_there_was_no_time_are_an_accident() -> None:
    first, last, _ = bound(FIRST_UNIQUE[5], 5)
    hand = SnapshotHand(GAME.position_text(first), game=GAME.name)
    hand.snapshot = snapshot_of(GAME.pieces(last), 64)
    hand.wait(3000)
    assert hand.texts == []
    assert hand.view.correction is not None


@pytest.mark.parametrize("first_seen", [True, False])
def test_two_moves_are_not_believed_if_four_may_have_been_made(first_seen: bool) -> None:
    hand = SnapshotHand(OF_TWO_OR_FOUR, game="kamisado-long")
    ways = {"h1": EMPTY, "b8": EMPTY, "c6": SquareState.WHITE, "h2": SquareState.BLACK}
    if first_seen:
        hand.move("h1g2", rest_ms=300)
        ways["g2"] = EMPTY
    hand.now_ms += 4 * MOVE_MS
    hand.show_at_once(**ways)
    hand.wait(3000)
    assert hand.texts == ["h1g2"] * first_seen
    assert hand.view.correction is not None


def test_two_moves_are_believed_if_there_was_no_time_for_four() -> None:
    hand = SnapshotHand(OF_TWO_OR_FOUR, game="kamisado-long")
    hand.now_ms += 2 * MOVE_MS
    ways = {"h1": EMPTY, "b8": EMPTY, "c6": SquareState.WHITE, "h2": SquareState.BLACK}
    hand.show_at_once(**ways)
    hand.wait(3000)
    assert hand.texts == ["h1c6", "b8h2"]


def test_a_move_under_way_when_nothing_more_was_seen_counts_beside_those_there_was_time_for() -> (
    None
):
    """Else three moves would be made of these four (seed 9802/64)."""
    position = "7n/1k6/1Ny1Oo+1Y/8/1BP+3p1/5bgK/r+7/R4G2 w k marathon 4 1:2 w"
    hand = SnapshotHand(position, game="kamisado-marathon")
    white = hand.lift("h3")
    hand.wait(1000)
    hand.now_ms += 3 * MOVE_MS + 100
    hand.show_at_once(h5=white, c6=EMPTY, e6=EMPTY, f7=white, e4=SquareState.BLACK)
    hand.wait(2000)
    assert hand.texts == []
    assert {choice.text for choice in hand.view.choices} == {
        "h3h5 c6e4 e6f7",
        "h3h5 c6d5 e6f7 d5e4",
    }


def test_two_moves_are_believed_after_any_time_if_no_others_lead_there() -> None:
    hand = SnapshotHand(game="kamisado-long")
    hand.now_ms += 20 * MOVE_MS
    hand.show_at_once(d8=EMPTY, d4=SquareState.BLACK, a1=EMPTY, c3=SquareState.WHITE)
    hand.wait(3000)
    assert hand.texts == ["d8d4", "a1c3"]


def test_no_chain_is_believed_while_stones_stand_that_it_captures() -> None:
    game = game_named("seega")
    position = game.parse_position("Sssss/sSSSs/sS1sS/sSssS/SSsSS b 0 0 -")
    # b2-c3 only: Black's c2-c3, c3-c2 would take stones which the board shows.
    seen = list(snapshot_of(game.pieces(position), 25))
    seen[6], seen[12] = EMPTY, SquareState.WHITE
    assert find_chains(game, position, tuple(seen), 3) == ()
