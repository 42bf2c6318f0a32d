"""Consolation, last chance, and every other bracket that losers drop into: who comes into it, and its matches.

A bracket of losers is a line of 2**depth leaves, as any bracket. Who enters it in round 1 takes one leaf, who enters in
round 2 takes two, in round 3 four, and so on; a bye doubles what its holder takes. The line is filled exactly: that
says how many byes there are. They go to whoever has had fewest so far in the event, as far as that is known when the
draw is made.

- Ordinary: all losers of the first rounds enter in round 1 (36 of 40 players: 64 leaves, 28 byes).
- Progressive: the losers of round r enter in round r (32 players: 16 + 8x2 + 4x4 + 2x8 = 64 leaves, no byes).

Rematches are put off: of two who may have met before, the first possible meeting is as late as can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, takewhile

from msgspec import Struct
from msgspec.structs import replace

from tavl.tournament.draws.graph import (
    PLAY_IN,
    Bye,
    Known,
    LoserOf,
    Outcome,
    Pairing,
    Slots,
    Source,
    WinnerOf,
    ordered,
    pairing_id,
    resolve,
)
from tavl.tournament.draws.kept_apart import keep_apart
from tavl.tournament.formats.single_elimination import Lengths, make_pairing

CONSOLATION = "consolation"
TRIES = 2000  # of the search that puts rematches off, divided by the number of droppers


class Dropper(Struct, frozen=True):
    """Whoever comes out of `source`, and the round of the new bracket in which they enter."""

    source: LoserOf
    entry: int
    byes: int = 0


def losers(pairings: Iterable[Pairing], stage: str, rounds: int, progressive: bool) -> list[Dropper]:
    """Those who lose in the first `rounds` rounds of a stage. From a match against a bye nobody drops."""
    return [
        Dropper(LoserOf(pairing.id), pairing.round if progressive else 1)
        for pairing in sorted(pairings, key=lambda pairing: (-pairing.round, pairing.number))
        if pairing.stage == stage and pairing.round <= rounds and not any(isinstance(s, Bye) for s in pairing.sources)
    ]


def loser_drops(*, is_out: bool, played: bool) -> bool:
    """Whether the loser of a match goes into the consolation: not one who is out (withdrawn, disqualified) and lost
    without playing."""
    return played or not is_out


def losers_bracket(
    droppers: Sequence[Dropper],
    before: Sequence[Pairing],
    lengths: Lengths,
    stage: str = CONSOLATION,
    outcomes: Mapping[str, Outcome] | None = None,
) -> list[Pairing]:
    """The matches of a bracket for those who drop out of `before`. Drawn when some outcomes are known already, it
    knows more of who had a bye and who met whom."""
    outcomes = outcomes or {}
    if len(droppers) < 2:
        return []
    droppers, depth = _with_byes(droppers, _byes_so_far(before, outcomes))
    line = _balanced(droppers, 1 << depth)
    clashes = _may_have_met([dropper for dropper, _ in line], before, outcomes)
    groups = [dropper.entry * len(line) + dropper.byes for dropper, _ in line]
    leaves = keep_apart([leaf for _, leaf in line], groups, clashes, depth, tries=min(60, TRIES // len(line)))
    at = {leaf: dropper for (dropper, _), leaf in zip(line, leaves, strict=True)}
    return _pairings(at, depth, lengths, stage)


def add_loser(
    pairings: Sequence[Pairing], stage: str, match: str, closed: Collection[str] = ()
) -> list[Pairing] | None:
    """All matches with the loser of one more match in a bye place of `stage`: a late entrant turned a bye of the main
    bracket into a match. Of the open byes one in the first round is taken, where the others before it can hardly have
    met this loser. None if no bye is open: then somebody shares a place with them (`add_play_in`). `closed` are matches
    whose next one has begun."""
    source = LoserOf(match)
    byes = [
        pairing
        for pairing in pairings
        if pairing.stage == stage and pairing.id not in closed and any(isinstance(s, Bye) for s in pairing.sources)
    ]
    if not byes or any(source in pairing.sources for pairing in pairings):
        return None
    opponents = {pairing.id: _droppers_into(pairing, pairings) for pairing in byes}
    droppers = [Dropper(source, 1), *(Dropper(other, 1) for others in opponents.values() for other in others)]
    before = list(takewhile(lambda pairing: pairing.stage != stage, pairings))  # what comes after it waits for it
    met = _may_have_met(droppers, before, {})[0]
    clashing = {droppers[n].source for n in met}
    chosen = min(byes, key=lambda p: (p.round, len(clashing & set(opponents[p.id])), p.number))
    one, two = (source if isinstance(old, Bye) else old for old in chosen.sources)
    return [replace(pairing, one=one, two=two) if pairing is chosen else pairing for pairing in pairings]


def add_play_in(
    pairings: Sequence[Pairing], stage: str, match: str, closed: Collection[str] = (), empty: Collection[Source] = ()
) -> tuple[Pairing, Pairing] | None:
    """Where `stage` has no bye left: a match of the loser of one more match and of somebody who has a place, for that
    place, and the match that its winner comes to. None if nobody's place can be played for.

    A place to which nobody comes is taken first (`empty`): then there is no match. Else the two can hardly have met,
    have lost in the same round where that can be, and the other one may have had the most byes. `closed` are matches
    that have begun or been called."""
    source = LoserOf(match)
    if any(source in pairing.sources for pairing in pairings):
        return None
    known = {pairing.id: pairing for pairing in pairings}
    places = [
        (pairing, other)
        for pairing in pairings
        if pairing.stage == stage and pairing.round != PLAY_IN and pairing.id not in closed
        for other in pairing.sources
        if isinstance(other, LoserOf) and other.seat is None and known[other.match].stage != stage
    ]
    if not places:
        return None
    before = list(takewhile(lambda pairing: pairing.stage != stage, pairings))
    met = _may_have_met([Dropper(source, 1), *(Dropper(other, 1) for _, other in places)], before, {})[0]
    had = _byes_so_far(before, {})

    def order(number: int) -> tuple[bool, bool, int, int, int, int]:
        pairing, other = places[number]
        rounds_apart = abs(known[other.match].round - known[match].round)
        byes = had.get(other, (0, 0))[1]
        return (other not in empty, number + 1 in met, rounds_apart, -byes, pairing.round, pairing.number)

    pairing, other = places[min(range(len(places)), key=order)]
    number = 1 + sum(each.stage == stage and each.round == PLAY_IN for each in pairings)
    play_in = Pairing(
        id=pairing_id(stage, PLAY_IN, number),
        stage=stage,
        round=PLAY_IN,
        number=number,
        one=other,
        two=source,
        length=pairing.length,
        best_of=pairing.best_of,
    )
    winner = WinnerOf(play_in.id)
    one, two = (winner if old == other else old for old in pairing.sources)
    return play_in, replace(pairing, one=one, two=two)


def with_changed(pairings: Iterable[Pairing], changed: Iterable[Pairing]) -> tuple[Pairing, ...]:
    """The same matches with those that have changed; new ones stand before the others of their stage."""
    new = {pairing.id: pairing for pairing in changed}
    made: list[Pairing] = []
    old = list(pairings)
    extra = [pairing for pairing in new.values() if pairing.id not in {each.id for each in old}]
    for pairing in old:
        first = [each for each in extra if each.stage == pairing.stage and each.round < pairing.round]
        extra = [each for each in extra if each not in first]
        made += [*first, new.get(pairing.id, pairing)]
    return (*made, *extra)


def _droppers_into(pairing: Pairing, pairings: Iterable[Pairing]) -> list[LoserOf]:
    """Who can stand in this match, as sources from other stages."""
    inside = {other.id: other for other in pairings if other.stage == pairing.stage}
    found: list[LoserOf] = []
    for source in pairing.sources:
        if isinstance(source, WinnerOf) and source.match in inside:
            found += _droppers_into(inside[source.match], inside.values())
        elif isinstance(source, LoserOf):
            found.append(source)
    return found


def _pairings(at: Mapping[int, Dropper], depth: int, lengths: Lengths, stage: str) -> list[Pairing]:
    """Round by round: blocks of 2**(round - 1) leaves meet their neighbours."""
    made: list[Pairing] = []
    standing: dict[int, Source] = {}  # by the first leaf of the block
    for round in range(1, depth + 1):
        for leaf, dropper in at.items():
            if dropper.entry == round:
                standing[leaf] = dropper.source
        winners: dict[int, Source] = {}
        for number, leaf in enumerate(sorted({leaf >> round << round for leaf in standing}), 1):
            pair = (standing.get(leaf, Bye()), standing.get(leaf + (1 << round - 1), Bye()))
            pairing = make_pairing(stage, round, number, pair, lengths, depth)
            made.append(pairing)
            winners[leaf] = WinnerOf(pairing.id)
        standing = winners
    return made


def _balanced(droppers: Sequence[Dropper], size: int) -> list[tuple[Dropper, int]]:
    """Everybody with their first leaf, each kind spread evenly over halves, quarters and so on."""
    if len(droppers) == 1:
        return [(droppers[0], 0)]
    halves: tuple[list[Dropper], list[Dropper]] = ([], [])
    room = [size // 2, size // 2]
    kinds = sorted(droppers, key=lambda dropper: (-_leaves(dropper), -dropper.entry))
    turn = 0
    for _, alike in groupby(kinds, key=lambda dropper: (_leaves(dropper), dropper.entry)):
        for dropper in alike:
            side = turn if room[0] == room[1] else int(room[1] > room[0])
            halves[side].append(dropper)
            room[side] -= _leaves(dropper)
            turn = 1 - side
    lower = [(dropper, leaf + size // 2) for dropper, leaf in _balanced(halves[1], size // 2)]
    return _balanced(halves[0], size // 2) + lower


def _leaves(dropper: Dropper) -> int:
    return 1 << dropper.entry - 1 + dropper.byes


# Byes


Span = tuple[int, int]  # the fewest and the most byes that somebody may have had


def _byes_so_far(before: Sequence[Pairing], outcomes: Mapping[str, Outcome]) -> dict[Source, Span]:
    """For whoever comes out of a source."""
    had: dict[Source, Span] = {}
    for pairing in ordered(before):
        spans = [None if isinstance(source, Bye) else had.get(source, (0, 0)) for source in pairing.sources]
        one, two = spans
        winner, loser = WinnerOf(pairing.id), LoserOf(pairing.id)
        outcome = outcomes.get(pairing.id)
        if one is None or two is None:
            alone = one or two or (0, 0)
            had[winner] = (alone[0] + 1, alone[1] + 1)
        elif outcome is not None and outcome.winner is not None:
            had[winner], had[loser] = (one, two) if outcome.winner == 0 else (two, one)
        else:
            had[winner] = had[loser] = (min(one[0], two[0]), max(one[1], two[1]))
    return had


def _with_byes(droppers: Sequence[Dropper], had: Mapping[Source, Span]) -> tuple[list[Dropper], int]:
    """Fills the line. Of those who enter together, byes go to those with fewest so far. Of the ways to fill it, the
    first that is fair is taken, beginning with byes for those who enter last: they keep nobody waiting."""
    taken = sum(map(_leaves, droppers))
    depth = (taken - 1).bit_length()
    slack = (1 << depth) - taken
    spans = {dropper.source: had.get(dropper.source, (0, 0)) for dropper in droppers}
    classes: dict[int, list[Dropper]] = {}
    for dropper in sorted(droppers, key=lambda dropper: (dropper.entry, spans[dropper.source][::-1])):
        classes.setdefault(dropper.entry, []).append(dropper)
    latest = [[spans[dropper.source] for dropper in alike] for alike in classes.values()][::-1]
    sizes = [_leaves(alike[0]) for alike in classes.values()][::-1]
    fills = (counts for counts in _fills(latest, sizes, slack, _fair_counts) if _is_fair(latest, counts))
    counts = next(fills, None) or next(_fills(latest, sizes, slack, lambda alike: range(len(alike) + 1)), None)
    if counts is None:  # one dropped early, and others much later: only a second bye for that one fills the line
        least = min(droppers, key=_leaves)
        return _with_byes([_with_bye(dropper) if dropper is least else dropper for dropper in droppers], had)
    given = {
        dropper.source for alike, count in zip(classes.values(), counts[::-1], strict=True) for dropper in alike[:count]
    }
    return [_with_bye(dropper) if dropper.source in given else dropper for dropper in droppers], depth


def _with_bye(dropper: Dropper) -> Dropper:
    return Dropper(dropper.source, dropper.entry, dropper.byes + 1)


def _fair_counts(alike: Sequence[Span]) -> list[int]:
    """So many of those who enter together can have a bye without one of them being ahead of one who has none."""
    return [n for n in range(len(alike) + 1) if n in (0, len(alike)) or alike[n - 1][1] <= alike[n][0]]


def _is_fair(latest: Sequence[Sequence[Span]], counts: Sequence[int]) -> bool:
    """Nobody gets a bye who may have had more than another who stands in that round, those who came earlier too."""
    least = None
    for alike, count in zip(reversed(latest), reversed(counts), strict=True):
        without = [span[0] for span in alike[count:]]
        others = without if least is None else [*without, least]
        if count and others and max(span[1] for span in alike[:count]) > min(others):
            return False
        least = min([*others, *(span[0] + 1 for span in alike[:count])])
    return True


def _fills(
    latest: Sequence[Sequence[Span]],
    sizes: Sequence[int],
    slack: int,
    allowed: Callable[[Sequence[Span]], Iterable[int]],
) -> Iterator[list[int]]:
    """How many byes each class has, so that together they take the slack; the most for the class that enters last."""
    if not latest:
        if slack == 0:
            yield []
        return
    for count in sorted(allowed(latest[0]), reverse=True):
        if count * sizes[0] <= slack:
            for rest in _fills(latest[1:], sizes[1:], slack - count * sizes[0], allowed):
                yield [count, *rest]


def trade_byes(
    pairings: Sequence[Pairing], outcomes: Mapping[str, Outcome], stage: str, begun: Collection[str] = ()
) -> list[tuple[LoserOf, LoserOf]]:
    """Exchanges of places that would be fairer, now that more is known: one who has a bye in this stage and had one
    before, and one who enters in the same round and never had any. Neither one's next match has begun. A bracket drawn
    before the results are known cannot always be fair without this."""
    slots = resolve(pairings, outcomes)
    before = _byes_had(takewhile(lambda pairing: pairing.stage != stage, pairings), slots)
    following = {source: pairing.id for pairing in pairings for source in pairing.sources}
    lucky: dict[int, list[LoserOf]] = {}
    without: dict[int, list[LoserOf]] = {}
    for pairing in pairings:
        if pairing.stage != stage:
            continue
        bye = any(isinstance(source, Bye) for source in pairing.sources)
        match = following.get(WinnerOf(pairing.id)) if bye else pairing.id
        for source, slot in zip(pairing.sources, slots[pairing.id], strict=True):
            if not isinstance(source, LoserOf) or not isinstance(slot, Known) or match in begun or match in outcomes:
                continue
            if bye and before[slot.entrant]:
                lucky.setdefault(pairing.round, []).append(source)
            elif not bye and not before[slot.entrant]:
                without.setdefault(pairing.round, []).append(source)
    return [pair for round in sorted(lucky) for pair in zip(lucky[round], without.get(round, []), strict=False)]


def _byes_had(pairings: Iterable[Pairing], slots: Mapping[str, Slots]) -> Counter[str]:
    had: Counter[str] = Counter()
    for pairing in pairings:
        if any(isinstance(source, Bye) for source in pairing.sources):
            had.update(slot.entrant for slot in slots[pairing.id] if isinstance(slot, Known))
    return had


def exchange(pairings: Iterable[Pairing], one: Source, two: Source) -> list[Pairing]:
    """The same matches with two sources in each other's place."""
    other = {one: two, two: one}
    return [replace(p, one=other.get(p.one, p.one), two=other.get(p.two, p.two)) for p in pairings]


# Rematches


def _may_have_met(
    droppers: Sequence[Dropper], before: Sequence[Pairing], outcomes: Mapping[str, Outcome]
) -> list[dict[int, int]]:
    """Which two of the droppers can have played each other: one won a match and the other lost it, and from there
    each can have come to where they drop."""
    reach: dict[Source, int] = {}  # the droppers, as bits, that one who comes out of a source can be
    for n, dropper in enumerate(droppers):
        reach[dropper.source] = 1 << n
    found: list[dict[int, int]] = [{} for _ in droppers]
    for pairing in reversed(ordered(before)):
        winner, loser = WinnerOf(pairing.id), LoserOf(pairing.id)
        won, lost = reach.get(winner, 0), reach.get(loser, 0)
        for i in _bits(won):
            for j in _bits(lost & ~(1 << i)):
                found[i][j] = found[j][i] = 1
        outcome = outcomes.get(pairing.id)
        for seat, source in enumerate(pairing.sources):
            out = won | lost
            if outcome is not None and outcome.winner is not None:
                out = won if outcome.winner == seat else lost
            reach[source] = reach.get(source, 0) | out
    return found


def _bits(mask: int) -> list[int]:
    return [n for n in range(mask.bit_length()) if mask >> n & 1]
