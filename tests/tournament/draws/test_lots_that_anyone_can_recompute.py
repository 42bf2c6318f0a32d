"""A seed promised and told makes one draw, which ten lines of anybody's own repeat."""

import hashlib
import hmac
from collections import Counter

import pytest

from tavl.tournament.draws.entrants import Player
from tavl.tournament.draws.lots import Lots, keeps, promise

SEED = bytes.fromhex("00112233445566778899aabbccddeeff")


def recomputed(seed: bytes, label: str, names: list[str]) -> list[str]:
    """The method as its description says it, written without the module."""
    names, k = names[:], 0
    for i in range(len(names) - 1, 0, -1):
        while True:
            digest = hmac.new(seed, f"tavl-lots-1\n{label}\n{k}".encode(), hashlib.sha256).digest()
            number, k = int.from_bytes(digest[:16], "big"), k + 1
            if number < 2**128 - 2**128 % (i + 1):
                break
        j = number % (i + 1)
        names[i], names[j] = names[j], names[i]
    return names


def test_a_shuffle_can_be_recomputed_from_the_description() -> None:
    names = [f"p{n}" for n in range(40)]
    assert Lots(SEED, "main").shuffled(names) == recomputed(SEED, "main", names)


def test_the_method_is_pinned() -> None:
    assert Lots(SEED, "main").shuffled("abcdefgh") == list("cgfahdbe")


def test_the_promise_is_the_sha256_of_the_seed_and_only_that_seed_keeps_it() -> None:
    assert promise(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert keeps(b"abc", promise(b"abc"))
    assert not keeps(b"abd", promise(b"abc"))


def test_lots_under_another_label_are_others() -> None:
    assert Lots(SEED, "main").below(2**64) != Lots(SEED, "consolation").below(2**64)


def test_all_orders_of_three_come_up_about_equally_often() -> None:
    orders = Counter("".join(Lots(SEED, str(n)).shuffled("abc")) for n in range(6000))
    assert len(orders) == 6
    assert all(900 < count < 1100 for count in orders.values())


def test_a_weight_belongs_to_its_key_whatever_was_drawn_before() -> None:
    fresh, used = Lots(SEED, "main"), Lots(SEED, "main")
    used.shuffled("abc")
    assert fresh.weight("anna") == used.weight("anna") != used.weight("bo")
    assert fresh.by_lot(["anna", "bo", "carl"]) == fresh.by_lot(["carl", "anna", "bo"])


@pytest.mark.parametrize("n", [0, -1, 2**128 + 1])
def test_there_are_no_lots_below_nothing(n: int) -> None:
    with pytest.raises(ValueError, match="no lots below"):
        Lots(SEED, "main").below(n)


def test_what_two_players_share_is_named_closest_first() -> None:
    sister = Player(id="s", family="f1", club="c1", country="DK")
    brother = Player(id="b", family="f1", club="c2", country="DK")
    assert sister.shares(brother) == ("family", "country")
    assert Player(id="x").shares(Player(id="y")) == ()
