"""An organisation for tests: acts on it, keeps its log, and says what is expected."""

from __future__ import annotations

from typing import Any

from tavl.organisation import Charter, Organisation, SanctionedClass, acts, decide, evolve, replay
from tavl.organisation.acts import Admission, AnyAction, AnyEvent, Submission
from tavl.organisation.charter import Kind
from tavl.rating.counted_matches import Match
from tavl.rules.codec import from_json, to_json
from tavl.rules.refusal import Refused
from tavl.tournament import By, Office, Stamp
from tavl.tournament.standings.series import Night

DAY = 86_400_000
OPEN = SanctionedClass(id="open", name="Open", shortest=5)
SYSTEM = By("mads", Office.SYSTEM)  # a tournament that Mads has closed


def federation(**more: Any) -> Charter:
    return Charter(
        **{
            "name": "Forbundet",
            "kind": Kind.FEDERATION,
            "sanctioned_only": True,
            "classes": (OPEN,),
            **more,
        }
    )


def match(id: str, winner: str, loser: str, length: int = 9, ended: int = 10 * DAY, **more: Any) -> Match:
    return Match(id=id, ended=ended, winners=(winner,), losers=(loser,), length=length, **more)


def night(present: dict[str, int], places: dict[str, int] | None = None, id: str = "open") -> Night:
    """Who came, and how often they won."""
    return Night(id=id, present=tuple(present), wins={p: n for p, n in present.items() if n}, places=places or {})


class Secretariat:
    """Lone is the chair, Mads an officer; Anna and Bo are members from the beginning."""

    def __init__(self, charter: Charter | None = None) -> None:
        self.at = 5 * DAY
        self.log: list[tuple[AnyEvent, Stamp]] = []
        self.organisation: Organisation | None = None
        self.do(acts.CreateOrganisation(charter=charter or federation()))
        self.do(acts.AppointOfficer(person="mads"))
        self.do(acts.AdmitMembers(members=(Admission(person="anna"), Admission(person="bo"))))

    @property
    def now(self) -> Organisation:
        assert self.organisation is not None
        return self.organisation

    def _by(self, by: str | By) -> By:
        return By(by) if isinstance(by, str) else by

    def do(self, action: AnyAction, by: str | By = "lone", at: int | None = None) -> list[AnyEvent]:
        self.at = self.at if at is None else at
        read = from_json(to_json(action), acts.AnyAction)
        assert read == action
        who = self._by(by)
        events = decide(self.organisation, action, who, self.at)
        assert not isinstance(events, Refused), events
        stamp = Stamp(self.at, who.person, f"a{len(self.log)}")
        for event in events:
            self.organisation = evolve(self.organisation, from_json(to_json(event), acts.AnyEvent), stamp)
            self.log.append((event, stamp))
        return events

    def refused(self, action: AnyAction, rule: str, code: str, by: str | By = "lone", at: int | None = None) -> Refused:
        answer = decide(self.organisation, action, self._by(by), self.at if at is None else at)
        assert isinstance(answer, Refused), answer
        assert (answer.code, answer.rule) == (code, rule)
        return answer

    def receive(self, tournament: str = "t1", *matches: Match, by: str | By = SYSTEM, **more: Any) -> None:
        given = {"sanctioned": True, "sanctioned_class": "open", "starts_at": 9 * DAY, **more}
        sent = Submission(tournament=tournament, matches=matches, **given)
        self.do(acts.ReceiveReport(title=f"Open {tournament}", submission=sent), by)

    def check_replay(self) -> None:
        assert replay(self.log) == self.organisation
