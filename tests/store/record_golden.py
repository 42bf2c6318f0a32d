"""Record a release's golden stream: `python -m tests.store.record_golden 0.1.0`. A recorded one is never changed."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

import msgspec

from tavl import store
from tests.store.helpers import play_out
from tests.store.log.test_upcast import replayed

HERE = Path(__file__).parent / "golden"


async def main(release: str) -> None:
    target = HERE / f"match-{release}.jsonl"
    with tempfile.TemporaryDirectory() as folder:
        async with await store.open(f"sqlite:///{folder}/golden.db") as log:
            await play_out(log, "table:golden", seed=28, length=3)
            await log.export_log(target)
            state = await replayed(log)
    target.with_suffix(".state.json").write_bytes(msgspec.json.format(msgspec.json.encode(state), indent=1) + b"\n")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
