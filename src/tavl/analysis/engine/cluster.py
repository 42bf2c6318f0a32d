"""Questions answered by workers elsewhere: each a task of its own, rollouts and all, with the numbers of one machine.

Workers need this package with the same engine, nothing else. Answers come back in the order of the questions, and what
is in the cache is not sent. A single rollout is spread too: its games are played in pieces and added up here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from tavl._native import RolloutSums
from tavl.analysis.engine.analyst import Analyst, match_of
from tavl.analysis.engine.answer_cache import POLICY
from tavl.analysis.engine.questions import Answer, Question
from tavl.engine import Engine, RolloutResult
from tavl.engine.data_files import engine_name
from tavl.engine.named_depths import Depth
from tavl.engine.rollout_file import RolloutSettings, result_so_far
from tavl.extras import needed_for
from tavl.notation.situation import Situation
from tavl.rules.codec import from_json, to_json

_AHEAD = 4  # questions queued for each thread of the workers
_PIECE = 12  # games of a rollout that are a task
_PATIENCE = "10s"


class ClusterError(Exception):
    """The cluster cannot be reached, or its workers would give different answers."""


class Certificates(Struct, frozen=True):
    """Files for TLS: the authority that both sides trust, our certificate and its key."""

    authority: Path
    certificate: Path
    key: Path


class Task(Protocol):
    """A future, as `concurrent.futures` and Dask know it."""

    def result(self) -> Any: ...
    def cancel(self) -> Any: ...


class Cluster:
    """Workers that take `submit(function, *arguments)`: a Dask client, or an executor of `concurrent.futures`."""

    def __init__(self, submit: Callable[..., Task], threads: int, close: Callable[[], Any] = lambda: None) -> None:
        self._submit, self._ahead, self.close = submit, _AHEAD * max(1, threads), close

    def answers(self, questions: list[Question], analyst: Analyst) -> Iterator[Answer]:
        """In the order of the questions; stopping the iteration cancels what has not begun."""
        waiting: deque[tuple[bytes | None, Answer | Task]] = deque()
        kept = analyst.cache
        try:
            for question in questions:
                key = kept.key(question, analyst.depth) if kept else None
                known = kept.get(key) if kept and key else None
                waiting.append((key, known if known is not None else self._ask(question, analyst.depth)))
                if len(waiting) >= self._ahead:
                    yield self._received(*waiting.popleft(), analyst)
            while waiting:
                yield self._received(*waiting.popleft(), analyst)
        finally:
            for _, task in waiting:
                if not isinstance(task, Answer):
                    task.cancel()

    def rolling(
        self, situation: Situation, settings: RolloutSettings, games: int, sums: RolloutSums
    ) -> Iterator[RolloutResult]:
        """A rollout as it goes, up to so many games, those in the sums among them. Games are added in their order, so
        that the sums are those of one machine; if stopped, the result so far is kept."""
        waiting: deque[Task] = deque()
        match, asked = match_of(situation), (to_json(situation), to_json(settings))
        first = sums.games
        try:
            while first < games or waiting:
                while first < games and len(waiting) < self._ahead:
                    piece = min(_PIECE, games - first)
                    waiting.append(self._submit(play_elsewhere, *asked, first, piece))
                    first += piece
                for game in waiting.popleft().result():
                    sums.add(game)
                result = result_so_far(sums, match)
                assert result is not None
                yield result
        finally:
            for task in waiting:
                task.cancel()

    def _ask(self, question: Question, depth: Depth) -> Task:
        return self._submit(answer_elsewhere, question.key, str(depth), f"{engine_name()} {POLICY}")

    def _received(self, key: bytes | None, found: Answer | Task, analyst: Analyst) -> Answer:
        if isinstance(found, Answer):
            return found
        answer: Answer = from_json(found.result(), Answer)
        if analyst.cache and key:
            analyst.cache.put(key, answer)
        return answer


def connect(address: str, certificates: Certificates | None = None) -> Cluster:
    """A Dask scheduler at `tcp://host:port`, or `tls://host:port` with certificates. Needs `tavl[cluster]`."""
    if address.startswith("tls:") and not certificates:
        raise ClusterError("TLS needs certificates")
    with needed_for("a cluster"):
        distributed: Any = import_module("distributed")
    security = None
    if certificates:
        security = distributed.Security(
            require_encryption=True,
            tls_ca_file=str(certificates.authority),
            tls_client_cert=str(certificates.certificate),
            tls_client_key=str(certificates.key),
        )
    try:
        client = distributed.Client(address, security=security, timeout=_PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError, TypeError) as error:
        raise ClusterError(str(error)) from error
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError as error:
        client.close()
        raise ClusterError("it has no workers") from error
    threads = sum(client.nthreads().values())
    lost = (OSError, TimeoutError, CancelledError, distributed.KilledWorker)

    def submit(function: Callable[..., Any], *arguments: Any) -> Task:
        return _DaskTask(client.submit(function, *arguments, pure=False), lost)

    return Cluster(submit, threads, client.close)


class _DaskTask:
    """A future whose workers or scheduler may disappear before it is done."""

    def __init__(self, future: Any, lost: tuple[type[BaseException], ...]) -> None:
        self._future, self._lost = future, lost
        self.cancel = future.cancel

    def result(self) -> Any:
        try:
            return self._future.result()
        except self._lost as error:
            raise ClusterError("its scheduler or its workers are gone") from error


def answer_elsewhere(question: bytes, depth: str, made_by: str) -> bytes:
    """On a worker."""
    _check_engine(f"{engine_name()} {POLICY}", made_by)
    asked: Question = from_json(question, Question)
    return to_json(_analyst(depth).answer(asked))


def play_elsewhere(situation: bytes, settings: bytes, first: int, games: int) -> list[list[float]]:
    """On a worker: some games of a rollout."""
    asked: RolloutSettings = from_json(settings, RolloutSettings)
    where: Situation = from_json(situation, Situation)
    _check_engine(engine_name(), asked.network)
    return _engine().play_games(
        where.position,
        first,
        games,
        match=match_of(where),
        cubeful=asked.cubeful,
        truncate=asked.truncate,
        ply=asked.ply,
        seed=asked.seed,
    )


def _check_engine(here: str, made_by: str) -> None:
    if here != made_by:
        raise ClusterError(f"a worker has the engine and policy {here}, not {made_by}")


@cache
def _engine() -> Engine:
    """Of one thread: a worker has a task for each of its own."""
    return Engine(threads=1)


@cache
def _analyst(depth: str) -> Analyst:
    return Analyst(Depth(depth))
