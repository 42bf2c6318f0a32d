"""Tournaments for the pages to show: made by the core, played by chance, the same each time."""

from __future__ import annotations

from typing import Any

from tavl.tournament import acts
from tavl.tournament.draws.lots import Lots
from tavl.tournament.invitation import DivisionTerms, Format, Stage
from tavl.tournament.matches.advancement import Where
from tavl.tournament.simulation import play_match
from tests.tournament.desk import MINUTE, SEED, Hall
from tests.tournament.desk import clock as time_of_day

GIVEN = [
    "Anna",
    "Bo",
    "Carl",
    "Dagny",
    "Erik",
    "Freja",
    "Gert",
    "Hanne",
    "Ida",
    "Jens",
    "Karin",
    "Lars",
    "Maja",
    "Nils",
    "Olga",
    "Per",
    "Rikke",
    "Søren",
    "Tove",
    "Ulla",
    "Vagn",
    "Ylva",
    "Åse",
    "Øyvind",
    "Bjørn",
    "Cecilie",
    "Dorthe",
    "Einar",
    "Frida",
    "Gunnar",
    "Helle",
    "Ingrid",
]
FAMILY = [
    "Holm",
    "Bruun",
    "Dahl",
    "Ekström",
    "Friis",
    "Lindqvist",
    "Haugen",
    "Iversen",
    "Johansson",
    "Kjær",
    "Lund",
    "Møller",
    "Nygård",
    "Olsen",
    "Poulsen",
    "Ravn",
    "Skovgaard-Thomsen",
    "Thygesen",
    "Ulriksen",
    "Vestergaard",
]


SATURDAY = 1_794_614_400_000  # 14 November 2026


def clock(text: str) -> int:
    return SATURDAY + time_of_day(text)


def name(n: int) -> str:
    """128 people with names as long and as short as people have them."""
    return f"{GIVEN[n % len(GIVEN)]} {FAMILY[(n * 7 + n // len(GIVEN)) % len(FAMILY)]}"


class Event(Hall):
    """A hall whose matches end as chance has it. `at` is the day's own time."""

    def __init__(self, *divisions: DivisionTerms, seed: str = "hall", **invitation: Any) -> None:
        super().__init__(*divisions, at="09:00", **invitation)
        self.at = clock("09:00")
        self.names: dict[str, str] = {"ida": "Ida Director", "jens": "Jens Director", "kai": "Kai Helper"}
        self.chance = Lots(SEED, seed)

    def fill(self, count: int, division: str = "open", start: int = 0) -> None:
        for n in range(start, start + count):
            person = f"p{n}"
            self.names[person] = name(n)
            self.enter(person, division)
            self.do(acts.CheckIn(self.e(person)), by="kai")

    def draw(self, division: str = "open", at: str | None = None, starts: str = "10:00") -> None:
        if at is not None:
            self.at = clock(at)
        if not self.state.divisions[division].promise:
            self.do(acts.PromiseSeed(division), by="olga", chance=SEED)
        self.do(acts.MakeDraw(division), chance=SEED)
        if not self.state.divisions[division].announced:  # a club night's is announced with it
            self.do(acts.AnnounceDraw(division, clock(starts)))

    def ready(self, division: str, *stages: str, most_round: int = 99) -> list[str]:
        return [
            each.id
            for each in self.flow.ready
            if each.division == division
            and (not stages or each.pairing.stage in stages)
            and each.pairing.round <= most_round
        ]

    def end(self, match: str) -> None:
        standing = self.match(match)
        if standing.match.begun_at is None:
            self.begin(match)
        assert standing.players is not None
        told = play_match((None, None), standing.length, self.chance)
        self.at += MINUTE
        self.do(acts.ReportResult(match, standing.players, told.score, confirms=True))

    def play_all(self, division: str = "open", *stages: str, most_round: int = 99) -> None:
        while ready := self.ready(division, *stages, most_round=most_round):
            for match in ready:
                if self.match(match).where is Where.READY:
                    self.end(match)


def knock_out(players: int, boards: int = 16, id: str = "open", **terms: Any) -> Event:
    event = Event(DivisionTerms(id=id, stages=(Stage(id="main", length=7, final=9),), **terms))
    event.tables(boards)
    event.fill(players, id)
    return event


def consolation(players: int, boards: int = 16, progressive: bool = False) -> Event:
    stages = (Stage(id="main", length=7, final=9), Stage(id="consolation", length=5), Stage(id="last_chance", length=3))
    terms = DivisionTerms(id="open", format=Format.CONSOLATION, stages=stages, progressive=progressive)
    event = Event(terms)
    event.tables(boards)
    event.fill(players)
    return event


def open_of_40() -> Event:
    """As in the afternoon: some are called, some play, some wait, one has left."""
    event = consolation(40, 12)
    event.draw()
    event.at = clock("10:00")
    event.play_all("open", "main", most_round=2)
    event.do(acts.WithdrawEntry(event.e("p9"), "had to leave"), by="p9")
    event.at = clock("12:20")
    event.play_all("open", "consolation", most_round=1)
    for n, match in enumerate(event.ready("open")[:12]):
        event.call(match)
        if n < 8:
            event.begin(match)
        event.at += MINUTE
    for each in [m.id for m in event.flow.of("open") if m.where is Where.PLAYING][:3]:
        event.end(each)
    return event


def swiss(players: int = 16, rounds: int = 3) -> Event:
    terms = DivisionTerms(id="swiss", format=Format.SWISS, rounds=7, stages=(Stage(id="main", length=5),))
    event = Event(terms)
    event.tables(16)
    event.fill(players, "swiss")
    for _ in range(rounds):
        event.draw("swiss")
        event.play_all("swiss")
    event.draw("swiss")
    for match in event.ready("swiss")[:5]:
        event.begin(match)
    return event


def groups() -> Event:
    terms = DivisionTerms(
        id="groups",
        format=Format.GROUPS,
        groups=4,
        stages=(Stage(id="groups", length=5), Stage(id="main", length=7)),
    )
    event = Event(terms)
    event.tables(8)
    event.fill(16, "groups")
    event.draw("groups")
    event.play_all("groups", "group-A", "group-B", "group-C")
    event.play_all("groups", "group-D", most_round=2)
    return event


def double() -> Event:
    event = Event(DivisionTerms(id="double", format=Format.DOUBLE, stages=(Stage(id="main", length=7),)))
    event.tables(8)
    event.fill(13, "double")
    event.draw("double")
    event.play_all("double", most_round=2)
    return event


def round_robin() -> Event:
    event = Event(DivisionTerms(id="league", format=Format.ROUND_ROBIN, stages=(Stage(id="main", length=7),)))
    event.tables(4)
    event.fill(7, "league")
    event.draw("league")
    event.play_all("league", most_round=5)
    return event


def lives() -> Event:
    event = Event(DivisionTerms(id="triple", format=Format.TRIPLE, stages=(Stage(id="main", length=5),)))
    event.tables(8)
    event.fill(11, "triple")
    for _ in range(4):
        event.draw("triple")
        event.play_all("triple")
    return event


def club_night() -> Event:
    terms = DivisionTerms(
        id="tuesday", format=Format.CLUB_NIGHT, stages=(Stage(id="main", length=5),), ends_at=clock("22:30")
    )
    event = Event(terms, sanctioned=False)
    event.tables(8)
    event.fill(13, "tuesday")
    event.draw("tuesday", at="19:00", starts="19:00")
    for match in event.ready("tuesday"):
        event.begin(match)
    running = [m.id for m in event.flow.of("tuesday") if m.where is Where.PLAYING]
    for match in running[:4]:
        event.end(match)
    event.draw("tuesday", starts="20:00")
    return event
