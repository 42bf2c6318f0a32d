"""A whole match analysed by the engine, on any number of threads: as it goes, or at once."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from msgspec import Struct

from tavl.analysis.engine.analyst import Analyst
from tavl.analysis.engine.cluster import Cluster
from tavl.analysis.engine.questions import Answer, Question, steps_of
from tavl.analysis.match_analysis import MatchAnalysis
from tavl.analysis.summary import AnsweredStep, MatchChances, summarise
from tavl.engine.data_files import network_name
from tavl.engine.match_equity import match_chances
from tavl.engine.named_depths import Depth
from tavl.notation.record import MatchRecord

_AHEAD = 4  # questions queued for each thread


class Progress(Struct, frozen=True):
    """How many questions are answered, of how many."""

    done: int
    of: int


class MatchAnalyser:
    """`for progress in analyser` answers question by question; stopping the iteration stops the analysis. Then
    `result`."""

    def __init__(self, record: MatchRecord, analyst: Analyst, threads: int = 1, cluster: Cluster | None = None) -> None:
        self.record, self.analyst, self.threads, self.cluster = record, analyst, threads, cluster
        self.steps = list(steps_of(record))
        self.questions = [question for step in self.steps for question in step.questions]
        self.answers: list[Answer] = []

    @property
    def finished(self) -> bool:
        return len(self.answers) == len(self.questions)

    def take_up(self, answers: list[Answer]) -> None:
        """Continue from answers that an earlier run gave, from the first question on."""
        self.answers = list(answers[: len(self.questions)])

    def __iter__(self) -> Iterator[Progress]:
        left = self.questions[len(self.answers) :]
        cluster = self.cluster
        found = cluster.answers(left, self.analyst) if cluster else answers_to(left, self.analyst, self.threads)
        for answer in found:
            self.answers.append(answer)
            yield Progress(len(self.answers), len(self.questions))

    @property
    def result(self) -> MatchAnalysis:
        """What has been answered so far, put together; steps that are not answered yet are left out."""
        answered: list[AnsweredStep] = []
        at = 0
        for step in self.steps:
            end = at + len(step.questions)
            if end > len(self.answers):
                break
            answered.append(AnsweredStep(step, tuple(self.answers[at:end])))
            at = end
        chances = chances_at_scores(self.record)
        return summarise(self.record, answered, chances, self.analyst.depth, network_name())


def analyse(
    record: MatchRecord, depth: Depth = Depth.TWO_PLY, *, threads: int = 1, analyst: Analyst | None = None
) -> MatchAnalysis:
    """Every decision of a match, judged. The same on any number of threads."""
    analyser = MatchAnalyser(record, analyst or Analyst(depth), threads)
    for _ in analyser:
        pass
    return analyser.result


def answers_to(questions: list[Question], analyst: Analyst, threads: int) -> Iterator[Answer]:
    """In the order of the questions; some are answered ahead on other threads."""
    if threads == 1:
        yield from map(analyst.answer, questions)
        return
    with ThreadPoolExecutor(threads) as pool:
        waiting = []
        try:
            for question in questions:
                waiting.append(pool.submit(analyst.answer, question))
                if len(waiting) >= _AHEAD * threads:
                    yield waiting.pop(0).result()
            while waiting:
                yield waiting.pop(0).result()
        finally:
            for future in waiting:
                future.cancel()


def chances_at_scores(record: MatchRecord) -> MatchChances:
    """For the first seat, by the match equity table."""
    length = record.length
    if not length:
        return MatchChances((0.5,) * len(record.games), 0.5)

    def chance(score: tuple[int, int], crawford_over: bool) -> float:
        return match_chances(length - score[0], length - score[1], crawford_over)

    over, before = False, []
    for game in record.games:
        before.append(chance(game.score, over))
        over = over or game.crawford
    return MatchChances(tuple(before), chance(record.score, over))
