"""Record a release's golden tournament, the third evening as its log is kept:
`python -m tests.store.record_golden_tournament 0.1.0`. What is recorded is never changed."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from tavl import store
from tavl.server.tournaments.stream import stream_of, written
from tavl.store import Store
from tavl.tournament import Tournament
from tavl.tournament.matches.advancement import flow_of
from tavl.tournament.money.ledger import open_lines
from tavl.tournament.report.report import report, to_bytes
from tests.tournament.desk import Desk
from tests.tournament.evenings.open_with_consolation import evening

HERE = Path(__file__).parent / "golden"
STREAM = stream_of("golden")


async def keep(log: Store, desk: Desk) -> None:
    """The log of a desk, each act as one commit."""
    version = 0
    for stamp, run in groupby(desk.log, key=lambda each: each[1]):
        events = [written(event) for event, _ in run]
        await log.append(STREAM, version, events, actor=stamp.person or "system", action_id=stamp.act, at=stamp.at)
        version += len(events)


def in_words(tournament: Tournament) -> dict[str, Any]:
    """What it folds to, in words that outlive our types."""
    flow = flow_of(tournament)
    return {
        "title": tournament.title,
        "phase": str(tournament.phase),
        "entries": {entry.id: [str(entry.status), *entry.members] for entry in tournament.entries.values()},
        "results": {
            each.id: [*(each.players or ()), *each.match.confirmed.result.score, each.match.confirmed.result.how]
            for each in flow.standings.values()
            if each.match.confirmed
        },
        "cases": {case.id: [str(case.state), case.decision, str(case.verdict)] for case in tournament.cases.values()},
        "penalties": [[p.person, str(p.kind), p.rule, p.points] for p in tournament.penalties.values()],
        "open_accounts": [[line.account, line.person, str(line.amount)] for line in open_lines(tournament.book)],
        "transactions": len(tournament.book),
        "report": to_bytes(report(tournament)).decode(),
    }


async def main(release: str) -> None:
    target = HERE / f"tournament-{release}.jsonl"
    desk = evening()
    with tempfile.TemporaryDirectory() as folder:
        async with await store.open(f"sqlite:///{folder}/golden.db") as log:
            await keep(log, desk)
            await log.export_log(target)
    state = msgspec.json.encode(in_words(desk.state))
    target.with_suffix(".state.json").write_bytes(msgspec.json.format(state, indent=1) + b"\n")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
