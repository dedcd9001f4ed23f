"""History of a game: what follows from a made move, and copies."""

from __future__ import annotations

from host.engine.game import Adjudicable, AnyGame
from host.engine.registry import game_named
from host.recognition.history import History, StoredPly


def played(game: AnyGame, *texts: str) -> History:
    """Return the history of these moves from the start."""
    history = History(game, game.start())
    for text in texts:
        history.record_text(text)
    return history


def test_a_copy_goes_on_by_itself() -> None:
    history = played(game_named("kamisado"), "e8g6")
    other = history.copy()
    other.undo()
    other.record_text("e8e5")
    assert [ply.text for ply in history.plies] == ["e8g6"]
    assert [ply.text for ply in other.plies] == ["e8e5"]
    first = history.plies[0].before.position
    assert [candidate.move for candidate in history.made_before(first)] == [history.plies[0].move]
    assert len(list(other.made_before(first))) == 2


def test_a_stored_ply_leads_to_the_same_history() -> None:
    history = played(game_named("kamisado"))
    history.record_text("h8h2", (60_000, 55_000))
    history.record_text("c1c3", (61_000, 55_000))
    forced = history.expectation.forced_pass
    assert forced is not None
    history.record(forced.move, forced=True)
    stored = [ply.stored("hint") for ply in history.plies]
    assert stored[0] == StoredPly("h8h2", (60_000, 55_000), 1, "hint")
    again = History(history.game, history.game.start())
    for ply in stored:
        again.record_text(ply.text, ply.times)
    assert again.plies == history.plies


def test_a_forced_pass_stays_on_the_square_of_its_piece() -> None:
    history = played(game_named("kamisado"), "h8h2", "c1c3")
    (candidate,) = history.expectation.candidates
    made = history.record(candidate.move, forced=True)
    assert made.origin == made.target is not None
    assert made.piece is not None
    assert history.last_real is history.plies[1]
    assert history.passed == [made.origin]


def test_an_adjudication_moves_no_piece_and_ends_what_hands_may_take_back() -> None:
    game = game_named("hasami")
    assert isinstance(game, Adjudicable)
    history = played(game)
    position = history.position
    moved = game.play(position, game.legal_moves(position)[0])
    text = game.propose_adjudication(position, game.pieces(moved))
    assert text is not None
    ply = history.record(game.parse_adjudication(position, text))
    assert ply.adjudicated
    assert ply.rearranges
    assert (ply.origin, ply.target, ply.captured) == (None, None, ())
    assert history.last_real is ply
    assert history.last_of_round is None
