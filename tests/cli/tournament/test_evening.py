"""A whole evening typed as commands: from the invitation to the report that closes it, and what goes wrong."""

from __future__ import annotations

import re

import pytest

from tavl.tournament import replay
from tavl.tournament.matches.advancement import Where, flow_of
from tests.cli.tournament.terminal import Terminal

PLAYERS = ["Anna Holm", "Bo Lind", "Carl Dahl", "Dan Ek", "Eva Friis", "Freja Gran", "Gert Hald", "Per Ravn"]


def in_round(terminal: Terminal, stage: str, round: int) -> list[list[str]]:
    """The players of each match of a round."""
    held = terminal.held
    return [
        [held.people[held.state.entries[entry].members[0]].name for entry in each.players or ()]
        for each in flow_of(held.state).standings.values()
        if each.pairing.stage == stage and each.pairing.round == round and each.where is not Where.NO_MATCH
    ]


def test_an_evening_from_the_invitation_to_the_report(terminal: Terminal) -> None:
    t = terminal
    made = t.type(
        *(
            "new",
            "--title",
            "Efterårsturnering",
            "--director",
            "Ida Berg",
            "--director",
            "Jens Krogh",
            "--helper",
            "Kai",
        ),
        *("--division", "open:consolation:5/7:3:level=2", "--division", "b:elimination:3:level=1"),
        *("--fee", "open:100:10", "--prize", "open:main:60%:2/3,1/3", "--prize", "open:consolation:40%:1"),
        *("--pool", "open:side:20:1", "--observer-fee", "50", "--tables", "4", "--sanctioned"),
        *("--licensed", "Ida Berg", "--licensed", "Jens Krogh"),
    )
    assert "Entries are open." in made
    assert "a seed is promised" in made

    # entries
    t.type("enter", *PLAYERS[:5], "--division", "open", "--here", "--paid")
    t.type("enter", "Freja Gran", "Gert Hald", "--division", "open", "--paid")
    t.type("enter", "Per Ravn", "--division", "b")
    assert "in neither" not in t.type("offer", "per", "open", "--why", "won it twice")
    assert "offered a higher division" in t.type("show", "entries")
    t.type("accept", "per")
    t.type("pay", "per")
    t.type("enter", "Rasmus Sten", "--division", "open")
    assert "explanation" in t.refused("refuse", "ras")
    t.type("refuse", "ras", "--why", "You were asked to stay away.", "--report", "threatened staff in 2025")
    t.type("enter", "Lone Vik", "--division", "open", "--paid")
    t.type("withdraw", "lone")
    assert "refunded: Lone Vik 100.00 DKK" in t.type("refund", "lone")
    t.type("check-in", "fre", "ger")
    t.type("join", "anna", "side", "--paid")
    t.type("join", "bo", "side", "--paid")

    # the draw: 8 players, no bye, and it can be proved
    drawn = t.type("draw", "open", at="09:50")
    assert "Not checked in" in drawn
    assert re.search("Seed: [0-9a-f]{64}", drawn)
    t.type("announce", "open", "--start", "10:15")
    assert t.type("verify").endswith("Everything is as promised.\n")

    # the evening: Per is late, the others begin
    assert "can be called to table 1" in t.type("now", at="10:00")
    t.type("call")
    pers = next(pair for pair in in_round(t, "main", 1) if "Per Ravn" in pair)
    other = next(name for name in pers if name != "Per Ravn")
    assert "Nobody is late" in t.refused("late", "per").replace("nobody", "Nobody")
    t.clock("10:15")
    for pair in in_round(t, "main", 1):
        if pair != pers:
            t.type("begin", pair[0])
    t.type("late", "per", at="10:24")
    arrived = t.type("arrived", "per", "--at", "10:27:30", at="10:28")
    assert "2" in arrived
    given = t.type("arrived", "per", "--give", at="10:28")
    assert "2 penalty points" in given
    assert f"{'2-0' if pers[0] == other else '0-2'}" in t.type("begin", "per")

    # results: by name, the loser's points; the first is typed for the wrong player
    first, second, third = [pair for pair in in_round(t, "main", 1) if pair != pers]
    assert f"{first[0]} 5-3 {first[1]}" in t.type("result", first[0], "3", at="11:00")
    t.type("result", second[0], "5-1")
    t.type("result", third[0], third[0], "2")
    t.type("result", "per", other, "4")
    t.type("call", at="11:10")
    t.type("begin")
    semi = next(pair for pair in in_round(t, "main", 2) if first[0] in pair)
    assert "--replace" in t.refused("correct", first[0], first[1], "3", "--why", "both cards say so")
    foreseen = t.type("correct", first[0], first[1], "3", "--why", "both cards say so", "--replace", "--preview")
    assert f"-> {' - '.join(first[1] if name == first[0] else name for name in semi)}" in foreseen
    corrected = t.type(
        "correct", first[0], first[1], "3", "--why", "both cards say so", "--replace", "--stopped-at", "2-1"
    )
    assert corrected.count("is stopped: void and not rated.") == 2, "the semi-final and the consolation"

    # a dispute, with its appeal
    t.type("call", at="11:30")
    t.type("begin")
    one, two = next(pair for pair in in_round(t, "main", 2) if first[1] in pair)
    t.type("dispute", one, "the cube shows 2", "--rule", "T4.4.ix", "--from", one)
    t.type("statement", "c1", two, "it shows 4")
    assert "T5.3" in t.refused("statement", "c1", "Siri", "I saw it")
    t.type("rule", "c1", "the cube stands at 4", "--why", "nothing shows otherwise")
    t.type("appeal", "c1", one, "--why", "it was turned")
    assert "T1.3.ii" in t.refused("committee", "c1", "Kai", "Siri Moe", "Tove Nord")
    t.type("committee", "c1", "Siri Moe", "Tove Nord", "Ulla Os")
    t.type("vote", "c1", "siri", "replace", "--decision", "the cube goes back to 2")
    t.type("vote", "c1", "ulla", "uphold")
    t.type("vote", "c1", "tove", "replace", "--decision", "the cube goes back to 2")
    assert "T5.2" in t.refused("appeal", "c1", two)
    t.type("observer", one, "Ulla Os", "--pays", one)
    t.type("pay", one)

    # somebody is put out, somebody goes home
    consolation = in_round(t, "consolation", 1)
    out = consolation[0][0]
    t.type("disqualify", out, "--rule", "T1.7.i", "--why", "an engine on the phone", "--score", "1-2")
    t.type("result", one, "3", at="12:30")
    other_semi = next(pair for pair in in_round(t, "main", 2) if one not in pair)
    t.type("result", other_semi[0], "4")
    t.type("result", consolation[1][0], "1")
    t.type("withdraw", consolation[1][1])
    t.type("call")
    t.type("begin")
    while ready := [each for each in flow_of(t.held.state).standings.values() if each.where is Where.PLAYING]:
        t.type("result", ready[0].id, f"{ready[0].length}-0")
        t.run("call")
        t.run("begin")

    # money and the end
    assert "are not awarded" in t.refused("close")
    t.type("award", "open")
    assert "reason is missing" in t.refused("close")
    t.type("reasons", "c1", "two of us saw it turned")
    t.type("pay-out")
    t.type("hand-over")
    assert "left 0.00 DKK" in t.type("show", "money")
    closed = t.type("close")
    assert t.type("verify").count("+") == 2
    report = t.data("report")
    assert report["sha256"] in closed
    counted = {
        name: len(report["report"][name])
        for name in ("refusals", "moves", "disqualifications", "cases", "corrections", "penalties")
    }
    assert counted == dict.fromkeys(counted, 1)
    assert replay(t.held.log) == t.held.state
    assert report["report"] == t.data("report")["report"]


@pytest.mark.parametrize("language", ["da", "sv", "nb"])
def test_the_desk_speaks_the_language_that_is_asked_for(terminal: Terminal, language: str) -> None:
    terminal.new()
    english = terminal.type("enter", "Anna")
    spoken = terminal.type("enter", "Bo", "--language", language)
    assert spoken.replace("Bo", "Anna") != english
    assert "Bo" in spoken


def test_an_evening_like_the_last_one_takes_over_terms_tables_and_staff(terminal: Terminal) -> None:
    terminal.new("--helper", "Kai", "--fee", "open:50", division="open:swiss:5:rounds=3", tables=6)
    terminal.type("enter", "Anna Holm")
    other = terminal.file.with_name("next.tavl")
    result = terminal.run("new", "--like", str(terminal.file), "--title", "Next week", file=other)
    assert result.exit_code == 0, result.output
    last, new = terminal.held, Terminal(other).held
    assert new.state.invitation.divisions == last.state.invitation.divisions
    assert new.state.places == last.state.places
    assert new.state.staff == last.state.staff
    assert new.state.entries == {}
    Terminal(other).type("enter", "Anna Holm")
    assert {e.members for e in Terminal(other).held.state.entries.values()} == {
        e.members for e in last.state.entries.values()
    }


def test_an_invitation_file_has_the_names_of_the_options(terminal: Terminal) -> None:
    plan = terminal.file.with_name("plan.toml")
    plan.write_text(
        'title = "Spring"\ndirector = ["Ida"]\ntables = 3\n'
        'division = ["open:swiss:7:rounds=5"]\nfee = ["open:300:30"]\n'
    )
    terminal.type("new", "--from", str(plan))
    state = terminal.held.state
    assert (state.title, len(state.places), state.divisions["open"].terms.rounds) == ("Spring", 3, 5)
    assert str(state.divisions["open"].terms.fees[0].price) == "300.00 DKK"


def test_a_late_entry_takes_a_byes_place_without_another_draw(terminal: Terminal) -> None:
    terminal.new()
    terminal.type("enter", "Anna", "Bo", "Carl", "--here")
    terminal.type("draw")
    terminal.type("announce")
    place = terminal.data("late-entry", "Dan")["shown"][0]
    terminal.type("late-entry", "Dan", place, "--here")
    held = terminal.held
    assert len(held.state.divisions["open"].draws) == 1
    assert sum(each.where is Where.READY for each in flow_of(held.state).standings.values()) == 2


def test_undo_takes_back_ones_own_last_act_only(terminal: Terminal) -> None:
    terminal.new("--helper", "Kai")
    terminal.type("enter", "Anna", "--by", "kai")
    terminal.type("enter", "Bo")
    assert "Taken back: Bo entered open" in terminal.type("undo")
    assert "Taken back: Anna entered open" in terminal.type("undo", "--by", "kai")


def test_the_shell_runs_the_same_commands_without_the_files_name(terminal: Terminal) -> None:
    terminal.new()
    typed = "enter Anna Bo --here\ndraw\nnope\nannounce\n\ncall\nresult anna 2\nshow 'unclosed\nnow\nquit\n"
    result = terminal.run("shell", typed=typed)
    assert result.exit_code == 0, result.output
    assert "Anna 5-2 Bo" in result.output.replace("Bo 2-5 Anna", "Anna 5-2 Bo")
    assert "can be called to table 1" in result.output, "Enter shows what waits"
    assert "No such command 'nope'" in result.output
    assert "not closed" in result.output


def test_a_jackpot_is_drawn_when_its_sheet_is_full_and_the_next_name_opens_another(terminal: Terminal) -> None:
    terminal.new(division="jack:jackpot:5")
    told = terminal.type("enter", *(f"Player {n}" for n in range(1, 9)), "--here")
    assert "jack: the draw is announced" in told
    assert "Division jack-2 is added" in terminal.type("enter", "Player 9", "--division", "jack")
    assert terminal.data("verify")["proven"]


def test_a_club_night_pairs_whoever_is_free_until_its_last_start(terminal: Terminal) -> None:
    terminal.clock("19:00")
    terminal.new(division="night:club-night:5:ends=22.30")
    terminal.type("enter", "Anna", "Bo", "Carl", "--here")
    assert "draw 1" in terminal.type("draw", at="19:10")
    terminal.type("enter", "Dan", "--here", at="19:20")
    assert "draw 2" in terminal.type("draw"), "who waited is paired with who came"
    assert terminal.data("verify")["proven"]
    terminal.type("withdraw", "dan")
    terminal.type("enter", "Eva", "--here", at="21:36")
    assert "T2.2.i" in terminal.refused("draw")


@pytest.mark.rule("T1.6.iv", "T3.3")
def test_equipment_is_lent_and_a_request_answered_at_the_terminal(terminal: Terminal) -> None:
    t = terminal
    t.type("new", "--title", "Club", "--director", "Ida Berg", "--division", "open:elimination:5")
    assert "cannot be read" in t.refused("tables", "2", "--has", "1=velvet")
    assert "no such table" in t.refused("tables", "2", "--has", "9=dice")
    t.type("tables", "2", "--dice", "1", "--boxes", "1", "--has", "1=50x60,cups")
    t.type("enter", *PLAYERS[:4], "--here")
    t.type("draw")
    t.type("announce")
    t.type("call")
    assert "precision dice" in t.type("equipment", "anna", "dice")
    t.type("begin")
    t.type("request", "anna", "spectators", "--why", "two whisper")
    assert "two whisper" in t.type("now")
    assert "Use `answer`" in t.refused("next")
    t.type("answer", "anna", "spectators", "--grant", "--spectator", "Siri", "--why", "heard it")
    assert [penalty.rule for penalty in t.held.state.penalties.values()] == ["T1.6.iv"]
    t.type("box", "anna", "--why", "the dice slide")
    assert "worn" in t.type("equipment", "anna", "dice", "--take", "worn")
    t.type("equipment", "bo", "cups", "--always")
