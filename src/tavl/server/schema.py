"""The server's database tables: accounts, logins, tokens, blocks, reports, administrative acts, dice secrets, presence,
heartbeats.

None of this is in a stream. The store's migrations create these tables, and its backups contain them. A change here
needs a revision in `store/migrations/versions`; a test compares the two on both databases.
"""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("login", sa.Text, nullable=False, unique=True),
    sa.Column("password", sa.Text, nullable=False),  # argon2; empty if there are only passkeys
    sa.Column("recovery", sa.Text, nullable=False, unique=True),  # SHA-256 of a code of 125 random bits
    sa.Column("made", sa.BigInteger, nullable=False),
)
logins = sa.Table(
    "logins",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("token", sa.Text, nullable=False, unique=True),  # SHA-256
    sa.Column("person", sa.Text, nullable=False, index=True),
    sa.Column("began", sa.BigInteger, nullable=False),
    sa.Column("used", sa.BigInteger, nullable=False),
    sa.Column("agent", sa.Text, nullable=False),
)
passkeys = sa.Table(
    "passkeys",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),  # the credential's id, as the browser gives it
    sa.Column("person", sa.Text, nullable=False, index=True),
    sa.Column("key", sa.LargeBinary, nullable=False),  # public
    sa.Column("counter", sa.BigInteger, nullable=False),  # of signatures; reveals a copied authenticator
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("used", sa.BigInteger),
)
ceremonies = sa.Table(  # of passkeys, begun and not finished yet
    "ceremonies",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),  # register, login
    sa.Column("challenge", sa.Text, nullable=False),
    sa.Column("person", sa.Text, index=True),
    sa.Column("origin", sa.Text, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False, index=True),
)
issued_codes = sa.Table(  # recovery codes from administrators
    "issued_codes",
    metadata,
    sa.Column("code", sa.Text, primary_key=True),  # SHA-256
    sa.Column("person", sa.Text, nullable=False, index=True),
    sa.Column("until", sa.BigInteger, nullable=False),
)
login_tries = sa.Table(  # rate limits for each login name, shared by all processes
    "login_tries",
    metadata,
    sa.Column("login", sa.Text, primary_key=True),  # SHA-256
    sa.Column("left", sa.Float, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False, index=True),
)
administrators = sa.Table(
    "administrators",
    metadata,
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("since", sa.BigInteger, nullable=False),
)
suspensions = sa.Table(
    "suspensions",
    metadata,
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger),  # null: until it is lifted
    sa.Column("reason", sa.Text, nullable=False),
)
blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("blocked", sa.Text, primary_key=True, index=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)
reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, index=True),  # who reports; null once that person is erased
    sa.Column("about", sa.Text, nullable=False, index=True),
    sa.Column("stream", sa.Text),  # the table where it happened
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("text", sa.Text),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("closed", sa.BigInteger, index=True),
    sa.Column("outcome", sa.Text),  # what the administrator wrote
)
administrative_acts = sa.Table(
    "administrative_acts",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("by", sa.Text, nullable=False, index=True),  # a person, or "command" for `tavl admin`
    sa.Column("act", sa.Text, nullable=False),
    sa.Column("about", sa.Text, index=True),
    sa.Column("note", sa.Text),
)
tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("token", sa.Text, unique=True),  # SHA-256; null once it is ended
    sa.Column("owner", sa.Text, index=True),  # null once that person is erased
    sa.Column("person", sa.Text, nullable=False, index=True),  # the bot that plays with it
    sa.Column("made", sa.BigInteger, nullable=False),
)
dice_secrets = sa.Table(
    "dice_secrets",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("promise", sa.Text, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)
mutes = sa.Table(
    "mutes",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, primary_key=True),
)
invites = sa.Table(  # to a role at a table, for the first who sends the code
    "invites",
    metadata,
    sa.Column("code", sa.Text, primary_key=True),  # SHA-256
    sa.Column("stream", sa.Text, nullable=False, index=True),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("person", sa.Text, nullable=False, index=True),  # who gives it
    sa.Column("until", sa.BigInteger, nullable=False, index=True),
)
presence = sa.Table(
    "presence",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("process", sa.Text, primary_key=True),
)
watching = sa.Table(  # who watches a table where somebody rules
    "watching",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, primary_key=True, index=True),
    sa.Column("process", sa.Text, primary_key=True),
)
processes = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("beat", sa.BigInteger, nullable=False),
)
matchmaking = sa.Table(  # a counter, raised by everybody who opens a table for anyone (tables/matchmaking.py)
    "matchmaking",
    metadata,
    sa.Column("one", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("opened", sa.BigInteger, nullable=False),
)
notice_choices = sa.Table(
    "notice_choices",
    metadata,
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("mail", sa.Boolean, nullable=False),  # to the confirmed address, which is the person's contact
    sa.Column("push", sa.Boolean, nullable=False),
    sa.Column("stop", sa.Text, nullable=False, unique=True),  # in every mail: the link to unsubscribe
    sa.Column("wanted", sa.Text),  # an address that is not confirmed yet
    sa.Column("code", sa.Text, unique=True),  # SHA-256 of what was sent there
    sa.Column("until", sa.BigInteger),
)
push_subscriptions = sa.Table(
    "push_subscriptions",
    metadata,
    sa.Column("endpoint", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, nullable=False, index=True),
    sa.Column("p256dh", sa.Text, nullable=False),
    sa.Column("auth", sa.Text, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
)
notices_sent = sa.Table(
    "notices_sent",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),  # which turn of which table, for whom, by which channel
    sa.Column("person", sa.Text, nullable=False, index=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)
tournament_people = sa.Table(  # without an account: a name typed at a desk, and who acts for them
    "tournament_people",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, primary_key=True, index=True),
    sa.Column("code", sa.Text, unique=True),  # SHA-256 of the personal code
    sa.Column("holder", sa.Text, index=True),  # whose browser has claimed the seat
    sa.Column("by_code", sa.Boolean, nullable=False),  # with the personal code, not by a tap at the table
    sa.Column("added", sa.BigInteger, nullable=False),
)
place_codes = sa.Table(  # printed on the cards that lie on a tournament's tables
    "place_codes",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("place", sa.Text, primary_key=True),
    sa.Column("code", sa.Text, nullable=False),
)
desk_presence = sa.Table(  # what the staff of a tournament have open
    "desk_presence",
    metadata,
    sa.Column("connection", sa.Text, primary_key=True),
    sa.Column("stream", sa.Text, nullable=False, index=True),
    sa.Column("person", sa.Text, nullable=False, index=True),
    sa.Column("process", sa.Text, nullable=False, index=True),
    sa.Column("open", sa.Text, nullable=False),
)
pairing_tables = sa.Table(  # the table that was opened for a match of a tournament
    "pairing_tables",
    metadata,
    sa.Column("table", sa.Text, primary_key=True),
    sa.Column("stream", sa.Text, nullable=False, index=True),  # of the tournament
    sa.Column("match", sa.Text, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
)
score_cards = sa.Table(  # that players of a tournament's match keep on their own phones
    "score_cards",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("match", sa.Text, primary_key=True),
    sa.Column("entry", sa.Text, primary_key=True),
    sa.Column("start", sa.Integer, nullable=False),  # how often the match was stopped and began again before
    sa.Column("scores", sa.Text, nullable=False),  # JSON: after each game, and whether it was changed
)
webhooks = sa.Table(  # addresses that are told when a tournament changes
    "webhooks",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("stream", sa.Text, nullable=False, index=True),
    sa.Column("url", sa.Text, nullable=False),
    sa.Column("secret", sa.Text, nullable=False),  # what they are signed with
    sa.Column("person", sa.Text, index=True),  # who set it up; none once that person is erased
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("sent", sa.BigInteger, nullable=False),  # the version that was last told
    sa.Column("failures", sa.Integer, nullable=False),  # in a row
)
copy_tokens = sa.Table(  # with which a venue's server sends its tournaments, and does nothing else
    "copy_tokens",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False, unique=True),
    sa.Column("token", sa.Text, nullable=False, unique=True),  # SHA-256
    sa.Column("made", sa.BigInteger, nullable=False),
)
copies = sa.Table(  # tournaments that are run elsewhere and shown here
    "copies",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("source", sa.Text, nullable=False, index=True),  # whose token
    sa.Column("home", sa.Text, nullable=False),  # the address at which it is run
    sa.Column("as_of", sa.BigInteger, nullable=False),  # when it was last known to be up to date
)
analyses = sa.Table(  # of matches: asked for, under way and done
    "analyses",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, nullable=False, index=True),  # who asked
    sa.Column("name", sa.Text, nullable=False),  # of the file
    sa.Column("stream", sa.Text),  # the table that it was played at; none: a file
    sa.Column("depth", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False, index=True),  # waiting, running, done, failed
    sa.Column("made", sa.BigInteger, nullable=False, index=True),
    sa.Column("done", sa.Integer, nullable=False),  # questions answered
    sa.Column("of", sa.Integer, nullable=False),
    sa.Column("process", sa.Text),  # that works on it
    sa.Column("beat", sa.BigInteger, nullable=False),  # when it last did
    sa.Column("record", sa.LargeBinary, nullable=False),  # the match, packed
    sa.Column("result", sa.LargeBinary),  # packed
)
analysis_answers = sa.Table(  # of an analysis that is under way, so that it goes on after a restart
    "analysis_answers",
    metadata,
    sa.Column("analysis", sa.Text, primary_key=True),
    sa.Column("first", sa.Integer, primary_key=True, autoincrement=False),  # which question these begin with
    sa.Column("answers", sa.LargeBinary, nullable=False),  # packed
)
practice_cards = sa.Table(  # what somebody practises: questions that they got wrong, or took over with a deck
    "practice_cards",
    metadata,
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("id", sa.Text, primary_key=True),  # of the question
    sa.Column("source", sa.Text, nullable=False),  # the analysis or the deck that it came with
    sa.Column("opponent", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),  # when it was played
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("facts", sa.Text, nullable=False),  # what it is searched by, JSON
    sa.Column("decision", sa.LargeBinary, nullable=False),  # packed
    sa.Column("due", sa.BigInteger, nullable=False),
    sa.Column("memory", sa.Text, nullable=False),  # how well it is known, JSON
    sa.Column("answers", sa.Integer, nullable=False),
    sa.Index("ix_practice_cards_person_due", "person", "due"),
)
practice_answers = sa.Table(
    "practice_answers",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, nullable=False),
    sa.Column("card", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("grade", sa.Text, nullable=False),
    sa.Column("lost", sa.Float, nullable=False),
    sa.Column("memory", sa.Text, nullable=False),  # before it, so that it can be taken back
    sa.Column("next_due", sa.BigInteger),  # the earliest of all cards after it
    sa.Index("ix_practice_answers_person_at", "person", "at"),
)
practice_decks = sa.Table(  # searches with a name
    "practice_decks",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),  # anybody who has the id may look, if it is shared
    sa.Column("person", sa.Text, nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("search", sa.Text, nullable=False),  # JSON
    sa.Column("shared", sa.Boolean, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
)
practice_matches = sa.Table(  # somebody's own matches in numbers: they outlast the analysis
    "practice_matches",
    metadata,
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("analysis", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("player", sa.Text, nullable=False),  # what they are called in the file
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("numbers", sa.Text, nullable=False),  # JSON
)
organisation_people = sa.Table(  # how an organisation knows somebody: outside its stream, so that it can be erased
    "organisation_people",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, primary_key=True, index=True),
    sa.Column("member_number", sa.Text),  # of the member, as the organisation writes it
    sa.Column("club", sa.Text),
    sa.Column("added", sa.BigInteger, nullable=False),
)
organisation_papers = sa.Table(  # reports and cases as they came in: they stay as the organisation got them (T5.5)
    "organisation_papers",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("id", sa.Text, primary_key=True),  # of the tournament, or of the case
    sa.Column("received", sa.BigInteger, nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
)

ALL = tuple(metadata.sorted_tables)
