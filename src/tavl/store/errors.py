"""What can go wrong with the log, one class each, with the facts as fields. Drivers' own errors never leave `store`."""

from __future__ import annotations

from typing import ClassVar

from tavl.i18n import Words, later, words

Fact = int | str | None


class StoreError(Exception):
    """`sentence` is for whoever runs the server, where there is something that they can do about it."""

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
    """The SQLite file has hard links: by another name it could be opened twice, which destroys it."""

    code = "several_names"
    sentence = later(
        "The database {path} has {names} names (hard links), and SQLite can only be used by one. Please remove the "
        "others, or copy the database with `tavl db backup`."
    )


class StoreUnavailable(StoreError):
    """The database cannot be reached or cannot write now; the same call may succeed later."""

    code = "store_unavailable"


class ConnectionLost(StoreUnavailable):
    """The connection broke during the call. Whether a write took place is not known."""

    code = "connection_lost"


class StoreClosed(StoreError):
    code = "store_closed"


class StoreFault(StoreError):
    """The database refused a statement: a fault of ours, or a damaged file."""

    code = "store_fault"


class StoreDamaged(StoreFault):
    """The database finds its own pages or indexes damaged."""

    code = "store_damaged"
    sentence = later(
        "The database is damaged: {problem}. Please stop the server, keep a copy of the file, and restore a backup; "
        "`tavl db check` says more."
    )


class Duplicate(StoreError):
    """A row that must be unique is there already, or one that it refers to is not."""

    code = "duplicate"


class NotDurable(StoreError):
    """The database is set up so that it may lose what it has acknowledged."""

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
    """The revision is right and the tables are not: somebody changed them by hand, or a restore was cut short."""

    code = "schema_differs"
    sentence = later(
        "The tables of this database are not those of its revision, {revision}: {problem}. Nothing was changed. Please "
        "restore a backup, or put the tables right."
    )


class BadAppend(StoreError):
    """An append that makes no sense; `field` says which part."""

    code = "bad_append"


class InstantFell(StoreError):
    """An event would be earlier than the one before it in its stream."""

    code = "instant_fell"


class ActionIdTaken(StoreError):
    """The action id is known in this stream, from somebody else."""

    code = "action_id_taken"


class UnknownSchema(StoreError):
    """An event has a schema number that this release cannot read, or a body that its upcast cannot take."""

    code = "unknown_schema"


class ProjectionMissing(StoreError):
    """The database keeps a projection that this store was not given, so that appending would leave it behind."""

    code = "projection_missing"


class ProjectionNewer(StoreError):
    """A projection was built by a later release."""

    code = "projection_newer"


class NoSuchProjection(StoreError):
    code = "no_such_projection"


class NoSuchPerson(StoreError):
    code = "no_such_person"


class BadFile(StoreError):
    """A backup or an exported log that cannot be read, is cut short or was changed."""

    code = "bad_file"


class NotEmpty(StoreError):
    """Something is there already, where a log or a file should be written again."""

    code = "not_empty"
