"""Writes the states that the board's example page shows: `python tests/board/example_states.py`.

The server makes such states from a match; here they are made by hand, with the trees that tavl.rules gives.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tavl.rules import Dice, parse_position

TARGET = Path(__file__).parents[2] / "src/tavl/web/static/board/example-states.json"
START = "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5"
NAMES = {"names": ["Astrid", "Bjørn"], "length": 7, "score": [3, 2]}


def tree(position: str, first: int, second: int) -> dict[str, Any]:
    plays = parse_position(position).play_tree(Dice(first, second))
    steps = [[(*move, die, move.hit, after) for move, die, after in plays.steps(node)] for node in range(len(plays))]
    return {"nodes": steps}


def to_play(position: str, first: int, second: int, **more: Any) -> dict[str, Any]:
    """Seat 0 has rolled."""
    return {
        "position": position,
        "viewer": 0,
        "turn": 0,
        "dice": [first, second],
        "dice_owner": 0,
        "cube": {"value": 1, "owner": None},
        "tree": tree(position, first, second),
        "actions": ["play", "resign"],
        **NAMES,
        **more,
    }


MIDDLE = "24:1 18:1 13:3 8:3 7:2 6:3 5:2 | 24:2 16:1 13:4 8:2 6:3 4:2 2:1"


def states() -> dict[str, dict[str, Any]]:
    return {
        "start": to_play(START, 6, 3),
        "middle": to_play(
            MIDDLE,
            4,
            2,
            cube={"value": 2, "owner": 0},
            last={"seat": 1, "moves": [[24, 16], [6, 4]], "dice": [6, 2]},
        ),
        "doubles": to_play(MIDDLE, 2, 2, cube={"value": 2, "owner": 1}),
        "roll": {
            "position": "24:1 18:1 13:4 8:3 6:4 5:2 | 24:2 13:4 9:1 8:3 6:5",
            "viewer": 0,
            "turn": 0,
            "cube": {"value": 1, "owner": None},
            "last": {"seat": 1, "moves": [[13, 9]], "dice": [3, 1]},
            "actions": ["roll", "double", "resign"],
            **NAMES,
        },
        "offered": {
            "position": "24:1 13:4 10:1 8:3 6:4 5:2 | 22:1 13:4 8:3 7:2 6:3 5:2",
            "viewer": 0,
            "turn": 1,
            "cube": {"value": 1, "owner": None},
            "offered": 2,
            "actions": ["take", "drop"],
            **NAMES,
        },
        "bear_off": to_play(
            "6:2 5:1 4:3 2:3 1:1 off:5 | 5:2 4:3 3:2 1:2 off:6", 6, 4, cube={"value": 4, "owner": 1}, resign_sizes=[1]
        ),
        "bar": to_play("bar:1 24:1 13:5 8:2 7:1 6:5 | bar:1 13:3 8:3 6:4 4:2 3:2", 5, 1, crawford=True, cube=None),
        "dance": to_play("bar:2 13:5 8:3 6:5 | 8:3 6:2 5:2 4:2 3:2 2:2 1:2", 6, 3),
    }


def written() -> str:
    lines = (f"{json.dumps(name)}: {json.dumps(state, ensure_ascii=False)}" for name, state in states().items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    TARGET.write_text(written(), encoding="utf-8")
