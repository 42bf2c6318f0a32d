"""How plays, positions and whole matches are written, here and by other programs. Pure.

Match files have modules of their own; what reads and writes them is loaded on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tavl.notation.errors import NotationError, Reason
from tavl.notation.ids.fibs import FibsBoard, read_fibs, write_fibs
from tavl.notation.ids.gnu_id import read_gnu_id, read_match_id, read_position_id, write_gnu_id, write_match_id
from tavl.notation.ids.xgid import position_from_xgid, position_xgid, read_xgid, write_xgid
from tavl.notation.play_text import Hop, format_play, parse_play, read_hops
from tavl.notation.situation import Offer, Situation, Stage, match_from, situation_of

if TYPE_CHECKING:
    from tavl.notation.decisions import Decision, decisions_of
    from tavl.notation.file_formats import read
    from tavl.notation.ids.ogid import read_ogid, write_ogid
    from tavl.notation.mat.writer import write_mat, write_record
    from tavl.notation.match_events import record_of
    from tavl.notation.picture import position_svg
    from tavl.notation.problems import FileError, FileFault, Problem, ProblemCode
    from tavl.notation.record import GameRecord, MatchRecord
    from tavl.notation.replay import Moment, moments
    from tavl.notation.sgf.writer import write_sgf
    from tavl.notation.tavl_format import write_records

_LATER = {
    "Decision": "decisions",
    "FileError": "problems",
    "FileFault": "problems",
    "GameRecord": "record",
    "MatchRecord": "record",
    "Moment": "replay",
    "Problem": "problems",
    "ProblemCode": "problems",
    "decisions_of": "decisions",
    "moments": "replay",
    "position_svg": "picture",
    "read": "file_formats",
    "read_ogid": "ids.ogid",
    "record_of": "match_events",
    "write_mat": "mat.writer",
    "write_ogid": "ids.ogid",
    "write_record": "mat.writer",
    "write_records": "tavl_format",
    "write_sgf": "sgf.writer",
}

__all__ = [
    "Decision",
    "FibsBoard",
    "FileError",
    "FileFault",
    "GameRecord",
    "Hop",
    "MatchRecord",
    "Moment",
    "NotationError",
    "Offer",
    "Problem",
    "ProblemCode",
    "Reason",
    "Situation",
    "Stage",
    "decisions_of",
    "format_play",
    "match_from",
    "moments",
    "parse_play",
    "position_from_xgid",
    "position_svg",
    "position_xgid",
    "read",
    "read_fibs",
    "read_gnu_id",
    "read_hops",
    "read_match_id",
    "read_ogid",
    "read_position_id",
    "read_xgid",
    "record_of",
    "situation_of",
    "write_fibs",
    "write_gnu_id",
    "write_mat",
    "write_match_id",
    "write_ogid",
    "write_record",
    "write_records",
    "write_sgf",
    "write_xgid",
]


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
