"""The choices for a new table: opponents and the clock usual with each, match lengths, levels, clocks and days a
move, who rules, spectators, lost connections."""

from __future__ import annotations

from tavl.i18n import later
from tavl.web.shared.clock_presets import FAST, TOURNAMENT

# The opponents: the value, its name, and the default clock (of `TABLE_CLOCKS`).
# Against anyone there is always a clock: otherwise a game that the opponent left would not end.
OPPONENTS = (
    ("bot", later("A bot"), "none"),
    ("friend", later("A friend"), "none"),
    ("anyone", later("Anyone"), "normal"),
)
DEFAULT_LEVEL = "casual"
LENGTHS = (1, 3, 5, 7, 11)
DEFAULT_LENGTH = 3
OTHER_LENGTH = 9  # for a choice other than these
# Name, minutes a point, seconds of delay. Days a move is a clock without minutes and with a long delay.
TABLE_CLOCKS = (
    ("none", later("No clock"), None, None),
    ("normal", later("Tournament: {minutes} min a point, {seconds} s a turn"), *TOURNAMENT),
    ("fast", later("Fast: {minutes} min a point, {seconds} s a turn"), *FAST),
    ("day", later("By correspondence: 1 day a move"), 0, 86_400),
    ("two-days", later("By correspondence: 2 days a move"), 0, 172_800),
    ("days", later("By correspondence: 3 days a move"), 0, 259_200),
    ("week", later("By correspondence: 7 days a move"), 0, 604_800),
)
OWN_CLOCK = (1.5, 10)  # minutes a point and seconds of delay, the defaults of a custom clock
MAX_MINUTES, MAX_DELAY = 60, 120  # limits of a custom clock
# More options of a table: the value that is sent, its name, and one line on what it means.
SITTINGS = (
    ("enforced", later("Only legal plays"), later("The board does not allow a wrong play.")),
    (
        "challenge",
        later("Challenge"),
        later("As at a physical board, you may play wrongly and be caught: until the next roll the other can say so."),
    ),
)
HOUSE = (
    (
        "ruled_by",
        later("Who rules on a dispute?"),
        (
            ("nobody", later("Nobody"), later("You two agree, or the dice decide.")),
            ("named", later("Somebody you both name"), later("You send a link to somebody you both trust.")),
            (
                "director",
                later("A director"),
                later("Whoever has the director's link rules and sets things right."),
            ),
        ),
    ),
    (
        "spectators",
        later("Spectators"),
        (
            ("0", later("May watch"), later("They see the game as it is played.")),
            ("60", later("May watch a minute later"), later("Nobody who watches can help.")),
            ("300", later("May watch five minutes later"), later("Nobody who watches can help.")),
            ("none", later("May not watch"), later("Only people that one of you lets in.")),
        ),
    ),
    (
        "lost_line",
        later("When a connection is lost"),
        (
            ("runs", later("The clock runs on"), later("As in a tournament when somebody walks away from the board.")),
            (
                "waits",
                later("The match waits a while"),
                later("The clock is stopped while waiting time is left."),
            ),
        ),
    ),
)
