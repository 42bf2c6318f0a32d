"""A Swiss with lives, without rounds that everybody waits for: people are drawn in small pools as soon as those are
complete.

If people were paired as they become free, they could choose their opponent by when they report. So who belongs to a
pool is settled beforehand, by the numbers of matches: pool q of wave w takes the players of the odd matches of pool q
in the wave before, and those of the even matches of one other pool, each time another one. A result told late holds up
its own pool and changes nothing else: all draws are a function of the results, in whatever order they come.

As lives are lost there are fewer pools, in a number that depends only on how many there were to begin with. Once there
is one and five are left, the written endgame of `lives` takes over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import comb

from msgspec import Struct

from tavl.tournament.draws.entrants import Player
from tavl.tournament.draws.graph import Bye, Entry, Outcome, Pairing, Source
from tavl.tournament.draws.lots import Lots
from tavl.tournament.draws.pairing import Contender, pair_round
from tavl.tournament.formats.double_and_triple_elimination import (
    BY_LOSSES,
    DEFAULT_LIVES,
    ENDGAME,
    LIVES,
    next_round,
    still_in,
)
from tavl.tournament.formats.single_elimination import Lengths, make_pairing

DEFAULT_BATCH = 8  # players to a pool, or more, unless the invitation says otherwise


class Continuous(Struct, frozen=True, kw_only=True):
    entrants: int  # at the first draw
    lives: int = DEFAULT_LIVES
    batch: int = DEFAULT_BATCH

    def pools(self, wave: int) -> int:
        """How many pools a wave has: a power of two, so that each is likely to have a whole batch still in."""
        likely = sum(comb(wave - 1, lost) for lost in range(self.lives)) * self.entrants >> (wave - 1)
        return 1 << max(1, likely // self.batch).bit_length() - 1

    def pool_of(self, pairing: Pairing) -> int:
        return (pairing.number - 1) % self.pools(pairing.round)

    def next_pool(self, pairing: Pairing) -> int:
        """Where the players of a match go, win or lose."""
        pools, pool = self.pools(pairing.round), self.pool_of(pairing)
        swaps = (pairing.number - 1) // pools % 2 == 1 and pools > 1
        if swaps:
            pool ^= 1 << (pairing.round - 1) % (pools.bit_length() - 1)
        return pool % self.pools(pairing.round + 1)

    def feeders(self, wave: int, pool: int) -> set[int]:
        """The pools of the wave before that somebody may come from."""
        before = self.pools(wave - 1)
        bit = 1 << (wave - 2) % (before.bit_length() - 1) if before > 1 else 0
        now = self.pools(wave)
        return {other for other in range(before) if pool in (other % now, (other ^ bit) % now)}


class Pool(Struct, frozen=True):
    wave: int
    pool: int
    members: tuple[str, ...]


def due(
    setting: Continuous,
    players: Sequence[Player],
    pairings: Iterable[Pairing],
    outcomes: Mapping[str, Outcome],
    lots: Lots,
    late: Mapping[str, int] | None = None,
    withdrawn: Collection[str] = (),
) -> list[Pool]:
    """The pools that can be drawn now. `late`: who came later, and the wave they join in."""
    late = late or {}
    drawn: dict[tuple[int, int], list[Pairing]] = {}
    for pairing in pairings:
        drawn.setdefault((pairing.round, setting.pool_of(pairing)), []).append(pairing)
    alive = {s.entrant for s in still_in([p.id for p in players], pairings, outcomes, setting.lives)} - set(withdrawn)
    order = lots.by_lot(player.id for player in players if player.id not in late)
    known = {q: set(order[q :: setting.pools(1)]) for q in range(setting.pools(1))}
    found: list[Pool] = []
    wave = 1
    while known:
        for pool in sorted(known):
            joining = {id for id in late if late[id] == wave and lots.weight(id) % setting.pools(wave) == pool}
            members = (known[pool] | joining) & alive
            if members and (wave, pool) not in drawn and (len(members) > 1 or setting.pools(wave) > 1):
                found.append(Pool(wave, pool, tuple(sorted(members))))
        complete = {pool for pool in known if (wave, pool) in drawn or not known[pool] & alive}
        wave += 1
        known = _known(setting, wave, complete, drawn, outcomes)
        if not any(known.values()) and not any(joined >= wave for joined in late.values()):
            break
    return found


def _known(
    setting: Continuous,
    wave: int,
    complete: set[int],
    drawn: Mapping[tuple[int, int], Sequence[Pairing]],
    outcomes: Mapping[str, Outcome],
) -> dict[int, set[str]]:
    """The pools of this wave whose players are settled."""
    known: dict[int, set[str]] = {}
    for pool in range(setting.pools(wave)):
        feeders = setting.feeders(wave, pool)
        coming = [p for f in sorted(feeders) for p in drawn.get((wave - 1, f), ()) if setting.next_pool(p) == pool]
        if feeders <= complete and all(p.id in outcomes or isinstance(p.two, Bye) for p in coming):
            known[pool] = {source.entrant for p in coming for source in p.sources if isinstance(source, Entry)}
    return known


def draw_pool(
    setting: Continuous,
    pool: Pool,
    players: Sequence[Player],
    pairings: Sequence[Pairing],
    outcomes: Mapping[str, Outcome],
    lots: Lots,
    lengths: Lengths,
) -> list[Pairing]:
    """The matches of a pool, and who sits out. From five on, the endgame as it is written."""
    lots = Lots(lots.seed, f"{lots.label} {pool.wave}.{pool.pool}")
    pools = setting.pools(pool.wave)
    if pools == 1 and len(pool.members) <= ENDGAME:
        out = {player.id for player in players} - set(pool.members)
        made = next_round(players, pairings, outcomes, lots, lengths, setting.lives, withdrawn=out)
        assert isinstance(made, list)  # with one pool all matches before it are over
        return made
    by_id = {player.id: player for player in players}
    standing = {s.entrant: s for s in still_in(list(by_id), pairings, outcomes, setting.lives)}
    contenders = [
        Contender(
            player=by_id[id], score=setting.lives - standing[id].losses, met=standing[id].met, byes=standing[id].byes
        )
        for id in pool.members
    ]
    drawn = pair_round(contenders, lots, BY_LOSSES)
    pairs: list[tuple[Source, Source]] = [(Entry(p.one), Entry(str(p.two))) for p in drawn.pairs]
    if drawn.bye is not None:
        pairs.append((Entry(drawn.bye.one), Bye()))
    return [
        make_pairing(LIVES, pool.wave, pool.pool + pools * place + 1, pair, lengths, pool.wave + setting.entrants)
        for place, pair in enumerate(pairs)
    ]
