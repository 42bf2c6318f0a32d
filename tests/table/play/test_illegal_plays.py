"""Flagging an illegal play: who, until when, what follows; and nothing reveals whether it was illegal."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tavl.rules import acts as game
from tavl.rules.codec import to_json
from tavl.rules.game import Phase
from tavl.table import By, Role, actions, acts, due, redact, view
from tavl.table.acts import Matter, PenaltyKind, Request, Settlement, StopReason
from tavl.table.conduct.proposed_penalties import count
from tests.table.helpers import (
    ANNA,
    BO,
    CHALLENGE,
    DBF_BASIC,
    DIRECTOR,
    OBSERVER,
    ONE,
    READER,
    RECORDED,
    SECOND,
    SPECTATOR,
    STANDARD,
    SYSTEM,
    TWO,
    D,
    P,
    act,
    after,
    around,
    begun,
    kinds,
    offered,
    opened,
    refused,
    rolled,
    said,
    seen,
    set_to,
    tournament,
)
from tests.table.play.test_unenforced import ENDING, ILLEGAL, LEGAL


def played(moves=ILLEGAL, sitting=CHALLENGE, **terms):
    return act(begun(opened(sitting=sitting, **terms)), game.MakePlay(ONE, moves))


@pytest.mark.rule("T4.2.iii.a")
@pytest.mark.parametrize("sitting", [CHALLENGE, RECORDED])
def test_either_player_may_flag_before_the_valid_roll_and_the_other_is_asked(sitting):
    table = played(sitting=sitting)
    for by, seat, asked in ((BO, TWO, ONE), (ANNA, ONE, TWO)):
        flagged = act(table, acts.FlagPlay(seat), by=by)
        assert seen(flagged).handling.claim_asked == asked
        assert "accept_facts" in offered(flagged, (ANNA, BO)[asked])
        assert "accept_facts" not in offered(flagged, (ANNA, BO)[asked.other])


@pytest.mark.rule("T4.2.iii.a", shows="answers")
def test_once_the_opponent_has_rolled_or_doubled_the_play_stands():
    table = played()
    assert refused(rolled(table, TWO, 6, 4), acts.FlagPlay(TWO), "T4.2.iii.a", "play_stands")
    doubled = act(table, game.Double(TWO))
    assert refused(doubled, acts.FlagPlay(TWO), "T4.2.iii.a", "play_stands")
    taken = act(doubled, game.Take(ONE))
    assert refused(taken, acts.FlagPlay(TWO), "T4.2.iii.a", "play_stands")
    assert not taken.match.game.last.legal  # and is on record as it was


@pytest.mark.rule("T4.2.iii.a", shows="answers")
def test_a_roll_that_is_not_valid_does_not_let_a_play_stand():
    table = act(played(sitting=RECORDED), acts.RecordInvalidRoll(TWO, acts.InvalidRoll.NOT_FLAT))
    assert "flag_play" in offered(table, BO)


@pytest.mark.rule("T4.2.iii.a", shows="answers")
def test_the_director_and_official_observers_may_flag_and_spectators_never():
    table = act(begun(tournament(sitting=CHALLENGE)), game.MakePlay(ONE, ILLEGAL))
    assert kinds(said(table, acts.FlagPlay(), DIRECTOR)) == ["PlayFlagged"]
    assert refused(table, acts.FlagPlay(), "T1.3.iii", "not_appointed", by=OBSERVER)
    watched = act(table, acts.AppointObserver("olaf"))
    assert kinds(said(watched, acts.FlagPlay(), OBSERVER)) == ["PlayFlagged"]
    assert refused(watched, acts.FlagPlay(), "T4.2.iii.a", "not_your_role", by=SPECTATOR)
    assert "flag_play" not in offered(watched, SPECTATOR)


@pytest.mark.rule("T4.2.iii.a", shows="answers")
def test_players_who_have_told_the_observers_so_are_not_interrupted_by_them():
    table = act(begun(tournament(sitting=CHALLENGE)), acts.AppointObserver("olaf"))
    table = act(table, acts.AskConsent(ONE, Matter.SILENT_OBSERVERS), acts.GiveConsent(TWO, 1))
    table = act(table, game.MakePlay(ONE, ILLEGAL))
    assert refused(table, acts.FlagPlay(), "T4.2.iii.a", "observers_waived", by=OBSERVER)
    assert "flag_play" not in offered(table, OBSERVER)
    assert "flag_play" in offered(table, BO)
    again = act(table, acts.WithdrawConsent(1, "", ONE))
    assert "flag_play" in offered(again, OBSERVER)


@pytest.mark.rule("T4.2.iii.b")
def test_the_facts_are_put_to_the_opponent_and_everything_waits():
    table = act(played(), acts.FlagPlay(TWO))
    assert offered(table, ANNA) >= {"accept_facts", "dispute_facts"}
    assert refused(table, game.Roll(TWO), "T5.1", "everything_waits")
    assert refused(table, acts.AcceptFacts(TWO), "T4.2.iii.b", "not_yours_to_answer")
    assert refused(played(), acts.AcceptFacts(ONE), "T4.2.iii.b", "nothing_claimed")


@pytest.mark.rule("T4.2.iii.b", shows="answers")
def test_facts_accepted_the_same_dice_and_the_position_before_are_back():
    before = begun(opened(sitting=CHALLENGE))
    table = act(before, game.MakePlay(ONE, ILLEGAL), acts.FlagPlay(TWO), acts.AcceptFacts(ONE))
    game_now, game_then = table.match.game, before.match.game
    assert (game_now.position, game_now.dice, game_now.turn) == (game_then.position, D(3, 1), ONE)
    assert game_now.phase is Phase.TO_PLAY
    table = act(table, game.MakePlay(ONE, LEGAL))
    assert table.match.game.last.legal


@pytest.mark.rule("T4.2.iii.b", "T5.1", shows="answers")
def test_facts_disputed_it_is_a_dispute():
    table = act(begun(tournament(sitting=CHALLENGE)), game.MakePlay(ONE, ILLEGAL), acts.FlagPlay(TWO))
    table = act(table, acts.DisputeFacts(ONE, "it was 4-1"))
    dispute = seen(table, DIRECTOR).dispute
    assert (dispute.rule, dispute.seat, dispute.claim) == ("T4.2.iii.b", TWO, acts.ReplayPlay())
    upheld = act(table, acts.Rule(rule="T4.2.iii.b", reason="3-1 lay there", upholds=True))
    assert upheld.match.game.phase is Phase.TO_PLAY
    stands = act(table, acts.Rule(rule="T4.2.iii.b", reason="4-1 it was", upholds=False))
    assert stands.match.game.turn == TWO
    assert stands.match.game.last.moves == ILLEGAL


@pytest.mark.rule("T4.2.iii.c")
def test_with_a_clock_the_claim_stops_it():
    table = played(clock=STANDARD)
    events = said(table, acts.FlagPlay(TWO), at=20 * SECOND)
    assert events[0] == acts.ClockStopped(StopReason.ILLEGAL_PLAY, (840_000, 832_000), TWO)
    assert seen(act(table, acts.FlagPlay(TWO), at=20 * SECOND)).clock.running is None


@pytest.mark.rule("T4.2.iii.c", shows="answers")
def test_with_a_clock_the_legal_play_is_made_when_the_delay_has_run_out():
    table = act(played(clock=STANDARD), acts.FlagPlay(TWO), at=20 * SECOND)
    table = act(table, acts.AcceptFacts(ONE), at=50 * SECOND)
    shown = seen(table, ANNA, at=55 * SECOND).clock
    assert (shown.running, shown.delay_left, shown.remaining) == (ONE, 7 * SECOND, (840_000, 832_000))
    assert refused(table, game.MakePlay(ONE, LEGAL), "T4.1.v.b", "wait_out_the_delay", at=61_999, left_ms=1)
    assert refused(table, acts.Arrange(ONE, LEGAL), "T4.1.v.b", at=61_999)
    assert not {"make_play", "arrange", "end_turn"} & offered(table, ANNA, at=61_999)
    table = act(table, game.MakePlay(ONE, LEGAL), at=65 * SECOND)
    assert table.clock.reads(65 * SECOND)[0] == (837_000, 832_000)
    table = act(table, game.Roll(TWO), at=66 * SECOND, roll=(6, 4))
    table = act(table, game.MakePlay(TWO, ((24, 18), (13, 9))), at=67 * SECOND)
    assert kinds(said(table, game.Roll(ONE), at=67 * SECOND, roll=(6, 4))) == ["Rolled"]  # held for one turn only


@pytest.mark.rule("T4.2.iii.d")
def test_illegal_plays_are_counted_for_each_player():
    table = begun(tournament(sitting=CHALLENGE))
    for _ in range(2):
        table = act(table, game.MakePlay(ONE, ILLEGAL), acts.FlagPlay(TWO), acts.AcceptFacts(ONE))
    assert (count(table, "T4.2.iii.d", ONE), count(table, "T4.2.iii.d", TWO)) == (2, 0)


@pytest.mark.rule("T4.2.iii.d", shows="next step")
def test_the_second_proposes_a_warning_and_the_third_a_penalty_point():
    table = begun(tournament(sitting=CHALLENGE))
    steps = []
    for _ in range(3):
        table = act(table, game.MakePlay(ONE, ILLEGAL), acts.FlagPlay(TWO), acts.AcceptFacts(ONE))
        steps.append([proposal.action for proposal in around(table).proposals])
        for action in steps[-1]:
            table = act(table, action)
    assert steps[0] == []
    assert [(a.kind, a.points) for a in steps[1]] == [(PenaltyKind.WARNING, 0)]
    assert [(a.kind, a.points) for a in steps[2]] == [(PenaltyKind.POINTS, 1)]
    assert table.match.score == (0, 1)


# the basic rules


@pytest.mark.rule("G9.3")
def test_under_the_basic_rules_the_opponent_chooses():
    table = played(profile=DBF_BASIC)
    assert "flag_play" in offered(table, BO)
    assert "roll" in offered(table, BO)
    assert refused(table, acts.FlagPlay(ONE), "G9.3", "opponent_chooses")


@pytest.mark.rule("G9.3", shows="answers")
def test_rolling_or_doubling_accepts_and_before_that_it_is_replayed_on_demand():
    table = played(profile=DBF_BASIC)
    assert refused(rolled(table, TWO, 6, 4), acts.FlagPlay(TWO), "G9.3", "play_stands")
    assert refused(act(table, game.Double(TWO)), acts.FlagPlay(TWO), "G9.3", "play_stands")
    again = act(table, acts.FlagPlay(TWO), acts.AcceptFacts(ONE))
    assert again.match.game.dice == D(3, 1)  # the whole roll again
    assert act(again, game.MakePlay(ONE, ((24, 21), (6, 5)))).match.game.last.legal


@pytest.mark.rule("G9.3", shows="answers")
def test_under_the_basic_rules_any_roll_accepts_a_play():
    table = played(profile=DBF_BASIC, sitting=RECORDED)
    table = act(table, acts.RecordInvalidRoll(TWO, acts.InvalidRoll.NOT_FLAT))
    assert refused(table, acts.FlagPlay(TWO), "G9.3", "play_stands")


# nobody rules


def test_where_nobody_rules_the_board_itself_decides_after_a_while():
    for moves, replays in ((ILLEGAL, True), (LEGAL, False)):
        table = act(played(moves, default_after_ms=60_000), acts.FlagPlay(TWO), acts.DisputeFacts(ONE), at=1000)
        coming = due(table)
        assert coming.at == 61_000
        assert refused(table, coming.action, "T5.1", "default_not_due", by=SYSTEM, at=60_999)
        events = said(table, coming.action, SYSTEM, at=61_000)
        assert events[0] == acts.DisputeSettled(1, Settlement.DEFAULT, replays)
        table = act(table, coming.action, by=SYSTEM, at=61_000)
        assert (table.match.game.phase is Phase.TO_PLAY) is replays
        assert table.disputes.lost == ((0, 0) if replays else (0, 1))


def test_an_answer_that_does_not_come_is_settled_by_what_the_board_knows():
    """Silence has had its time: no second wait comes after it."""
    for moves, replays in ((ILLEGAL, True), (LEGAL, False)):
        table = act(played(moves, default_after_ms=1000), acts.FlagPlay(TWO), at=0)
        coming = due(table)
        assert (coming.at, coming.action) == (1000, acts.DisputeFacts(ONE))
        events = said(table, coming.action, SYSTEM, at=1000)
        assert events[:2] == [
            acts.DisputeRaised(1, "T4.2.iii.b", TWO, "", acts.ReplayPlay()),
            acts.DisputeSettled(1, Settlement.DEFAULT, replays),
        ]
        table = act(table, coming.action, by=SYSTEM, at=1000)
        assert (table.match.game.phase is Phase.TO_PLAY) is replays
        assert not table.frozen


def test_with_a_director_silence_puts_it_before_the_director():
    table = act(begun(tournament(sitting=CHALLENGE)), game.MakePlay(ONE, ILLEGAL), acts.FlagPlay(TWO))
    assert due(table) is None
    assert act(table, acts.DisputeFacts(ONE), by=SYSTEM).disputes.open.rule == "T4.2.iii.b"


def test_denials_that_fail_are_limited_where_nobody_rules():
    """Who plays wrongly and denies it cannot stop the game again and again."""
    table = played(ILLEGAL, disputes_each=1, default_after_ms=1000)
    denied = act(table, acts.FlagPlay(TWO), acts.DisputeFacts(ONE))
    assert denied.frozen
    table = act(denied, acts.SettleByDefault(), by=SYSTEM, at=1000)
    assert table.disputes.denied == (1, 0)
    table = act(table, game.MakePlay(ONE, ILLEGAL), acts.FlagPlay(TWO), acts.DisputeFacts(ONE, "it was legal"))
    assert not table.frozen
    assert table.match.game.phase is Phase.TO_PLAY  # at once: the play is made again
    conceded = act(denied, acts.ConcedeDispute(ONE))
    assert conceded.disputes.denied == (0, 0)
    ruled = act(begun(tournament(sitting=CHALLENGE, disputes_each=0)), game.MakePlay(ONE, ILLEGAL))
    assert act(ruled, acts.FlagPlay(TWO), acts.DisputeFacts(ONE)).frozen


def test_claims_that_come_to_nothing_are_limited_where_nobody_rules():
    table = played(LEGAL, disputes_each=2)
    for _ in range(2):
        table = act(table, acts.FlagPlay(TWO), acts.WithdrawClaim(TWO))
    assert refused(table, acts.FlagPlay(TWO), "T5.1", "disputes_used_up", limit=2)
    assert "flag_play" not in offered(table, BO)
    assert "flag_play" in offered(table, ANNA)  # her own play, her own claims
    ruled = act(begun(tournament(sitting=CHALLENGE, disputes_each=0)), game.MakePlay(ONE, LEGAL))
    assert "flag_play" in offered(ruled, BO)


def test_a_claim_is_withdrawn_only_by_who_made_it_and_the_clock_goes_on():
    table = act(played(clock=STANDARD), acts.FlagPlay(TWO), at=5 * SECOND)
    assert refused(table, acts.WithdrawClaim(ONE), "T4.2.iii.b", "not_your_claim", by=ANNA)
    table = act(table, acts.WithdrawClaim(TWO), at=9 * SECOND)
    assert (table.clock.running, table.clock.delay_left) == (TWO, 7 * SECOND)


def test_an_illegal_play_that_ended_the_match_can_be_flagged():
    table = set_to(begun(opened(1, CHALLENGE)), ENDING, ONE, D(6, 1))
    table = act(table, game.MakePlay(ONE, ((1, 0), (1, 0))))
    table = act(table, acts.FlagPlay(TWO), acts.AcceptFacts(ONE))
    assert table.match.result is None
    assert table.match.score == (0, 0)


def test_a_match_decided_otherwise_is_not_stopped_by_a_flag():
    table = after(played(), game.ScoreSet((7, 0)))
    assert refused(table, acts.FlagPlay(TWO), "T4.5", "match_over")


@pytest.mark.parametrize("sitting", [CHALLENGE, RECORDED])
def test_while_a_resignation_is_not_answered_the_board_is_left_alone(sitting):
    table = set_to(begun(opened(sitting=sitting, profile=DBF_BASIC)), P("6:5 5:5 4:5", "6:5 5:5 4:5"), ONE, D(2, 1))
    table = act(table, acts.Arrange(ONE, ((6, 4), (6, 5))), game.OfferResignation(TWO, 1))
    for action in (acts.Arrange(ONE), acts.EndTurn(ONE), game.MakePlay(ONE), game.Double(TWO)):
        assert refused(table, action, "G11.4", "resignation_pending")
    if sitting is RECORDED:
        assert refused(table, acts.RecordRoll(TWO, D(2, 1)), "G11.4")
        assert refused(table, acts.RecordDouble(TWO), "G11.4")


# nothing betrays it

WATCHERS = [ANNA, BO, OBSERVER, READER, SPECTATOR]
hops = st.lists(st.tuples(st.integers(1, 24), st.integers(0, 24)), max_size=4).map(tuple)


def everything_told(table, by, at):
    """What somebody is sent of a table: the view, and each open action."""
    return to_json(view(table, by, at)), actions(table, by, at)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(hops, st.sampled_from([CHALLENGE, RECORDED]), st.booleans(), st.booleans(), st.data())
def test_nothing_that_leaves_betrays_whether_a_play_was_legal(moves, sitting, clocked, ruled, data):
    """Two tables alike but for that: everybody but the director is told the same, whatever is then done."""
    make = tournament if ruled else opened
    table = begun(make(5, sitting, clock=STANDARD if clocked else None))
    answer = said(table, game.MakePlay(ONE, moves))
    if not isinstance(answer, list):
        return
    legal, illegal = (
        after(table, *(replace(e, legal=flag) if isinstance(e, game.Played) else e for e in answer))
        for flag in (True, False)
    )
    for flag in (True, False):
        event = replace(answer[0], legal=flag)
        assert all(redact(event, by, 0) == redact(answer[0], by, 0) for by in WATCHERS)
    for step in range(4):
        at = legal.last_at + 1000 * step
        for by in WATCHERS:
            assert everything_told(legal, by, at) == everything_told(illegal, by, at)
        assert due(legal) == due(illegal)
        by = data.draw(st.sampled_from([ANNA, BO]))
        choices = [a for a in actions(legal, by, at) if not isinstance(a, acts.StopClock)]
        if not choices:
            continue
        action = data.draw(st.sampled_from(choices))
        first, second = said(legal, action, by, at, (6, 5)), said(illegal, action, by, at, (6, 5))
        assert first == second
        legal, illegal = after(legal, *first, at=at), after(illegal, *second, at=at)


def test_the_director_is_told():
    event = game.Played(ONE, ILLEGAL, P("24:2 13:5 8:3 6:5", "24:2 13:5 8:2 6:4 5:1 4:1"), legal=False)
    assert not redact(event, DIRECTOR, 0).legal
    assert redact(event, By(Role.SPECTATOR), 0).legal


def test_the_legal_plays_are_not_told_where_the_board_does_not_enforce():
    table = begun(opened(sitting=CHALLENGE))
    assert seen(table, ANNA).tree is None
    assert [a for a in actions(table, ANNA, 0) if isinstance(a, game.MakePlay)] == [game.MakePlay(ONE)]
    assert seen(begun(opened()), ANNA).tree is not None


def test_only_those_whom_it_concerns_hear_of_requests_and_concerns():
    asked = acts.Asked(1, ONE, Request.OBSERVER, "he is slow")
    told = acts.ConcernTold("siri", acts.Concern.CHEATING, "signals")
    assert [redact(asked, by, 0) is not None for by in (ANNA, BO, DIRECTOR, SPECTATOR)] == [True, False, True, False]
    assert [redact(told, by, 0) is not None for by in (ANNA, BO, DIRECTOR, SPECTATOR)] == [False, False, True, True]
    assert redact(told, By(Role.SPECTATOR, "ulla"), 0) is None
