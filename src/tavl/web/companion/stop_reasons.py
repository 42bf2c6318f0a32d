"""Why a player may stop the clock: what is recorded, what the dialog says, and the clause."""

from __future__ import annotations

from tavl.i18n import later

STOP_REASONS = (
    ("invalid_roll", later("A roll that does not count"), "T4.3.v"),
    ("illegal_play", later("A wrong move is claimed"), "T4.2.iii.c"),
    ("dice_lifted_early", later("My dice were lifted before my turn was over"), "T4.1.v.b"),
    ("clock_started_early", later("The clock was pressed too early"), "T4.3.ii"),
    ("game_decided", later("I think the game is decided"), "T4.3.ii"),
    ("director", later("The director is called, or you both want it"), "T4.3.ii"),
)
