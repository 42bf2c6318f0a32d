"""How well rounds are paired, from the same positions: by us, at random without a rematch, by py4swiss (the FIDE Dutch
system with colours, where it is installed), and the least float there can be."""

from __future__ import annotations

import random
import time

from bench.pairing_positions import Pairs, Position, paired_by_us, positions
from bench.table import Table
from tavl.tournament.draws.lots import Lots
from tavl.tournament.draws.pairing import Aim, pair_round
from tavl.tournament.draws.pairing_costs import Field
from tavl.tournament.formats.swiss.rounds import SWISS_AIMS

SIZE = 101
ROUNDS = 9
TOURNAMENTS = 6
SHOWN = (Aim.REMATCH, Aim.SECOND_BYE, Aim.HIGH_BYE, Aim.FLOAT, Aim.SECOND_FLOAT, Aim.CLUB)


def at_random(position: Position) -> Pairs:
    """A random pairing without rematches: tried until it succeeds."""
    chance = random.Random(position.round)
    met = {contender.id: set(contender.met) for contender in position.contenders()}
    while True:
        names = position.ids
        chance.shuffle(names)
        pairs: Pairs = []
        while len(names) > 1:
            one = names.pop()
            two = next((name for name in names if name not in met[one]), None)
            if two is None:
                break
            names.remove(two)
            pairs.append((one, two))
        else:
            return [*pairs, *((name, None) for name in names)]


def least_float(position: Position) -> Pairs:
    """No rematch, the correct bye, and then only minimal floats."""
    aims = (Aim.REMATCH, Aim.SECOND_BYE, Aim.HIGH_BYE, Aim.FLOAT)
    found = pair_round(position.contenders(), Lots(b"bench", f"round {position.round}"), aims)
    return [(pair.one, pair.two) for pair in (*found.pairs, *((found.bye,) if found.bye else ()))]


def by_py4swiss(position: Position) -> Pairs:
    from py4swiss.engines import DutchEngine
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
    from py4swiss.trf.sections import PlayerSection, XSection

    number = {id: place + 1 for place, id in enumerate(position.ids)}
    results: dict[str, list[RoundResult]] = {id: [] for id in position.ids}
    for match in sorted(position.past, key=lambda match: match.round):
        if match.two is None:
            bye = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE)
            results[match.one].append(bye)
            continue
        for side, id in enumerate(match.players):
            results[id].append(
                RoundResult(
                    id=number[match.players[1 - side]],
                    color=(ColorToken.WHITE, ColorToken.BLACK)[side],
                    result=ResultToken.WIN if match.winner == side else ResultToken.LOSS,
                )
            )
    score = {contender.id: contender.score for contender in position.contenders()}
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=number[id],
            points_times_ten=10 * score[id],
            rank=number[id],
            results=results[id],
        )
        for id in position.ids
    ]
    trf = ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=ROUNDS))
    found = DutchEngine.generate_pairings(trf)
    return [(position.ids[p.white - 1], position.ids[p.black - 1] if p.black else None) for p in found]


def run() -> Table:
    ways = {"tavl": paired_by_us, "random, no rematch": at_random, "least float": least_float}
    history = paired_by_us
    try:
        import py4swiss  # noqa: F401
    except ImportError:
        pass
    else:
        ways["py4swiss, Dutch"] = history = by_py4swiss
    played = [position for seed in range(TOURNAMENTS) for position in positions(SIZE, ROUNDS, seed, history)[1:]]
    table = Table(
        f"Rounds of {SIZE} players, a round on average",
        ("paired by", "rematches", "second byes", "byes above the lowest", "float", "float again", "club mates", "ms"),
        notes=[
            f"{len(played)} rounds, the second to the ninth of {TOURNAMENTS} tournaments, each paired from the same "
            "position. Float is the sum of squared differences in score. py4swiss, whose rounds were played on, also "
            "has colours to balance and a top and a bottom half to keep to, which backgammon has not."
        ],
    )
    for name, way in ways.items():
        totals = dict.fromkeys(SHOWN, 0)
        began = time.process_time()
        rounds = [way(position) for position in played]
        took = time.process_time() - began
        for position, pairs in zip(played, rounds, strict=True):
            field = Field(position.contenders(), SWISS_AIMS, ())
            costs = field.totals(field.checked(pairs))
            for aim in SHOWN:
                totals[aim] += costs[aim]
        cells = [f"{totals[aim] / len(played):.2f}" for aim in SHOWN]
        table.add(name, *cells, f"{1000 * took / len(played):.0f}")
    return table
