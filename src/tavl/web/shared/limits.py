"""What may be typed on the pages, and how much: what the server takes. Templates know each by its name; scripts have
them from `templates/shared/_limits.html`, through `static/shared/limits.js`."""

from __future__ import annotations

from msgspec import Struct, structs

from tavl.organisation.charter import MAX_ORGANISATION_NAME
from tavl.rules.text_kinds import MAX_TEXT
from tavl.server.accounts.login_names import LOGIN_PATTERN, MAX_LOGIN, MIN_LOGIN
from tavl.server.accounts.passwords import MIN_PASSWORD
from tavl.server.messages.analyses import MAX_ANALYSIS_NOTE
from tavl.server.messages.chat import MAX_CHAT_LENGTH
from tavl.server.messages.moderation import MAX_NOTE, MAX_SUSPENSION_DAYS
from tavl.server.messages.notifications import MAX_MAIL_ADDRESS
from tavl.server.messages.tables import MAX_POSITION_ID
from tavl.server.messages.tournament_people import MAX_CODE
from tavl.server.messages.tournaments import MAX_TITLE
from tavl.server.organisations.member_search import MIN_LETTERS
from tavl.server.validation.names import MAX_NAME
from tavl.tournament.matches.tables_and_calls import MAX_PLACES

MAX_LENGTH = 99  # points of a match, as pages offer it; the rules allow more


class Limits(Struct, frozen=True):
    login_pattern: str = LOGIN_PATTERN
    max_analysis_note: int = MAX_ANALYSIS_NOTE
    max_chat: int = MAX_CHAT_LENGTH
    max_code: int = MAX_CODE
    max_length: int = MAX_LENGTH
    max_login: int = MAX_LOGIN
    max_mail_address: int = MAX_MAIL_ADDRESS
    max_name: int = MAX_NAME
    max_note: int = MAX_NOTE
    max_organisation_name: int = MAX_ORGANISATION_NAME
    max_places: int = MAX_PLACES
    max_position_id: int = MAX_POSITION_ID
    max_suspension_days: int = MAX_SUSPENSION_DAYS
    max_text: int = MAX_TEXT
    max_title: int = MAX_TITLE
    min_letters: int = MIN_LETTERS
    min_login: int = MIN_LOGIN
    min_password: int = MIN_PASSWORD


LIMITS = structs.asdict(Limits())
