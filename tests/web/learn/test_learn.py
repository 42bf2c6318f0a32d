"""The lessons: every exercise holds by the rules; done by mouse, by keyboard alone, by finger. Then a first game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tavl.engine import Engine
from tavl.i18n import LANGUAGES, words
from tavl.rules import Dice, Match, Phase, Position, Seat, judge_play, parse_position
from tavl.rules.acts import Doubled, GameStarted, OpeningRolled, Played
from tavl.rules.match import evolve
from tavl.web.learn import game_coach
from tavl.web.learn.course import LESSONS
from tavl.web.learn.exercises import CubeExercise, PlayExercise, judged_action, judged_play, why_not
from tavl.web.learn.routes import course_in_words
from tests.example_counts import times
from tests.web.axe import violations
from tests.web.conftest import Somebody
from tests.web.server_and_player import MOMENT, PATIENCE, TABLE, Player
from tests.web.two_players import OPEN_TABLE

EXERCISES = [(lesson.id, n, exercise) for lesson in LESSONS for n, exercise in enumerate(lesson.exercises, 1)]
PLAYS = [each for each in EXERCISES if isinstance(each[2], PlayExercise)]
CUBES = [each for each in EXERCISES if isinstance(each[2], CubeExercise)]


def named(exercises: list[tuple[str, int, object]]) -> list[str]:
    return [f"{lesson}-{n}" for lesson, n, _ in exercises]


def exercise_of(lesson: str, number: int) -> PlayExercise:
    found = next(exercise for id, n, exercise in PLAYS if (id, n) == (lesson, number))
    assert isinstance(found, PlayExercise)
    return found


# By the rules


def test_there_are_about_a_dozen_lessons() -> None:
    assert len(LESSONS) == 12
    assert len({lesson.id for lesson in LESSONS}) == 12


@pytest.mark.parametrize(("lesson", "n", "exercise"), PLAYS, ids=named(PLAYS))
def test_every_exercise_can_be_done_and_what_is_not_asked_for_is_told(
    lesson: str, n: int, exercise: PlayExercise
) -> None:
    position = exercise.game.position
    done = [play for play in position.plays(exercise.roll) if exercise.goal(position, play)]
    assert done
    verdict = judged_play(exercise, tuple((move.source, move.target) for move in done[0].moves))
    assert verdict.done
    others = len(position.plays(exercise.roll)) - len(done)
    assert bool(others) == bool(exercise.otherwise)


@pytest.mark.parametrize(("lesson", "n", "exercise"), CUBES, ids=named(CUBES))
def test_what_the_cube_lesson_says_is_what_the_engine_thinks(lesson: str, n: int, exercise: CubeExercise) -> None:
    decision = Engine(threads=1).cube(exercise.game.position, ply=2)
    assert decision.double
    pupil = 1 - decision.evaluation.win if exercise.doubled else decision.evaluation.win
    low, high = {"double": (0.7, 0.8), "take": (0.25, 0.35), "drop": (0.03, 0.07)}[exercise.wanted]
    assert low < pupil < high
    if exercise.doubled:
        assert decision.take == (exercise.wanted == "take")
    assert judged_action(exercise, exercise.wanted).done


@pytest.mark.parametrize(
    ("lesson", "number", "source", "target", "code", "rule"),
    [
        ("held", 1, 24, 19, "point_held", "G4.2"),
        ("way", 1, 1, None, "no_checker_there", "G1.1"),
        ("way", 1, 13, 14, "forward_only", "G4.1"),
        ("bar", 1, 13, 7, "bar_first", "G5.2"),
        ("bar", 1, 25, 19, "point_held", "G5.2"),
        ("bar", 2, 25, None, "point_held", "G5.2"),
        ("both", 1, 8, 2, "more_can_be_played", "G4.6"),
        ("both", 2, 13, 8, "higher_die_first", "G4.6"),
        ("home", 1, 6, 0, "not_all_home", "G7.1"),
        ("home", 2, 3, 0, "checker_behind", "G7.1"),
    ],
)
def test_a_wrong_try_is_answered_with_its_clause(
    lesson: str, number: int, source: int, target: int | None, code: str, rule: str
) -> None:
    refused = why_not(exercise_of(lesson, number), (), source, target)
    assert refused is not None
    assert (refused.code, refused.rule) == (code, rule)


def test_what_is_legal_and_not_asked_for_is_no_refusal() -> None:
    verdict = judged_play(exercise_of("hit", 1), ((13, 8),))
    assert (verdict.done, verdict.refused) == (False, None)
    assert judged_play(exercise_of("points", 2), ((13, 7),)).hitting > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_name_the_buttons_as_the_board_does(language: str) -> None:
    w = words(language)
    said = "\n".join(each.say for lesson in course_in_words(w) for each in lesson.exercises)
    assert w.sense("button", "Roll") in said
    assert w.sense("button", "Take") in said
    assert "{" not in said


# What the coach says

START = Position.start()


def test_the_coach_points_out_hits_points_and_risks() -> None:
    w = words("en")
    blot = parse_position("24:2 13:5 8:3 6:5 | 24:1 20:1 13:5 8:3 6:5")
    assert game_coach.before_play(blot, Dice(3, 2), w)[0] == "You can hit the blot on 5."
    assert game_coach.before_play(START, Dice(3, 1), w) == ["You can make the 5-point: two together are safe."]
    dancing = exercise_of("bar", 2).game.position
    assert game_coach.before_play(dancing, Dice(6, 5), w) == [
        "Nothing can be moved with this roll. Press Done to pass."
    ]

    def after(*moves: tuple[int, int]) -> str:
        play = judge_play(START, Dice(4, 1), moves)
        return " ".join(game_coach.after_play(play, w))  # type: ignore[arg-type]

    assert after((13, 9), (6, 5)).startswith("This leaves a checker alone on 5, 9")
    assert "big risk" in after((13, 9), (6, 5))
    assert after((24, 20), (24, 23)).startswith("Only a checker far back can be hit")


def test_the_coach_explains_a_double_with_its_costs_and_what_is_right() -> None:
    match = Match.start(3)
    for event in (GameStarted(), OpeningRolled(3, 1), Played(Seat.FIRST, ((8, 5), (6, 5)), parse_position(WORSE))):
        match = evolve(match, event)
    said = game_coach.advice(match, Seat.SECOND, words("en"), Engine(threads=1))
    assert (said.moment, said.heading) == ("double", "A good moment to double")
    match = evolve(match, Doubled(Seat.SECOND))
    assert match.game is not None
    assert match.game.phase is Phase.DOUBLED
    said = game_coach.advice(match, Seat.FIRST, words("en"), Engine(threads=1))
    assert said.heading == "You are doubled"
    assert said.lines[0] == "Your opponent wants to play for 2 points instead of 1."
    assert said.lines[1].startswith("Drop: the game ends, and you lose 1 point. Take: you play on for 2")
    assert said.lines[2] == "You win about 3 games in 10 from here. One in four is enough for a take, so: Take."


WORSE = "10:2 8:2 6:4 5:4 4:3 | 10:2 9:2 8:1 7:1 6:3 5:4 4:2"  # seen by the one who doubles


# On the page


def by_mouse(pupil: Player, place: int) -> None:
    pupil.board.locator(f"[data-place='{place}']").click(force=True)


def by_finger(pupil: Player, place: int) -> None:
    """Scrolled to where it can be seen: on a small phone the words stay above the board."""
    there = pupil.board.locator(f"[data-place='{place}']")
    there.evaluate("place => place.scrollIntoView({block: 'center', behavior: 'instant'})")
    there.tap(force=True)


def do(pupil: Player, exercise: PlayExercise | CubeExercise, language: str, touch: bool = False) -> None:
    """One exercise, as its pupil would: roll where asked, move by pressing checkers and places, end the turn."""
    w, press = words(language), by_finger if touch else by_mouse

    def button(name: str) -> None:
        found = pupil.board.get_by_role("button", name=name, exact=True)
        (found.tap if touch else found.click)()

    if isinstance(exercise, CubeExercise):
        button(w.sense("button", exercise.wanted.capitalize()))
        if exercise.wanted == "double":
            button(w("Double to {value}", value=2))
        return
    if exercise.rolls:
        button(w.sense("button", "Roll"))
    for move in next(exercise.solutions).moves:
        press(pupil, move.source)
        press(pupil, move.target)
    button(w.sense("button", "Done"))


@pytest.mark.soak  # in `make test` its last lessons are done by finger and by keyboard
def test_the_whole_course_is_done_with_the_mouse_and_leads_to_a_first_game(somebody: Somebody) -> None:
    pupil = somebody().home()
    pupil.page.get_by_role("link", name="Learn", exact=True).click()
    pupil.ready()
    for lesson in LESSONS:
        expect(pupil.page.locator("#lesson-title")).to_have_text(lesson.title)
        for exercise in lesson.exercises:
            do(pupil, exercise, "en")
            expect(pupil.page.locator("#reply.good")).to_have_text(exercise.praise, timeout=PATIENCE)
            pupil.button("Go on").click()
    expect(pupil.page.locator("[data-lesson].done")).to_have_count(len(LESSONS))
    pupil.page.reload()  # kept in the browser
    pupil.ready()
    expect(pupil.page.locator("[data-lesson].done")).to_have_count(len(LESSONS))
    pupil.button("My first game").click()
    pupil.page.wait_for_url(TABLE)
    pupil.ready()
    assert "Crawford" not in " ".join(pupil.said())
    expect(pupil.page.locator(".coach")).to_contain_text("nothing is rated, so help is allowed")
    while "play" not in pupil.wait_until_asked() or not pupil.state()["tree"]["nodes"][0]:
        take_a_turn(pupil)
    assert pupil.state()["cube"] is None
    movable = pupil.board.locator(".place.movable").first
    assert pupil.board.get_attribute("hints") == "on"
    movable.click(force=True)  # destinations are shown before anything moves
    expect(pupil.board.locator(".place.target").first).to_be_attached()
    movable.click(force=True)
    pupil.page.evaluate(LAY_OUT)
    expect(pupil.page.locator(".coach[data-moment=draft] p").first).not_to_be_empty(timeout=PATIENCE)
    assert violations(pupil) == []


def take_a_turn(pupil: Player) -> None:
    """Whatever is asked, without any thought."""
    before, actions = pupil.page.evaluate(MOMENT), pupil.wait_until_asked()
    if "play" in actions:
        pupil.page.evaluate(LAY_OUT)
        pupil.page.evaluate("document.querySelector('#board').done()")
    elif "accept_resignation" in actions:
        pupil.act("Accept")
    else:
        pupil.act("Roll")
    pupil.until(f"before => ({MOMENT}) !== before", before)


LAY_OUT = """() => {
  const board = document.querySelector("#board");
  const moves = [];
  const {nodes} = board.state.tree;
  for (let steps = nodes[0]; steps.length; steps = nodes[steps[0][4]]) moves.push(steps[0].slice(0, 2));
  board.attempt(moves);
}"""


def test_the_course_is_done_by_keyboard_and_ear_alone(somebody: Somebody) -> None:
    """Nothing is read but what is announced; nothing is touched but keys: the line's, and in one lesson the board's."""
    pupil = somebody().go("/learn").ready()
    keys = pupil.page.keyboard
    for lesson in LESSONS:
        for exercise in lesson.exercises:
            pupil.hears(exercise.say.partition(".")[0].partition("{")[0])
            if isinstance(exercise, CubeExercise):
                pupil.type(exercise.wanted)
                if exercise.wanted == "double":
                    pupil.hears("Double to 2? Type yes or no.")
                    pupil.type("yes")
            else:
                if exercise.rolls:
                    pupil.type("roll")
                    pupil.hears("You roll")
                play = next(exercise.solutions).moves
                if lesson.id == "doubles":
                    for place in (place for move in play for place in (move.source, move.target)):
                        walk_to(pupil, place)
                        keys.press("Enter")
                    keys.press("Enter")
                else:
                    if play:
                        written = " ".join(f"{move.source}/{move.target}" for move in play)
                        pupil.type(written.replace("25/", "bar/").replace("/0", "/off"))
                        pupil.hears("Play complete.")
                    pupil.type("")
            pupil.hears(exercise.praise)
            expect(pupil.button("Go on")).to_be_focused()
            keys.press("Enter")
    expect(pupil.page.locator("#finish-title")).to_be_focused()


def walk_to(pupil: Player, place: int) -> None:
    pupil.page.locator("#board").evaluate("board => board.shadowRoot.querySelector('.place[tabindex=\"0\"]').focus()")
    for _ in range(30):
        at = int(pupil.page.locator("#board").evaluate("board => board.shadowRoot.activeElement.dataset.place"))
        if at == place:
            return
        pupil.page.keyboard.press("ArrowRight" if at > place else "ArrowLeft")


def test_the_course_is_done_by_finger_on_a_phone_in_danish(somebody: Somebody) -> None:
    """The last lessons; in `make soak` all of them."""
    lessons = LESSONS[-times(5) :]
    phone = somebody(width=375, height=667, has_touch=True, is_mobile=True, locale="da-DK")
    phone.go(f"/learn#{lessons[0].id}").ready()
    w = words("da")
    for lesson in lessons:
        for exercise in lesson.exercises:
            expect(phone.page.locator("#lesson-title")).to_have_text(w(lesson.title))
            do(phone, exercise, "da", touch=True)
            expect(phone.page.locator("#reply.good")).to_be_visible(timeout=PATIENCE)
            phone.button(w("Go on")).tap()
    expect(phone.button(w("My first game"))).to_be_visible()
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 375


def test_wrong_tries_are_answered_hints_grow_and_the_way_is_shown(somebody: Somebody) -> None:
    pupil = somebody().go("/learn#held").ready()
    by_mouse(pupil, 24)
    by_mouse(pupil, 19)
    reply = pupil.page.locator("#reply")
    expect(reply).to_contain_text("Your opponent holds the 19-point.")
    expect(reply.get_by_role("link", name="G4.2")).to_have_attribute("href", "/rules/G4.2")
    expect(reply).to_contain_text("The 5 first would land on 19")
    pupil.hears("Your opponent holds the 19-point. (G4.2)")
    pupil.button("A hint").click()
    expect(reply).to_contain_text("The 4 first")
    pupil.type("13/8 13/9")  # legal, and not what was asked for
    pupil.type("")
    expect(reply).to_contain_text("A sound move, but")
    pupil.button("Show me").click()
    pupil.act("Done")
    expect(pupil.page.locator("#reply.good")).to_be_visible()
    pupil.button("Go on").click()
    expect(pupil.page.locator("#lesson-title")).to_have_text("One alone can be hit")
    pupil.button("Skip").click()
    expect(pupil.page.locator("#lesson-title")).to_have_text("In from the bar")
    pupil.page.get_by_role("button", name="The doubling cube").click()
    pupil.act("Roll")
    expect(reply).to_contain_text("You rolled without asking")
    pupil.page.reload()  # where it was left
    pupil.ready()
    expect(pupil.page.locator("#lesson-title")).to_have_text("The doubling cube")
    assert violations(pupil) == []


def test_the_first_double_is_explained_when_it_comes(somebody: Somebody) -> None:
    """The pupil plays badly until the teacher doubles."""
    pupil = somebody(color_scheme="dark").go("/learn#finish").ready()
    assert violations(pupil) == []
    pupil.button("A game with the cube").click()
    pupil.page.wait_for_url(TABLE)
    pupil.ready()
    card = pupil.page.locator(".coach")
    while "take" not in pupil.wait_until_asked():
        if pupil.over:  # it can happen that nobody had reason to double
            pupil.button("Another one like this").click()
            pupil.page.wait_for_url(lambda url, before=pupil.page.url: TABLE.search(url) is not None and url != before)
            pupil.ready()
        else:
            take_a_turn(pupil)
    expect(card.get_by_role("heading")).to_have_text("You are doubled", timeout=PATIENCE)
    expect(card).to_contain_text(re.compile(r"Drop: the game ends, and you lose 1 point\. Take: you play on for 2"))
    expect(card).to_contain_text(re.compile(r"so: (Take|Drop)\.|it is enough: Take\."))
    pupil.hears("Your opponent wants to play for 2 points instead of 1.")
    pupil.act("Take")
    pupil.hears("You take. The cube is at 2.")


def test_a_rematch_of_a_game_with_a_coach_has_the_coach_again(somebody: Somebody) -> None:
    pupil = somebody().go("/dice").ready()
    # Under these rules a game can be given up at once.
    table = pupil.page.evaluate(OPEN_TABLE, {"opponent": "bot:newcomer", "length": 1, "profile": "dbf-basic"})
    pupil.page.evaluate(
        "id => localStorage.setItem('tavl.learn', JSON.stringify({tables: {[id]: 'first'}}))", table.rpartition("/")[2]
    )
    pupil.go(table).ready().wait_until_asked()
    pupil.board.get_by_role("button", name="Resign").click()
    pupil.act("Single game")
    pupil.button("Rematch").click()
    pupil.page.wait_for_url(lambda url: TABLE.search(url) is not None and not url.endswith(table))
    pupil.ready()
    expect(pupil.page.locator(".coach")).to_contain_text("nothing is rated, so help is allowed")


def test_the_coach_speaks_to_nobody_at_a_table_between_people(somebody: Somebody) -> None:
    anna = somebody(expects=("409", "403", "404", "422")).go("/dice").ready()
    ask = "path => fetch(path).then((answer) => answer.json())"
    friend = anna.page.evaluate(OPEN_TABLE, {"opponent": "friend", "length": 1})
    assert anna.page.evaluate(ask, f"{friend}/coach.json")["error"]["rule"] == "T1.7.i"
    bot = anna.page.evaluate(OPEN_TABLE, {"opponent": "bot:newcomer", "length": 1, "aids": False})
    assert anna.page.evaluate(ask, f"{bot}/coach.json")["error"]["rule"] == "T1.7.i"
    stranger = somebody(expects=("403",)).go("/dice").ready()
    assert stranger.page.evaluate(ask, f"{bot}/coach.json")["error"]["code"] == "not_your_table"


def test_a_bad_attempt_is_a_typed_error(somebody: Somebody) -> None:
    pupil = somebody(expects=("404", "422", "400")).go("/dice").ready()
    send = """([path, body]) => fetch(path, {method: "POST", body: JSON.stringify(body),
      headers: {"X-Tavl": "1", "Content-Type": "application/json"}}).then((answer) => answer.json())"""
    for path, body, code in (
        ("/learn/nothing/1", {}, "not_found"),
        ("/learn/way/9", {}, "not_found"),
        ("/learn/way/x", {}, "not_found"),
        ("/learn/way/1", {"action": "roll"}, "bad_value"),
        ("/learn/cube/1", {"action": "fly"}, "bad_value"),
        ("/learn/way/1", {"moves": "13/7"}, "bad_message"),
        ("/learn/way/1", {"moves": [[13, 7]] * 9}, "bad_message"),
        ("/learn/way/1", {"colour": "red"}, "bad_message"),
    ):
        assert pupil.page.evaluate(send, [path, body])["error"]["code"] == code, (path, body)
    refused = pupil.page.evaluate(send, ["/learn/way/1", {"moves": [[99, -3]]}])
    assert (refused["done"], refused["rule"]) == (False, "G1.1")
