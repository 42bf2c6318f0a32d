"""A position as text: an ID alone, or one of the text diagrams that eXtreme Gammon, BGBlitz and GNU Backgammon
copy and print, in whatever language, with the analysis below it.

The position is taken from the ID (XGID, GNU's position and match ID, OGID), which says more than the picture and is the
same in every language. The names come from the picture. A text with several IDs has several positions.
"""

from __future__ import annotations

import re
from itertools import pairwise

from tavl.notation.errors import NotationError
from tavl.notation.ids.gnu_id import read_gnu_id
from tavl.notation.ids.ogid import read_ogid
from tavl.notation.ids.xgid import read_xgid
from tavl.notation.play_text import read_hops
from tavl.notation.problems import FileError, FileFault, Problem, ProblemCode
from tavl.notation.record import (
    AnyEntry,
    Candidate,
    Chances,
    CubeAction,
    CubeActionKind,
    CubeAnalysis,
    Depth,
    GameRecord,
    MatchRecord,
    PlayAnalysis,
    Player,
    Setup,
    Unit,
)
from tavl.notation.situation import UNLIMITED, Offer, Situation
from tavl.rules.seat import Seat

FORMAT = "position"
MAX_POSITIONS = 10_000
_N = r"([-+]?\d{1,4}[.,]\d{1,6})"
_IDS = re.compile(
    r"(?P<xgid>XGID=[-a-oA-O]{26}(?::[-\w]{1,10}){8,9})"
    r"|(?:OGID=)?(?P<ogid>\b[0-9a-q]{0,15}:[0-9a-q]{0,15}:[WBND?]\d{1,2}[NOTP](?::[\w?]{0,10}){0,8})"
    r"|\b(?P<gnu>[A-Za-z0-9+/]{14}:[A-Za-z0-9+/]{12})(?![A-Za-z0-9+/])"
    r"|\bID\b[^\n:]{0,20}:\s{0,3}(?P<position>[A-Za-z0-9+/]{14})\s{1,80}(?:[^\s:][^\n:]{0,20})?\bID\b[^\n:]{0,20}:\s{0,3}"
    r"(?P<match>[A-Za-z0-9+/]{12})"
    r"|^\s{0,20}(?P<bare>[A-Za-z0-9+/]{14})\s{0,20}$",
    re.MULTILINE,
)
_NAMES = re.compile(
    r"\b([XO]) ?: ?([^\n:]{1,60}?)(?:[ \t]{2,80}(?:\d{1,4}[ \t]{0,9}$|(?=O ?:))|[ \t]{0,80}$)", re.MULTILINE
)
# Those below are asked of lines in which every run of blanks is one.
# 1. XG Roller++ 8/5 6/5 eq:+0.159      * 1. Cubeful 0-ply 8/5 6/5 Eq.: +0.095 (-0.002)
_BY_EQUITY = re.compile(
    rf"\*? ?\d{{1,3}}\. (\S.{{0,40}}?) ((?:bar|\d{{1,2}})/\S.{{0,60}}?|Cannot move) \w?[eé]q\.? ?: ?{_N}.*",
    re.IGNORECASE,
)
# 1. 0.124 mwp / -0.492 (-0.053) 19/18, 14/12
_BY_MWP = re.compile(rf"\d{{1,3}}\. (?:{_N} mwp ?/ ?)?{_N} (?:\( ?{_N}\) )?(\S.{{0,60}})")
_CHANCES = re.compile(rf"{_N} {_N} {_N} - {_N} {_N} {_N}")
_SHARE = r"(\d{1,3}[.,]\d{1,4})%"
_PERCENT = re.compile(rf".{{0,40}}?: ?{_SHARE} ?\(G: ?{_SHARE} ?B: ?{_SHARE}\).*")
_TABLE = re.compile(rf"(\S.{{0,60}}?) {_N} {_N} {_N}")
_CUBE_LINE = re.compile(rf"(?:\d\. )?([^\d:]{{3,40}}?) ?:? {_N}(?: \( ?{_N}%?\))?(?: {_N})?(?: \(.*\))?")
_MAX_LINE = 200
_DROPS = ("drop", "pass", "ablehnen", "passe", "refus", "afvis", "avstå", "avslå", "パス")
_PLY = re.compile(r"(?<!\w)(\d)-?\s?(?:ply|Züge|coups)", re.IGNORECASE)


def looks_like_position(text: str) -> bool:
    return _IDS.search(text) is not None


def read_positions(text: str) -> list[MatchRecord]:
    """A record for each position; raises FileError where there is none."""
    found = []
    for at, match in enumerate(_IDS.finditer(text)):
        if at >= MAX_POSITIONS:
            break
        found.append(match)
    groups = _about_one_position(found)
    records = []
    start, before = 0, 0
    for number, group in enumerate(groups):
        end = groups[number + 1][0].start() if number + 1 < len(groups) else len(text)
        record = _record(text[start:end], group, start, before)
        before += text.count("\n", start, end)
        start = end
        if record:
            records.append(record)
    if not records:
        raise FileError(FileFault.NO_MATCH, format=FORMAT)
    return records


def _about_one_position(found: list[re.Match[str]]) -> list[list[re.Match[str]]]:
    """BGBlitz writes a GNU ID and below it an XGID of the same position; those count as one."""
    groups: list[list[re.Match[str]]] = []
    for match in found:
        near = groups and match.start() - groups[-1][-1].end() < 20
        if near and match.lastgroup != groups[-1][-1].lastgroup and len(groups[-1]) < 2:
            groups[-1].append(match)
        else:
            groups.append([match])
    return groups


def _record(around: str, group: list[re.Match[str]], start: int, before: int) -> MatchRecord | None:
    """`around` is what belongs to this position; it begins at `start` in the text, after so many lines."""
    best = next((match for match in group if match["xgid"]), group[0])
    try:
        situation = _situation(best)
    except NotationError:
        return None
    line = before + around.count("\n", 0, best.start() - start) + 1
    names = {letter: name.strip() for letter, name in reversed(_NAMES.findall(around))}
    analysis = Analysis(around.split("\n"), situation, names, before)
    first, second = ("O", "X") if best["position"] and "GNU Backgammon" in around else ("X", "O")
    return record_of_situation(
        situation,
        (names.get(first, ""), names.get(second, "")),
        analysis.plays(),
        analysis.cube(),
        line=line,
        problems=tuple(analysis.problems),
    )


def _situation(match: re.Match[str]) -> Situation:
    if match["xgid"]:
        return read_xgid(match["xgid"])
    if match["ogid"]:
        return read_ogid(match["ogid"])
    return read_gnu_id(match["gnu"] or match["bare"] or f"{match['position']}:{match['match']}")


def record_of_situation(
    situation: Situation,
    names: tuple[str, str] = ("", ""),
    analysis: PlayAnalysis | None = None,
    cube_analysis: CubeAnalysis | None = None,
    line: int = 0,
    problems: tuple[Problem, ...] = (),
) -> MatchRecord:
    """A position as a match of one game, which begins with it and goes no further."""
    setup = Setup(
        seat=situation.turn,
        position=situation.position,
        cube=situation.cube,
        dice=situation.dice,
        analysis=analysis,
        cube_analysis=cube_analysis,
        line=line,
    )
    entries: list[AnyEntry] = [setup]
    if situation.offer is not None:
        entries.append(CubeAction(seat=situation.turn, action=CubeActionKind.DOUBLE, line=line))
    if situation.offer in (Offer.BEAVERED, Offer.RACCOONED):
        entries.append(CubeAction(seat=situation.turn.other, action=CubeActionKind.BEAVER, line=line))
    if situation.offer is Offer.RACCOONED:
        entries.append(CubeAction(seat=situation.turn, action=CubeActionKind.RACCOON, line=line))
    game = GameRecord(score=situation.score, crawford=situation.crawford, entries=tuple(entries), line=line)
    return MatchRecord(
        players=(Player(name=names[0]), Player(name=names[1])),
        length=situation.length or 0,
        games=(game,),
        jacoby=situation.jacoby,
        beavers=None if situation.beavers is None else int(situation.beavers),
        max_cube=situation.max_cube if situation.max_cube != UNLIMITED else None,
        format=FORMAT,
        problems=problems,
    )


class Analysis:
    """What stands below a picture."""

    def __init__(self, lines: list[str], situation: Situation, names: dict[str, str], before: int) -> None:
        self.lines = ["" if len(line) > _MAX_LINE else " ".join(line.split()) for line in lines]
        self.situation, self.names, self.before = situation, names, before
        self.in_match = situation.length is not None
        self.unit = Unit.EMG if self.in_match else Unit.POINTS
        self.problems: list[Problem] = []

    def plays(self) -> PlayAnalysis | None:
        candidates: list[Candidate] = []
        played: int | None = None
        for number, line in enumerate(self.lines):
            found = _BY_EQUITY.fullmatch(line)
            if found:
                name, text, equity = found[1], found[2], found[3]
            else:
                found = _BY_MWP.fullmatch(line)
                if not found:
                    continue
                name, text, equity = "", found[4], found[2]
            try:
                moves = tuple((hop.source, hop.target) for hop in read_hops(text))
            except NotationError:
                facts: dict[str, int | str] = {"found": text[:80]}
                self.problems.append(Problem(self.before + number + 1, ProblemCode.UNREADABLE_PLAY, facts))
                continue
            chances = self._chances_below(number)
            played = len(candidates) if line.startswith("*") else played
            candidates.append(Candidate(moves=moves, equity=_float(equity), chances=chances, depth=_depth(name)))
        return PlayAnalysis(candidates=tuple(candidates), played=played, unit=self.unit) if candidates else None

    def _chances_below(self, number: int) -> Chances | None:
        below = self.lines[number + 1 : number + 3]
        found = _CHANCES.fullmatch(below[0]) if below else None
        if found:
            return Chances(*(_float(found[at]) for at in (1, 2, 3, 5, 6)))
        rates = [_PERCENT.fullmatch(line) for line in below]
        return _percent(rates[0], rates[1]) if len(rates) == 2 and rates[0] and rates[1] else None

    def cube(self) -> CubeAnalysis | None:
        """Three equities: not doubled, taken, dropped. With two columns the second is on the scale of a money game."""
        values: dict[str, float] = {}
        for line in self.lines:
            found = _CUBE_LINE.fullmatch(line)
            if not found:
                continue
            label = found[1].strip().casefold()
            kind = _kind(label)
            if kind:
                values.setdefault(kind, _float(found[4] or found[2]))
        if "no_double" not in values or len(values) < 2:
            return None
        return CubeAnalysis(
            no_double=values["no_double"],
            double_take=values.get("double_take"),
            double_drop=values.get("double_drop"),
            unit=self.unit,
            chances=self._chances_of_cube(),
            depth=self._depth_of_cube(),
        )

    def _chances_of_cube(self) -> Chances | None:
        for first, second in pairwise(self.lines):
            rates = _PERCENT.fullmatch(first), _PERCENT.fullmatch(second)
            if rates[0] and rates[1]:
                return _percent(rates[0], rates[1])
            found = _CHANCES.fullmatch(first)
            if found:
                return Chances(*(_float(found[at]) for at in (1, 2, 3, 5, 6)))
            table = _TABLE.fullmatch(first), _TABLE.fullmatch(second)
            if table[0] and table[1]:
                mine = self.names.get("X" if self.situation.turn == Seat.FIRST else "O", "")
                ours, theirs = (table[0], table[1]) if table[0][1].strip() == mine else (table[1], table[0])
                return Chances(*map(_share, (ours[2], ours[3], ours[4], theirs[3], theirs[4])))
        return None

    def _depth_of_cube(self) -> Depth:
        for line in self.lines:
            found = re.fullmatch(r"Analyzed in (.{1,40})", line)
            if found:
                return _depth(found[1])
        return Depth()


def _kind(label: str) -> str | None:
    if "/" in label or "," in label:
        return "double_drop" if any(word in label for word in _DROPS) else "double_take"
    if any(word in label for word in ("no double", "no redouble", "kein doppel", "pas de double", "ダブルなし")):
        return "no_double"
    return None


def _percent(ours: re.Match[str], theirs: re.Match[str]) -> Chances:
    return Chances(*map(_share, (ours[1], ours[2], ours[3], theirs[2], theirs[3])))


def _depth(name: str) -> Depth:
    """XG counts plies from 1, GNU Backgammon from 0."""
    found = _PLY.search(name)
    ply = int(found[1]) if found else None
    if ply is not None and "cube" not in name.casefold():
        ply = max(ply - 1, 0)
    return Depth(name=name.strip(), ply=ply, cubeful="cubeless" not in name.casefold())


def _share(percent: str) -> float:
    return round(_float(percent) / 100, 6)


def _float(text: str) -> float:
    return float(text.replace(",", "."))
