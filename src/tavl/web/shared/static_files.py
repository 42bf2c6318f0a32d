"""Scripts, styles and pictures. Their addresses contain their version, so a browser never has to ask for them again."""

from __future__ import annotations

import hashlib
import mimetypes
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent.parent / "static"
NEVER_CHANGES = "public, max-age=31536000, immutable"
ASK_EACH_TIME = "no-cache"
for _type, _suffix in (("font/woff2", ".woff2"), ("image/webp", ".webp")):
    mimetypes.add_type(_type, _suffix)  # not every system knows this type


class _Files(StaticFiles):
    def __init__(self, folder: Path, cache: str) -> None:
        super().__init__(directory=folder)
        self._cache = cache

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = self._cache
        return response


class StaticFolder:
    def __init__(self, folder: Path = FOLDER) -> None:
        digest = hashlib.sha256()
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        for path in files:
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
        self.version = digest.hexdigest()[:12]
        self.cached = _Files(folder, NEVER_CHANGES)
        self.plain = _Files(folder, ASK_EACH_TIME)
        board = [path for path in files if path.parent.name == "board" and path.suffix == ".js"]
        self.board_scripts = tuple(f"board/{path.name}" for path in board if not path.name.startswith("example"))

    def url(self, path: str) -> str:
        return f"/static/{self.version}/{path}"
