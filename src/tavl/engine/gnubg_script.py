"""Runs inside GNU Backgammon (`gnubg -t -q -p gnubg_script.py`) and answers tavl.engine.gnubg line by line.

Whatever the program itself prints comes before the answer, which stands on a line of its own after a separator.
"""

import ctypes
import json
import os
import sys
import time
from typing import Any

import gnubg  # type: ignore[import-not-found]  # the module that the program gives its scripts

SEPARATOR = "\x1e"


def cube_info(cube: dict[str, Any]) -> Any:
    info = gnubg.cubeinfo(
        cube["value"], cube["owner"], 0, cube["length"], tuple(cube["score"]), int(cube["crawford"]), 0
    )
    info["jacoby"] = int(cube["jacoby"])
    info["beavers"] = 0
    return info


def answer(request: dict[str, Any]) -> Any:
    what = request["do"]
    if what == "command":
        gnubg.command(request["line"])
        return None
    board = gnubg.positionfromid(request["id"])
    cube = cube_info(request["cube"])
    context = gnubg.evalcontext(int(request["cubeful"]), request["ply"], 1, int(request["ply"] > 0), 0.0)
    if what == "evaluate":
        return gnubg.evaluate(board, cube, context)[:5]
    if what == "best":
        return gnubg.findbestmove(board, cube, context, tuple(request["dice"]))
    return gnubg.cfevaluate(board, cube, context)[1:4]


def main() -> None:
    for line in sys.stdin:
        began = time.process_time()
        try:
            reply = {"answer": answer(json.loads(line))}
        except Exception as error:  # whatever it is, report it to tavl
            reply = {"error": repr(error)}
        reply["seconds"] = time.process_time() - began
        ctypes.CDLL(None).fflush(None)  # what the program has printed, before our line
        sys.stdout.flush()
        os.write(1, ("\n" + SEPARATOR + json.dumps(reply) + "\n").encode())
    os._exit(0)


main()
