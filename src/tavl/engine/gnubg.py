"""GNU Backgammon for comparison, in a process of its own. It has to be installed; nothing else here needs it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

from msgspec import Struct

from tavl.engine.answers import Evaluation
from tavl.rules import Dice, Match, Play, Position, Refused, Seat, judge_play

_SCRIPT = Path(__file__).with_name("gnubg_script.py")
_SEPARATOR = "\x1e"


class GnubgError(RuntimeError):
    pass


def gnubg_program() -> str | None:
    """Where it is installed, if it is: on the path, or where Debian keeps games."""
    return shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games")


class GnubgCube(Struct, frozen=True):
    """The cube and the score, the player on roll first."""

    value: int = 1
    owner: int = -1  # 0 the player on roll, 1 the opponent
    length: int = 0  # 0: money
    score: tuple[int, int] = (0, 0)
    crawford: bool = False
    jacoby: bool = False

    @classmethod
    def of(cls, match: Match | None) -> GnubgCube:
        if match is None or match.game is None:
            return cls()
        game, seat = match.game, match.game.turn
        owner = -1 if game.cube is None or game.cube.owner is None else int(game.cube.owner != seat)
        score = match.score if seat is Seat.FIRST else (match.score[1], match.score[0])
        return cls(game.cube_value, owner, match.length or 0, score, game.terms.crawford, game.terms.jacoby)


class Gnubg:
    """Asks one question at a time. Plies are its own, which are tavl's: 0 is static."""

    def __init__(self) -> None:
        program = gnubg_program()
        if program is None:
            raise GnubgError("gnubg is not installed")
        self._home = tempfile.TemporaryDirectory(prefix="tavl-gnubg-")  # it writes settings below its home folder
        self._process = subprocess.Popen(  # noqa: S603 - a program found on the path, with no arguments from outside
            [program, "-t", "-q", "-p", str(_SCRIPT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self._home.name,
            env={**os.environ, "HOME": self._home.name},
            encoding="utf-8",
            errors="replace",
        )
        self.seconds = 0.0
        """Processor time of the last answer. Clock time would mislead: the program makes a script wait 10 ms."""
        self.said = ""
        """What the program printed before its last answer."""
        self.command("set threads 1")
        self.command("set jacoby off")

    def __enter__(self) -> Gnubg:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._process.stdin:
            self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()
        self._home.cleanup()

    def command(self, line: str) -> str:
        """Send one line as a person would type it; returns what it prints."""
        self._ask({"do": "command", "line": line})
        return self.said

    def evaluate(self, position: Position, ply: int = 0) -> Evaluation:
        return Evaluation(*self._ask(self._about("evaluate", position, ply, False, GnubgCube())))

    def best(
        self, position: Position, dice: Dice, cube: GnubgCube | None = None, ply: int = 0, cubeful: bool = True
    ) -> Play:
        request = self._about("best", position, ply, cubeful, cube or GnubgCube())
        hops = list(self._ask({**request, "dice": (dice.high, dice.low)}) or ())
        moves = [(source, target) for source, target in zip(hops[::2], hops[1::2], strict=True) if source]
        play = judge_play(position, dice, moves)
        if isinstance(play, Refused):
            raise GnubgError(f"gnubg plays {moves} in {position.gnu_id} with {dice}: {play.code}")
        return play

    def cube(self, position: Position, cube: GnubgCube | None = None, ply: int = 0) -> tuple[float, float, float]:
        """Equities of no double, of double and take, of double and drop."""
        no_double, take, drop = self._ask(self._about("cube", position, ply, True, cube or GnubgCube()))
        return no_double, take, drop

    def _about(self, what: str, position: Position, ply: int, cubeful: bool, cube: GnubgCube) -> dict[str, Any]:
        fields = {name: getattr(cube, name) for name in cube.__struct_fields__}
        return {"do": what, "id": position.gnu_id, "ply": ply, "cubeful": cubeful, "cube": fields}

    def _ask(self, request: dict[str, Any]) -> Any:
        pipe_in, pipe_out = self._process.stdin, self._process.stdout
        assert pipe_in is not None
        assert pipe_out is not None
        printed = []
        try:
            pipe_in.write(json.dumps(request) + "\n")
            pipe_in.flush()
        except OSError:
            raise GnubgError("gnubg has ended") from None
        for line in pipe_out:
            if not line.startswith(_SEPARATOR):
                printed.append(line)
                continue
            reply = json.loads(line[1:])
            self.said, self.seconds = "".join(printed), reply["seconds"]
            if "error" in reply:
                raise GnubgError(reply["error"])
            return reply["answer"]
        raise GnubgError("gnubg has ended: " + "".join(printed)[-300:])
