"""What may be typed on the pages, and how much: what the server takes. Templates know each by its name; scripts have
them from `templates/shared/_limits.html`, through `static/shared/limits.js`."""

from __future__ import annotations

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
LIMITS = {
    "login_pattern": LOGIN_PATTERN,
    "max_analysis_note": MAX_ANALYSIS_NOTE,
    "max_chat": MAX_CHAT_LENGTH,
    "max_code": MAX_CODE,
    "max_length": MAX_LENGTH,
    "max_login": MAX_LOGIN,
    "max_mail_address": MAX_MAIL_ADDRESS,
    "max_name": MAX_NAME,
    "max_note": MAX_NOTE,
    "max_organisation_name": MAX_ORGANISATION_NAME,
    "max_places": MAX_PLACES,
    "max_position_id": MAX_POSITION_ID,
    "max_suspension_days": MAX_SUSPENSION_DAYS,
    "max_text": MAX_TEXT,
    "max_title": MAX_TITLE,
    "min_letters": MIN_LETTERS,
    "min_login": MIN_LOGIN,
    "min_password": MIN_PASSWORD,
}
