"""Written forms: how plays, positions and moments of a match are written, here and by other programs. Pure."""

from tavl.notation.errors import NotationError, Reason
from tavl.notation.fibs import FibsBoard, read_fibs, write_fibs
from tavl.notation.gnu_id import read_gnu_id, read_match_id, read_position_id, write_gnu_id, write_match_id
from tavl.notation.mat import write_mat
from tavl.notation.play_text import Hop, format_play, parse_play, read_hops
from tavl.notation.situation import Offer, Situation, Stage, match_from, situation_of
from tavl.notation.xgid import position_from_xgid, position_xgid, read_xgid, write_xgid

__all__ = [
    "FibsBoard",
    "Hop",
    "NotationError",
    "Offer",
    "Reason",
    "Situation",
    "Stage",
    "format_play",
    "match_from",
    "parse_play",
    "position_from_xgid",
    "position_xgid",
    "read_fibs",
    "read_gnu_id",
    "read_hops",
    "read_match_id",
    "read_position_id",
    "read_xgid",
    "situation_of",
    "write_fibs",
    "write_gnu_id",
    "write_mat",
    "write_match_id",
    "write_xgid",
]
