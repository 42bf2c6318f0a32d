"""The errors of the store, one class each, with the facts as fields. Drivers' errors never leave `store`."""

from __future__ import annotations

from typing import ClassVar

from tavl.i18n import Words, later, words

Fact = int | str | None


class StoreError(Exception):
    """`sentence` tells the operator what to do, if there is something they can do."""

    code: ClassVar[str] = "store_error"
    sentence: ClassVar[str] = ""

    def __init__(self, **facts: Fact) -> None:
        self.facts = facts
        super().__init__(self.said(words("en")))

    def said(self, w: Words) -> str:
        if self.sentence:
            return w(self.sentence, **self.facts)
        facts = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.code}: {facts}" if facts else self.code


class BadUrl(StoreError):
    """Not `sqlite:///path` or `postgresql://...`."""

    code = "bad_url"


class DriverMissing(StoreError):
    """PostgreSQL is asked for, and what speaks to it is not installed."""

    code = "driver_missing"
    sentence = later("This needs a part of tavl that is not installed. To install it: {command}")


class StoreInUse(StoreError):
    """Another process, or another store in this one, has the SQLite file open."""

    code = "store_in_use"


class SeveralNames(StoreError):
    """The SQLite file has hard links: under another name it could be opened twice, which would destroy it."""

    code = "several_names"
    sentence = later(
        "The database {path} has {names} names (hard links), and SQLite needs it to have one. "
        "Please remove the others, or copy the database with `tavl db backup`."
    )


class StoreUnavailable(StoreError):
    """The database cannot be reached or cannot write now; the same call may succeed later."""

    code = "store_unavailable"


class ConnectionLost(StoreUnavailable):
    """The connection broke during the call. It is not known whether a write took place."""

    code = "connection_lost"


class StoreClosed(StoreError):
    code = "store_closed"


class StoreFault(StoreError):
    """The database refused a statement: a bug, or a damaged file."""

    code = "store_fault"


class StoreDamaged(StoreFault):
    """The database finds its own pages or indexes damaged."""

    code = "store_damaged"
    sentence = later(
        "The database is damaged: {problem}. Please stop the server, keep a copy of the file, and restore a backup; "
        "`tavl db check` says more."
    )


class Duplicate(StoreError):
    """A row that must be unique exists already, or one that it refers to is missing."""

    code = "duplicate"


class NotDurable(StoreError):
    """The database is configured so that it may lose acknowledged commits."""

    code = "not_durable"


class SchemaTooNew(StoreError):
    """The database was written by a later release."""

    code = "schema_too_new"
    sentence = later(
        "This database was written by a later release: its revision is {revision}, and this release knows {newest} and "
        "earlier ones. Nothing was changed. Please run that release, or a newer one."
    )


class SchemaOutdated(StoreError):
    """The database needs `tavl db upgrade`."""

    code = "schema_outdated"
    sentence = later(
        "This database is of an earlier release: its revision is {revision}, and {needed} is needed. Nothing was "
        "changed. Please run `tavl db upgrade`."
    )


class SchemaDiffers(StoreError):
    """The revision is right but the tables are not: they were changed by hand, or a restore was interrupted."""

    code = "schema_differs"
    sentence = later(
        "The tables of this database are not those of its revision, {revision}: {problem}. Nothing was changed. Please "
        "restore a backup, or put the tables right."
    )


class BadAppend(StoreError):
    """An invalid append; `field` says which part is wrong."""

    code = "bad_append"


class InstantFell(StoreError):
    """An event would be earlier than the one before it in its stream."""

    code = "instant_fell"


class ActionIdTaken(StoreError):
    """Another actor has used this action id in this stream."""

    code = "action_id_taken"


class UnknownSchema(StoreError):
    """An event has a schema number that this release cannot read, or a body that its upcast cannot convert."""

    code = "unknown_schema"


class ProjectionMissing(StoreError):
    """The database has a projection that this store was opened without, so appending would leave it outdated."""

    code = "projection_missing"


class ProjectionNewer(StoreError):
    """A projection was built by a later release."""

    code = "projection_newer"


class NoSuchProjection(StoreError):
    code = "no_such_projection"


class NoSuchPerson(StoreError):
    code = "no_such_person"


class BadFile(StoreError):
    """A backup or an exported log that cannot be read, is truncated or was changed."""

    code = "bad_file"


class NotEmpty(StoreError):
    """The target is not empty: a store with rows, or an existing file."""

    code = "not_empty"
