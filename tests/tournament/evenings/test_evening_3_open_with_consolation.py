"""Evening 3: a DBF open of 40 players with consolation and last chance, with its numbers."""

from __future__ import annotations

from collections import Counter

import pytest

from tavl.rating import Standing as Rating
from tavl.rating.counted_matches import Member, Members, NotRatedReason, Rules
from tavl.rating.rating_list import compute
from tavl.tournament import acts
from tavl.tournament.cases.penalties import is_expelled
from tavl.tournament.draws.graph import Bye
from tavl.tournament.draws.lots import Lots, promise
from tavl.tournament.draws.rounds import drawn_by_lots
from tavl.tournament.matches.advancement import Flow, Where, flow_of
from tavl.tournament.matches.lateness import owed
from tavl.tournament.money import ledger
from tavl.tournament.report.closing import open_items
from tavl.tournament.report.report import digest, report, text, to_bytes
from tavl.tournament.standings.results_table import finish, rated
from tavl.tournament.state import Status, Tournament
from tavl.tournament.view import view
from tests.tournament.desk import SEED, By, clock, kr
from tests.tournament.evenings.open_with_consolation import Evening, evening


@pytest.fixture(scope="module")
def night() -> Evening:
    return evening()


def flow(night: Evening, step: str) -> Flow:
    return flow_of(night.then[step])


def ratings(night: Evening, match: str, **starting: int) -> tuple[int, int]:
    """The winner's and the loser's after this match alone, in hundredths."""
    people = {night.who.get(name, name): Rating(points, 1000, 100) for name, points in starting.items()}
    (line,) = compute(
        [each for each in rated(night.flow) if each.id == match],
        Members(members=tuple(Member(person=person) for person in people), starting=people),
        Rules(),
    ).lines
    assert line.after is not None
    return line.after[0].rating or 0, line.after[1].rating or 0


@pytest.mark.rule("T1.4.i", shows=("asked", "answers"))
def test_step_1_a_refusal_is_taken_with_an_explanation_only(night):
    entry = night.then["entered"].entries[night.e("rasmus")]
    assert night.said_of["refusal"].code == "explanation_missing"
    assert (entry.status, entry.explanation) == (Status.REFUSED, "You were asked to stay away this year.")


@pytest.mark.rule("T1.4.ii", shows="answers")
def test_step_2_mia_is_in_neither_division_until_she_accepts(night):
    mia = night.e("mia")
    assert night.then["offered"].entries[mia].status is Status.OFFERED
    assert night.then["entered"].entries[mia].division == "open"


def test_step_3_eva_is_refunded_and_forty_are_left(night):
    entries = night.then["entered"].entries.values()
    assert sum(e.division == "open" and e.status is Status.APPROVED for e in entries) == 40
    assert ledger.balance(night.then["entered"].book, "person", "DKK", "eva").minor == 0


def test_step_4_the_draw_has_24_byes_six_in_each_quarter_and_none_for_per(night):
    first = [m for m in flow(night, "drawn").of("open") if (m.pairing.stage, m.pairing.round) == ("main", 1)]
    assert len(first) == 32
    byes = [any(isinstance(source, Bye) for source in m.pairing.sources) for m in first]
    assert [sum(byes[quarter * 8 : quarter * 8 + 8]) for quarter in range(4)] == [6, 6, 6, 6]
    assert all(m.players for m, bye in zip(first, byes, strict=True) if not bye)
    assert night.e("per") in [entry for m in first for entry in m.players or ()]


def test_step_4_anybody_can_make_the_draw_again_from_its_seed(night):
    drawn = night.then["drawn"].divisions["open"]
    told = bytes.fromhex(drawn.draws[0].seed)
    assert promise(told) == drawn.draws[0].promise
    entries = [night.then["entered"].entries[id] for id in drawn.draws[0].entries]
    before = night.then["entered"]
    again = drawn_by_lots(before, before.divisions["open"], entries, Lots(told, "draw open 1"))
    assert again == drawn.pairings
    assert told == SEED


@pytest.mark.rule("T2.2.iv", shows="allowed")
def test_step_5_per_is_twelve_and_a_half_minutes_late_and_ole_leads_2_0(night):
    given = next(event for event, _ in night.log if isinstance(event, acts.LatePenaltyGiven))
    assert (given.late_ms, given.points) == (750_000, 2)
    begun = next(e for e, _ in night.log if isinstance(e, acts.MatchBegun) and e.match == night.who["late match"])
    leads = begun.players.index(night.e(night.who["ole"]))
    assert (begun.score[leads], begun.score[1 - leads]) == (2, 0)


def test_step_5_phones_and_desk_are_told_what_the_match_begins_with(night):
    shown = view(night.then["late"], By("anybody"), clock("10:28")).divisions[0].matches
    match = next(each for each in shown if each.id == night.who["late match"])
    ole = match.players.index(night.e(night.who["ole"]))
    assert (match.lead[ole], match.lead[1 - ole]) == (2, 0)
    assert {each.lead for each in shown if each is not match} == {(0, 0)}


def test_step_5_at_ten_thirty_five_the_match_would_have_been_lost(night):
    before: Tournament = night.then["absent"]
    standing = flow_of(before).standings[night.who["late match"]]
    assert owed(before, flow_of(before), standing, night.e("per"), clock("10:34:59"))[0] == 3
    assert owed(before, flow_of(before), standing, night.e("per"), clock("10:35:00"))[0] == 4


def test_step_5_ole_gains_what_per_loses(night):
    assert ratings(night, night.who["late match"], ole=101_240, per=98_800) == (101_240 + 337, 98_800 - 337)


def test_step_6_nobody_is_late_before_five_minutes_after_the_table_was_free(night):
    before = night.then["taken"]
    standing = flow_of(before).standings[night.who["taken"]]
    entry = standing.players[0]
    assert owed(before, flow_of(before), standing, entry, clock("10:35:59"))[0] == 0
    assert owed(before, flow_of(before), standing, entry, clock("10:36:00"))[0] == 1


@pytest.mark.rule("T4.6", shows=("allowed", "refused"))
def test_step_7_the_preview_lists_four_people_and_two_matches_and_asks(night):
    who, asked = night.who, night.said_of["preview"]
    assert (night.said_of["unanswered"].rule, night.said_of["unanswered"].code) == ("T4.6", "correction_meets_play")
    assert set(asked.people) == {who["anna"], who["bo"], who["carl"], who["dan"]}
    assert set(asked.matches) == {who["bo-carl"], who["anna-dan"]}
    assert asked.question.matches == (who["bo-carl"],)
    assert [answer.follow for answer in asked.question.answers] == ["replace", "stand"]
    assert night.then["wrong"] != night.then["corrected"]  # a preview changes nothing


@pytest.mark.rule("T4.6")
def test_step_7_the_right_player_starts_again_and_the_other_goes_to_the_consolation(night):
    who, after = night.who, night.then["corrected"]
    now = flow_of(after).standings

    def names(match: str) -> set[str]:
        return {night.name(entry) for entry in now[match].players or ()}

    assert names(who["bo-carl"]) == {who["anna"], who["carl"]}
    assert names(who["anna-dan"]) == {who["bo"], who["dan"]}
    new = now[who["bo-carl"]]
    assert (new.where, new.match.starts_at) == (Where.READY, clock("12:55"))
    (void,) = new.match.voids
    assert {night.name(entry) for entry in void.players} == {who["bo"], who["carl"]}
    assert sorted(void.score or ()) == [1, 2]


def test_step_7_the_void_match_is_rated_for_nobody_and_the_right_one_for_both(night):
    assert ratings(night, night.who["wrong"], anna=108_820, bo=114_000) == (108_820 + 378, 114_000 - 378)
    lines = compute(rated(night.flow), Members(), Rules(members_only=False)).lines
    assert [line.because for line in lines if ".void" in line.match] == [NotRatedReason.VOID]


@pytest.mark.rule("T5.2", shows="answers")
def test_step_8_the_committee_replaces_the_ruling_by_two_to_one(night):
    case = night.state.cases[night.who["case"]]
    assert (case.verdict, case.decision) == ("replace", "the cube goes back to 2")
    assert night.said_of["again"].rule == "T5.2"


@pytest.mark.rule("T1.3.ii", shows="refused")
def test_step_8_a_helper_may_not_sit_and_grete_may_with_a_warning(night):
    assert (night.said_of["kai"].rule, night.said_of["kai"].facts) == ("T1.3.ii", {"person": "kai"})
    assert (night.who["grete"], "meets_party") in night.said_of["warnings"]


def test_step_8_the_semi_final_waits_meanwhile(night):
    assert night.said_of["semi"].facts == {"match": night.who["quarter"]}


@pytest.mark.rule("T1.3.iii", shows=("asked", "answers"))
def test_step_9_the_observers_fee_is_on_frejas_account(night):
    charged = [t for t in night.state.book if any(p.account == "observers" for p in t.postings)]
    assert charged[0] == ledger.charge(night.who["freja"], {"observers": kr(200)})
    assert "ulla" in night.then["dispute"].matches[night.who["quarter"]].observers


@pytest.mark.rule("T1.7.vi", shows="answers")
def test_step_10_the_disqualified_player_is_out_of_everything_and_the_match_is_rated(night):
    now = flow(night, "out")
    assert night.e(night.who["lars"]) in now.out
    result = now.standings[night.who["lars match"]].match.confirmed.result
    assert (result.how, result.score) == ("disqualified", (2, 4))
    final = next(m for m in now.of("open") if m.pairing.stage == "consolation" and m.pairing.round == 6)
    stands = {getattr(slot, "entrant", "") for slot in final.slots}
    assert night.e(night.who["stays"]) in stands
    counts = {m.id: m for m in rated(night.flow)}[night.who["lars match"]]
    assert counts.begun


def test_step_11_who_leaves_gives_a_walkover_and_keeps_the_place(night):
    now = night.flow.standings[night.who["nils match"]]
    assert now.where is Where.WALKOVER
    assert now.id not in {m.id for m in rated(night.flow)}
    place = next(p for p in finish(night.flow, "open") if night.e(night.who["nils"]) in p.entrants)
    assert place.marks[night.e(night.who["nils"])] == "withdrawn"


def test_step_12_the_final_to_nine(night):
    assert night.flow.standings[night.who["final"]].length == 9
    assert ratings(night, night.who["final"], freja=110_000, hans=100_000) == (110_373, 99_627)


@pytest.mark.rule("T5.5.i", shows="refused")
def test_step_13_closing_is_refused_while_something_is_open(night):
    assert night.said_of["unconfirmed"].facts["id"] == night.who["final"]
    assert (night.said_of["no reason"].rule, night.said_of["no reason"].facts["id"]) == ("T5.5.i", night.who["case"])
    assert night.said_of["unpaid"].facts["kind"] == "money"
    assert open_items(night.then["paid"]) == []


def test_matches_of_the_evening(night):
    over = [m for m in night.flow.of("open") if m.where in (Where.DONE, Where.WALKOVER)]
    stages = Counter(m.pairing.stage for m in over)
    assert stages == {"main": 39, "consolation": 35, "last_chance": 27}
    main = Counter(m.pairing.round for m in over if m.pairing.stage == "main")
    assert [main[n] for n in range(1, 7)] == [8, 16, 8, 4, 2, 1]
    assert Counter(m.where for m in over) == {Where.DONE: 100, Where.WALKOVER: 1}
    assert sum(len(m.match.voids) for m in over) == 1


def test_players_of_each_bracket(night):
    people = {
        stage: {e for m in night.flow.of("open") if m.pairing.stage == stage for e in m.players or ()}
        for stage in ("main", "consolation", "last_chance")
    }
    assert {stage: len(entries) for stage, entries in people.items()} == {
        "main": 40,
        "consolation": 36,
        "last_chance": 28,
    }


def test_everybody_has_a_place_and_there_is_no_gap(night):
    order = finish(night.flow, "open")
    assert sum(len(place.entrants) for place in order) == 40
    assert order[0].entrants == (night.e(night.who["freja"]),)
    assert order[1].entrants == (night.e(night.who["hans"]),)
    expected = 1
    for place in order:
        assert (place.first, place.last) == (expected, expected + len(place.entrants) - 1)
        expected = place.last + 1


def test_money_of_the_evening(night):
    awarded = [t for t in night.state.book if t.kind is ledger.Kind.AWARD]
    prizes = [sorted((-p.minor // 100 for p in t.postings if p.person), reverse=True) for t in awarded]
    assert prizes == [[5400, 2700, 1350, 1350], [2700, 1800], [1800, 900], [900, 300]]
    totals = ledger.totals(night.state.book, "DKK")
    assert (totals.paid_in, totals.paid_out, totals.left) == (kr(21_900), kr(21_900), kr(0))
    by = ledger.by_account(night.state.book, "DKK")
    assert by[ledger.Kind.PAYMENT, "person"] == kr(20_000 + 500 + 1_200 + 200)
    assert by[ledger.Kind.REFUND, "person"] == kr(-500)
    assert by[ledger.Kind.HANDED_OVER, "registration"] == kr(-2000)
    assert by[ledger.Kind.HANDED_OVER, "observers"] == kr(-200)
    assert by[ledger.Kind.PAYOUT, "person"] == kr(-1_200 - 18_000)
    assert not ledger.open_lines(night.state.book)


@pytest.mark.rule("T1.4.iii", "T1.7.viii", "T5.5.i", "T5.5.ii", shows="allowed")
def test_the_report_has_what_happened_and_made_twice_it_is_the_same(night):
    made = report(night.state)
    assert [len(made.refusals), len(made.moves), len(made.disqualifications)] == [1, 1, 1]
    assert (made.refusals[0].person, made.refusals[0].reason) == ("rasmus", "threatened staff in 2025")
    assert (made.moves[0].person, made.moves[0].higher) == ("mia", "open")
    assert made.disqualifications[0].reason == "an engine ran on his phone"
    assert [(line.rule, line.verdict) for line in made.cases] == [("T4.4.ix", "replace")]
    assert made.cases[0].committee_reason
    assert [(line.was, line.is_now) for line in made.corrections] == [((7, 5), (5, 7))]
    assert [(line.rule, line.points) for line in made.penalties] == [("T2.2.iv", 2)]
    assert (len(made.results), made.expulsions) == (101, ())
    assert to_bytes(report(night.state)) == to_bytes(made)
    assert night.state.report == digest(made)
    assert "Entries refused: 1" in text(made)
    assert not is_expelled(night.state, "siri")


def test_the_log_replays_to_the_same_state(night):
    night.checked()
