"""Before the match: wishes, settled by agreement or a roll (T3.6); whether there is a clock or a baffle box. What the
clock is set to: `clock` in `table/terms.py`, else in `rules/profile.py`."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.profile import Use
from tavl.rules.refusal import refuse
from tavl.rules.seat import Seat
from tavl.rules.text_kinds import MAX_TEXT
from tavl.table import acts
from tavl.table.acts import AnyEvent, By, Equipment, Topic, Useful, Way
from tavl.table.clock.delay_clock import clock_for
from tavl.table.registry import DIRECTORS, PLAYERS, Evolver, Handler, HandlerResult, Roll, gives_reason, needs_dice
from tavl.table.state import Table
from tavl.table.state_parts import InUse, Settled
from tavl.table.terms import Sitting


def use_in(table: Table, what: Useful) -> InUse | None:
    return next((use for use in table.setup.uses if use.what is what), None)


def at_hand(table: Table, what: Useful | Equipment) -> bool:
    """At a physical board what the venue has; on a digital board a clock always is."""
    if what == Useful.CLOCK and table.terms.sitting is not Sitting.RECORDED:
        return True
    return what.value in table.terms.equipment or Equipment(what.value) in table.setup.brought


def _rule_of(what: Useful, paragraph: str = "i") -> str:
    return f"T3.{4 if what is Useful.BAFFLE_BOX else 5}.{paragraph}"


# wishes


def _wish(table: Table, action: acts.Wish, by: By, at: int, roll: Roll) -> HandlerResult:
    if table.begun:
        return refuse("match_begun", "T3.6")
    if not action.value.strip() or len(action.value) > MAX_TEXT:
        return refuse("bad_value", "T3.6", field="value")
    if any(settled.topic is action.topic and settled.by_roll for settled in table.setup.settled):
        return refuse("settled_by_roll", "T3.6")
    agrees = wishes_on(table, action.topic).get(action.seat.other) == action.value
    return [acts.Wished(action.seat, action.topic, action.value, agrees)]


def wishes_on(table: Table, topic: Topic) -> dict[Seat, str]:
    return {wish.seat: wish.value for wish in table.setup.wishes if wish.topic is topic}


def _roll_for(table: Table, action: acts.RollForWish, by: By, at: int, roll: Roll) -> HandlerResult:
    wishes = wishes_on(table, action.topic)
    done = any(settled.topic is action.topic for settled in table.setup.settled)
    if table.begun or done or len(wishes) < 2:
        return refuse("nothing_to_settle", "T3.6")
    fault = needs_dice(roll)
    if fault:
        return fault
    assert roll is not None
    return [acts.WishRolled(action.topic, *roll)]


# clock and baffle box


def brought(table: Table, what: Useful, way: Way, reason: str, minutes: float | None = None) -> list[AnyEvent]:
    """It is used from this game on; a clock with the time that is left to play for (T3.5.vi)."""
    events: list[AnyEvent] = [acts.UseSet(what, way, len(table.match.finished) + 1, reason)]
    if what is Useful.CLOCK:
        setting = table.terms.clock or table.terms.match.profile.clock
        times = clock_for(table.coming_match, setting).remaining
        if minutes is not None:
            times = (round(minutes * 60_000), round(minutes * 60_000))
        events.append(acts.ClockBrought(setting, times))
        game = table.match.game
        follows = table.terms.sitting is not Sitting.RECORDED and not table.frozen and not table.suspended  # T5.1
        if follows and game and table.game_running and len(game.to_act) == 1 and not game.resignation:
            events.append(acts.ClockResumed(game.to_act[0]))
    return events


def _ask_use(table: Table, action: acts.AskUse, by: By, at: int, roll: Roll) -> HandlerResult:
    profile, what = table.terms.match.profile, action.what
    rule = profile.baffle_box if what is Useful.BAFFLE_BOX else profile.clock_use
    if use_in(table, what):
        return refuse("in_use_already", _rule_of(what))
    if table.game_running or table.over:
        return refuse("game_running" if table.game_running else "match_over", _rule_of(what))
    if rule is Use.NONE:
        return refuse("not_used_here", _rule_of(what))
    if rule is Use.PREFERENCE and what not in table.setup.exempted:
        return brought(table, what, Way.PREFERENCE, "") if at_hand(table, what) else _not_at_hand(what)
    if (action.seat.other, what) in table.setup.wanted:
        return brought(table, what, Way.OPTION, "")
    return [acts.UseAsked(action.seat, what)]


def _not_at_hand(what: Useful) -> HandlerResult:
    return refuse("not_at_hand", "T3.4.i" if what is Useful.BAFFLE_BOX else "T3.5.i")


def _order_use(table: Table, action: acts.OrderUse, by: By, at: int, roll: Roll) -> HandlerResult:
    if table.over:
        return refuse("match_over", "T4.5")
    if use_in(table, action.what):
        return refuse("in_use_already", _rule_of(action.what))
    if action.what is Useful.BAFFLE_BOX and not action.penalty:
        return refuse("only_as_penalty", "T3.4.i")
    if not at_hand(table, action.what):
        return _not_at_hand(action.what)
    if action.minutes is not None and not 0 < action.minutes < 100_000:
        return refuse("bad_value", "T3.5.vi", field="minutes")
    way = Way.PENALTY if action.penalty else Way.DIRECTOR
    fault = gives_reason(action.reason)
    return fault or brought(table, action.what, way, action.reason, action.minutes)


def _exempt(table: Table, action: acts.ExemptUse, by: By, at: int, roll: Roll) -> HandlerResult:
    profile = table.terms.match.profile
    rule = profile.baffle_box if action.what is Useful.BAFFLE_BOX else profile.clock_use
    if rule not in (Use.PREFERENCE, Use.REQUIREMENT) or action.what in table.setup.exempted or table.over:
        return refuse("nothing_to_exempt", _rule_of(action.what, "ii"))
    return gives_reason(action.reason) or [acts.UseExempted(action.what, action.reason)]


HANDLERS: dict[type, Handler] = {
    acts.Wish: Handler(_wish, PLAYERS, "T3.6", conduct=True),
    acts.RollForWish: Handler(_roll_for, PLAYERS, "T3.6", conduct=True),
    acts.AskUse: Handler(_ask_use, PLAYERS, "T3.5.i", conduct=True),
    acts.OrderUse: Handler(_order_use, DIRECTORS, "T3.5.i", conduct=True),
    acts.ExemptUse: Handler(_exempt, DIRECTORS, "T3.5.ii", conduct=True),
}


# what has happened


def with_setup(table: Table, **changes: object) -> Table:
    return replace(table, setup=replace(table.setup, **changes))


def _evolve_wished(table: Table, event: acts.Wished, at: int) -> Table:
    """Two who want the same have agreed; in older events without a note of it, as long as both texts can be read."""
    others = [wish for wish in table.setup.wishes if (wish.seat, wish.topic) != (event.seat, event.topic)]
    table = with_setup(table, wishes=(*others, event))
    wishes = wishes_on(table, event.topic)
    settled = tuple(each for each in table.setup.settled if each.topic is not event.topic)
    if event.agrees or (event.agrees is None and len(wishes) == 2 and len(set(wishes.values())) == 1):
        settled = (*settled, Settled(event.topic, event.value, by_roll=False))
    return with_setup(table, settled=settled)


def _evolve_rolled(table: Table, event: acts.WishRolled, at: int) -> Table:
    if event.first == event.second:
        return table
    winner = Seat.FIRST if event.first > event.second else Seat.SECOND
    settled = Settled(event.topic, wishes_on(table, event.topic)[winner], by_roll=True)
    return with_setup(table, settled=(*table.setup.settled, settled))


def _evolve_use(table: Table, event: acts.UseSet, at: int) -> Table:
    use = InUse(event.what, event.way, event.from_game, event.reason)
    return with_setup(table, uses=(*table.setup.uses, use))


def without(table: Table, what: Useful) -> Table:
    table = with_setup(table, uses=tuple(use for use in table.setup.uses if use.what is not what))
    return replace(table, clock=None) if what is Useful.CLOCK else table


def _evolve_exempted(table: Table, event: acts.UseExempted, at: int) -> Table:
    use = use_in(table, event.what)
    table = with_setup(table, exempted=table.setup.exempted | {event.what})
    by_invitation = use is not None and use.way in (Way.PREFERENCE, Way.REQUIREMENT)
    return without(table, event.what) if by_invitation else table


EVOLVERS: dict[type, Evolver] = {
    acts.Wished: _evolve_wished,
    acts.WishRolled: _evolve_rolled,
    acts.UseAsked: lambda table, event, at: with_setup(table, wanted=table.setup.wanted | {(event.seat, event.what)}),
    acts.UseSet: _evolve_use,
    acts.UseExempted: _evolve_exempted,
}
