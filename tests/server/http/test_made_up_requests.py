"""Requests generated from our own API description never cause a server error."""

from __future__ import annotations

import asyncio
import time

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings

from tests.server.harness import Process

EXAMPLES = 10


def test_no_request_that_fits_the_description_ends_in_a_server_error(url: str) -> None:
    server = asyncio.run(Process(url).start())
    try:
        document = httpx.get(f"{server.url}/api/v1/openapi.json").json()
        described = schemathesis.openapi.from_dict(document)
        with httpx.Client(base_url=server.url, headers={"X-Tavl": "1"}) as client:
            client.post("/api/v1/session").raise_for_status()
            began = time.monotonic()
            operations = [found.ok() for found in described.get_all_operations()]
            assert len(operations) > 15
            for operation in operations:

                @settings(
                    max_examples=EXAMPLES,
                    deadline=None,
                    derandomize=True,
                    database=None,
                    phases=[Phase.generate],
                    suppress_health_check=list(HealthCheck),
                )
                @given(case=operation.as_strategy())
                def no_server_error(case: schemathesis.Case) -> None:
                    request = case.as_transport_kwargs(base_url=server.url)
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
            assert time.monotonic() - began < 300  # generous: a machine may be loaded
    finally:
        server.kill()
