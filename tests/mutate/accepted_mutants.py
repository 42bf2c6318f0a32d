"""Mutants that were reviewed and accepted, with the reason. Most behave like the original."""

ACCEPTED: dict[str, dict[tuple[str, str], str]] = {
    "rules.acts": {
        ('return "".join("_" + c.lower()', "'_' -> other text (2nd)"): "no name begins with an X",
    },
    "rules.board": {
        ("boards: NDArray[np.int8], dice: NDArray[np.int8], threads", "1 -> 2"): "threads change the time only",
    },
    "rules.game": {
        ("if game.phase is not Phase.TO_PLAY or game.dice is None", "Or -> And"): "one is not without the other",
        ("turn = Seat.FIRST if first > second", "Gt -> GtE"): "equal dice have returned before",
    },
    "rules.play_check": {
        ("if len(moves) <= 2", "2 -> 3"): "three moves of a two-dice roll lead nowhere",
        ("for count in range(1, len(left) + 1)", "1 -> 2 (2nd)"): "there are no longer permutations",
        ("return sum(dice[:-1]) < source", "Lt -> LtE"): "fewer dice are tried first, and have the same fault",
        ("return sum(dice[:-1]) < source", "1 -> 2"): "likewise",
        ("behind = [place for place in range(source + 1, 7)", "7 -> 8"): "nothing stands outside by then",
    },
    "rules.profile": {
        ("varied = msgspec.convert(", "without strict="): "what msgspec does anyway; said for the reader",
    },
    "rules.resignation_sizes": {
        ("if on_board <= 4 and not any(side.own[7:])", "And -> Or"): "slower and exact instead of a bound",
        ("if on_board <= 4 and not any(side.own[7:])", "4 -> 5"): "likewise",
        ("if on_board <= 4 and not any(side.own[7:])", "7 -> 8"): "likewise",
        ("_ONE_CHECKER = ", "0 -> 1"): "another opponent who is in nobody's way",
        ("_ONE_CHECKER = ", "1 -> 2"): "likewise",
        ("if _fastest_finish(winner) > 1", "1 -> 2"): "slower: what it spares is found out later",
        ("return max(-(-(side.pips - aces) // 3)", "1 -> 2"): "a bound all the same, looser by a turn at most",
    },
    "table.action_candidates": {
        ("yield from (acts.PickDie(seat, die)", "5 -> 6"): "a fifth die is refused, and so not offered",
    },
    "table.devices": {
        ("if any(max(side) - min(side) > NEAR_MS", "without strict="): "all are pairs",
        ("if any(max(side) - min(side) > NEAR_MS", "True -> False"): "likewise",
    },
    "table.disputes.corrections": {
        ("return _with(table, cube_wrong=True, cube_shown=Cube(event.level", "1 -> 2"): "a wrong level is a level",
    },
    "table.disputes.disputes": {
        ("upheld = roll[dispute.seat] > roll[", "Gt -> GtE"): "equal dice have returned before",
    },
    "table.disputes.score_cards": {
        ("return Seat.FIRST if score[0] < score[1]", "Lt -> LtE"): "equal scores have returned before",
    },
    "table.play.arrangement": {
        ("if game.phase is not Phase.TO_PLAY or game.dice is None", "Or -> And"): "one is not without the other",
    },
    "table.preparation.breaks_and_lateness": {
        ('T = TypeVar("T")', "'T' -> other text"): "a name for the type checker",
        ("starts_at=min(starts + gone, at)", "Lt -> LtE"): "what starts at that instant starts at that instant",
    },
    "table.preparation.wishes": {
        ("winner = Seat.FIRST if event.first > event.second", "Gt -> GtE"): "equal dice have returned before",
    },
    "table.registry": {
        ("Decider = Callable", "'Table' -> other text"): "a name for the type checker",
        ("Evolver = Callable", "'Table' -> other text"): "likewise",
        ("Evolver = Callable", "'Table' -> other text (2nd)"): "likewise",
    },
    "table.state": {
        (
            "return (game.last.seat.other,) if game and game.last",
            "And -> Or",
        ): "a match that a play has ended has a play",
    },
    "table.table": {
        ("answer = decide(table, action, by, at, (2, 1))", "2 -> 3"): "any dice will do",
        ("answer = decide(table, action, by, at, (2, 1))", "1 -> 2"): "likewise",
    },
    "table.terms": {
        ("if min(self.flag_grace_ms, self.spectator_delay_ms", "0 -> 1"): "none is not below nothing, whichever",
    },
}
