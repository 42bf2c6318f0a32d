"""What a browser's pages complain about, for every test that drives one: whatever is heard and not expected fails it.

Errors and warnings of the console (failed requests and breaches of the policy among them), exceptions, and promises
rejected with nobody to catch it."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, ConsoleMessage

# One turn of the page's event loop, also where a test has put a clock of its own into the page; none without scripts.
A_MOMENT = """() => matchMedia("(scripting: enabled)").matches && new Promise((resolve) => {
  const {port1, port2} = new MessageChannel();
  port1.onmessage = () => resolve();
  port2.postMessage(0);
})"""


class Complaints:
    def __init__(self, context: BrowserContext, expects: tuple[str, ...] = ()) -> None:
        """`expects`: parts of messages that belong to the test."""
        self._context, self.expects = context, expects
        self._heard: list[str] = []
        context.on("console", self._console)
        context.on("weberror", lambda error: self._hear(str(error.error)))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._hear(f"{message.text} ({message.location.get('url', '')})")

    def _hear(self, complaint: str) -> None:
        if not any(text in complaint for text in self.expects):
            self._heard.append(complaint)

    def take(self) -> list[str]:
        """What was heard since the last time, also what was still on its way."""
        for page in self._context.pages:
            if not page.is_closed():
                page.evaluate(A_MOMENT)
        heard, self._heard = self._heard, []
        return heard
