"""Pictures of positions and records."""

from __future__ import annotations

import importlib.util
import io
from pathlib import Path
from xml.etree import ElementTree

import pytest

from host.engine import read_record
from host.engine.registry import GAMES, game_named
from host.ui.pictures.board_picture import board_picture
from host.ui.pictures.frames import frames_of
from host.ui.pictures.gif import record_gif
from host.ui.pictures.shapes import SIGNS, Text
from host.ui.pictures.svg import position_svg
from tests.unit.cli.answers import Captured, printed, refused

ROOT = Path(__file__).parents[4]
RECORDED_ROUND = ROOT / "host" / "data" / "recorded_round.txt"
SVG = "{http://www.w3.org/2000/svg}"
HAS_PILLOW = importlib.util.find_spec("PIL") is not None


def recorded() -> list[object]:
    """The frames of the recorded round."""
    return list(frames_of(read_record(RECORDED_ROUND.read_text(encoding="utf-8"))))


@pytest.mark.parametrize("name", GAMES)
def test_each_game_is_drawn_within_its_picture(name: str) -> None:
    game = game_named(name)
    root = ElementTree.fromstring(position_svg(game, game.start()))
    files, ranks = game.size
    assert root.get("viewBox") == f"0 0 {100 * files + 60} {100 * ranks + 60}"
    for element in board_picture(game, game.start()):
        points = (element.at,) if isinstance(element, Text) else element.points
        for x, y in points:
            assert 0 <= x <= 100 * files + 60
            assert 0 <= y <= 100 * ranks + 60


def test_a_tooth_is_a_horn_more_and_the_last_move_is_framed() -> None:
    game = game_named("kamisado")
    plain, sumo = (
        game.parse_position(f"obpkyrgn/8/8/8/8/8/8/N{teeth}GRYKPBO b -") for teeth in ("", "++")
    )
    count = len(list(board_picture(game, plain)))
    assert len(list(board_picture(game, sumo))) == count + 2
    assert len(list(board_picture(game, plain, (0, 27)))) == count + 8


def test_every_colour_has_a_sign_of_its_own_shape() -> None:
    game = game_named("kamisado-single")
    signs: dict[str, set[tuple[object, ...]]] = {}
    for colour in {game.square_colour(square) for square in range(64)}:
        assert colour in SIGNS or colour == "purple"
        signs.setdefault(str(SIGNS.get(colour or "")), set()).add((colour,))
    assert all(len(colours) == 1 for colours in signs.values())


def test_a_record_is_drawn_move_by_move_without_its_passes() -> None:
    frames = recorded()
    record = read_record(RECORDED_ROUND.read_text(encoding="utf-8"))
    assert len(frames) == len(record.moves) + 1
    assert frames_of(record, ply=3)[-1] == frames[3]
    with pytest.raises(ValueError, match="24 moves, and no position after 25"):
        frames_of(record, ply=25)
    with pytest.raises(ValueError, match="no round 2"):
        frames_of(record, round_number=2)


@pytest.mark.skipif(not HAS_PILLOW, reason="Pillow is missing: pip install pillow")
def test_a_gif_shows_every_position() -> None:
    from PIL import Image

    game = game_named("kamisado-single")
    frames = frames_of(read_record(RECORDED_ROUND.read_text(encoding="utf-8")), ply=2)
    with Image.open(io.BytesIO(record_gif(game, frames, width=120))) as picture:
        assert (picture.size, getattr(picture, "n_frames", 1)) == ((120, 120), 3)


def test_position_prints_its_picture_or_writes_it(capsys: Captured, tmp_path: Path) -> None:
    shown = printed(capsys, "position", "startpos")
    assert ElementTree.fromstring(shown).tag == f"{SVG}svg"
    file = tmp_path / "start.svg"
    printed(capsys, "position", "startpos", "--svg", str(file))
    assert file.read_text(encoding="utf-8") == shown
    told = refused(capsys, "position", "startpos", "--svg", str(tmp_path / "none" / "x.svg"))
    assert "cannot be written" in told
