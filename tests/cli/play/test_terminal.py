"""`tavl play` in a real terminal: a pseudo-terminal with a person's keys on the other side."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tavl.cli.play.game_file import read
from tests.cli.keyboard_player import played, two_people

SECONDS = 60  # a busy machine is slow; nobody waits this long where all is well
PROGRAM = [sys.executable, "-c", "from tavl.cli import main; main()"]


class Screen:
    def __init__(self, keyboard: int, process: subprocess.Popen[bytes]) -> None:
        self._keyboard = keyboard
        self.process = process
        self.shown = ""

    def until(self, text: str) -> str:
        """What is shown from now until this text; what comes after it is for the next call."""
        end = time.monotonic() + SECONDS
        while text not in self.shown:
            ready, _, _ = select.select([self._keyboard], [], [], max(0, end - time.monotonic()))
            assert ready, f"waited for {text!r}, saw {self.shown[-2000:]!r}"
            self.shown += self._read()
        seen, _, self.shown = self.shown.partition(text)
        return seen + text

    def _read(self) -> str:
        try:
            data = os.read(self._keyboard, 65536)
        except OSError:  # the other side has closed
            data = b""
        assert data, f"the program ended; saw {self.shown[-2000:]!r}"
        return data.decode("utf-8", "replace")

    def type(self, text: str) -> None:
        os.write(self._keyboard, text.encode())

    def ends(self) -> int:
        """The exit code, with everything that is still shown in `shown`."""
        end = time.monotonic() + SECONDS
        while select.select([self._keyboard], [], [], max(0, end - time.monotonic()))[0]:
            try:
                data = os.read(self._keyboard, 65536)
            except OSError:  # the other side has closed
                break
            self.shown += data.decode("utf-8", "replace")
        return self.process.wait(SECONDS)


def at_a_terminal() -> None:
    """So that Ctrl-C is a signal, as at a real one, also where the tests themselves run with it switched off."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def terminal(*arguments: str, **environment: str) -> Iterator[Screen]:
    keyboard, screen = pty.openpty()
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    settings = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONUTF8": "1", **environment}
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=screen,
        stdout=screen,
        stderr=screen,
        env=settings,
        start_new_session=True,
        preexec_fn=at_a_terminal,
    )
    os.close(screen)
    try:
        yield Screen(keyboard, process)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(keyboard)


PEOPLE = ("play", "--against", "human", "--names", "Anna,Bo", "--match", "1", "--seed", "8")


def test_a_whole_match_is_played_at_the_keyboard(home: Path) -> None:
    lines, end = played(two_people(1, seed=8))
    with terminal(*PEOPLE) as screen:
        for line in lines:
            screen.until("> ")
            screen.type(line + "\r")
        assert screen.ends() == 0
        assert end.match.result
        assert f"{end.names[end.match.result.winner]} wins the match 1-0." in screen.shown
    (kept,) = (home / "tavl" / "games").glob("*.jsonl")
    assert read(kept.read_bytes()) == end


def test_a_colour_terminal_gets_colours_and_a_screen_of_24_lines() -> None:
    with terminal(*PEOPLE) as screen:
        seen = screen.until("Anna> ")
        assert "\x1b[H\x1b[2J" in seen
        assert "\x1b[38;2;" in seen
        assert "●" in seen
        picture = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", seen.rpartition("\x1b[2J")[2])
        assert len(picture.splitlines()) <= 24
        assert max(map(len, picture.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "environment"), [(("--plain",), {}), ((), {"TERM": "dumb"}), ((), {"TERM": "unknown"})]
)
def test_a_plain_terminal_gets_ascii_without_escape_codes(
    arguments: tuple[str, ...], environment: dict[str, str]
) -> None:
    with terminal(*PEOPLE, *arguments, **environment) as screen:
        seen = screen.until("Anna> ")
        assert seen.isascii()
        assert "\x1b" not in seen
        assert "+-----+" in seen


def test_no_color_takes_the_colours_and_leaves_the_shapes() -> None:
    with terminal(*PEOPLE, NO_COLOR="1") as screen:
        seen = screen.until("Anna> ")
        assert "●" in seen
        assert not re.search(r"\x1b\[[0-9;]*m", seen)


def test_a_terminal_that_knows_no_unicode_gets_ascii() -> None:
    with terminal(*PEOPLE, "--language", "da", PYTHONIOENCODING="ascii", PYTHONUTF8="0") as screen:
        assert screen.until("Anna> ").isascii()


def press_until_it_ends(screen: Screen, key: str) -> None:
    """As a person would: a signal that comes between prompt and reading waits for the next key (CPython)."""
    for _ in range(5):
        screen.type(key)
        with suppress(subprocess.TimeoutExpired):
            screen.process.wait(4)
            return


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_ctrl_c_and_ctrl_d_leave_cleanly_and_the_game_is_resumed(home: Path, key: str) -> None:
    with terminal(*PEOPLE) as screen:
        screen.until("Anna> ")
        screen.type("\r")
        screen.until("begins.")
        screen.until("> ")
        press_until_it_ends(screen, key)
        assert screen.ends() == 0
        assert "The game is saved" in screen.shown
        assert "Traceback" not in screen.shown
    (kept,) = (home / "tavl" / "games").glob("*.jsonl")
    left = read(kept.read_bytes())
    with terminal("play") as screen:
        screen.until("Continue Anna against Bo")
        screen.type("\r")
        assert " 1 " in screen.until("> ")
    assert read(kept.read_bytes()) == left


def test_a_killed_game_has_lost_nothing(home: Path) -> None:
    with terminal(*PEOPLE) as screen:
        screen.until("Anna> ")
        screen.type("\r")
        screen.until("begins.")
        screen.process.send_signal(signal.SIGKILL)
        screen.process.wait(SECONDS)
    (kept,) = (home / "tavl" / "games").glob("*.jsonl")
    assert read(kept.read_bytes()).rolls == 1


def test_a_game_that_is_being_played_is_not_offered_at_another_terminal() -> None:
    with terminal(*PEOPLE) as first:
        first.until("Anna> ")
        first.type("\r")
        first.until("begins.")
        with terminal("play") as second:
            assert "Continue Anna" not in second.until("> ")


def test_help_is_a_page_and_enter_goes_back_to_the_board() -> None:
    with terminal(*PEOPLE) as screen:
        screen.until("Anna> ")
        screen.type("?\r")
        page = screen.until("Enter: back to the board")
        assert "undo" in page
        screen.until("> ")
        screen.type("\r")
        assert "BAR" in screen.until("Enter: roll one die each")


def test_a_pipe_at_either_end_gets_plain_text() -> None:
    done = subprocess.run([*PROGRAM, *PEOPLE], input=b"\nquit\n\n", capture_output=True, timeout=SECONDS, check=True)
    assert done.stdout.isascii()
    assert b"\x1b" not in done.stdout
    assert done.stderr == b""


def test_bytes_that_are_no_text_do_no_harm() -> None:
    done = subprocess.run([*PROGRAM, *PEOPLE], input=b"\xff\xfe\n", capture_output=True, timeout=SECONDS, check=True)
    assert b"nor a play" in done.stdout
    assert done.stderr == b""
