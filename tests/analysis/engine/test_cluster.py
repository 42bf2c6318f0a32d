"""An analysis spread over worker processes gives the numbers of one machine."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from tavl._native import RolloutSums
from tavl.analysis import Analyst, Depth, MatchAnalyser, analyse
from tavl.analysis.engine.analyst import match_of
from tavl.analysis.engine.answer_cache import AnswerCache
from tavl.analysis.engine.cluster import Certificates, Cluster, ClusterError, answer_elsewhere, connect, play_elsewhere
from tavl.engine import Engine
from tavl.engine.data_files import engine_name
from tavl.engine.rollout_file import RolloutSettings
from tavl.notation.ids.any_id import read_any_id
from tavl.rules.codec import to_json
from tests.analysis.matches import ODD, SHORT, match_in, played


@pytest.fixture(scope="module")
def workers() -> Iterator[Cluster]:
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        yield Cluster(pool.submit, threads=2)


def spread(cluster: Cluster, depth: Depth, cache: AnswerCache | None = None) -> MatchAnalyser:
    analyser = MatchAnalyser(played(), Analyst(depth, cache=cache), cluster=cluster)
    for _ in analyser:
        pass
    return analyser


def test_two_worker_processes_give_the_numbers_of_one_machine(workers: Cluster) -> None:
    assert spread(workers, Depth.ONE_PLY).result == analyse(played(), Depth.ONE_PLY)


def test_what_is_known_is_not_sent_and_what_came_is_kept(workers: Cluster) -> None:
    cache = AnswerCache()
    first = spread(workers, Depth.INSTANT, cache).result
    nobody = Cluster(lambda *_: pytest.fail("sent again"), threads=2)
    assert spread(nobody, Depth.INSTANT, cache).result == first


def test_whoever_stops_can_go_on(workers: Cluster) -> None:
    analyser = MatchAnalyser(match_in(ODD), Analyst(Depth.INSTANT), cluster=workers)
    for progress in analyser:
        if progress.done == 3:
            break
    rest = [progress.done for progress in analyser]
    assert rest[0] == 4
    assert analyser.result == analyse(match_in(ODD), Depth.INSTANT)


def test_a_single_rollout_is_spread_over_workers_and_has_the_sums_of_one_machine(workers: Cluster) -> None:
    situation = read_any_id("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10")
    settings = RolloutSettings(id="", cubeful=True, truncate=4, seed=7, network=engine_name())
    alone, spread_out = RolloutSums(), RolloutSums()
    terms = {"match": match_of(situation), "cubeful": True, "truncate": 4, "seed": 7}
    *_, expected = Engine(threads=1).rolling(situation.position, 40, sums=alone, **terms)
    first = next(workers.rolling(situation, settings, 40, spread_out))  # stopped, and gone on with
    assert first.games == spread_out.games == 12
    *_, last = workers.rolling(situation, settings, 40, spread_out)
    assert last == expected
    assert spread_out.__getstate__() == alone.__getstate__()


def test_a_worker_with_another_network_is_not_believed() -> None:
    with pytest.raises(ClusterError, match="another 1"):
        answer_elsewhere(b"{}", "instant", "another 1")
    situation = read_any_id("4HPwATDgc/ABMA")
    with pytest.raises(ClusterError, match="another"):
        play_elsewhere(to_json(situation), to_json(RolloutSettings(id="", network="another")), 0, 1)


@pytest.mark.soak
@pytest.mark.filterwarnings("default")
def test_two_workers_of_dask_give_the_same_with_tls(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    security = distributed.Security.temporary()
    files = []
    for name in ("tls_ca_file", "tls_client_cert", "tls_client_key"):
        (tmp_path / name).write_text(getattr(security, name))
        files.append(tmp_path / name)
    local = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, security=security, host="127.0.0.1"
    )
    with local:
        cluster = connect(local.scheduler_address, Certificates(*files))
        try:
            assert spread(cluster, Depth.INSTANT).result == analyse(played(), Depth.INSTANT)
            rolled_out = MatchAnalyser(match_in(SHORT), Analyst(Depth.ROLLER), cluster=cluster)
            assert [progress.done for progress in rolled_out]
            assert rolled_out.result == analyse(match_in(SHORT), Depth.ROLLER)
            alone, spread_out = RolloutSums(), RolloutSums()
            situation = read_any_id("4HPwATDgc/ABMA")
            *_, expected = Engine().rolling(situation.position, 72, match=match_of(situation), sums=alone)
            settings = RolloutSettings(id="", network=engine_name())
            *_, last = cluster.rolling(situation, settings, 72, spread_out)
            assert (last, spread_out.__getstate__()) == (expected, alone.__getstate__())
        finally:
            cluster.close()


@pytest.mark.soak
@pytest.mark.filterwarnings("default")
def test_a_scheduler_without_workers_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr("tavl.analysis.engine.cluster._PATIENCE", "1s")
    local = distributed.LocalCluster(n_workers=0, dashboard_address=None, host="127.0.0.1")
    with local, pytest.raises(ClusterError, match="no workers"):
        connect(local.scheduler_address)


def test_tls_without_certificates_is_refused_before_anything_is_sent() -> None:
    with pytest.raises(ClusterError, match="certificates"):
        connect("tls://127.0.0.1:9")
