"""The package's extras: `pip install tavl` is the library and its commands, a server needs more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

# What is imported, by the extra that brings it; tests/packaging compares with pyproject.toml and with the source.
MODULES = {
    "server": (
        "alembic",
        "argon2",
        "cryptography",
        "fsrs",
        "jinja2",
        "prometheus_client",
        "python_multipart",
        "segno",
        "sqlalchemy",
        "starlette",
        "uvicorn",
        "webauthn",
        "websockets",
    ),
    "cluster": ("distributed",),
    "gym": ("gymnasium",),
    "picture": ("resvg_py",),
    "postgres": ("psycopg",),
    "tournament": ("rustworkx",),
}


def command_for(missing: ModuleNotFoundError) -> str | None:
    """What to type for a module that is not there; none where no extra has it."""
    name = (missing.name or "").partition(".")[0]
    extra = next((extra for extra, modules in MODULES.items() if name in modules), None)
    return f"pip install 'tavl[{extra}]'" if extra else None


@contextmanager
def needed_for(what: str) -> Iterator[None]:
    """Around the import of a module that comes with an extra: without it, the error says what to type."""
    try:
        yield
    except ModuleNotFoundError as error:
        command = command_for(error)
        if command is None:
            raise
        raise ModuleNotFoundError(f"{what} needs more: {command}", name=error.name) from None
