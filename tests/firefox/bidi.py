"""A stock Firefox, driven by the standard it speaks itself (WebDriver BiDi, over one socket): no driver in between.

One message at a time: a command is sent, and what arrives is read until its answer; events on the way are kept."""

from __future__ import annotations

import base64
import contextlib
import itertools
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from tests.polling import poll

PATIENCE_S = 90.0  # a busy machine is slow, and two browsers make it busy; nobody waits this long where all is well
NAMES = ("firefox-esr", "firefox")
KEYS = {"Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c", "Backspace": "\ue003", "Home": "\ue011"}
KEYS |= {"ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015", "Control": "\ue009"}
PREFERENCES = {
    "datareporting.policy.dataSubmissionEnabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "app.update.disabledForTesting": True,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "extensions.getAddons.cache.enabled": False,
    "browser.safebrowsing.downloads.remote.enabled": False,
    "services.settings.server": "data:,none",
    "toolkit.startup.max_resumed_crashes": -1,
}
# What a page's policy forbids is told to the page alone: it is passed on with what else goes wrong there.
TELL_VIOLATIONS = """() => document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`))"""


class Refused(Exception):
    """Firefox answered a command with an error, or a function of the page failed."""


def installed() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


class Firefox:
    def __init__(self, profile: Path) -> None:
        self._profile = profile
        self._ids = itertools.count(1)
        self._ends = contextlib.ExitStack()
        self.complaints: list[tuple[str, str]] = []  # of a page, by its context

    def __enter__(self) -> Firefox:
        with contextlib.ExitStack() as ends:
            ends.callback(self._end, self._start())
            self._socket = ends.enter_context(connect(f"{self._address()}/session", max_size=None))
            self.do("session.new", capabilities={})
            self.do("session.subscribe", events=["log.entryAdded"])
            self.do("script.addPreloadScript", functionDeclaration=TELL_VIOLATIONS)
            self._ends = ends.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.close()

    def _start(self) -> subprocess.Popen[bytes]:
        program = installed()
        assert program is not None
        self._profile.mkdir(parents=True, exist_ok=True)
        lines = [f'user_pref("{name}", {json.dumps(value)});' for name, value in PREFERENCES.items()]
        (self._profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
        command = [program, "--headless", "--no-remote", "--profile", str(self._profile)]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.Popen([*command, "--remote-debugging-port", "0"], **quiet)

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(10)

    def _address(self) -> str:
        """Firefox writes it down once it listens."""
        written = self._profile / "WebDriverBiDiServer.json"

        def address() -> str:
            with contextlib.suppress(OSError, ValueError):
                at = json.loads(written.read_text(encoding="utf-8"))
                return f"ws://{at['ws_host']}:{at['ws_port']}"
            return ""

        return poll(address, 2 * PATIENCE_S, lambda: "Firefox does not listen")

    def do(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self._ids)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(timeout=PATIENCE_S))
            if message.get("method") == "log.entryAdded":
                self._log(message["params"])
            elif message.get("id") == number:
                if message["type"] == "error":
                    raise Refused(f"{method}: {message['error']}: {message['message']}")
                result: dict[str, Any] = message["result"]
                return result

    def _log(self, entry: dict[str, Any]) -> None:
        if entry["level"] in ("error", "warn"):
            self.complaints.append((entry["source"].get("context", ""), entry["text"] or ""))


class Tab:
    """A page of somebody's own: cookies and storage are shared with nobody."""

    def __init__(self, firefox: Firefox, width: int = 1280, height: int = 800, user: str | None = None) -> None:
        self._firefox = firefox
        self.user = user or firefox.do("browser.createUserContext")["userContext"]
        self.context = firefox.do("browsingContext.create", type="tab", userContext=self.user)["context"]
        self.resize(width, height)

    def _do(self, method: str, **params: Any) -> dict[str, Any]:
        return self._firefox.do(method, context=self.context, **params)

    def resize(self, width: int, height: int) -> None:
        self._do("browsingContext.setViewport", viewport={"width": width, "height": height})

    def speaks(self, language: str) -> None:
        self._firefox.do("emulation.setLocaleOverride", locale=language, contexts=[self.context])

    def go(self, url: str) -> None:
        self._do("browsingContext.navigate", url=url, wait="complete")

    def call(self, function: str, *arguments: Any) -> Any:
        """A function of the page, with and answering plain values."""
        answer = self._firefox.do(
            "script.callFunction",
            functionDeclaration=f"async (given) => JSON.stringify(await ({function})(...JSON.parse(given)))",
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self.context},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise Refused(f"{answer['exceptionDetails']['text']} in {function}")
        value = answer["result"].get("value")
        return None if value is None else json.loads(value)

    def until(self, function: str, *arguments: Any) -> Any:
        """Until a function of the page is true; what it answered."""
        fault = ""

        def answer() -> Any:
            nonlocal fault
            try:
                fault, found = "", self.call(function, *arguments)
            except Refused as error:  # between two pages there is none, or half of one
                fault, found = str(error), None
            return found

        return poll(answer, PATIENCE_S, lambda: f"{function} {arguments} {fault}")

    def point(self, steps: list[tuple[float, float, str]], kind: str = "mouse") -> None:
        """A pointer: to a spot each, and there it goes `down`, `up`, or neither."""
        actions: list[dict[str, Any]] = []
        for x, y, act in steps:
            actions.append({"type": "pointerMove", "x": round(x), "y": round(y)})
            if act:
                actions.append({"type": f"pointer{act.title()}", "button": 0})
        source = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions}
        self._do("input.performActions", actions=[source])

    def press(self, *keys: str) -> None:
        """Keys, one after the other, by name or as what they write."""
        values = [KEYS.get(key, key) for key in keys]
        strokes = [{"type": way, "value": value} for value in values for way in ("keyDown", "keyUp")]
        self._do("input.performActions", actions=[{"type": "key", "id": "keys", "actions": strokes}])

    def write(self, text: str) -> None:
        self.press(*text)

    def picture(self) -> bytes:
        return base64.b64decode(self._do("browsingContext.captureScreenshot")["data"])

    def complaints(self) -> list[str]:
        """What the console holds against this page."""
        self.call("() => true")  # what was said before is read before this is answered
        return [text for context, text in self._firefox.complaints if context == self.context]

    def close(self) -> None:
        self._do("browsingContext.close")
