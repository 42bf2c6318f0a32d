"""The small parts: settings, logs, metrics, limits, bots."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from tavl.cli.serve import serve
from tavl.rules import Seat, Terms
from tavl.rules import acts as game_acts
from tavl.rules import match as matches
from tavl.rules.profile import profile_named
from tavl.server import logs
from tavl.server.metrics import Metrics
from tavl.server.rate_limits import RATES, Limits
from tavl.server.settings import Settings, SettingsError, load
from tavl.server.tables import bots
from tavl.server.tables.bots import LEVELS
from tavl.table import Table, TableTerms, acts, evolve


def test_arguments_win_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "tavl.toml"
    file.write_text('port = 1\nhost = "0.0.0.0"\nbot_delay_ms = 5\n')
    environ = {"TAVL_PORT": "2", "TAVL_HOST": "::1", "TAVL_ORIGINS": "https://a.example, https://b.example"}
    settings = load(file, environ, port=3)
    assert (settings.port, settings.host, settings.bot_delay_ms) == (3, "::1", 5)
    assert settings.origins == ("https://a.example", "https://b.example")
    assert load(None, {"TAVL_CONFIG": str(file)}).port == 1


@pytest.mark.parametrize(
    ("environ", "named"),
    [
        ({"TAVL_PORT": "many"}, "port"),
        ({"TAVL_LOG_LEVEL": "shout"}, "log_level"),
        ({"TAVL_BOT_DELAY_MS": "-1"}, "bot_delay_ms"),
        ({"TAVL_AWAY_AFTER_MS": "10"}, "away_after_ms"),
        ({"TAVL_CONFIG": "/nowhere/tavl.toml"}, "/nowhere/tavl.toml"),
    ],
)
def test_a_bad_setting_is_named(environ: dict[str, str], named: str) -> None:
    with pytest.raises(SettingsError, match=named):
        load(None, environ)


def test_an_unknown_setting_in_the_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "tavl.toml"
    file.write_text("prot = 1\n")
    with pytest.raises(SettingsError, match="prot"):
        load(file, {})


def test_a_log_line_is_json_and_names_the_action() -> None:
    record = logging.LogRecord("tavl", logging.INFO, "", 0, "moved %s", ("24/18",), None)
    with logs.about(action="a1", table="t1"):
        line = json.loads(logs.JsonLines().format(record))
    assert (line["message"], line["action"], line["table"], line["level"]) == ("moved 24/18", "a1", "t1", "info")
    assert "action" not in json.loads(logs.JsonLines().format(record))


def test_metrics_are_written_for_prometheus() -> None:
    metrics = Metrics()
    metrics.count("refused", code='a"b')
    metrics.time("action", 0.003)
    metrics.gauge("sockets", lambda: 2)
    lines = metrics.text().splitlines()
    assert 'tavl_refused_total{code="a\\"b"} 1.0' in lines
    assert 'tavl_action_seconds_bucket{le="0.0025"} 0.0' in lines
    assert 'tavl_action_seconds_bucket{le="0.005"} 1.0' in lines
    assert 'tavl_action_seconds_bucket{le="+Inf"} 1.0' in lines
    assert "tavl_sockets 2.0" in lines


def test_a_limit_allows_a_burst_and_then_an_even_rate() -> None:
    now = 0.0
    limits = Limits(lambda: now)
    burst, rate = RATES["login"]
    assert all(limits.allows("login", "a") for _ in range(int(burst)))
    assert not limits.allows("login", "a")
    assert limits.allows("login", "b")
    now += 1 / rate
    assert limits.allows("login", "a")
    assert not limits.allows("login", "a")
    assert all(Limits(lambda: now, on=False).allows("login", "a") for _ in range(100))


def test_a_bots_thought_can_be_had_again() -> None:
    """Whoever carries its turn out, a bot does the same: the seed is the table and its version."""
    for level in LEVELS:
        table = Table.open(TableTerms(match=Terms(profile_named("dbf-tournament"), 3)))
        seats = [acts.Seated(Seat.FIRST, bots.person_of(level)), acts.Seated(Seat.SECOND, "anna")]
        for event in (*seats, game_acts.GameStarted(), game_acts.OpeningRolled(3, 1)):
            table = evolve(table, event, 0)
        assert bots.seat_asked(table) is Seat.FIRST
        first, again = (bots.act(table, Seat.FIRST, "table 7", 0) for _ in range(2))
        assert first == again
        assert first in matches.actions(table.match, Seat.FIRST)


def test_serve_names_a_bad_setting_and_stops(tmp_path: Path) -> None:
    app = typer.Typer()
    app.command()(serve)
    file = tmp_path / "tavl.toml"
    file.write_text("port = 'x'\n")
    done = CliRunner().invoke(app, ["--config", str(file)])
    assert done.exit_code == 2
    assert "port" in done.output


def test_default_settings_are_sound() -> None:
    assert Settings().port == load(None, {}).port
