"""Earlier answers: some in memory, and those that took long in a file or a table, if there is one.

A stopped analysis continues from there: no question is answered twice. Answers are stored under all that they depend
on: the question, the depth, the engine, the opening book, and the rules by which the analyst looks deeper.
"""

from __future__ import annotations

import sqlite3
import zlib
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import Final, Protocol

import msgspec

from tavl.analysis.engine.questions import Answer, CubeAnswer, PlayAnswer, Question
from tavl.engine.data_files import engine_name
from tavl.engine.named_depths import Depth
from tavl.engine.opening_book import book_name
from tavl.recent import Recent
from tavl.rules.codec import from_json, to_json

POLICY: Final = 2
"""Counted up when a limit of the engine's depths or the order of looks changes: answers stored under another policy are
not used."""
MAX_IN_MEMORY = 4000  # questions: openings and their replies come up again and again


class AnswerStore(Protocol):
    """Where answers outlive the process."""

    def load(self, key: bytes) -> bytes | None: ...
    def save(self, key: bytes, body: bytes) -> None: ...


class AnswerCache:
    """May be used by several threads at once."""

    def __init__(self, store: AnswerStore | None = None, most: int = MAX_IN_MEMORY) -> None:
        self._store = store
        self._answers: Recent[bytes, Answer] = Recent(most)
        self._engine = f"{engine_name()} {book_name()}"

    def key(self, question: Question, depth: Depth) -> bytes:
        digest = blake2b(f"{self._engine} {POLICY} {depth} ".encode(), digest_size=16)
        digest.update(question.key)
        return digest.digest()

    def get(self, key: bytes) -> Answer | None:
        known = self._answers.get(key)
        if known is not None:
            self._answers.put(key, known)  # again: what is asked often stays
            return known
        body = self._store.load(key) if self._store else None
        if body is None:
            return None
        try:
            answer: Answer = from_json(zlib.decompress(body), Answer)
        except (zlib.error, msgspec.MsgspecError):  # of another release, or damaged: asked again
            return None
        self._answers.put(key, answer)
        return answer

    def put(self, key: bytes, answer: Answer) -> None:
        self._answers.put(key, answer)
        if self._store and _took_long(answer):
            self._store.save(key, zlib.compress(to_json(answer), 6))


def _took_long(answer: Answer) -> bool:
    """A static evaluation is quicker to repeat than to read."""
    if isinstance(answer, PlayAnswer):
        return any(play.look.ply or play.look.games for play in answer.plays)
    return isinstance(answer, CubeAnswer) and bool(answer.cube and (answer.cube.look.ply or answer.cube.look.games))


class AnswerFile:
    """A file of answers. If it cannot be used, `problem` says why, and answers are not stored."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem = ""
        self._lock = Lock()
        self._file: sqlite3.Connection | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = NORMAL")
            self._file.execute("CREATE TABLE IF NOT EXISTS answers (key BLOB PRIMARY KEY, body BLOB) WITHOUT ROWID")
        except (OSError, sqlite3.Error) as error:
            self._give_up(error)

    def load(self, key: bytes) -> bytes | None:
        with self._lock:
            if self._file is None:
                return None
            try:
                row = self._file.execute("SELECT body FROM answers WHERE key = ?", (key,)).fetchone()
            except sqlite3.Error as error:
                self._give_up(error)
                return None
        return row[0] if row else None

    def save(self, key: bytes, body: bytes) -> None:
        with self._lock:
            if self._file is None:
                return
            try:
                self._file.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (key, body))
            except sqlite3.Error as error:
                self._give_up(error)

    def close(self) -> None:
        with self._lock:
            if self._file is not None:
                self._file.close()
                self._file = None

    def _give_up(self, error: Exception) -> None:
        self.problem = self.problem or str(error)
        if self._file is not None:
            self._file.close()
            self._file = None
