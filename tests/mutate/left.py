"""Mutants that were looked at and left, with the reason. Most cannot be told from the original."""

LEFT: dict[str, dict[tuple[str, str], str]] = {
    "rules.judge": {
        ("if len(moves) <= 2", "2 -> 3"): "three moves of a two-dice roll lead nowhere",
        ("for count in range(1, len(left) + 1)", "1 -> 2 (2nd)"): "there are no longer permutations",
        ("return sum(dice[:-1]) < source", "Lt -> LtE"): "fewer dice are tried first, and have the same fault",
        ("return sum(dice[:-1]) < source", "1 -> 2"): "likewise",
        ("behind = [place for place in range(source + 1, 7)", "7 -> 8"): "nothing stands outside by then",
    },
    "rules.game": {
        ("if game.phase is not Phase.TO_PLAY or game.dice is None", "Or -> And"): "one is not without the other",
        ("turn = Seat.FIRST if first > second", "Gt -> GtE"): "equal dice have returned before",
    },
    "rules.resigning": {
        # On `on_board` and `aces`: a bound that is a little sharper or looser, which no test is to hold.
        ("if on_board <= 4 and not any(side.own[7:])", "And -> Or"): "slower and exact instead of a bound",
        ("if on_board <= 4 and not any(side.own[7:])", "4 -> 5"): "likewise",
        ("if on_board <= 4 and not any(side.own[7:])", "7 -> 8"): "likewise",
        ("_ONE_CHECKER = ", "0 -> 1"): "another opponent who is in nobody's way",
        ("_ONE_CHECKER = ", "1 -> 2"): "likewise",
        ("if _fastest_finish(winner) > 1", "1 -> 2"): "slower: what it spares is found out later",
        ("return max(-(-(side.pips - aces) // 3)", "1 -> 2"): "a bound all the same, looser by a turn at most",
    },
    "rules.profile": {
        ("varied = msgspec.convert(", "without strict="): "what msgspec does anyway; said for the reader",
    },
    "rules.board": {
        ("boards: NDArray[np.int8], dice: NDArray[np.int8], threads", "1 -> 2"): "threads change the time only",
    },
    "rules.acts": {
        ('return "".join("_" + c.lower()', "'_' -> other text (2nd)"): "no name begins with an X",
    },
}
