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

from tavl.i18n.organisation_refusals import ORGANISATION
from tavl.i18n.tournament_refusals import TOURNAMENT

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
}


def name_values(fact: str, names: dict[str, str]) -> None:
    """What the values of a fact are called, from where they are defined above this package (`rules/profile.py`)."""
    NAMES[fact] = names


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
    "already_beavered": "The cube has already been beavered.",
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
    "not_yours_to_answer": "Your opponent has to answer.",
    "nothing_offered": "There is no double to answer.",
    "nothing_resigned": "There is no resignation to answer.",
    "resignation_pending": "An offer to resign must be answered first: {size}.",
    "resignation_was_refused": "That offer to resign was refused; play on first.",
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
    "no_such_profile": "There is no rule profile {name}; the profiles are {known}.",
    "turn_end_needs_clock": "Without a clock a turn cannot end by starting the opponent's time.",
}
TABLE = {
    "already_seated": "You already have a seat at this table.",
    "match_begun": "The match has begun.",
    "no_clock": "This match is played without a clock.",
    "no_claim_here": "The win cannot be claimed here: there is a clock, somebody rules, or it is for money.",
    "not_your_role": "Your role here does not allow this.",
    "not_your_seat": "This seat is not yours.",
    "not_yours_to_claim": "Only the players and the tournament director may state that time is out.",
    "nothing_taken_back_here": "At this table nothing can be taken back.",
    "nothing_to_take_back": "There is nothing to take back in this game.",
    "opponent_is_here": "Your opponent is here.",
    "opponent_may_return": "Your opponent may still come back; {left_ms} is left.",
    "opponent_missing": "There is no opponent at the table yet.",
    "opponent_not_waited_for": "The game does not wait for your opponent.",
    "seat_taken": "This seat is taken.",
    "suspended": "The match is suspended; no time runs until it goes on.",
    "table_closed": "This table is closed.",
    "time_left": "Time is not out; {left_ms} is left.",
    "wait_out_the_delay": "The delay must be waited out first; {left_ms} is left.",
}
AROUND_THE_TABLE = {
    "acted_early_already": "You have already acted before your turn.",
    "appealed_already": "This ruling has already been appealed.",
    "arranged_enough": "You have laid out {most} plays in this turn; end it with the last.",
    "ask_for_approval": "Ask for the approval itself; the match then waits for it.",
    "asked_already": "This has already been asked and is not answered yet.",
    "at_hand_already": "This is already available.",
    "awaits_approval": "Play waits until the tournament director has approved the equipment.",
    "before_start_time": "The match begins at its start time, in {left_ms}.",
    "board_enforces": "This board accepts only legal plays and keeps itself in order.",
    "board_size": "A board from 44 x 55 to 66 x 88 cm, open, may be demanded, and no other.",
    "break_between_games_only": "Breaks are taken between games only.",
    "break_between_matches_only": "In a best of three, breaks are taken between matches only.",
    "cards_differ": "The score cards differ; settle that before the next game.",
    "checkers_missing": "The checkers do not add up; none may be missing and none may be too many.",
    "choose_about_early_roll": "Your opponent rolled too early; say first whether that roll stands.",
    "clock_follows": "Here the clock follows the play automatically.",
    "clock_runs": "The clock is running.",
    "clock_stands": "The clock is not running.",
    "clock_stopped": "The clock has been stopped; play goes on when it does.",
    "crawford_not_announced": "The next game is the Crawford game; announce it first.",
    "cube_is_right": "The cube is as it should be.",
    "default_not_due": "There is still time to agree: {left_ms}.",
    "delay_loss_open": "Your opponent has not yet said whether the dice were lifted too early.",
    "device_gap": "Something this device sent before is missing; send again from number {sequence}.",
    "dice_being_mixed": "The dice are being mixed; all four are picked first.",
    "dice_fall_by_themselves": "Here the dice are rolled automatically; nobody handles them.",
    "dice_lie_on_the_board": "The dice are rolled on the physical board; enter what they show.",
    "die_taken": "Die {die} cannot be picked; take one of those that are left.",
    "director_stopped_it": "The tournament director stopped the clock, and only they can start it again.",
    "director_withdraws": "Only the tournament director can withdraw a consent that has been given.",
    "disputes_used_up": "You have had {limit} claims that failed, which is the most allowed in a match.",
    "double_changes_nothing": "With or without that double the points are the same.",
    "double_stands": "There is no double that can be annulled; once the next game has begun, it stands.",
    "everything_waits": "Everything is left as it is until the claim is settled.",
    "expelled": "You have been expelled and can no longer watch.",
    "game_is_recorded": "Every play of this game is recorded, so the result comes from the board.",
    "in_use_already": "This match is already played with it.",
    "length_is_right": "That is the length the match is played to.",
    "length_played_out": "The match has been played out at its length, and the result stands.",
    "length_would_end_match": "At {length} points the match would be over, so it is played on to the length it has.",
    "next_is_not_crawford": "The next game is not the Crawford game.",
    "no_aids": "In this match players may use no aids except for the score.",
    "no_breaks_left": "You do not have that many breaks left; {left} remain.",
    "no_devices_here": "Devices keep the record of physical boards only.",
    "no_dispute": "There is no dispute.",
    "in_a_match_that_counts": "You are in a match that counts; until it is over there is no tutor for you.",
    "position_in_play": "This position is from a match that is being played; it is not analysed until later.",
    "no_help_from_outside": "While the match is played, nothing is shown that could help the players.",
    "no_left_rolls": "Under these rules nobody rolls on the left.",
    "no_invalid_roll": "The delay starts again only after an invalid roll, once for each.",
    "no_reason_to_stop": "The clock may not be stopped for that reason now.",
    "no_such_breach": "Clause {clause} has no penalty for a player.",
    "no_such_ruling": "There is no ruling number {id}.",
    "nobody_is_late": "The start time or the end of a break has not passed, so nobody is late.",
    "nobody_rules": "Nobody rules at this table; players settle it between them.",
    "not_against_yourself": "You can report this of somebody else, not of yourself.",
    "not_appointed": "You have not been appointed to this match.",
    "not_asked_this_way": "This is claimed in another way.",
    "not_at_hand": "There is none available.",
    "not_by_demand": "A board, lipped cups and precision dice may be demanded; this is not.",
    "not_defective": "Equipment is changed only for a defect, by agreement, or where it may be demanded.",
    "not_in_use": "This match is played without it.",
    "not_kept_here": "This is kept only where somebody rules, or at a physical board.",
    "not_named_to_rule": "Only the person whom both players named rules here.",
    "not_on_break": "You are not on a break.",
    "not_reported_absent": "Nobody has reported that player absent.",
    "not_used_here": "Under these rules matches are played without it.",
    "not_your_claim": "Only the person who made the claim can withdraw it.",
    "not_your_time": "It is not your time that is running.",
    "nothing_asked": "There is nothing to answer.",
    "nothing_claimed": "Nobody has flagged the play.",
    "nothing_owed": "There is no late penalty to settle.",
    "nothing_reported": "No result has been reported.",
    "nothing_to_accept": "There is no play to accept.",
    "nothing_to_choose": "There is nothing to choose.",
    "nothing_to_exempt": "The players are not obliged to do this, so there is nothing to exempt them from.",
    "nothing_to_settle": "Both players' wishes are needed, and they must differ.",
    "observers_waived": "The players have asked the observers not to point out plays.",
    "one_die_each": "A game opens with one die each.",
    "only_as_penalty": "The tournament director orders it only as a penalty.",
    "opponent_chooses": "Your opponent chooses whether your play is made again.",
    "opponent_may_still_flag": "Your opponent may still flag the last play, and sets up the next game.",
    "opponent_on_break": "Your opponent is on a break for another {left_ms}.",
    "opponent_to_agree": "Your opponent has to agree.",
    "other_picks_first": "It is your opponent's turn to pick a die.",
    "other_score_on_record": "The record shows another score.",
    "party_cannot_rule": "A player in the match cannot rule on it.",
    "play_stands": "There is no play to flag; once the opponent has rolled or doubled, it stands.",
    "players_agree_on_it": "This is for the players to agree on.",
    "profile_enforces": (
        "Under these rules a board accepts only legal plays, so this cannot be a challenge: {profile}."
    ),
    "reason_missing": "Give a reason.",
    "reported_already": "That absence has already been reported.",
    "score_needs_ruling": "A score that ends the match, or that stands on no score card, needs a ruling.",
    "result_confirmed": "The result has been confirmed; only the tournament director corrects it now.",
    "rolled_though_not_validly": (
        "You have rolled, even though the roll was invalid, so you cannot double in this turn."
    ),
    "ruler_is_set": "Who rules here is already settled.",
    "ruling_is_final": "This order is final and cannot be appealed.",
    "score_is_right": "That is the score on record.",
    "set_up_is_right": "The game was set up as it should be.",
    "set_up_needs_ruling": "The misplaced checkers have moved on; the tournament director has to set the position.",
    "set_up_stands": "The starter's second turn has begun, so the starting position stands as it was.",
    "settled_by_roll": "The dice have settled this.",
    "somebody_rules": "Somebody rules at this table, so it is ruled on.",
    "team_talk_is_free": "Team mates may speak any language among themselves.",
    "text_too_long": "That text is too long; {most} characters are enough.",
    "too_many_roles": "{most} people already have a role at this table.",
    "too_many_devices": "There are already {most} devices at this table.",
    "too_many_moves": "That is more than {most} moves of a checker in one turn.",
    "valid_on_a_checker": "A die on a checker has been announced as valid.",
    "winner_reports": "The winner reports the result.",
}
DICE = {
    "bad_promise": "A promise is the SHA-256 of a word: 64 hexadecimal digits.",
    "bad_word": "A word for the dice has {least} to {most} letters, digits and symbols, without spaces.",
    "both_promise_first": "Both players promise their words before either is revealed.",
    "dice_not_ready": "The dice are not ready: both players must give their words first.",
    "not_the_word_promised": "This is not the word that was promised.",
    "word_promised_already": "Your word has already been promised.",
    "word_told_already": "Your word has already been revealed.",
}

BRACKETS = {
    "draw_empty": "A draw has at least one match.",
    "draw_of_a_stranger": "Match {number} of the draw names somebody who has not entered.",
    "draw_two_byes_together": "Match {number} of the draw has two byes and nobody to play.",
    "drawn_twice": "Match {number} of the draw names a player who is already in it.",
    "place_not_open": "Match {number} of the draw has no open place for a late entrant.",
    "round_not_finished": "Round {round} is not finished: match {number} has no result.",
    "sheet_not_full": "A sheet is drawn when it is full; {entered} have entered.",
}

REFUSALS: dict[str, str] = {
    **PLAYS,
    **GAME,
    **MATCH,
    **TABLE,
    **AROUND_THE_TABLE,
    **DICE,
    **BRACKETS,
    **TOURNAMENT,
    **ORGANISATION,
}


def source_texts() -> list[str]:
    """Every English text of this module, for the catalogues."""
    names = [name for group in NAMES.values() for name in group.values()]
    return [*OFF_AND_BAR.values(), NUMBERED_PLACE, NOTHING, *names, *REFUSALS.values()]
