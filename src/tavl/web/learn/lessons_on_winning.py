"""Lessons eight to twelve: points, bearing off, what a win counts, the cube, a race."""

from __future__ import annotations

from tavl.i18n import later
from tavl.web.learn import goals
from tavl.web.learn.exercises import START, CubeExercise, Lesson, PlayExercise

WINNING = (
    Lesson(
        id="points",
        title=later("Make points"),
        exercises=(
            PlayExercise(
                say=later(
                    "Two of yours together are safe, and a wall for the dark ones. You have 3 and 1, a lovely roll: "
                    "make your 5-point with it."
                ),
                position=START,
                dice=(3, 1),
                goal=goals.makes_point(5),
                hints=(
                    later("Two checkers must end on 5: one is three points away, another only one."),
                    later("8 to 5 with the 3, and 6 to 5 with the 1."),
                ),
                otherwise=later("There is no pair on your 5-point yet."),
                praise=later("The point everybody wants. Six in a row would be a wall that nothing can pass."),
            ),
            PlayExercise(
                say=later(
                    "Your checker on 10 is alone, and two dark ones on your 1-point would love to hit it. Play so "
                    "that nothing of yours can be hit."
                ),
                position="13:3 10:1 8:4 6:5 5:2 | 24:2 13:5 8:3 6:5",
                dice=(4, 2),
                goal=goals.nothing_to_hit,
                hints=(
                    later("No checker may be left alone when you are done: end where you already have one."),
                    later("10 to 6 with the 4, and 8 to 6 with the 2."),
                ),
                otherwise=later("After that, {n} of the 36 rolls would hit you. It can be done without any risk."),
                praise=later("Nothing to hit anywhere. Not every blot is bad, but know what it risks."),
            ),
        ),
    ),
    Lesson(
        id="home",
        title=later("All home, then off"),
        exercises=(
            PlayExercise(
                say=later(
                    "Once all of yours are home, on 6 to 1, you take them off: a 6 takes one from 6, a 5 one from 5. "
                    "Bring the last one home, and take one off."
                ),
                position="8:1 6:4 5:4 4:3 3:3 | 9:2 6:4 5:4 4:3 3:2",
                dice=(6, 2),
                goal=goals.bears_off(1),
                hints=(
                    later("The one on 8 comes first: nothing may leave while it is outside."),
                    later("8 to 6 with the 2. Then the 6 takes one off from 6: press it, then the tray."),
                ),
                otherwise=later("All are home now. Had the 2 brought it in, the 6 would have taken one off."),
                praise=later("One off, fourteen to go. Whoever is first to take off all fifteen wins."),
            ),
            PlayExercise(
                say=later(
                    "A die that is higher than your highest point takes a checker from that point. Here are 6 and 5."
                ),
                position="4:2 3:2 2:1 1:1 | 5:2 4:2 3:2 2:2",
                dice=(6, 5),
                goal=goals.bears_off(2),
                hints=(
                    later("Your highest point is 4, and both dice are higher."),
                    later("Take both checkers off from 4."),
                ),
                praise=later("Two off. But while a checker stands further back, a 6 takes none off from 3."),
            ),
        ),
    ),
    Lesson(
        id="gammon",
        title=later("Winning twice over"),
        exercises=(
            PlayExercise(
                say=later(
                    "Take off your last two. Your opponent has not taken off a single one: that is a gammon, and it "
                    "counts double."
                ),
                position="2:1 1:1 | 13:2 8:3 6:5 5:5",
                dice=(5, 3),
                goal=goals.wins,
                hints=(later("Press a checker, then the tray beside the board."), later("2 off, and 1 off.")),
                praise=later(
                    "A gammon: 2 points. With a dark checker still in your home or on the bar it would be a "
                    "backgammon, and 3."
                ),
            ),
        ),
    ),
    Lesson(
        id="cube",
        title=later("The doubling cube"),
        exercises=(
            CubeExercise(
                say=later(
                    "The cube says what the game is worth. Before your roll you may offer to play for twice as much. "
                    "You are ahead: press {double}, and once more to confirm."
                ),
                position="9:1 8:2 6:4 5:4 4:4 | 12:1 10:1 8:2 6:5 5:3 4:3",
                wanted="double",
                hints=(
                    later("It says {double}, beside the cube."),
                    later("Press {double}, then the button that asks."),
                ),
                otherwise=later("You rolled without asking: often right. This time you are ahead, so ask first."),
                praise=later(
                    "Now your opponent drops and loses 1, or takes and plays for 2. Whoever takes owns the cube: "
                    "only that side may double next."
                ),
            ),
            CubeExercise(
                say=later(
                    "Now you are doubled. {drop}: you lose 1 point. {take}: you play on for 2. You win about 3 games "
                    "in 10 from here. Is that enough?"
                ),
                position="10:2 9:2 8:1 7:1 6:3 5:4 4:2 | 10:2 8:2 6:4 5:4 4:3",
                doubled=True,
                wanted="take",
                hints=(
                    later("Think of four such games. Dropped, they cost you 4 points."),
                    later("Taken, with one won and three lost, they cost 6 less 2: the same. You win more than one."),
                ),
                otherwise=later(
                    "That costs 1 for sure. Taken four times, one win and three losses cost no more, and you win 3 "
                    "in 10."
                ),
                praise=later("Right: from one win in four on, a take is worth it. And now the cube is yours."),
            ),
            CubeExercise(
                say=later("Doubled again, and this time you would win 1 game in 20."),
                position="10:2 9:1 8:2 6:4 5:4 4:2 | 7:1 6:4 5:4 4:3 3:3",
                doubled=True,
                wanted="drop",
                hints=(
                    later("One in twenty is less than one in four."),
                    later("Press {drop}: 1 point is the smaller loss."),
                ),
                otherwise=later("Brave, but nineteen times out of twenty that costs 2 instead of 1."),
                praise=later("One point lost, another one saved. A good drop is as good as a good roll."),
            ),
        ),
    ),
    Lesson(
        id="race",
        title=later("A race to the end"),
        exercises=(
            PlayExercise(
                say=later(
                    "All have passed each other: now it is a race. Four to go for you, four for your opponent. Press "
                    "{roll}, and take off two."
                ),
                position="6:1 5:1 2:1 1:1 | 4:1 3:1 2:1 1:1",
                dice=(6, 5),
                rolls=True,
                goal=goals.bears_off(2),
                hints=(later("The 6 takes off the one on 6."), later("6 off with the 6, and 5 off with the 5.")),
                otherwise=later("Only one is off. In a race every checker counts: take off two."),
                praise=later("Two off! Your opponent rolls 4 and 3, and takes off two as well."),
            ),
            PlayExercise(
                say=later("Your opponent needs one more roll. So do you, and it is your turn. Press {roll}!"),
                position="2:1 1:1 | 2:1 1:1",
                dice=(2, 1),
                rolls=True,
                last=((4, 3), ((4, 0), (3, 0))),
                goal=goals.wins,
                hints=(later("Take off both."), later("2 off with the 2, and 1 off with the 1.")),
                otherwise=later("One is left. Both could be off."),
                praise=later("You have won! That is the whole game."),
            ),
        ),
    ),
)
