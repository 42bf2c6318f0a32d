"""The address of a laptop is found in a network without internet too."""

from __future__ import annotations

import pytest

from tavl.server.network import own_addresses as addresses


def test_a_network_card_tells_its_address_where_no_way_leads_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_routed", lambda: iter(()))
    monkeypatch.setattr(addresses, "_of_cards", lambda: iter(["127.0.0.1", "169.254.3.4", "10.42.0.1"]))
    monkeypatch.setattr(addresses, "_of_name", lambda: iter(["127.0.1.1", "10.42.0.1"]))
    assert addresses.lan_addresses() == ["10.42.0.1", "169.254.3.4"]
    assert addresses.lan_address() == "10.42.0.1"


def test_where_the_internet_is_comes_first_and_none_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_of_cards", lambda: iter(["10.42.0.1"]))
    monkeypatch.setattr(addresses, "_of_name", lambda: iter(()))
    monkeypatch.setattr(addresses, "_routed", lambda: iter(["192.168.1.7"]))
    assert addresses.lan_addresses() == ["192.168.1.7", "10.42.0.1"]
    monkeypatch.setattr(addresses, "_of_cards", lambda: iter(()))
    monkeypatch.setattr(addresses, "_routed", lambda: iter(()))
    assert addresses.lan_address() is None
