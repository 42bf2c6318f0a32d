"""Requests generated from our own API description never cause a server error."""

from __future__ import annotations

import asyncio

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings

from tests.example_counts import times
from tests.server.harness import LIMITS, PATIENCE, Process

EXAMPLES = 3  # and sixty in `make soak`


def test_no_request_that_fits_the_description_ends_in_a_server_error(sqlite_url: str, postgres_url: str) -> None:
    """Every request goes to a server on each database: making them up takes longer than answering them."""
    servers = [asyncio.run(Process(url).start()) for url in (sqlite_url, postgres_url)]
    usual = {"headers": {"X-Tavl": "1"}, "timeout": PATIENCE, "limits": LIMITS}
    clients = [httpx.Client(base_url=server.url, **usual) for server in servers]
    try:
        for client in clients:
            client.post("/api/v1/session").raise_for_status()
        document = clients[0].get("/api/v1/openapi.json").json()
        operations = [found.ok() for found in schemathesis.openapi.from_dict(document).get_all_operations()]
        assert len(operations) > 15
        for operation in operations:

            @settings(
                max_examples=times(EXAMPLES),
                deadline=None,
                derandomize=True,
                database=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(case=operation.as_strategy())
            def no_server_error(case: schemathesis.Case) -> None:
                for client in clients:
                    request = case.as_transport_kwargs(base_url=str(client.base_url))
                    answer = client.request(
                        request["method"],
                        request["url"],
                        json=request.get("json"),
                        params=request.get("params"),
                        headers={str(name): str(value) for name, value in (request.get("headers") or {}).items()},
                    )
                    assert answer.status_code < 500, (request, answer.text)
                    if answer.status_code >= 400:
                        assert set(answer.json()["error"]) <= {"code", "rule", "facts", "message"}

            no_server_error()
    finally:
        for client, server in zip(clients, servers, strict=True):
            client.close()
            server.kill()
