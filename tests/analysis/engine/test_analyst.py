"""Deeper where it matters, the same on any number of threads, stopped and resumed."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest
from msgspec.structs import replace

from tavl.analysis import Analyst, Depth, MatchAnalyser, analyse
from tavl.analysis.engine.answer_cache import AnswerCache, AnswerFile
from tavl.analysis.engine.questions import Answer, NoAnswer, Question
from tavl.analysis.match_analysis import Look
from tavl.engine import candidate_rollouts, clear_decisions
from tests.analysis.matches import ODD, SHORT, first_play, match_in, played, searching


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> int:
    """A rollout's games, fewer than people get: what is proved does not hang on how many they are."""
    for part, name in ((clear_decisions, "ROLLER"), (clear_decisions, "ROLLOUT"), (candidate_rollouts, "ROLLER")):
        monkeypatch.setattr(part, name, replace(getattr(part, name), games=12))
    return 12


class CountingAnalyst(Analyst):
    asked = 0

    def _answer(self, question: Question) -> Answer:
        self.asked += 1
        return super()._answer(question)


@pytest.mark.parametrize("depth", [Depth.INSTANT, Depth.ONE_PLY])
def test_two_runs_on_any_number_of_threads_give_the_same_numbers(depth: Depth) -> None:
    record = played()
    assert analyse(record, depth, threads=1) == analyse(record, depth, threads=3) == analyse(record, depth, threads=2)


def test_two_rolls_deep_too() -> None:
    record = match_in(ODD)
    assert analyse(record, Depth.TWO_PLY, threads=1) == analyse(record, Depth.TWO_PLY, threads=2)


def test_in_rollouts_too(few_games: int) -> None:
    record = match_in(SHORT)
    analysed = analyse(record, threads=1, analyst=searching(Depth.ROLLOUT))
    assert analysed == analyse(record, threads=2, analyst=searching(Depth.ROLLOUT))
    play, answer = analysed.decisions[0], analysed.decisions[-1]
    assert answer.cube
    assert play.plays[0].look.games == answer.cube.look.games == few_games


@pytest.mark.soak
def test_in_rollouts_of_all_games_too() -> None:
    record = match_in(ODD)
    assert analyse(record, Depth.ROLLOUT, threads=1) == analyse(record, Depth.ROLLOUT, threads=2)


def test_what_is_clear_is_not_looked_at_again() -> None:
    decisions = analyse(played(), analyst=searching(Depth.TWO_PLY)).decisions
    plies = {look.ply for each in decisions for look in [each.cube.look if each.cube else each.plays[0].look]}
    assert plies == {0, 1, 2}
    for each in decisions:
        if each.error and each.plays:
            assert each.plays[0].look.ply == 2  # what was wrong is looked at as deep as asked
        if each.plays and each.plays[0].look.ply == 0 and len(each.plays) > 1:
            assert each.plays[1].loss >= 0.16


def test_a_rollout_decides_between_the_best_plays_and_the_one_that_was_made(few_games: int) -> None:
    record = first_play("21: 24/21")
    (decision,) = analyse(record, analyst=searching(Depth.ROLLOUT)).decisions
    assert decision.played is not None
    rolled = [play for play in decision.plays if play.look.games]
    assert decision.plays[decision.played] in rolled
    assert 2 <= len(rolled) <= 4
    assert decision.plays[0] in rolled
    assert all(play.look.standard_error for play in rolled)


def test_a_decision_deepens_until_it_is_settled() -> None:
    (clear,) = analyse(first_play("31: 8/5 6/5"), analyst=searching(Depth.SETTLED)).decisions
    assert clear.plays[0].look == Look()
    (wrong,) = analyse(first_play("31: 24/20"), analyst=searching(Depth.SETTLED)).decisions
    assert wrong.plays[0].look == Look(ply=2)  # a large error is clear as well, two rolls deep
    assert wrong.error > 0.16


def test_an_opening_is_judged_by_the_book_at_every_depth() -> None:
    for depth in (Depth.INSTANT, Depth.ROLLOUT):
        (decision,) = analyse(first_play("21: 24/21"), depth).decisions
        best = decision.plays[0].look
        assert best.book
        assert best.games > 0
        assert best.standard_error
        assert decision.error > 0.02


def test_the_same_position_is_answered_once() -> None:
    analyst = CountingAnalyst(Depth.INSTANT, cache=AnswerCache())
    first = analyse(match_in(ODD), analyst=analyst)
    asked = analyst.asked
    assert analyse(match_in(ODD), analyst=analyst) == first
    assert analyst.asked == asked


def test_only_so_many_answers_stay_in_memory_those_that_were_asked_for_last() -> None:
    cache = AnswerCache(most=2)
    cache.put(b"asked again", NoAnswer())
    cache.put(b"never again", NoAnswer())
    assert cache.get(b"asked again") == NoAnswer()
    cache.put(b"new", NoAnswer())
    assert [cache.get(key) for key in (b"asked again", b"never again", b"new")] == [NoAnswer(), None, NoAnswer()]


def test_a_stopped_analysis_goes_on_where_it_was_and_comes_to_the_same(tmp_path: Path) -> None:
    record, whole = played(), analyse(played(), Depth.ONE_PLY)
    file = AnswerFile(tmp_path / "answers")
    analyser = MatchAnalyser(record, Analyst(Depth.ONE_PLY, cache=AnswerCache(file)))
    for progress in analyser:
        if progress.done == progress.of // 2:
            break
    assert analyser.result != whole
    file.close()
    again = CountingAnalyst(Depth.ONE_PLY, cache=AnswerCache(AnswerFile(tmp_path / "answers")))
    assert analyse(record, analyst=again) == whole
    fresh = CountingAnalyst(Depth.ONE_PLY)
    analyse(record, analyst=fresh)
    assert again.asked < fresh.asked


def test_an_analyser_that_was_left_in_the_middle_can_be_taken_up_itself() -> None:
    record = match_in(ODD)
    analyser = MatchAnalyser(record, Analyst(Depth.INSTANT), threads=2)
    for progress in analyser:
        if progress.done == 3:
            break
    rest = [progress.done for progress in analyser]
    assert rest[0] == 4
    assert analyser.result == analyse(record, Depth.INSTANT)


@pytest.mark.parametrize("content", [b"no database", b""])
def test_a_file_that_is_no_cache_is_done_without(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "answers"
    path.write_bytes(content)
    file = AnswerFile(path)
    file.save(b"key", b"body")
    assert file.load(b"key") == (b"body" if not content else None)
    assert bool(file.problem) == bool(content)


def test_a_folder_where_nothing_can_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    file = AnswerFile(tmp_path / "file" / "below" / "answers")
    assert file.problem
    assert file.load(b"key") is None


def test_an_answer_of_another_release_is_asked_again(tmp_path: Path) -> None:
    file = AnswerFile(tmp_path / "answers")
    cache = AnswerCache(file)
    for body in (b"x", zlib.compress(b'{"type":"later"}')):
        file.save(b"key", body)
        assert cache.get(b"key") is None
