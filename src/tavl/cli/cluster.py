"""What commands that use a cluster share: its address, certificates for it, and what to say if it fails."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tavl.cli.errors import TROUBLE, fail, trouble
from tavl.cli.language import _
from tavl.i18n import Words

if TYPE_CHECKING:
    from tavl.analysis.engine.cluster import Cluster

ClusterAddress = Annotated[
    str | None, typer.Option("--cluster", help=_("A Dask scheduler, tcp://host:port or tls://host:port."))
]
Authority = Annotated[Path | None, typer.Option("--tls-ca", help=_("The certificate authority that both sides trust."))]
Certificate = Annotated[Path | None, typer.Option("--tls-cert", help=_("Our certificate for the cluster."))]
Key = Annotated[Path | None, typer.Option("--tls-key", help=_("The key of our certificate."))]


def connected(w: Words, address: str, files: tuple[Path | None, ...]) -> Cluster:
    from tavl.analysis.engine.cluster import Certificates, ClusterError, connect

    given = [file for file in files if file]
    if len(given) not in (0, len(files)) or (address.startswith("tls:") and not given):
        fail(w("TLS needs --tls-ca, --tls-cert and --tls-key."))
    for file in given:  # the library does not say which of them is wrong
        try:
            file.read_bytes()
        except TROUBLE as error:
            fail(w("{file} cannot be read: {problem}", file=file, problem=trouble(error)))
    logging.getLogger("distributed.client").disabled = True  # we report what a user needs to know
    try:
        return connect(address, Certificates(*given) if given else None)
    except ClusterError as error:
        fail(unusable(w, address, error))


def unusable(w: Words, address: str, error: Exception) -> str:
    return w("The cluster at {address} cannot be used: {problem}", address=address, problem=error)
