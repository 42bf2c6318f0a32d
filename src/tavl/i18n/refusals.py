"""The English sentence for every refusal code, without its clause, which `Words.refusal` adds.

A sentence may use the facts that every refusal with its code carries. Some facts are put into words first:
- a place on the board (`PLACES`): "the 6-point", "the bar"; with both source and target also {move}, "24/18";
- `size` of a win: "single game", "gammon", "backgammon";
- what has a name of its own (`NAMES`): a rule profile, an option of money play;
- milliseconds, whose name ends in `_ms`: "1:05";
- an empty text: "none".

A code without a sentence here, or a sentence without its translations, fails the tests.
"""

from __future__ import annotations

PLACES = frozenset({"source", "target", "point", "outside", "behind"})
OFF_AND_BAR = {0: "off the board", 25: "the bar"}
NUMBERED_PLACE = "the {n}-point"
NOTHING = "none"
SIZES = {1: "single game", 2: "gammon", 3: "backgammon"}
NAMES = {
    "option": {
        "jacoby": "the Jacoby rule",
        "beavers": "beavers",
        "automatic_doubles": "automatic doubles",
    },
    "profile": {
        "dbf-tournament": "Danish tournament rules",
        "dbf-basic": "Danish basic rules",
        "sv-grund": "Swedish basic rules",
        "no-hjemme": "Norwegian home rules",
    },
}

PLAYS = {
    "bar_first": "You still have a checker on the bar; it must enter first.",
    "checker_behind": "A {die} does not bear off from {source} while a checker stands behind it, on {behind}.",
    "die_left_unplayed": "You can still play the {die}, so you must.",
    "forward_only": "{move} goes backwards; checkers only move towards lower points.",
    "higher_die_first": "Only one of the dice can be played, and then it must be the higher, the {die}.",
    "more_can_be_played": "Played another way, the roll moves {could} times, so it must be.",
    "no_checker_there": "You have no checker on {source}.",
    "no_such_die": "{move} does not fit the dice that are left: {dice}.",
    "no_such_place": "{move} is not on the board; its points are numbered from 1 to 24.",
    "not_all_home": "You may bear off once all your checkers are in the inner home; one is still on {outside}.",
    "point_held": "Your opponent holds {point}.",
    "touches_down_on_held_point": "The checker would have to touch down on {point}, which your opponent holds.",
}
GAME = {
    "already_beavered": "The cube has been beavered already.",
    "already_rolled": "You have already rolled: {dice}.",
    "answer_first": "You have an offer to answer first.",
    "crawford_game": "This is the Crawford game, in which nobody may double.",
    "cube_is_opponents": "The cube, at {value}, is your opponent's; you may not double.",
    "dead_cube": "Your cube, at {value}, is already enough to win the match, so you may not double.",
    "double_not_answered": "The double must be answered first.",
    "game_not_begun": "The game has not begun.",
    "game_over": "The game is over.",
    "must_be_played_out": "The game must be played on: there is contact, and more than one result is possible.",
    "no_beavers": "Beavers are not allowed here.",
    "no_cube": "This game is played without the doubling cube.",
    "no_dice": "There are no dice for this roll.",
    "no_double_before_opening_play": "Nobody may double before the opening play.",
    "no_such_dice": "{first} and {second} cannot be rolled with two dice.",
    "no_such_size": "A win is a single game, a gammon or a backgammon; {size} is none of these.",
    "not_your_turn": "It is not your turn.",
    "not_yours_to_answer": "It is for your opponent to answer.",
    "nothing_offered": "There is no double to answer.",
    "nothing_resigned": "There is no resignation to answer.",
    "resignation_pending": "An offer to resign must be answered first: {size}.",
    "roll_first": "Roll the dice first.",
    "size_not_possible": "This result is not possible here: {size}.",
}
MATCH = {
    "bad_length": "A match is played to between 1 and {most} points, not to {length}.",
    "bad_value": "This value makes no sense: {field}.",
    "game_running": "A game is still being played.",
    "jacoby_without_gammons": "The Jacoby rule makes no sense where gammons do not count.",
    "limit_without_automatic_doubles": "A limit on automatic doubles makes no sense without automatic doubles.",
    "match_must_be_played_out": "The match must be played to its full length.",
    "match_over": "The match is over.",
    "match_play_only": "These rules are for matches, not for money play: {profile}.",
    "money_option_in_match_play": "This is not allowed in match play: {option}.",
    "no_such_clause": "The rulebook has no clause {id}.",
    "no_such_field": "A rule profile has no field of this name: {field}.",
    "no_such_profile": "There is no rule profile {name}; there are {known}.",
    "turn_end_needs_clock": "Without a clock a turn cannot end by starting the opponent's time.",
}
TABLE = {
    "already_seated": "You already have a seat at this table.",
    "match_begun": "The match has begun.",
    "no_clock": "This match is played without a clock.",
    "not_your_role": "Your role at this table does not allow this.",
    "not_your_seat": "This seat is not yours.",
    "not_yours_to_claim": "Only the players and the tournament director may state that time is out.",
    "opponent_missing": "There is no opponent at the table yet.",
    "seat_taken": "This seat is taken.",
    "suspended": "The match is suspended; no time runs until it goes on.",
    "table_closed": "This table is closed.",
    "time_left": "Time is not out; {left_ms} is left.",
    "wait_out_the_delay": "The delay must be waited out first; {left_ms} is left.",
}
DICE = {
    "bad_promise": "A promise is the SHA-256 of a word: 64 hexadecimal digits.",
    "bad_word": "A word for the dice has 16 to 128 letters, digits and signs, without spaces.",
    "both_promise_first": "Both players promise their words before either is told.",
    "dice_not_ready": "The dice are not ready: both players must give their words first.",
    "not_the_word_promised": "This is not the word that was promised.",
    "word_promised_already": "Your word is promised already.",
    "word_told_already": "Your word is told already.",
}

REFUSALS: dict[str, str] = {**PLAYS, **GAME, **MATCH, **TABLE, **DICE}


def source_texts() -> list[str]:
    """Every English text of this module, for the catalogues."""
    names = [name for group in NAMES.values() for name in group.values()]
    return [*OFF_AND_BAR.values(), NUMBERED_PLACE, NOTHING, *names, *REFUSALS.values()]
