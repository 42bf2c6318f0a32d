"""`tavl ubgi` and `tavl external`: the engine for other programs, which send a board a line and get an action a line.

UBGI is the Universal Backgammon Interface (draft 0.01): `ubgi`, `stop`, `quit`, or a board as XGID or FIBS board line.
GNU Backgammon's external player is the same over a socket: FIBS board lines in, actions out.
"""

from __future__ import annotations

import socketserver
import sys
from typing import Annotated, Any

import typer

from tavl.cli.engine.options import Deep, Language, Ply, Threads
from tavl.cli.errors import fail
from tavl.cli.language import _, chosen_words
from tavl.engine import Engine, RankedPlay
from tavl.engine.clear_decisions import cube_at, plays_at
from tavl.engine.named_depths import Depth
from tavl.notation import NotationError, Offer, Situation, match_from, read_fibs
from tavl.notation.ids.any_id import read_any_id
from tavl.rules import BAR, OFF, Dice, Match, Position, RuleError
from tavl.rules.profile import usual_profile

MAX_LINE = 4096
SORRY = "sorry"


class Answerer:
    """Keeps no game: each board brings everything that is needed."""

    def __init__(self, engine: Engine, ply: int, depth: Depth | None = None) -> None:
        self._engine, self._ply, self._depth = engine, ply, depth

    def answer(self, line: str) -> str:
        """The best action for a board; empty where no checker can move, `sorry` for anything that is not a board."""
        try:
            return self._best(_read(line))
        except (NotationError, RuleError):
            return SORRY

    def _best(self, situation: Situation) -> str:
        match = match_from(situation, usual_profile(situation.length))
        if match.game is None:
            return SORRY
        if situation.dice:
            play = self._ranked(situation.position, situation.dice, match)[0].play
            return " ".join(f"{_place(move.source)}/{_place(move.target)}" for move in play.moves)
        decision = (
            cube_at(self._engine, self._depth, situation.position, match)
            if self._depth
            else self._engine.cube(situation.position, match, self._ply)
        )
        if situation.offer is Offer.DOUBLED:
            return "take" if decision.take else "drop"
        return "double" if decision.double else "roll"

    def _ranked(self, position: Position, dice: Dice, match: Match) -> list[RankedPlay]:
        if self._depth:
            return plays_at(self._engine, self._depth, position, dice, match)
        return self._engine.plays(position, dice, match, self._ply)


def _read(line: str) -> Situation:
    text = line.strip(" \t\r\n\0")  # GNU Backgammon ends its lines with a NUL too
    return read_fibs(text).situation if text.startswith("board:") else read_any_id(text)


def _place(place: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(place, str(place))


def ubgi(ply: Ply = 2, depth: Deep = None, threads: Threads = None) -> None:
    answerer: Answerer | None = None
    while line := sys.stdin.readline(MAX_LINE):
        command = line.strip()
        if command == "quit":
            return
        if command == "ubgi":
            answerer = Answerer(Engine(threads=threads), ply, depth)
            for said in ("id name tavl", "id author the tavl contributors", f"id version {_version()}", "readyok"):
                _say(said)
        elif command == "stop":
            _say("readyok")  # everything before it has been answered by the time this is read
        elif command:
            _say(answerer.answer(command) if answerer else SORRY)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _version() -> str:
    from importlib.metadata import version

    return version("tavl")


def external(
    port: Annotated[
        int, typer.Option("--port", help=_("The port to listen on; 0 takes a free one."), min=0, max=65535)
    ] = 1234,
    host: Annotated[str, typer.Option("--host", help=_("The address to listen on."))] = "127.0.0.1",
    ply: Ply = 2,
    depth: Deep = None,
    threads: Threads = None,
    language: Language = None,
) -> None:
    w = chosen_words(language)
    try:
        server = ExternalPlayer((host, port), Answerer(Engine(threads=threads), ply, depth))
    except (OSError, OverflowError) as error:
        fail(w("Cannot listen at {place}: {problem}", place=f"{host}:{port}", problem=error))
    with server:
        _say(f"listening on {server.server_address[0]!s}:{server.server_address[1]}")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return


class ExternalPlayer(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, address: tuple[str, int], answerer: Answerer) -> None:
        self.answerer = answerer
        super().__init__(address, _Connection)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """The other side closed the connection in the middle."""


class _Connection(socketserver.StreamRequestHandler):
    server: ExternalPlayer

    def handle(self) -> None:
        while line := self.rfile.readline(MAX_LINE):
            if line.strip(b" \t\r\n\0"):
                answer = self.server.answerer.answer(line.decode("utf-8", errors="replace"))
                self.wfile.write(answer.encode() + b"\n")
