"""What is wrong with a match file, in sentences."""

from __future__ import annotations

from tavl.i18n import Words
from tavl.notation.problems import FileError, FileFault, Problem, ProblemCode
from tavl.rules.refusal import Fact


def why_unreadable(w: Words, name: str, error: FileError) -> str:
    """One sentence for a file of which nothing could be read."""
    facts = error.facts
    match error.fault:
        case FileFault.EMPTY:
            return w("{file} is empty.", file=name)
        case FileFault.UNKNOWN_FORMAT:
            return w("{file} is not a match file or a position that tavl knows.", file=name)
        case FileFault.NO_MATCH:
            return w("There is no game and no position in {file}.", file=name)
        case FileFault.BROKEN:
            return w("{file} cannot be opened: {problem}", file=name, problem=facts.get("problem", ""))
        case FileFault.TOO_LARGE:
            return w("{file} is too large: at most {most} bytes are read.", file=name, most=facts.get("most", 0))
        case FileFault.OTHER_GAME:
            return w("{file} is a game of {found}, not of backgammon.", file=name, found=facts.get("found", "?"))


def problem_text(w: Words, problem: Problem, binary: bool = False) -> str:
    """`line 12: ...`, or the sentence alone if it has no place."""
    sentence = _sentence(w, problem.code, dict(problem.facts))
    if problem.at < 0:
        return sentence
    if binary:
        return w("byte {n}: {problem}", n=problem.at, problem=sentence)
    return w("line {n}: {problem}", n=problem.at, problem=sentence)


def _sentence(w: Words, code: ProblemCode, facts: dict[str, Fact]) -> str:
    match code:
        case ProblemCode.UNREADABLE_LINE:
            return w("this cannot be read: {found}", **facts)
        case ProblemCode.UNREADABLE_PLAY:
            return w("this is not a play: {found}", **facts)
        case ProblemCode.UNREADABLE_FIELD:
            return w("{field} cannot be read: {found}", **facts)
        case ProblemCode.ILLEGAL_PLAY:
            return w("an illegal play, kept as it was played ({rule})", **facts)
        case ProblemCode.ILLEGAL_CUBE_ACTION:
            return w("a cube action that is not allowed, kept as it is ({rule})", **facts)
        case ProblemCode.UNKNOWN_PLAY:
            return w("the file does not know this play")
        case ProblemCode.WRONG_SCORE:
            return w("the score is {written}; after the games before, it should be {counted}", **facts)
        case ProblemCode.WRONG_POINTS:
            return w("the game is written as {written} points; by the board and the cube it is {counted}", **facts)
        case ProblemCode.WRONG_LENGTH:
            return w("a money game, though the file says a match to {written} points", **facts)
        case ProblemCode.WRONG_WINNER:
            return w("the file and the board name different winners")
        case ProblemCode.WRONG_TURN:
            return w("the same player plays twice in a row")
        case ProblemCode.OTHER_NAME:
            return w("the name is {found} here and {expected} elsewhere", **facts)
        case ProblemCode.AFTER_THE_END:
            return w("the game is over before this, which is left out: {found}", **facts)
        case ProblemCode.CUT_SHORT:
            return w("the file stops in the middle")
        case ProblemCode.DAMAGED:
            return w("a part of the file is damaged and read as it is: {part}", **facts)
        case ProblemCode.TOO_MUCH:
            return w("there is more; at most {most} is listed or read", **facts)
        case ProblemCode.OTHER_VARIATION:
            return w("this is {found}; plays are kept but not judged", **facts)
