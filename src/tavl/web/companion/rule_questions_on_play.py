"""Questions about dice, moves and bearing off."""

from __future__ import annotations

from tavl.i18n import later
from tavl.web.companion.rule_question import asked, says

DICE = (
    asked(
        "early-roll",
        later("My opponent rolled before I had finished my turn."),
        says(
            later(
                "The roll stands, and you finish your move knowing it. That can only help you: choose your play with "
                "the opponent's dice in view."
            ),
            "T4.1.v.a",
        ),
        says(
            later(
                "These rules do not say. The custom is that you finish your move first, and your opponent then rolls "
                "again."
            ),
            "G4.3",
        ),
        basic=says(
            later("You choose: your opponent rolls again, or the roll stands. Say which before you play on."),
            "G9.4",
        ),
    ),
    asked(
        "cocked",
        later("A die is cocked, or fell off the board."),
        says(
            later(
                "Both dice are rolled again. They must lie flat on the half to the roller's right; a die still "
                "counts if only the board is uneven. With a clock, the roller may stop it or restart the delay."
            ),
            "T4.1.iv.a",
            "T4.3.v",
        ),
        says(
            later(
                "Both dice are rolled again: they must lie flat on the roller's right-hand half. The roller may not "
                "double in between."
            ),
            "G9.1",
        ),
    ),
    asked(
        "wrong-half",
        later("My opponent rolled on the left half."),
        says(
            later(
                "Both dice are rolled again on the right, unless you have allowed rolls on the left. That lasts "
                "until you take it back, your opponent returns to the right, or the game ends."
            ),
            "T4.1.iv.a",
        ),
        says(later("It does not count. Both dice are rolled again, on the right-hand half."), "G9.1"),
    ),
    asked(
        "on-checker",
        later("A die lies flat on top of a checker."),
        says(
            later(
                "Both are rolled again. Only where the director has announced it does such a die count, and then not "
                "if it leans on something or lies between checkers."
            ),
            "T4.1.iv.a",
            "T4.1.iv.c",
        ),
        says(later("Both are rolled again: the dice must lie flat on the board itself."), "G9.1"),
    ),
    asked(
        "lifted-mine",
        later("My opponent picked up the dice before my turn was over."),
        says(
            later(
                "Stop the clock, finish your move and start your opponent's time again. They lose the delay of their "
                "next turn and have to wait it out before they roll. If they do not agree, call the director."
            ),
            "T4.1.v.b",
            "T4.3.ii",
        ),
        says(later("Your turn is not over. Put the dice back as they were and finish your move."), "G9.2"),
    ),
    asked(
        "lifted-own",
        later("My opponent has lifted the dice. Can the move still be changed?"),
        says(
            later(
                "Without a clock, no: lifting a die ends the turn. With a clock, the turn ends when the clock is "
                "pressed; until then the move may be changed."
            ),
            "T4.1.vi",
        ),
        says(
            later("No. Lifting the dice ends the turn; before that the move may be changed freely."),
            "G9.2",
        ),
        basic=says(
            later("No. The turn is over as soon as a player lifts a die, or touches one in order to lift it."),
            "G9.2",
        ),
    ),
    asked(
        "touched-dice",
        later("My opponent moves my dice while I am thinking."),
        says(
            later(
                "Dice on the board are left alone until the turn ends; you may push aside only your own. Put them "
                "back as they were, and tell the director if it happens again."
            ),
            "T4.1.ii",
        ),
        says(later("The dice stay where they are until the turn ends. Put them back as they were."), "G9.2"),
    ),
    asked(
        "mix-dice",
        later("May I have the dice mixed or changed?"),
        says(
            later(
                "Mixed, yes, before any game: you roll out all four, your opponent picks first, and then you take "
                "turns. Other dice only for a defect, if you both agree, or when precision dice have become free."
            ),
            "T4.1.iii",
            "T3.3",
            "T3.7.i",
        ),
        says(
            later("If you both want it. In a tournament either of you may have them mixed before any game."),
            "T4.1.iii",
        ),
    ),
)

MOVES = (
    asked(
        "touched-checker",
        later("My opponent touched a checker. Must it be moved?"),
        says(
            later(
                "No. Until the turn is over another move may be chosen. But trying positions back and forth on the "
                "board earns a warning."
            ),
            "T4.1.vi",
            "T4.2.v",
        ),
        says(
            later("No. Until the turn is over another move may be chosen, as long as it ends with a legal one."),
            "G9.2",
        ),
    ),
    asked(
        "wrong-now",
        later("My opponent makes a wrong move, and I see it at once."),
        says(
            later(
                "It has to be put right, as long as you have not rolled or doubled. Say what is wrong. Once your "
                "opponent agrees, the dice are put back and a legal play is made. With a clock, stop it, then start "
                "their time again; they play when the delay has run out."
            ),
            "T4.2.iii.a",
            "T4.2.iii.b",
            "T4.2.iii.c",
        ),
        says(
            later(
                "The roll is played again: only legal plays count. These rules set no limit; the custom is that the "
                "move stands once you have rolled."
            ),
            "G4.6",
        ),
        basic=says(
            later(
                "You choose: let it stand, or have it played again. Your opponent may then play the whole roll "
                "differently. As soon as you roll or double, it stands."
            ),
            "G9.3",
        ),
    ),
    asked(
        "wrong-later",
        later("My opponent made a wrong move, and I noticed only after my roll."),
        says(
            later(
                "Too late: once you have made a valid roll or doubled, the move stands. If your roll did not count, "
                "it can still be put right."
            ),
            "T4.2.iii.a",
        ),
        says(
            later("These rules do not say. The custom is that the move stands and you play on from there."),
            "G4.6",
        ),
        basic=says(later("Too late: by rolling or doubling you have accepted the move."), "G9.3"),
    ),
    asked(
        "wrong-silent",
        later("My opponent's wrong move is good for me. May I keep quiet?"),
        says(
            later(
                "No: a wrong move is put right, whichever of you notices it in time. Only what nobody notices stands."
            ),
            "T4.2.iii.a",
        ),
        says(later("These rules do not say. Only legal plays count, so fair play is to point it out."), "G4.6"),
        basic=says(later("Yes. You may accept a wrong move, simply by rolling."), "G9.3"),
    ),
    asked(
        "both-dice",
        later("Must I play both dice?"),
        says(
            later(
                "Yes, if there is any way to do so, in either order. If only one can be played, you must play it; if "
                "either can but not both, the higher one. Of doubles you play as many of the four as you can."
            ),
            "G4.6",
        ),
    ),
    asked(
        "must-hit",
        later("Must I hit?"),
        says(
            later(
                "No. You choose freely among the legal plays, with or without a hit. Only when every legal play hits "
                "is there no way around it."
            ),
            "G4.6",
            "G5.1",
        ),
    ),
    asked(
        "bar-first",
        later("I have a checker on the bar. May I move another one first?"),
        says(
            later(
                "No. All checkers on the bar come in first. If only some can, they do and the turn is over; if none "
                "can, you lose the turn."
            ),
            "G5.2",
        ),
    ),
    asked(
        "past-my-point",
        later("May one checker go past my points with both dice?"),
        says(
            later(
                "Yes, if it can touch down on the way: after one of the dice, in either order, it must stand on an "
                "open point. What it jumps over does not matter."
            ),
            "G4.4",
            "G4.2",
        ),
    ),
    asked(
        "both-hands",
        later("My opponent moves with both hands, or keeps shuffling the checkers about."),
        says(
            later(
                "Checkers are moved clearly and with one hand, and not tried out back and forth. Ask your opponent "
                "to stop. Going on means a warning and then penalty points."
            ),
            "T4.2.i",
            "T4.2.v",
        ),
        says(
            later(
                "These rules do not forbid it, as long as it ends with a legal play. In a tournament checkers are "
                "moved clearly and with one hand."
            ),
            "G9.2",
            "T4.2.i",
        ),
    ),
    asked(
        "touches-mine",
        later("My opponent touches the checkers during my turn."),
        says(
            later(
                "Not allowed: in your turn the checkers are yours to move. Going on means a warning and then penalty "
                "points."
            ),
            "T4.2.ii",
        ),
        says(later("Ask them to wait: the turn is yours until you lift the dice."), "G9.2"),
    ),
)

BEARING_OFF = (
    asked(
        "bear-off-when",
        later("When may I begin to bear off?"),
        says(later("When all your checkers that are still in play stand in your inner home."), "G7.1"),
    ),
    asked(
        "bear-off-empty",
        later("I rolled a number, and I have no checker on its point."),
        says(
            later(
                "If one of your checkers stands on a higher point, you must move with that die. If none does, you "
                "take one off your highest point."
            ),
            "G7.1",
        ),
    ),
    asked(
        "bear-off-must",
        later("Must I bear off, or may I move inside my home?"),
        says(
            later(
                "You may move inside your home instead, if the die allows it. You only have to play as much of the "
                "roll as you can."
            ),
            "G7.1",
            "G4.6",
        ),
    ),
    asked(
        "bear-off-hit",
        later("I was hit while bearing off."),
        says(
            later(
                "That checker has to come in and all the way round before you may go on bearing off. What is off "
                "stays off."
            ),
            "G7.2",
        ),
    ),
)
