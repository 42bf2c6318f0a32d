"""Questions about the cube, the end of a game, and what is set up and written down."""

from __future__ import annotations

from tavl.i18n import later
from tavl.web.companion.rule_question import asked, says

_TOO_LATE = later(
    "It does not count: you double in your own turn, before rolling. Here even an invalid roll counts as a roll."
)
_NO_WAY_BACK = later("No. Once offered, a double stands until it is taken or dropped.")
_ROLL_AGAIN = later("Roll again, as often as it takes. Nothing is doubled.")
_TAKE_OR_DROP = later(
    "Drop, and you lose what the cube showed before: 1 at the first double, 2 at a redouble to 4. Take, and the game "
    "is worth twice as much, the cube is yours, and only you may double next."
)

CUBE = (
    asked(
        "double-after-roll",
        later("My opponent doubled after rolling."),
        says(_TOO_LATE, "T4.4.ii"),
        says(_TOO_LATE, "G10.2", "G9.1"),
    ),
    asked(
        "double-first",
        later("Is a double allowed before the first move of the game?"),
        says(
            later(
                "No. Whoever wins the opening roll plays those dice. After that each player may double before their "
                "own roll."
            ),
            "G3.1",
            "G10.2",
        ),
    ),
    asked(
        "double-early",
        later("My opponent doubled before I had finished my turn."),
        says(
            later("If it is allowed otherwise, it stands. You finish your turn knowing it, and then take or drop."),
            "T4.4.v",
        ),
        says(later("It is still your turn. Finish your move; then your opponent may double."), "G10.2"),
    ),
    asked(
        "reached",
        later("My opponent reached for the cube, and then thought better of it."),
        says(
            later(
                "That was a double. The word, the act or a clear intention counts: reaching for the cube, pointing "
                "at it, touching it."
            ),
            "T4.4.ii",
        ),
        says(
            later(
                "If the gesture was clear, it was a double: touching the cube in order to double counts as doubling, "
                "and it cannot be taken back."
            ),
            "G10.2",
        ),
    ),
    asked(
        "double-back",
        later("May a double be taken back?"),
        says(_NO_WAY_BACK, "T4.4.ii", "G10.2"),
        says(_NO_WAY_BACK, "G10.2"),
    ),
    asked(
        "take-or-drop",
        later("What does it cost to drop, and what if I take?"),
        says(_TAKE_OR_DROP, "G10.3", "T4.4.iii"),
        says(_TAKE_OR_DROP, "G10.3"),
    ),
    asked(
        "wrong-level",
        later("The cube was turned to the wrong number."),
        says(later("The double and its answer count; the number is put right."), "T4.4.vi"),
        says(
            later("Put it right: every double goes to twice the number before it, the first one to 2."),
            "G10.2",
        ),
    ),
    asked(
        "whose-cube",
        later("We disagree on whose cube it is, or what it shows."),
        says(
            later("It is taken to be right as it stands. Whoever says otherwise has to show it."),
            "T4.4.ix",
            "T4.4.i",
        ),
        says(
            later(
                "These rules do not say. In a tournament it is taken to be right as it stands, and whoever says "
                "otherwise has to show it."
            ),
            "T4.4.ix",
        ),
    ),
    asked(
        "crawford",
        later("My opponent doubled in the Crawford game."),
        says(
            later(
                "It is void: in the first game in which somebody needs just one point there is no cube, and whoever "
                "notices must say so. It is undone at once, or after the game until the next has begun; the score is "
                "put right, even that of a finished match."
            ),
            "T4.4.iv",
        ),
        basic=says(
            later(
                "No. In the one game after somebody has come within a point of the match, nobody may double. "
                "Afterwards both may again."
            ),
            "G11.1",
        ),
        swedish=says(
            later(
                "Normally not: the one Crawford game of a match is played without the cube. You may have agreed to "
                "play without that rule."
            ),
            "G11.1",
        ),
        norwegian=says(later("Allowed: these rules have no Crawford game."), "G11.1"),
    ),
    asked(
        "dead-cube",
        later("My opponent's cube is already enough to win the match, and they double again."),
        says(
            later(
                "It is void: a player whose cube is already enough for the match cannot double. It is undone if the "
                "old value decides the points."
            ),
            "T4.4.vii",
        ),
        says(later("Allowed. It gains nothing, and it gives the cube to you."), "G10.2"),
    ),
    asked(
        "money-options",
        later("Beavers, Jacoby, automatic doubles: do they count?"),
        says(later("No, none of them in tournament play."), "T4.4.viii"),
        basic=says(
            later("No: these are rules for matches, and all three belong to money play."),
            "G3.2",
            "G11.2",
            "G11.3",
        ),
        swedish=says(
            later(
                "Only for money, and only if you agreed on it before. Automatic doubles double the stake at equal "
                "opening dice; with Jacoby gammons count only once the cube is turned; a beaver turns the cube once "
                "more and keeps it."
            ),
            "G3.2",
            "G11.2",
            "G11.3",
        ),
        norwegian=says(
            later("Not by these rules. If you play for a stake you may agree on them before you begin."),
            "G3.2",
            "G11.2",
            "G11.3",
        ),
    ),
)

END = (
    asked(
        "gammon",
        later("Is it a gammon, or even a backgammon?"),
        says(
            later(
                "Gammon, twice the points, if the loser has borne off no checker. Backgammon, three times, if the "
                "loser also has a checker on the bar or in the winner's inner home. With one checker off it is a "
                "single game, wherever the others stand."
            ),
            "G8.1",
        ),
        norwegian=says(later("These rules have neither: a win is worth what the cube shows."), "G8.1"),
    ),
    asked(
        "resign",
        later("May my opponent just resign?"),
        says(
            later(
                "Only when there is no contact any more, or when no other result is possible. Then a player may "
                "concede a single game, a gammon or a backgammon. Otherwise it is played out."
            ),
            "T4.5",
            "G11.4",
        ),
        says(
            later(
                "If you agree. Your opponent says how much they concede, and you say whether that is enough; if "
                "not, you play on."
            ),
            "G11.4",
        ),
    ),
    asked(
        "split",
        later("May we split the points, or stop early?"),
        says(
            later(
                "No. There are no agreements on points, games or matches; the full length is played. It can cost you "
                "both the tournament."
            ),
            "T4.5",
        ),
        says(later("That is up to the two of you. But a game has no draw: somebody wins it."), "G2.1"),
    ),
    asked(
        "too-many-points",
        later("My opponent won more points than needed."),
        says(later("Then the match is over. The extra points do not count."), "G8.2"),
    ),
)

SET_UP = (
    asked(
        "set-up",
        later("The board was set up wrongly."),
        says(
            later(
                "It is put right if somebody notices before the starter's second turn begins. After that it stands, "
                "and you play on from what is there."
            ),
            "T4.2.iv",
        ),
        says(
            later(
                "These rules do not say when it is too late. The custom: within the first moves it is put right, "
                "later you play on."
            ),
            "G1.2",
        ),
    ),
    asked(
        "fourteen",
        later("My opponent began with only 14 checkers."),
        says(
            later(
                "Before the starter's second turn the missing checker is put in its place. After that the player "
                "goes on with 14, and can still lose a gammon or a backgammon."
            ),
            "T4.2.iv",
        ),
        says(
            later("Each has 15. Noticed early, put the missing one in its place; later, agree on what is fair."),
            "G1.2",
        ),
    ),
    asked(
        "direction",
        later("Who chooses seats, colours and direction?"),
        says(
            later(
                "You agree, or you roll for it before the match: seats, direction, board, checkers, dice, baffle box "
                "and clock."
            ),
            "T3.6",
        ),
        says(later("You agree, or you roll for it. No colour has a side of its own."), "G1.3"),
        norwegian=says(
            later("Dark has the home on the left, light on the right. The rest you agree on, or roll for."),
            "G1.3",
        ),
    ),
    asked(
        "equal-opening",
        later("We both rolled the same number at the start."),
        says(_ROLL_AGAIN, "G3.1", "T4.4.viii"),
        says(_ROLL_AGAIN, "G3.1"),
        swedish=says(
            later("Roll again. The stake doubles only for money, and only if you agreed on automatic doubles."),
            "G3.1",
            "G3.2",
        ),
    ),
    asked(
        "score",
        later("We disagree on the score."),
        says(
            later(
                "Compare the score cards. If they differ, the card of the player who is behind decides, if it is "
                "clear; or the only card that was kept."
            ),
            "T4.7",
        ),
        says(
            later(
                "These rules do not say. Go through the games together; in a tournament the card of the player "
                "behind decides."
            ),
            "T4.7",
        ),
    ),
    asked(
        "length",
        later("We have been playing to the wrong length."),
        says(
            later(
                "Finish this game; then the length is put right. That is too late if the game ends the match, or if "
                "by the right length it would be over already: then the wrong length counts, as it does for a match "
                "that has been played out."
            ),
            "T4.8",
        ),
        says(
            later("These rules do not say. Agree on it between two games; what is finished stays finished."),
            "T4.8",
        ),
    ),
)
