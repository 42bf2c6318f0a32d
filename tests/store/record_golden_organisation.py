"""Record a release's golden organisation, a federation's year as its log is kept:
`python -m tests.store.record_golden_organisation 0.1.0`. What is recorded is never changed."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from tavl import store
from tavl.organisation import Organisation, acts, rating_list
from tavl.organisation.acts import Admission, CaseBrief
from tavl.server.organisations.stream import stream_of, written
from tavl.store import Store
from tavl.tournament.standings.series import PointRules
from tests.organisation.secretariat import DAY, OPEN, Secretariat, federation, match, night

HERE = Path(__file__).parent / "golden"
STREAM = stream_of("golden")


def year() -> Secretariat:
    """Everything that can happen to an organisation, once."""
    here = Secretariat()
    here.do(acts.DescribeOrganisation(about="Since 1989"))
    here.do(acts.ChangeCharter(charter=federation(name="Dansk Forbund")))
    carl = Admission(person="carl", since=2 * DAY, rating=104_310, experience=200)
    here.do(acts.AdmitMembers(members=(carl, Admission(person="dan"), Admission(person="desk.1"))))
    here.do(acts.SetStartingRating(person="anna", rating=110_000, reason="from the old list", experience=400))
    here.do(acts.EndMembership(person="dan", until=300 * DAY))
    here.do(acts.GrantLicence(person="ida"))
    here.do(acts.GrantLicence(person="jens", until=400 * DAY))
    points = PointRules()
    here.do(acts.OpenSeries(series="season", name="Season", points=points, classes=(OPEN.id,)))
    here.do(acts.ChangeSeries(series="season", name="Season 1970", points=points, classes=(OPEN.id,)))
    first = match("m1", "anna", "bo"), match("m2", "carl", "desk.1", ended=11 * DAY)
    nights = (night({"anna": 1, "bo": 0, "carl": 1, "desk.1": 0}, {"anna": 1, "carl": 2}),)
    case = CaseBrief(id="c1", rule="T4.4.ix", parties=("anna", "bo"))
    here.at = 20 * DAY
    here.receive("t1", *first, nights=nights, cases=(case,), directors=("ida",), ended_at=12 * DAY)
    here.receive("t2", match("m1", "bo", "carl", ended=15 * DAY), starts_at=15 * DAY, by="mads")
    here.do(acts.ReturnReport(tournament="t2", reason="the lengths are missing"))
    here.receive("t3", match("m1", "bo", "anna", 7, ended=18 * DAY), starts_at=18 * DAY, by="mads")
    here.do(acts.AcceptReport(tournament="t3"))
    here.do(acts.CorrectMatch(tournament="t3", match="m1", reason="typed wrong", winners=("anna",), losers=("bo",)))
    here.do(acts.AddToSeries(series="season", tournament="t3"))
    here.do(acts.TakeFromSeries(series="season", tournament="t3"))
    here.do(acts.MergePeople(entry="desk.1", into="erik", reason="the same"))
    here.do(acts.SeparatePeople(entry="desk.1", reason="two after all"))
    here.do(acts.Suspend(person="bo", rule="T1.2", reason="threw the cup", until=100 * DAY))
    (suspension,) = here.now.suspensions
    here.do(acts.LiftSuspension(suspension=suspension, reason="apologised"))
    sent = acts.SendCase(tournament="t1", case="c1", rule="T4.4.ix", statement="what shows the cube?")
    here.do(sent, by="siri")
    (inbox_case,) = here.now.cases
    summary = "the cube is right as it lies"
    here.do(acts.AnswerCase(case=inbox_case, answer="as it stood", precedent=True, summary=summary))
    here.do(acts.RecordPrecedent(rule="T2.2.iv", answer="the clock of the hall counts", summary="the hall's clock"))
    here.do(acts.WithdrawLicence(person="jens", reason="asked for it"))
    here.do(acts.AppointOfficer(person="olga"))
    here.do(acts.DismissOfficer(person="olga"))
    here.check_replay()
    return here


async def keep(log: Store, here: Secretariat) -> None:
    version = 0
    for stamp, run in groupby(here.log, key=lambda each: each[1]):
        events = [written(event) for event, _ in run]
        await log.append(STREAM, version, events, actor=stamp.person or "system", action_id=stamp.act, at=stamp.at)
        version += len(events)


def in_words(organisation: Organisation) -> dict[str, Any]:
    """What it folds to, in words that outlive our types."""
    ratings = rating_list(organisation).list
    return {
        "name": organisation.charter.name,
        "officers": {person: str(role) for person, role in organisation.officers.items()},
        "members": sorted(organisation.members),
        "licences": sorted(organisation.licences),
        "suspensions": [[s.person, s.rule, s.lifted_because] for s in organisation.suspensions.values()],
        "cases": [[case.rule, case.answer, case.precedent] for case in organisation.cases.values()],
        "series": {series.id: series.name for series in organisation.series.values()},
        "reports": sorted(organisation.reports),
        "ratings": {person: standing.rating for person, standing in sorted(ratings.standings.items())},
    }


async def main(release: str) -> None:
    target = HERE / f"organisation-{release}.jsonl"
    here = year()
    with tempfile.TemporaryDirectory() as folder:
        async with await store.open(f"sqlite:///{folder}/golden.db") as log:
            await keep(log, here)
            await log.export_log(target)
    state = msgspec.json.encode(in_words(here.now))
    target.with_suffix(".state.json").write_bytes(msgspec.json.format(state, indent=1) + b"\n")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
