"""What a closed tournament sends to its organisation: what counts, the report, and who the people are.

On one server it arrives by itself. Otherwise it is a file, which is uploaded where the organisation is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tavl.organisation.acts import CaseBrief, Submission
from tavl.rules.codec import from_json, to_json
from tavl.tournament import Tournament
from tavl.tournament.files.errors import FaultReason, fault
from tavl.tournament.matches.advancement import flow_of
from tavl.tournament.report.report import Report, report, to_bytes
from tavl.tournament.standings.results_table import night_of, rated

METHOD = "tavl-submission-1"
MAX_BYTES = 16 * 1024 * 1024


class SubmittedPerson(Struct, frozen=True, kw_only=True):
    id: str
    name: str = ""
    number: str = ""  # of a member, where it is known


class SubmissionFile(Struct, frozen=True, kw_only=True):
    method: str = METHOD
    organisation: str
    title: str
    submission: Submission
    report: Report
    people: tuple[SubmittedPerson, ...] = ()


def submission_of(id: str, tournament: Tournament, elsewhere: bool = False) -> Submission:
    flow = flow_of(tournament)
    made = report(tournament)
    matches = tuple(rated(flow))
    return Submission(
        tournament=id,
        sanctioned=tournament.invitation.sanctioned,
        sanctioned_class=tournament.invitation.sanctioned_class,
        starts_at=tournament.invitation.starts_at or tournament.created_at,
        ended_at=max((match.ended for match in matches), default=tournament.last_at),
        report=hashlib.sha256(to_bytes(made)).hexdigest(),
        directors=made.directors,
        matches=matches,
        nights=tuple(
            night_of(flow, division, division) for division, each in tournament.divisions.items() if each.draws
        ),
        cases=tuple(CaseBrief(id=case.id, rule=case.rule, parties=case.parties) for case in made.cases),
        elsewhere=elsewhere,
    )


def file_of(id: str, tournament: Tournament, people: tuple[SubmittedPerson, ...]) -> SubmissionFile:
    return SubmissionFile(
        organisation=tournament.invitation.organisation,
        title=tournament.title,
        submission=submission_of(id, tournament),
        report=report(tournament),
        people=people,
    )


def renamed(sent: Submission, ids: Mapping[str, str]) -> Submission:
    """With the ids by which people are known here."""

    def people(given: Iterable[str]) -> tuple[str, ...]:
        return tuple(ids.get(person, person) for person in given)

    def counts(given: Mapping[str, int]) -> dict[str, int]:
        return {ids.get(person, person): number for person, number in given.items()}

    return replace(
        sent,
        directors=people(sent.directors),
        matches=tuple(replace(m, winners=people(m.winners), losers=people(m.losers)) for m in sent.matches),
        nights=tuple(
            replace(n, present=people(n.present), wins=counts(n.wins), places=counts(n.places)) for n in sent.nights
        ),
        cases=tuple(replace(case, parties=people(case.parties)) for case in sent.cases),
    )


def encode(made: SubmissionFile) -> bytes:
    return msgspec.json.format(to_json(made), indent=1)


def decode(data: bytes) -> SubmissionFile:
    """Raises FileError for anything but such a file, and for one whose report was changed."""
    if len(data) > MAX_BYTES:
        raise fault(0, "", FaultReason.TOO_LARGE, str(len(data)))
    try:
        found: SubmissionFile = from_json(data, SubmissionFile)
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError) as error:
        raise fault(0, "", FaultReason.NOT_THIS_FORMAT, str(error)) from None
    if found.method != METHOD:
        raise fault(0, "method", FaultReason.NEWER_FORMAT, found.method)
    if hashlib.sha256(to_bytes(found.report)).hexdigest() != found.submission.report:
        raise fault(0, "report", FaultReason.CHANGED)
    return found
