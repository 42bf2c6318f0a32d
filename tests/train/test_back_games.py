"""The tails for back games: games played one roll deep, and layers learned from them as integers."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tavl._native import own_judge  # noqa: E402
from tavl.engine.data_files import data_file  # noqa: E402
from train import back_games, export  # noqa: E402

NET = data_file("tavl.net")


@pytest.fixture(scope="module")
def player() -> back_games.Player:
    if shutil.which("g++") is None:
        pytest.skip("needs g++")
    return back_games.Player(back_games.build(), NET)


def test_every_position_is_a_back_game_with_chances_for_a_target(player: back_games.Player) -> None:
    found = player.play(seed=3, count=400)
    boards = found["board"].reshape(-1, 2, 26)
    assert (boards.sum(2) == 15).all()
    anchors = (boards[:, :, 19:25] > 1).sum(2)
    assert (anchors.max(1) >= 2).all()
    assert len(np.unique(found["board"], axis=0)) > 350
    assert np.isfinite(found["target"]).all()
    assert abs(float(found["target"][:, 0].mean()) - 0.5) < 0.2
    assert np.array_equal(player.play(seed=3, count=400), found), "the same seed, the same games"


def test_a_tail_begins_with_the_networks_values(player: back_games.Player) -> None:
    net = export.read(NET)
    boards = player.play(seed=5, count=60)["board"]
    hidden, tails = player.hidden(boards, net)
    assert set(tails) <= set(range(6))
    for board, one, place in zip(boards, hidden, tails, strict=True):
        counts = board.reshape(2, 26).astype(np.int64)
        with torch.no_grad():
            said = back_games.Tail(net, int(place) + 1)(torch.from_numpy(one.astype(np.float32) / 128))
        assert np.allclose(said.numpy(), export.logits(net, counts) / (2048 * 4096), atol=1e-4)


def test_what_is_learned_is_written_for_the_engine(
    player: back_games.Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The targets are nonsense that is easy to learn: every back game is lost."""
    monkeypatch.setattr(back_games, "BATCH", 64)
    found = player.play(seed=9, count=4000)
    found["target"] = (0.1, 0.0, 0.0, 0.5, 0.1)
    found.tofile(tmp_path / "00000.positions")
    out = tmp_path / "tavl.back"
    gained = back_games.learn(tmp_path, out, NET, passes=12, rate=1e-2, seed=1)
    assert gained > 0.3
    assert "tail 6" in capsys.readouterr().out
    some = np.ascontiguousarray(found["board"][-200:])
    net, tables = str(NET), str(data_file("bearoff.tables"))
    before, after = (own_judge(net, tables, back=back).evaluate(some)[:, 0].mean() for back in ("", str(out)))
    assert abs(after - 0.1) < abs(before - 0.1) / 2


def test_playing_goes_on_where_it_was_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("g++") is None:
        pytest.skip("needs g++")
    monkeypatch.setattr(back_games, "PIECE", 30)
    for _ in range(2):
        back_games.play(tmp_path, NET, None, minutes=0, threads=2, seed=1)
    first, second = (np.fromfile(path, back_games.POSITIONS) for path in back_games.parts(tmp_path))
    assert len(first) == len(second) == 60
    assert not np.array_equal(first["board"], second["board"])
    assert not np.array_equal(first["board"][:30], first["board"][30:]), "each thread has games of its own"
