"""Errors have one shape: `{"error": {"code", "rule"?, "facts", "message"}}`, in the reader's language."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from tavl.i18n import later, words
from tavl.rules.refusal import Fact, Refused

# The server's own codes; those of the rules are in `rules/` and `table/`.
TEXTS: dict[str, tuple[int, str]] = {
    "account_needed": (403, later("Please make an account first.")),
    "address_refused": (422, later("The mail server does not know that address.")),
    "administrators_only": (403, later("Only an administrator can do that.")),
    "answered_already": (409, later("This card has been answered meanwhile.")),
    "bad_message": (400, later("That message cannot be read: {problem}")),
    "bad_origin": (403, later("This request came from another page than ours.")),
    "body_too_large": (413, later("That is more than {most} bytes.")),
    "ceremony_over": (409, later("That took too long, or was sent twice. Please try again.")),
    "code_wrong": (403, later("That code is not valid here.")),
    "copy_behind": (409, later("The copy here is at version {version}.")),
    "copy_differs": (409, later("The copy here has another version {version}.")),
    "copy_removed": (409, later("An administrator has removed that tournament here.")),
    "copy_token_wrong": (401, later("That token is not one for copies.")),
    "confirm_wrong": (422, later("That is not your name. Nothing has been erased.")),
    "enough_of_them": (409, later("You have {most} of them already. Remove one first.")),
    "file_refused": (422, later("No match can be read from that file: {fault}")),
    "has_account": (409, later("You have an account already.")),
    "header_missing": (403, later("A request of this kind needs the header {header}.")),
    "here_already": (409, later("That tournament is here already.")),
    "id_taken": (409, later("Somebody else used that id at this table.")),
    "internal": (500, later("Something went wrong here. It has been noted.")),
    "kept_apart": (403, later("You and this player are not seated together.")),
    "last_way_in": (409, later("This is your only way to log in. Set a password first, or add another passkey.")),
    "length_required": (411, later("A request with a body must say how long it is.")),
    "login_failed": (401, later("That name and password do not belong together.")),
    "login_taken": (409, later("Somebody logs in with that name already. Please choose another.")),
    "login_unusable": (422, later("A login name has 3 to 30 letters a to z, digits, dots and dashes.")),
    "login_needed": (401, later("Please log in first, or play as a guest.")),
    "mail_failed": (503, later("The mail could not be sent. Please try again later.")),
    "method_not_allowed": (405, later("That cannot be done to this address.")),
    "name_unusable": (422, later("A name has 1 to {most} characters and no control characters.")),
    "no_account": (409, later("This person has no account.")),
    "no_room": (409, later("Both seats are taken.")),
    "no_such_person": (404, later("There is nobody by that name.")),
    "no_spectators": (403, later("This table is not open to spectators.")),
    "not_found": (404, later("There is nothing here.")),
    "not_finished": (409, later("That match is not finished.")),
    "not_for_bots": (403, later("A bot's token cannot do that.")),
    "not_json": (415, later("Please send JSON.")),
    "not_set_up": (409, later("That is not set up on this server.")),
    "not_your_table": (403, later("Only the two players of this table can do that.")),
    "not_yourself": (409, later("That cannot be done to yourself.")),
    "officers_of_it_only": (403, later("Only the officers of this organisation can do that.")),
    "passkey_failed": (401, later("That passkey is not known here, or did not answer correctly.")),
    "passkeys_elsewhere": (409, later("Passkeys can be used at {domain} only.")),
    "password_wrong": (403, later("That is not your password.")),
    "proof_needed": (403, later("Please confirm that it is you.")),
    "password_too_weak": (422, later("A password has at least {least} characters.")),
    "recovery_failed": (401, later("That recovery code is not valid.")),
    "run_elsewhere": (409, later("This tournament is run at the venue, {where}. Here it can only be looked at.")),
    "seat_taken": (409, later("Somebody else has taken that seat. The staff can free it.")),
    "staff_only": (403, later("Only the staff of this tournament can do that.")),
    "stream_full": (409, later("This table has {most} events and takes no more. Please open another.")),
    "suspended": (403, later("You have been suspended: {reason}")),
    "stale": (409, later("Meanwhile something else has happened at this table.")),
    "too_long": (422, later("That is longer than {most} characters.")),
    "too_many": (429, later("That is too much at once. Please wait a moment.")),
    "unavailable": (503, later("The service is not ready. Please try again.")),
    "unknown_person": (422, later("Nobody here has the id {person}.")),
    "unknown_level": (422, later("There is no bot of that level; there are {known}.")),
    "bad_value": (422, later("The value of {field} cannot be used: {problem}")),
}


class ErrorBody(Struct, frozen=True, omit_defaults=True):
    code: str
    message: str
    facts: dict[str, Fact]
    rule: str | UnsetType = UNSET


class ErrorAnswer(Struct, frozen=True):
    error: ErrorBody


class ApiError(Exception):
    """Ends a request, or answers a socket's message, with this error."""

    def __init__(self, code: str, **facts: Fact) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts
        self.status = TEXTS[code][0]

    def body(self, language: str) -> ErrorBody:
        return ErrorBody(self.code, words(language)(TEXTS[self.code][1], **self.facts), self.facts)


class RefusedError(ApiError):
    """A refusal by the rules."""

    def __init__(self, refused: Refused) -> None:
        Exception.__init__(self, refused.code)
        self.refused = refused
        self.code, self.facts, self.rule, self.status = refused.code, refused.facts, refused.rule, 409

    def body(self, language: str) -> ErrorBody:
        message = words(language).refusal(self.code, self.rule, self.facts)
        return ErrorBody(self.code, message, self.facts, self.rule)
