"""Lessons one to seven: how checkers move. Positions and rolls are data; what is legal in them `rules/` knows."""

from __future__ import annotations

from tavl.i18n import later
from tavl.web.learn import goals
from tavl.web.learn.exercises import START, Lesson, PlayExercise

MOVING = (
    Lesson(
        id="way",
        title=later("Which way you go"),
        exercises=(
            PlayExercise(
                say=later(
                    "The light checkers are yours. They move round the board from 24 down to 1 and never back; the "
                    "dark ones come the other way. Press {roll}, then move a checker for each die."
                ),
                position=START,
                dice=(2, 1),
                rolls=True,
                goal=goals.any_play,
                hints=(
                    later("Rings mark what can move. Press such a checker, then one of the places that light up."),
                    later("Any move will do. When both dice are used, press {done}."),
                ),
                praise=later("Just so: down the numbers, towards your home on the points 6 to 1."),
            ),
        ),
    ),
    Lesson(
        id="dice",
        title=later("Two dice, two moves"),
        exercises=(
            PlayExercise(
                say=later("Each die is a move of its own. Move one checker five points and another one three."),
                position=START,
                dice=(5, 3),
                goal=goals.two_checkers,
                hints=(
                    later("Two different checkers: the 5 for one, the 3 for the other."),
                    later("For example 13 to 8 with the 5, and 24 to 21 with the 3."),
                ),
                otherwise=later("That was one checker with both dice: allowed, but here move two of them."),
                praise=later("Two dice, two checkers."),
            ),
            PlayExercise(
                say=later("One checker may also take both dice, one after the other. Let one of yours do that."),
                position=START,
                dice=(6, 2),
                goal=goals.one_checker,
                hints=(
                    later("Move a checker by one die, and then the same checker by the other."),
                    later("For example from 24 by the 6 to 18, and on by the 2 to 16."),
                ),
                otherwise=later("Those were two checkers. Now let a single one use both dice."),
                praise=later("Eight points in two steps. It must be able to land after the first one, too."),
            ),
        ),
    ),
    Lesson(
        id="doubles",
        title=later("Doubles count four times"),
        exercises=(
            PlayExercise(
                say=later("Two equal dice are played four times. You have rolled 2 and 2, so you move four twos."),
                position=START,
                dice=(2, 2),
                goal=goals.any_play,
                hints=(
                    later("Go on moving twos until no ring is left."),
                    later("For example two checkers from 13 to 11, and two from 6 to 4."),
                ),
                praise=later("Four moves from a single roll. Doubles can turn a game round."),
            ),
        ),
    ),
    Lesson(
        id="held",
        title=later("Two together hold a point"),
        exercises=(
            PlayExercise(
                say=later(
                    "Where two or more dark checkers stand you cannot land, not even on the way. Bring a checker "
                    "from 24 to 15: one of the two ways is closed."
                ),
                position=START,
                dice=(5, 4),
                goal=goals.brings(24, 15),
                hints=(
                    later("The 5 first would land on 19, and dark checkers hold that point."),
                    later("The 4 first: 24 to 20. Then the 5, on to 15."),
                ),
                otherwise=later("A sound move, but we are looking for the way from 24 to 15."),
                praise=later("Round the wall! Your own pairs stop your opponent just the same."),
            ),
        ),
    ),
    Lesson(
        id="hit",
        title=later("One alone can be hit"),
        exercises=(
            PlayExercise(
                say=later(
                    "A checker by itself is a blot. A dark one stands on your 5-point: land on it, and it has to "
                    "start all over again from the bar."
                ),
                position="24:2 13:5 8:3 6:5 | 24:1 20:1 13:5 8:3 6:5",
                dice=(3, 2),
                goal=goals.hits,
                hints=(
                    later("You stand on 8, the blot on 5: that is a 3."),
                    later("Press 8, then 5. Play the 2 as you like."),
                ),
                otherwise=later("Nothing was hit. The dark blot is on 5."),
                praise=later("Hit! Your opponent must come in again before moving anything else."),
            ),
        ),
    ),
    Lesson(
        id="bar",
        title=later("In from the bar"),
        exercises=(
            PlayExercise(
                say=later(
                    "You were hit, and your checker waits on the bar. A 1 brings it in on 24, a 2 on 23, and so on. "
                    "Until it is in, nothing else may move."
                ),
                position="bar:1 24:1 13:5 8:3 6:5 | 24:2 13:4 8:3 6:4 4:2",
                dice=(6, 3),
                goal=goals.any_play,
                hints=(
                    later("The 6 would enter on 19, and that point is held. The 3 enters on 22."),
                    later("Press the bar, then 22. After that the 6 is free for any checker."),
                ),
                praise=later("Back on the board."),
            ),
            PlayExercise(
                say=later("Hit again, and with 6 and 5 there is no way in. Try it, then press {done} to pass."),
                position="bar:1 13:5 8:4 6:5 | 24:2 13:2 8:1 6:2 5:2 4:2 3:2 2:2",
                dice=(6, 5),
                goal=goals.any_play,
                hints=(
                    later("A 6 enters on 19 and a 5 on 20. Both points are held."),
                    later("Nothing can be moved: press {done}."),
                ),
                praise=later("That is called dancing. It happens to everybody: the next roll is another chance."),
            ),
        ),
    ),
    Lesson(
        id="both",
        title=later("Use the whole roll"),
        exercises=(
            PlayExercise(
                say=later(
                    "If both dice can be played, both must be. Here a careless 6 would leave no 5: find the play "
                    "that uses both."
                ),
                position="9:1 8:1 3:5 2:5 1:3 | 21:2 9:2 6:4 5:4 4:3",
                dice=(6, 5),
                goal=goals.any_play,
                hints=(
                    later("Play the 6 with the checker on 9, and keep the one on 8 for the 5."),
                    later("9 to 3 with the 6, and 8 to 3 with the 5."),
                ),
                praise=later("Both dice used, as they must be."),
            ),
            PlayExercise(
                say=later("Sometimes only one of the two dice can be played. Then it must be the higher, if it can."),
                position="13:1 4:5 3:5 1:4 | 23:2 9:2 6:4 5:4 4:3",
                dice=(5, 6),
                goal=goals.any_play,
                hints=(
                    later("Only the checker on 13 can move, and only once. Choose the 6."),
                    later("13 to 7."),
                ),
                praise=later("The 6, because it is higher. The 5 is lost this time."),
            ),
        ),
    ),
)
