"""The event log and its projections: SQLite by default, PostgreSQL for several processes.

async with await store.open("sqlite:///tavl.db") as log:
    await log.append("table:1", 0, [NewEvent("opened", b"{}")], actor="anna", action_id="a1", at=1_700_000_000_000)
"""

from tavl.store.backup import backup, check_backup, restore
from tavl.store.errors import (
    ActionIdTaken,
    BadAppend,
    BadFile,
    BadUrl,
    ConnectionLost,
    Duplicate,
    InstantFell,
    NoSuchPerson,
    NoSuchProjection,
    NotDurable,
    NotEmpty,
    ProjectionMissing,
    ProjectionNewer,
    SchemaDiffers,
    SchemaOutdated,
    SchemaTooNew,
    SeveralNames,
    StoreClosed,
    StoreDamaged,
    StoreError,
    StoreFault,
    StoreInUse,
    StoreUnavailable,
    UnknownSchema,
)
from tavl.store.factory import open, revision, upgrade
from tavl.store.integrity import Checked, check
from tavl.store.log.events import (
    BEGINNING,
    SYSTEM,
    Append,
    Appended,
    CancelTimer,
    Commit,
    Conflict,
    Event,
    Hint,
    NewEvent,
    Place,
    SetTimer,
    new_id,
)
from tavl.store.log.upcast import Upcasts
from tavl.store.people.erasable_texts import ERASED
from tavl.store.people.people import Person, PersonalTable, Writing
from tavl.store.projections.projection import Projection
from tavl.store.store import Health, Store
from tavl.store.timers import Lease

__all__ = [
    "BEGINNING",
    "ERASED",
    "SYSTEM",
    "ActionIdTaken",
    "Append",
    "Appended",
    "BadAppend",
    "BadFile",
    "BadUrl",
    "CancelTimer",
    "Checked",
    "Commit",
    "Conflict",
    "ConnectionLost",
    "Duplicate",
    "Event",
    "Health",
    "Hint",
    "InstantFell",
    "Lease",
    "NewEvent",
    "NoSuchPerson",
    "NoSuchProjection",
    "NotDurable",
    "NotEmpty",
    "Person",
    "PersonalTable",
    "Place",
    "Projection",
    "ProjectionMissing",
    "ProjectionNewer",
    "SchemaDiffers",
    "SchemaOutdated",
    "SchemaTooNew",
    "SetTimer",
    "SeveralNames",
    "Store",
    "StoreClosed",
    "StoreDamaged",
    "StoreError",
    "StoreFault",
    "StoreInUse",
    "StoreUnavailable",
    "UnknownSchema",
    "Upcasts",
    "Writing",
    "backup",
    "check",
    "check_backup",
    "new_id",
    "open",
    "restore",
    "revision",
    "upgrade",
]
