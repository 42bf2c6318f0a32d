"""What holds of a tournament that is over, whatever happened in it.

Every format has its own law about rematches and byes: where a round is drawn at a time, no other round would have had
fewer; where everybody meets everybody, each pair meets as often as it was announced; in a bracket they are as far apart
as the draw could put them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from tavl.tournament.draws.graph import Bye, Known, Pairing
from tavl.tournament.formats.double_and_triple_elimination import ENDGAME
from tavl.tournament.formats.swiss.continuous import Continuous
from tavl.tournament.invitation import Format
from tavl.tournament.matches.advancement import MatchStanding
from tavl.tournament.standings.results_table import table
from tavl.tournament.state import Division
from tests.tournament.desk import Hall

Pair = tuple[str, str | None]
BRACKETS = (Format.ELIMINATION, Format.CONSOLATION, Format.DOUBLE, Format.JACKPOT)
LIVES = {Format.ELIMINATION: 1, Format.JACKPOT: 1, Format.DOUBLE: 2}
FIRST_REMATCH = {8: 0, 16: 1}
"""By places of the main bracket: how many rounds before the last one of the consolation two who met may meet again."""


def laws_of_the_format(desk: Hall) -> None:
    here = desk.state.divisions["open"]
    match here.terms.format:
        case Format.SWISS | Format.TRIPLE:
            best_rounds(here, desk.state.entries)
        case Format.CLUB_NIGHT:
            best_nights(desk, here)
        case Format.CONTINUOUS:
            best_pools(here)
        case Format.ROUND_ROBIN | Format.LEAGUE:
            all_meet_all(here.pairings, here.terms.cycles)
        case Format.GROUPS:
            groups_meet_again_in_the_final_only(desk, here)
        case _:
            brackets_put_rematches_off(desk, here)
    nobody_loses_more_than_their_lives(desk, here)


def matchings(people: tuple[str, ...]) -> Iterator[tuple[Pair, ...]]:
    """Every round that these could play; with an odd number somebody has a bye."""
    if len(people) % 2:
        for bye in people:
            rest = tuple(p for p in people if p != bye)
            yield from (((bye, None), *found) for found in matchings(rest))
    elif not people:
        yield ()
    else:
        one, *others = people
        for two in others:
            rest = tuple(p for p in others if p != two)
            yield from (((one, two), *found) for found in matchings(rest))


def pair_of(pairing: Pairing) -> Pair:
    one, two = (getattr(source, "entrant", None) for source in pairing.sources)
    assert one is not None
    return one, two


def by_draw(here: Division) -> Iterator[list[Pairing]]:
    for draw in here.draws:
        yield [pairing for pairing in here.pairings if pairing.id in draw.pairings]


def best_rounds(here: Division, entries: Iterable[str]) -> None:
    """No round of a Swiss or with lives has a rematch, or a second bye, that another round would not have had.

    The Swiss puts rematches first, and with lives byes come first. From five on the endgame is as it is written."""
    met: Counter[frozenset[str | None]] = Counter()
    rested: Counter[str] = Counter()
    for pairings in by_draw(here):
        pairs = [pair_of(pairing) for pairing in pairings]
        people = tuple(sorted(one for pair in pairs for one in pair if one is not None))

        def cost(round: Sequence[Pair]) -> tuple[int, ...]:
            again = [met[frozenset(pair)] for pair in round if None not in pair]
            rematches = (sum(times > 0 for times in again), sum(times**2 for times in again))
            byes = sum(rested[pair[0]] for pair in round if None in pair)
            return (byes, rematches[0]) if here.terms.format is Format.TRIPLE else (*rematches, byes)

        if here.terms.format is Format.SWISS or len(people) > ENDGAME:
            assert cost(pairs) == min(map(cost, matchings(people)))
        for pair in pairs:
            if None not in pair:
                met[frozenset(pair)] += 1
        for entry in entries:
            missed = here.terms.format is Format.SWISS and entry not in people
            rested[entry] += missed or any(entry in pair and None in pair for pair in pairs)


def best_nights(desk: Hall, here: Division) -> None:
    """Of a club night: who waits is one of those who have waited least, and the others have met as seldom as can be.
    Two who came from the same board may wait for somebody else."""
    met: Counter[frozenset[str | None]] = Counter()
    waited: Counter[str] = Counter()
    last: dict[str, str] = {}
    for draw, pairings in zip(here.draws, by_draw(here), strict=True):
        pairs = [pair_of(pairing) for pairing in pairings]
        paired = {one for pair in pairs for one in pair}
        waiting = [entry for entry in draw.entries if entry not in paired]
        put_off = [(a, b) for a, b in combinations(waiting, 2) if last.get(a) == b and last.get(b) == a]
        alone = set(waiting) - {one for pair in put_off for one in pair}
        assert len(alone) == len(draw.entries) % 2, "nobody waits without a reason"
        assert all(waited[one] == min(waited[entry] for entry in draw.entries) for one in alone)
        playing = tuple(sorted(set(draw.entries) - alone))

        def often(round: Iterable[Pair]) -> int:
            return sum(met[frozenset(pair)] ** 2 for pair in round)

        assert often([*pairs, *put_off]) == min(map(often, matchings(playing)))
        for one, two in pairs:
            assert two is not None
            met[frozenset((one, two))] += 1
            last[one], last[two] = two, one
        waited.update(waiting)


def best_pools(here: Division) -> None:
    """Of a continuous Swiss: in each pool the bye is for one who had fewest, and nobody meets again who need not."""
    if not here.draws:
        return
    setting = Continuous(entrants=len(here.draws[0].entries), lives=here.terms.lives, batch=here.terms.batch)
    pools: dict[tuple[int, int], list[Pair]] = {}
    for pairing in here.pairings:
        pools.setdefault((pairing.round, setting.pool_of(pairing)), []).append(pair_of(pairing))
    met: Counter[frozenset[str | None]] = Counter()
    rested: Counter[str] = Counter()
    for (wave, _), pairs in sorted(pools.items()):
        people = [one for pair in pairs for one in pair if one is not None]
        resting = [one for one, two in pairs if two is None]
        if len(people) > ENDGAME or setting.pools(wave) > 1:
            assert all(rested[one] == min(rested[other] for other in people) for one in resting)
            playing = tuple(sorted(set(people) - set(resting)))
            again = [sum(met[frozenset(pair)] > 0 for pair in round) for round in matchings(playing)]
            assert sum(met[frozenset(pair)] > 0 for pair in pairs if None not in pair) == min(again)
        met.update(frozenset(pair) for pair in pairs if None not in pair)
        rested.update(resting)


def all_meet_all(pairings: Sequence[Pairing], cycles: int) -> None:
    """Each pair as often as announced, nobody twice in a round, and of an odd number all are free equally often."""
    pairs = Counter(frozenset(pair_of(pairing)) for pairing in pairings)
    people = sorted({one for pair in pairs for one in pair if one is not None})
    assert pairs == Counter({frozenset(pair): cycles for pair in combinations(people, 2)})
    standing = Counter((pairing.round, one) for pairing in pairings for one in pair_of(pairing))
    assert set(standing.values()) <= {1}
    rounds = {pairing.round for pairing in pairings}
    free = {one: sum((round, one) not in standing for round in rounds) for one in people}
    assert set(free.values()) == {cycles * (len(people) % 2)}


def groups_meet_again_in_the_final_only(desk: Hall, here: Division) -> None:
    stages = dict.fromkeys(pairing.stage for pairing in here.pairings if pairing.stage != "main")
    group: dict[str, str] = {}
    for stage in stages:
        inside = [pairing for pairing in here.pairings if pairing.stage == stage]
        all_meet_all(inside, here.terms.cycles)
        group |= {one: stage for pairing in inside for one in pair_of(pairing) if one is not None}
    knock_out = [each for each in desk.flow.of("open") if each.pairing.stage == "main"]
    last = max((each.pairing.round for each in knock_out), default=0)
    for each in knock_out:
        one, two = known(each)
        if one is not None and two is not None and group[one] == group[two]:
            assert each.pairing.round == last, each.id


def brackets_put_rematches_off(desk: Hall, here: Division) -> None:
    """In a main bracket nobody has two byes, and nobody meets again. Who met there meets again in a consolation of
    eight in its final only, of sixteen not before its semi-finals."""
    standings = desk.flow.of("open")
    main = [each for each in standings if each.pairing.stage == "main"]
    byes = Counter(one for each in main if Bye() in each.pairing.sources for one in known(each) if one)
    assert set(byes.values()) <= {1}
    met = Counter(frozenset(known(each)) for each in main if None not in known(each))
    assert set(met.values()) <= {1}
    late = any(desk.state.entries[one].at > draw.at for draw in here.draws for one in draw.entries)
    if here.terms.format is not Format.CONSOLATION or not main or late:
        return  # who comes after the draw takes the place that is left
    places = 1 << max(each.pairing.round for each in main)
    again = [each for each in standings if each.pairing.stage == "consolation"]
    last = max((each.pairing.round for each in again), default=0)
    for each in again:
        if None not in known(each) and frozenset(known(each)) in met:
            assert each.pairing.round >= last - FIRST_REMATCH.get(places, last), each.id


def known(each: MatchStanding) -> tuple[str | None, str | None]:
    one, two = (slot.entrant if isinstance(slot, Known) else None for slot in each.slots)
    return one, two


def nobody_loses_more_than_their_lives(desk: Hall, here: Division) -> None:
    """Whoever has lost so often is drawn no more."""
    by_lives = here.terms.format in (Format.TRIPLE, Format.CONTINUOUS)
    most = here.terms.lives if by_lives else LIVES.get(here.terms.format)
    if most is None:
        return
    lost: Counter[str] = Counter()
    for each in desk.flow.of("open"):
        if each.outcome is not None and None not in known(each):
            lost.update(one for seat, one in enumerate(known(each)) if seat != each.outcome.winner and one)
    assert max(lost.values(), default=0) <= most


def points_add_up(desk: Hall) -> None:
    """A win for every match that somebody won and for every bye, half to each side of a draw."""
    gone = set(desk.state.entries) - {placed.entrant for placed in table(desk.flow, "open")}
    total = 0
    for each in desk.flow.of("open"):
        one, two = (getattr(source, "entrant", None) for source in each.pairing.sources)
        if {one, two} & gone:
            continue
        if two is None:
            total += 1
        elif each.outcome is not None:
            result = each.match.confirmed.result if each.match.confirmed else None
            won = result.winner if result else each.outcome.winner
            total += won is not None or (result is not None and result.how == "drawn")
    assert sum(float(placed.score) for placed in table(desk.flow, "open")) == total


def money_adds_up(desk: Hall) -> None:
    """Every transaction comes to nothing, what lies in the till is what nobody has been paid yet, and a pool that was
    awarded is empty."""
    accounts: dict[str, int] = {}
    for transaction in desk.state.book:
        assert sum(line.minor for line in transaction.postings) == 0
        for line in transaction.postings:
            account = f"{line.account} {line.person or ''}".strip()
            accounts[account] = accounts.get(account, 0) + line.minor
    assert sum(accounts.values()) == 0
    if desk.state.divisions["open"].awarded:
        assert accounts.get("pool.open", 0) == 0
