"""The English sentence for what is wrong with a file, an amount of money or a rating list, and for why a match is not
rated. These are not refusals by a clause: they name the line and the field, which `Words.fault` puts in front.

{found} is what stood there. A code without a sentence here, or a sentence without its translations, fails the tests.
"""

from __future__ import annotations

AT_LINE = "Line {line}: {problem}"
AT_FIELD = "Line {line}, {field}: {problem}"

FILES = {
    "bad_amount": "This is not an amount of money: {found}.",
    "bad_currency": "A currency is written as three capital letters, such as DKK or EUR.",
    "bad_date": "This is not a date or a time: {found}.",
    "bad_line": "This cannot be read.",
    "bad_number": "This number does not fit here: {found}.",
    "bad_quotes": "A quotation mark is not closed.",
    "changed": "The file has been changed since it was made.",
    "column_missing": "This column is missing.",
    "column_twice": "This column appears twice.",
    "contradiction": "This does not agree with the rest: {found}.",
    "cut_short": "The end of the file is missing.",
    "empty": "The file is empty.",
    "missing": "This must not be empty.",
    "newer_format": "The file was made by a newer version.",
    "no_heading": "The first line does not name the columns.",
    "not_text": "This is not a text file.",
    "not_this_format": "This is another kind of file.",
    "too_large": "The file is too large.",
    "too_long": "This text is too long.",
    "too_many_fields": "There are more fields than columns: {found}.",
    "twice": "This appears twice: {found}.",
    "unknown_choice": "This is not allowed here: {found}.",
}
MONEY = {
    "amount_too_large": "This amount is too large.",
    "bad_account": "This account cannot be used for that: {found}.",
    "bad_part": "This is not a part of a whole, such as 2/3 or 12.5 %: {found}.",
    "bad_unit": "The smallest amount to pay out must be above zero.",
    "below_zero": "An amount below zero makes no sense here: {found}.",
    "currencies_mixed": "Two currencies cannot be added up: {found}.",
    "deal_of_one": "A deal is between two or more.",
    "does_not_balance": "The entries do not add up to zero.",
    "entrant_twice": "Somebody appears twice: {found}.",
    "member_twice": "A member appears twice: {found}.",
    "no_prize_to_divide": "Only those who have won a prize can divide it.",
    "nobody_to_pay": "There is nobody to pay.",
    "not_a_charge": "There is no charge there that could be waived.",
    "not_above_zero": "The amount must be above zero.",
    "nothing_moves": "No money would move.",
    "parts_do_not_add_up": "The parts do not add up to the whole: {found}.",
    "person_missing": "It does not say whose account it is.",
    "prizes_rise": "A lower place cannot have a higher prize.",
    "registration_above_fee": "The registration cannot be more than the whole fee.",
}
LISTS = {
    "bad_length": "A match is to at least 1 point.",
    "changed_before": "A match before that date has changed; compute the whole list: {found}.",
    "match_twice": "This match appears twice: {found}.",
    "merged_in_a_circle": "These entries refer to each other in a circle: {found}.",
}
FAULTS: dict[str, str] = {**FILES, **MONEY, **LISTS}


def source_texts() -> list[str]:
    """Every English text of this module, for the catalogues."""
    return [AT_LINE, AT_FIELD, *FAULTS.values()]
