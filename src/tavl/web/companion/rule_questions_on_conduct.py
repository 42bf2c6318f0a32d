"""Questions about the clock, and about how people behave."""

from __future__ import annotations

from tavl.i18n import later
from tavl.web.companion.rule_question import asked, says

CLOCK = (
    asked(
        "flag",
        later("My opponent is out of time."),
        says(
            later(
                "Say so, and the match is yours. Until somebody says it nothing has happened: the clock alone ends "
                "no match."
            ),
            "T4.3.iii",
        ),
        says(
            later(
                "These rules have no clock, so agree beforehand what it means. In a tournament a player whose time "
                "is out has lost the match, once somebody says so."
            ),
            "T4.3.iii",
        ),
    ),
    asked(
        "both-flags",
        later("Both of us are out of time."),
        says(
            later(
                "Call the director. If it is unclear who was first, the rest is played without a clock; but whoever "
                "is certain to win the match has won it."
            ),
            "T4.3.iii",
        ),
        says(later("These rules have no clock. The fair way is to play on without it."), "T4.3.iii"),
    ),
    asked(
        "forgot-to-press",
        later("My opponent forgot to press the clock. Must I say so?"),
        says(
            later(
                "Yes: if you notice that your opponent's time is running by their own mistake and they do not know "
                "it, you must tell them. Their turn is over only when they press. Silence can cost you time, points, "
                "even the match."
            ),
            "T4.1.vi",
            "T4.3.iv",
        ),
        says(later("These rules have no clock. Among friends, say so."), "T4.3.iv"),
    ),
    asked(
        "stop-clock",
        later("When may the clock be stopped?"),
        says(
            later(
                "When a game ends, in a break, when the director is called, when dice were lifted or the clock "
                "pressed too early, when a wrong move is claimed, when you think the game is decided, and at a roll "
                "that does not count. Otherwise it runs."
            ),
            "T4.3.ii",
            "T4.3.v",
        ),
        says(later("Whenever you both want it: these rules have no clock."), "T4.3.ii"),
    ),
    asked(
        "saved-delay",
        later("I was quick, or forgot my delay. Do I keep the rest of it?"),
        says(
            later(
                "No. Every turn has its own delay, usually 12 seconds, and what you do not use is gone. Your match "
                "time runs only after it."
            ),
            "T3.5.v",
        ),
    ),
    asked(
        "pressing-hand",
        later("My opponent presses the clock with the other hand."),
        says(
            later(
                "The clock is pressed with the hand that moved the checkers. Going on means a warning and then "
                "penalty points."
            ),
            "T4.3.i",
        ),
        says(
            later("These rules do not say. In a tournament it is the hand that moved the checkers."),
            "T4.3.i",
        ),
    ),
)

CONDUCT = (
    asked(
        "late",
        later("My opponent is late."),
        says(
            later(
                "Five minutes after the start time, or after the end of a break, it costs a penalty point, and one "
                "more for every further five minutes. With more than half the match length in penalty points, the "
                "match is lost. Tell the director as soon as you notice."
            ),
            "T2.2.iv",
            "T2.2.i",
        ),
        says(
            later(
                "These rules do not say: agree how long you wait. In a tournament it costs a point every five minutes."
            ),
            "T2.2.iv",
        ),
    ),
    asked(
        "break",
        later("May my opponent take a break?"),
        says(
            later(
                "Five minutes, and only between two games: once in a match of up to 15 points, twice in a longer "
                "one. Leaving the board is a break, unless the game asks for it."
            ),
            "T2.2.ii",
        ),
        says(later("Whenever you agree; between two games is the best moment."), "T2.2.ii"),
    ),
    asked(
        "spectator",
        later("A spectator says something."),
        says(
            later(
                "Spectators are silent: they point out no mistakes, comment on nothing and do not even ask the "
                "score. You may not use what they say, and you may ask the director to send them away."
            ),
            "T1.6.i",
            "T1.7.v",
            "T1.6.iv",
        ),
        says(
            later("These rules do not say, but the game is between the two of you. Ask them to be quiet."),
            "T1.6.i",
        ),
    ),
    asked(
        "aids",
        later("My opponent makes notes or looks at a phone."),
        says(
            later(
                "The only aids in a match are those for keeping the score. A phone may be used only in breaks, or "
                "with your consent, asked for each time, as for this one. The same goes for headphones."
            ),
            "T1.7.i",
            "T1.7.iv",
            "T1.7.iii",
        ),
        says(
            later("These rules do not say. Agree that nobody uses more than this phone, and paper for the score."),
            "T1.7.i",
        ),
    ),
    asked(
        "film",
        later("May my opponent film the match, or write positions down?"),
        says(
            later(
                "With your consent, asked for each time, which you should not refuse without a reason. Positions are "
                "written down after your own turn; with a clock in your own time, or between games."
            ),
            "T1.7.ii",
        ),
        says(later("These rules do not say. Your opponent should ask you first."), "T1.7.ii"),
    ),
    asked(
        "slow",
        later("My opponent plays terribly slowly."),
        says(
            later(
                "Ask the director for a clock for the rest of the match, or for an observer. The director may also "
                "threaten penalty points."
            ),
            "T2.3.i",
            "T2.3.ii",
        ),
        says(
            later(
                "These rules set no time. Agree on a clock for the rest: each gets time for the points that are "
                "still to be played."
            ),
            "T3.5.vi",
        ),
    ),
    asked(
        "equipment",
        later("May I demand another board, cups or a baffle box?"),
        says(
            later(
                "A full-size board, lipped cups and precision dice: yes, if there are any. A baffle box "
                "if you both want it, where the invitation says so, or when the director orders it."
            ),
            "T3.1",
            "T3.2",
            "T3.3",
            "T3.4.i",
        ),
        says(later("Only if you both want it."), "T3.6"),
    ),
    asked(
        "dispute",
        later("We cannot agree."),
        says(
            later(
                "Leave everything as it is, board, dice, cube and clock, and call the director. The ruling can be "
                "appealed."
            ),
            "T5.1",
            "T5.2",
        ),
        says(
            later(
                "Leave everything as it lies and look it up together. If that does not help, roll for it and play on."
            ),
            "T5.1",
        ),
    ),
)
