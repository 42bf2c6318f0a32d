"""Legal plays by brute force: every die in every order, keep the longest, then the higher die. Shares nothing with the
native code but the layout of 52 counts (`bytes(position)`): mine and the opponent's, each off, points 1 to 24, bar.
"""

from __future__ import annotations

from collections.abc import Iterator

OFF, BAR, THEIRS = 0, 25, 26


def one_move(board: bytes, die: int) -> Iterator[bytes]:
    """Every board that one checker moved by one die leads to."""
    mine = board[:THEIRS]
    for source in [BAR] if mine[BAR] else [place for place in range(24, 0, -1) if mine[place]]:
        target = max(source - die, OFF)
        foe = THEIRS + 25 - target  # where an opposing checker on that point is counted
        if target == OFF:
            outside, behind = any(mine[7:]), any(mine[source + 1 :])
            if outside or (behind and source < die):
                continue
        elif board[foe] > 1:
            continue
        after = bytearray(board)
        after[source] -= 1
        after[target] += 1
        if target != OFF and board[foe] == 1:
            after[foe] = 0
            after[THEIRS + BAR] += 1
        yield bytes(after)


def reached(boards: set[bytes], die: int) -> set[bytes]:
    return {after for board in boards for after in one_move(board, die)}


def legal_boards(board: bytes, high: int, low: int) -> set[bytes]:
    """Where a legal play can lead, still seen by the mover."""
    if high == low:
        boards = {board}
        for _ in range(4):
            boards = reached(boards, high) or boards
        return boards
    both = reached(reached({board}, high), low) | reached(reached({board}, low), high)
    return both or reached({board}, high) or reached({board}, low) or {board}
