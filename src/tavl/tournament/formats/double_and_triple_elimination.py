"""Out after so many losses: double elimination as two brackets, and any number of lives by rounds.

Double elimination is one graph: the losers of the first round play each other, the losers of round r meet those who are
left of the losers' bracket, the last two meet in the final. With a second final the one without a loss has to be beaten
twice.

With more lives (triple elimination) each round is drawn when the last one is finished: equals in losses against each
other, nobody against the same opponent again, a bye for one of those who had fewest, by lots.

The endgame, from five on, is written, because there a bye decides much. The WBF's triple elimination has rules for five
and for three players, but we could not find their text; these are our own:
1. Five are left: one has a bye, four play. Three are left: one has a bye, two play.
2. The bye goes to whoever has had fewest since five or fewer were left; among those to whoever has fewest losses, then
   to whoever had fewest byes in the event, then lots. So a player who leads sits out first, and nobody sits out twice
   before all who are still in have done so once.
3. Of four who play, the pairs that have met least play, then those nearest in losses, then lots.
4. Two are left: they play until one of them is out; who has lost less may lose more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from tavl.rules.refusal import Refused, refuse
from tavl.tournament.draws.entrants import Player
from tavl.tournament.draws.graph import Bye, Entry, LoserOf, Outcome, Pairing, Source, WinnerOf
from tavl.tournament.draws.lots import Lots
from tavl.tournament.draws.pairing import Aim, Contender, pair_round
from tavl.tournament.draws.seeding import Pair
from tavl.tournament.formats.consolation import Dropper, losers_bracket
from tavl.tournament.formats.single_elimination import Lengths, bracket, make_pairing

LOSERS = "losers"
FINAL = "final"
LIVES = "lives"
DEFAULT_LIVES = 3  # unless the invitation says otherwise
ENDGAME = 5

BY_LOSSES = (
    Aim.NAMED,
    Aim.SECOND_BYE,
    Aim.LATE_BYE,
    Aim.REMATCH,
    Aim.FLOAT,
    Aim.FAMILY,
    Aim.CLUB,
    Aim.COUNTRY,
    Aim.MET,
)
AT_THE_END = (Aim.MET, Aim.FLOAT)


def double_elimination(
    draw: Sequence[Pair],
    lengths: Lengths,
    losers_lengths: Lengths | None = None,
    final_lengths: Lengths | None = None,
    *,
    second_final: bool = True,
) -> list[Pairing]:
    main = bracket(draw, lengths)
    droppers = [
        Dropper(LoserOf(pairing.id), max(1, 2 * (pairing.round - 1)))
        for pairing in main
        if not any(isinstance(source, Bye) for source in pairing.sources)
    ]
    lower = losers_bracket(droppers, main, losers_lengths or lengths, LOSERS)
    beaten: Source = WinnerOf(lower[-1].id) if lower else LoserOf(main[-1].id)
    last = final_lengths or Lengths(points=main[-1].length, best_of=main[-1].best_of)
    rounds = 2 if second_final else 1
    first = make_pairing(FINAL, 1, 1, (WinnerOf(main[-1].id), beaten), last, rounds)
    finals = [first]
    if second_final:
        finals.append(make_pairing(FINAL, 2, 1, (WinnerOf(first.id), LoserOf(first.id, 0)), last, rounds))
    return [*main, *lower, *finals]


class EliminationStanding(Struct, frozen=True, kw_only=True):
    """What the next round has to know about somebody who is still in."""

    entrant: str
    losses: int
    byes: int
    late_byes: int  # since five or fewer were left
    met: tuple[str, ...]


def still_in(
    entrants: Sequence[str], pairings: Iterable[Pairing], outcomes: Mapping[str, Outcome], lives: int
) -> list[EliminationStanding]:
    """From the rounds so far. Who loses without dropping (left, disqualified) is out at once; where nobody won, both
    lose a life."""
    losses = dict.fromkeys(entrants, 0)
    byes, late_byes = dict.fromkeys(entrants, 0), dict.fromkeys(entrants, 0)
    met: dict[str, tuple[str, ...]] = dict.fromkeys(entrants, ())
    rounds: dict[int, list[Pairing]] = {}
    for pairing in pairings:
        rounds.setdefault(pairing.round, []).append(pairing)
    for _, matches in sorted(rounds.items()):
        pairs = [[source.entrant for source in pairing.sources if isinstance(source, Entry)] for pairing in matches]
        end = sum(map(len, pairs)) <= ENDGAME
        for pairing, names in zip(matches, pairs, strict=True):
            if len(names) == 1:
                byes[names[0]] += 1
                late_byes[names[0]] += end
                continue
            one, two = names
            outcome = outcomes.get(pairing.id)
            if outcome is None:
                continue
            met[one], met[two] = (*met[one], two), (*met[two], one)
            for seat, name in enumerate(names):
                if outcome.winner != seat:
                    losses[name] = losses[name] + 1 if outcome.drops else lives
    return [
        EliminationStanding(entrant=name, losses=lost, byes=byes[name], late_byes=late_byes[name], met=met[name])
        for name, lost in losses.items()
        if lost < lives
    ]


def next_round(
    players: Sequence[Player],
    pairings: Sequence[Pairing],
    outcomes: Mapping[str, Outcome],
    lots: Lots,
    lengths: Lengths,
    lives: int = DEFAULT_LIVES,
    withdrawn: Collection[str] = (),
) -> list[Pairing] | Refused:
    """The next round's matches, its bye among them; none when it is over. `lots` have a label for this round."""
    for pairing in pairings:
        if pairing.id not in outcomes and not isinstance(pairing.two, Bye):
            return refuse("round_not_finished", "T4.6", round=pairing.round, number=pairing.number)
    by_id = {player.id: player for player in players}
    standing = [s for s in still_in(list(by_id), pairings, outcomes, lives) if s.entrant not in withdrawn]
    if len(standing) < 2:
        return []
    bye: str | None = None
    if len(standing) <= ENDGAME and len(standing) % 2:
        bye = _endgame_bye(standing, lots)
    contenders = [
        Contender(player=by_id[s.entrant], score=lives - s.losses, met=s.met, byes=s.byes)
        for s in standing
        if s.entrant != bye
    ]
    drawn = pair_round(contenders, lots, AT_THE_END if len(standing) <= ENDGAME else BY_LOSSES)
    pairs: list[tuple[Source, Source]] = [
        (Entry(pair.one), Entry(pair.two)) for pair in drawn.pairs if pair.two is not None
    ]
    resting = bye if drawn.bye is None else drawn.bye.one
    if resting is not None:
        pairs.append((Entry(resting), Bye()))
    round = max((pairing.round for pairing in pairings), default=0) + 1
    return [
        make_pairing(LIVES, round, number, pair, lengths, round + len(standing)) for number, pair in enumerate(pairs, 1)
    ]


def _endgame_bye(standing: Sequence[EliminationStanding], lots: Lots) -> str:
    return min(standing, key=lambda s: (s.late_byes, s.losses, s.byes, lots.weight(s.entrant), s.entrant)).entrant
